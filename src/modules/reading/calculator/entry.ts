import { cutText } from "../../../core/cut-text.ts";
import { decimal } from "../../../core/quantity.ts";
import { parseAmount } from "../amounts.ts";
import { invoiceLine } from "../lines.ts";
import type { LineDoubt, ParsedLine, RowFault } from "../parsed-document.ts";
import type { EntryColumns } from "./columns.ts";
import type { MasterData } from "./master-data.ts";

export type EntryOutcome =
  | { readonly kind: "line"; readonly line: ParsedLine }
  | ({ readonly kind: "error" } & RowFault)
  /** Nothing was entered. */
  | { readonly kind: "blank" };

export interface EntryTable {
  readonly columns: EntryColumns;
  readonly period: NonNullable<MasterData["period"]>;
}

/** What Klimakompasset prints in cells that have no value. */
const NO_VALUE = /^(?:-|\(?ikke (?:angivet|relevant)\)?|\(?(?:missing data|not (?:applicable|relevant|stated))\)?)$/i;

const SOLD = /^(?:solgte|sold) /i;
const OWN_FACTOR = /\b(?:egne emissionsfaktorer|own emission factors)\b/i;
const DENMARK = /^(?:dk|danmark|denmark)$/i;

/** Longest cell of a description that is kept. */
const PART_MAX = 200;
const UNIT_MAX = 40;

/** Reads one entry: its quantity with unit, or its amount in DKK without VAT, over the days of the calculation. */
export function readEntry(cells: readonly string[], number: number, table: EntryTable): EntryOutcome {
  const { columns, period } = table;
  const at = (index: number | null): string => {
    const text = index === null ? "" : (cells[index] ?? "").trim();
    return NO_VALUE.test(text) ? "" : text;
  };
  const quantity = numberIn(at(columns.quantity));
  const amount = numberIn(at(columns.amount));
  const unit = cutText(at(columns.unit), UNIT_MAX);
  if (quantity === null || amount === null) {
    return { kind: "error", reason: "not_a_number", message: "the amount is not a number." };
  }
  if (quantity === "" && amount === "") return { kind: "blank" };
  if (amount === "" && unit === "") {
    return { kind: "error", reason: "no_unit", message: "no amount in DKK, and the quantity has no unit." };
  }
  const groups = [at(columns.main_category), at(columns.category)].filter((text) => text !== "");
  const parameters = parametersOf(at, columns);
  const words = parameters.filter(({ value }) => numberIn(value) === null).map(({ value }) => value);
  const doubt = doubtOf({
    main_category: at(columns.main_category),
    subcategory: at(columns.subcategory),
    country: at(columns.country),
    parameters,
  });
  const line = invoiceLine({
    number,
    kind: "ledger_row",
    description: distinct([at(columns.subcategory), ...words, at(columns.description)]).join(", "),
    quantity: quantity === "" ? null : quantity,
    unit: quantity === "" ? null : unit,
    amount: amount === "" ? null : amount,
    currency: "DKK",
    gl_account_name: groups.length === 0 ? null : distinct(groups).join(", "),
    transaction_date: period.end,
    service_period_start: period.start,
    service_period_end: period.end,
    ...(doubt === null ? {} : { doubt }),
  });
  return { kind: "line", line };
}

/** Decimal text; empty: the cell is; null: it is no number. A zero of a form that was left empty is no number of anything. */
function numberIn(text: string): string | null {
  if (text === "") return "";
  // Stored numbers are written so that they cannot be read with a decimal comma; what somebody typed as text is Danish.
  const value = parseAmount(text, ",") ?? parseAmount(text, ".");
  return value !== null && decimal(value).eq(0) ? "" : value;
}

interface Parameter {
  readonly title: string;
  readonly value: string;
}

function parametersOf(at: (index: number) => string, columns: EntryColumns): Parameter[] {
  const { title_1, parameter_1, title_2, parameter_2, title_3, parameter_3 } = columns;
  return [
    { title: at(title_1), value: at(parameter_1) },
    { title: at(title_2), value: at(parameter_2) },
    { title: at(title_3), value: at(parameter_3) },
  ];
}

interface Stated {
  readonly main_category: string;
  readonly subcategory: string;
  readonly country: string;
  readonly parameters: readonly Parameter[];
}

/** Why an entry cannot count by its quantity alone; null: it can. */
function doubtOf({ main_category, subcategory, country, parameters }: Stated): LineDoubt | null {
  if (SOLD.test(main_category)) {
    const detail =
      "An entry of Klimakompasset about products that the company sold: its words name the product or what is left of it, not what " +
      "the company bought or threw away. Choose its category, or leave it out.";
    return { detail, is_category_open: true };
  }
  const numbered = parameters.find(({ value }) => value !== "" && (numberIn(value) ?? "") !== "");
  const reasons = [
    OWN_FACTOR.test(subcategory) ? "counts it with an emission factor of the company" : null,
    country !== "" && !DENMARK.test(country) ? `counts it with emission factors of ${cutText(country, 40)}` : null,
    numbered === undefined
      ? null
      : `states "${cutText(numbered.title, 100)}: ${cutText(numbered.value, 20)}", which no factor here takes into account`,
  ].filter((reason) => reason !== null);
  if (reasons.length === 0) return null;
  const detail = `Klimakompasset ${reasons.join(", and ")}. Accept it as it is, correct it, or leave it out.`;
  return { detail, is_category_open: false };
}

/** Each text once, in its first spelling. */
function distinct(texts: readonly string[]): string[] {
  const seen = new Set<string>();
  return texts.flatMap((text) => {
    const key = text.toLowerCase();
    if (key === "" || seen.has(key)) return [];
    seen.add(key);
    return [cutText(text, PART_MAX)];
  });
}
