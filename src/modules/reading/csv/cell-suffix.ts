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
