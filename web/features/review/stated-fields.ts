import type { NumberLanguage } from "../../../src/core/number-format.ts";
import { numberOf } from "../../app/typed-number.ts";
import { type EmissionsField, emissionsOf } from "../../parts/emissions-fields.tsx";
import { slip } from "../../parts/form/issues.tsx";
import type { Facts, ReviewItem, Stated } from "./queries.ts";

/** What a person has typed, as typed. */
export interface StatedFields extends Partial<Readonly<Record<EmissionsField, string>>> {
  readonly quantity?: string;
  readonly unit?: string;
  /** Of one unit, without VAT. */
  readonly unit_price?: string;
  readonly amount?: string;
  readonly currency?: string;
  readonly date?: string;
  readonly from?: string;
  readonly to?: string;
  /** Id of a metered supply. */
  readonly supply?: string;
  /** Key of a factor that counts only where a person names it. */
  readonly factor?: string;
  /** Ids of kept files that show it, with blanks between them. */
  readonly evidence?: string;
}

type Need = ReviewItem["needs"][number];

/** Which needs of a line show the field; any of them does. */
const SHOWN_BY: Readonly<Record<Exclude<keyof StatedFields, EmissionsField>, readonly Need["field"][]>> = {
  quantity: ["quantity"],
  unit_price: ["unit_price"],
  unit: ["quantity", "unit_price"],
  amount: ["amount", "unit_price"],
  currency: ["amount", "unit_price"],
  date: ["transaction_date"],
  from: ["service_period"],
  to: ["service_period"],
  supply: ["supply_id"],
  factor: ["emission_factor_key"],
  evidence: ["unit_price", "emissions"],
};

/** What was typed into fields that the line shows, or with `false` into those that it shows no more. */
export function typedInto(item: ReviewItem, fields: StatedFields, isShown: boolean): StatedFields {
  const shownBy: Readonly<Record<string, readonly Need["field"][]>> = SHOWN_BY;
  const shows = (name: string): boolean =>
    item.needs.some(({ field }) => (shownBy[name] ?? ["emissions"]).includes(field));
  return Object.fromEntries(Object.entries(fields).filter(([name]) => shows(name) === isShown));
}

/** The units in which the line can be counted; empty: no quantity is asked for. */
export function unitsOf({ needs }: ReviewItem): readonly string[] {
  return needs.find(({ field }) => field === "quantity" || field === "unit_price")?.units ?? [];
}

/** The currency in which the amount is asked for; undefined: it is not. */
export function currencyAsked({ needs }: ReviewItem): string | undefined {
  return needs.find(({ currency }) => currency !== undefined)?.currency;
}

/** The period that the service proposes: shown in the fields, and stated where the person leaves it there. */
export function proposedOf({ needs }: ReviewItem): Need["proposed"] {
  return needs.find(({ field }) => field === "service_period")?.proposed;
}

/** What a decision states: what was typed, the country of use, and the files. @throws Refusal by which each field tells what is wrong with it */
export function statedIn(
  fields: StatedFields,
  item: ReviewItem,
  attributes: Facts["attributes"] | null,
  language: NumberLanguage,
): Stated {
  const typed = factsOf(fields, item, language);
  const facts = attributes == null ? typed : { ...typed, attributes };
  const { evidence = "" } = fields;
  return {
    ...(facts === null ? {} : { facts }),
    ...(evidence === "" ? {} : { evidence: evidence.split(" ") }),
  };
}

/** Null: nothing was typed. */
function factsOf(fields: StatedFields, item: ReviewItem, language: NumberLanguage): Facts | null {
  const typed = (name: keyof StatedFields): string => (fields[name] ?? "").trim();
  const figures = (["quantity", "unit_price", "amount"] as const).filter((name) => typed(name) !== "");
  const wrong = figures.filter((name) => numberOf(typed(name), language) === null);
  if (wrong.length > 0) throw slip(wrong.map((name) => [name, "number_wrong"]));
  if (typed("quantity") !== "" && typed("unit_price") !== "") throw slip([["unit_price", "price_or_quantity"]]);
  const [quantity, unit_price, amount] = (["quantity", "unit_price", "amount"] as const).map((name) =>
    numberOf(typed(name), language),
  );
  const unit = fields.unit ?? unitsOf(item)[0];
  const currency = (fields.currency ?? currencyAsked(item) ?? "").trim().toUpperCase();
  const emissions = emissionsOf(typed, language);
  const proposed = proposedOf(item);
  const { from = proposed?.service_period_start ?? "", to = proposed?.service_period_end ?? "" } = fields;
  const facts: Facts = {
    ...(quantity == null ? {} : { quantity }),
    ...(unit_price == null ? {} : { unit_price }),
    ...((quantity ?? unit_price) == null || unit === undefined ? {} : { unit }),
    ...(amount == null ? {} : { amount, currency }),
    ...(typed("date") === "" ? {} : { transaction_date: typed("date") }),
    ...(typed("supply") === "" ? {} : { supply_id: typed("supply") }),
    ...(typed("factor") === "" ? {} : { emission_factor_key: typed("factor") }),
    ...(from === "" || to === "" ? {} : { service_period_start: from, service_period_end: to }),
    ...(emissions === null ? {} : { emissions }),
  };
  return Object.keys(facts).length === 0 ? null : facts;
}
