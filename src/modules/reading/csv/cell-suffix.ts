import { cutText } from "../../../core/cut-text.ts";
import { parseUnit } from "../../../core/units.ts";
import { type LineDoubt, ROW_ERROR_CELL_MAX } from "../parsed-document.ts";
import { CURRENCY_CODES } from "./heading-suffix.ts";

const SIGNS: Readonly<Record<string, string>> = { "€": "EUR", $: "USD", "£": "GBP" };
/** Before or behind the number, with its sign: "EUR 1000,00", "-1.250,00 EUR", "€ 40". */
const WITH_CURRENCY =
  /^[-−+(]?\s*(?<before>[A-Z]{3}|[€$£])(?![A-Za-z])|(?<![A-Za-z])(?<behind>[A-Z]{3}|[€$£])\s*[-−)]?$/u;
/** "2500 kWh", "1.000,5 m³": a number and one word. */
const WITH_UNIT = /^(?<number>[-−+(]?\s?\d[\d.,'\s]*[-−)]?)\s?(?<unit>\p{L}[\p{L}\d³²./]{0,14})$/u;

/** The currency that stands in a cell of money, ISO 4217; "kr" is that of several countries, and none. Null: it names none. */
export function currencyInCell(text: string): string | null {
  const { before, behind } = WITH_CURRENCY.exec(text.trim())?.groups ?? {};
  const named = before ?? behind ?? "";
  if (SIGNS[named] !== undefined) return SIGNS[named];
  return CURRENCY_CODES.has(named.toLowerCase()) ? named : null;
}

/** The number of a cell of quantities, without the unit that may stand behind it. */
export function numberInCell(text: string): string {
  return WITH_UNIT.exec(text.trim())?.groups?.["number"]?.trim() ?? text;
}

/** The unit that stands in a cell of quantities; null: none does. */
export function unitInCell(text: string): string | null {
  return WITH_UNIT.exec(text.trim())?.groups?.["unit"] ?? null;
}

const MEASURED = /(?<!\p{L})(?:[kMG]?Wh|[GMT]J|N?m[3³])(?!\p{L})/iu;

/** Why a row waits whose unit is one of energy or volume and something else ("MWh/år", "100 kWh"); null: nothing of it speaks against the row. */
export function unitDoubt(unit: string | null): LineDoubt | null {
  if (unit === null || parseUnit(unit) !== null || !MEASURED.test(unit)) return null;
  const detail = `"${cutText(unit, ROW_ERROR_CELL_MAX)}" is no unit that is understood. State quantity, or accept the row by its amount.`;
  return { detail, is_category_open: false };
}
