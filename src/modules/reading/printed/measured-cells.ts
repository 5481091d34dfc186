import { isNamedByNumber } from "../../../core/named-by-number.ts";
import type { Cell } from "../pdf/page-words.ts";

const UNITS =
  "kWh|MWh|GWh|GJ|kW|Nm3|Nm³|m3|m³|m2|m²|liter|litre|liters|litres|ltr|kg|ton|tons|stk|st|pcs|km|timer|hours|mdr|months?|GB";
/** Single letters mean what they do in their own case: h is an hour, and T no tonne. */
const LETTERS = "l|L|t|h";
const inAnyCase = UNITS.replaceAll(/[a-z]/giu, (letter) => `[${letter.toLowerCase()}${letter.toUpperCase()}]`);
/** A measured quantity in running text: "1.250 kWh", "12,5 m3 à 20,00". A blank is part of a number between groups of thousands alone. */
const MEASURED = new RegExp(
  String.raw`(?<![\p{L}\d.,-])(?<value>-?\d{1,3}(?:[ ']\d{3})+(?:[.,]\d+)?|-?\d[\d.,']*\d|\d)\s?(?<unit>${inAnyCase}|${LETTERS})(?![\p{L}\d])`,
  "u",
);
/** A column of numbers, whose unit may stand in the next one. */
const NUMBER = /^-?\d[\d.,' ]*$/u;

/**
 * The first quantity with its unit that the cells of a row state, each by itself or a number with the unit of the next cell: what ends
 * the words of a line ("Elforbrug december 2025") is no part of the number that is printed beside them. Null: none.
 */
export function measuredIn(cells: readonly Cell[]): { readonly value: string; readonly unit: string } | null {
  for (const [index, { text }] of cells.entries()) {
    const next = cells[index + 1];
    const stated = next !== undefined && NUMBER.test(text) ? `${text} ${next.text}` : text;
    const found = MEASURED.exec(stated);
    const { value, unit } = found?.groups ?? {};
    if (found === null || value === undefined || unit === undefined) continue;
    const isName = value.includes(" ") && isNamedByNumber(stated.slice(0, found.index));
    return { value: isName ? value.slice(value.indexOf(" ") + 1) : value, unit };
  }
  return null;
}
