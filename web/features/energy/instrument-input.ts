import type { NumberLanguage } from "../../../src/core/number-format.ts";
import { numberOf } from "../../app/typed-number.ts";
import { typedIn } from "../../parts/form/fields.tsx";
import type { Cancellation, Instrument, InstrumentInput } from "./queries.ts";

export type Kind = Instrument["kind"];
export const KINDS: readonly Kind[] = ["guarantee_of_origin", "contract", "supplier_product"];
export type Technology = Instrument["technology"];
export const TECHNOLOGIES: readonly Technology[] = [
  "wind",
  "solar",
  "hydro",
  "biomass",
  "biogas",
  "renewable_mix",
  "geothermal",
  "nuclear",
  "natural_gas",
  "coal",
  "oil",
  "waste",
  "mix",
];
export type Certificates = Instrument["certificates"];
export const CERTIFICATES: readonly Certificates[] = ["not_stated", "cancelled_by_supplier", "none_issued"];

/** What a form holds that is no number or no range of numbers. */
export class WrongField extends Error {
  readonly field: "number" | "ranges";

  constructor(field: "number" | "ranges") {
    super(field);
    this.name = "WrongField";
    this.field = field;
  }
}

type Facts = Omit<InstrumentInput, "kind" | "note" | "evidence">;

/** What a form states of an instrument of a kind. Pure. @throws WrongField */
export function factsIn(form: FormData, kind: Kind, language: NumberLanguage): Facts {
  const typed = (name: string): string => typedIn(form, name);
  const optional = (name: "supplier_name" | "supplier_identifier" | "expires_on") =>
    typed(name) === "" ? {} : { [name]: typed(name) };
  const figure = (name: string): number => {
    const value = numberOf(typed(name), language);
    if (value === null) throw new WrongField("number");
    return value;
  };
  const ranges = rangesOf(typed("numbers"));
  const certificates = CERTIFICATES.find((one) => one === typed("certificates"));
  return {
    name: typed("name"),
    market: typed("market").toUpperCase(),
    origin_country: (typed("origin") === "" ? typed("market") : typed("origin")).toUpperCase(),
    technology: TECHNOLOGIES.find((one) => one === typed("technology")) ?? "mix",
    kg_co2e_per_kwh: figure("rate"),
    mwh: figure("mwh"),
    period_from: typed("from"),
    period_to: typed("to"),
    ...optional("supplier_name"),
    ...optional("supplier_identifier"),
    ...optional("expires_on"),
    ...(typed("registry") === "" ? {} : { registry: typed("registry").toUpperCase() }),
    ...(ranges.length === 0 ? {} : { number_ranges: ranges }),
    ...(kind === "guarantee_of_origin" || certificates === undefined ? {} : { certificates }),
  };
}

/** The cancellation that a form states; null: its day is empty. */
export function cancellationIn(form: FormData): Cancellation | null {
  const typed = (name: string): string => typedIn(form, name);
  const date = typed("cancelled_on");
  if (date === "") return null;
  const [consumption_from, consumption_to] = [typed("consumption_from"), typed("consumption_to")];
  return {
    date,
    beneficiary: typed("beneficiary"),
    is_for_company: form.get("is_for_company") !== null,
    ...(typed("statement_number") === "" ? {} : { statement_number: typed("statement_number") }),
    ...(consumption_from === "" ? {} : { consumption_from }),
    ...(consumption_to === "" ? {} : { consumption_to }),
  };
}

/** "1-20, 31" as ranges; both ends included. @throws WrongField */
function rangesOf(text: string): { from: string; to: string }[] {
  const parts = text
    .split(/[,;]/)
    .map((part) => part.replaceAll(/\s/g, ""))
    .filter((part) => part !== "");
  return parts.map((part) => {
    const [, from, to = from] = /^(\d{1,40})(?:[-–](\d{1,40}))?$/.exec(part) ?? [];
    if (from === undefined || to === undefined) throw new WrongField("ranges");
    return { from, to };
  });
}

/** Ranges as they are typed. */
export function rangesText(ranges: Instrument["number_ranges"]): string {
  return ranges.map(({ from, to }) => (from === to ? from : `${from}-${to}`)).join(", ");
}

/** A figure as it is typed, with every decimal. */
export function typedText(figure: number, language: NumberLanguage): string {
  return language === "da" ? String(figure).replace(".", ",") : String(figure);
}
