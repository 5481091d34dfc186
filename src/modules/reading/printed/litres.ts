import { decimal } from "../../../core/quantity.ts";
import { parseUnit } from "../../../core/units.ts";
import type { DecimalMark } from "../amounts.ts";
import { type Row, rowText } from "../pdf/page-words.ts";
import { foldWords } from "../quantities/commodity-words.ts";
import { amountOf } from "./values.ts";

/** Labelled quantities and prices that are combined; a receipt has one or two of each. */
const LABELLED_MAX = 6;

const NUMBER = String.raw`\d{1,5}[.,]\d{1,3}`;
/** "Liter 41,20", "Antal l: 41,20", "Mængde  41,20 l". */
const LITRES = new RegExp(
  String.raw`(?<![\p{L}\d])(?:(?:antal|mængde|maengde|volumen|volume|menge)\s*(?:\(?(?:i\s+)?(?:l|liter|ltr\.?|litres?)\)?)?|liter|litres?|liters|ltr\.?)\s*[:.]?\s+(?<value>${NUMBER})(?![\d.,]*\d)`,
  "giu",
);
/** "13,49 kr/l", "13,49 DKK pr. liter"; a misread "l" is a 1, I or |. */
const PRICE_BEFORE =
  /(?<![\d.,])(?<value>\d{1,3}[.,]\d{1,4})\s*(?:kr\.?|DKK|EUR|SEK|NOK|€)?\s*(?:\/|pr\.?|per)\s*(?:liter|litre|ltr\.?|[lI1|])(?![\p{L}\d])/giu;
/** "Pris pr. liter 13,49", "Literpris: 13,49", "Pris/l 13,49", "kr/l 13,49". */
const PRICE = new RegExp(
  String.raw`(?<![\p{L}\d])(?:(?:pris|price|preis|kr\.?)\s*(?:pr\.?|per|\/)\s*(?:liter|litre|ltr\.?|[lI1|])|(?:liter|l-)\s*(?:pris|preis)|(?:enheds|stk\.?|a)\s*-?\s*pris)\s*[:.]?\s+(?<value>${NUMBER})(?![\d.,]*\d)`,
  "giu",
);

/** Litres and the price of one, decimal text. */
interface LabelledLitres {
  readonly quantity: string;
  readonly unit_price: string;
  readonly unit: "l";
}

/**
 * Litres and a price that stand beside labels of their own anywhere on a receipt, combined. What they make decides whether
 * they belong together.
 */
export function labelledLitres(rows: readonly Row[], mark: DecimalMark): LabelledLitres[] {
  const litres = valuesOf(rows, LITRES, mark);
  const prices = literPrices(rows, mark);
  return litres.flatMap((quantity) => prices.map((unit_price) => ({ quantity, unit_price, unit: "l" as const })));
}

/** "32,00 l", "38,40 I": a number with two or three decimals before a sign of litres, which may be misread. */
const LITRES_BEFORE =
  /(?<![\p{L}\d.,])(?<value>\d{1,5}[.,]\d{2,3})\s?(?:[lI1|]|[li]tr\.?|liters?|litres?)(?![\p{L}\d.,/])/giu;

/** What the pages state of litres and of the price of one; arithmetic decides what belongs together. */
export interface LitresOnPages {
  readonly quantities: readonly string[];
  readonly prices: readonly string[];
}

export function litresOnPages(rows: readonly Row[], mark: DecimalMark): LitresOnPages {
  const quantities = [LITRES_BEFORE, LITRES].flatMap((pattern) => valuesOf(rows, pattern, mark));
  return { quantities: [...new Set(quantities)].slice(0, 2 * LABELLED_MAX), prices: literPrices(rows, mark) };
}

/** Whether a row states nothing but the price of a litre: it is no line. */
export function isLiterPriceRow(text: string): boolean {
  return text.length < 60 && text.replaceAll(PRICE, "").trim() === "";
}

/** Prices of a litre that stand on the pages. */
function literPrices(rows: readonly Row[], mark: DecimalMark): string[] {
  return [...new Set([PRICE, PRICE_BEFORE].flatMap((pattern) => valuesOf(rows, pattern, mark)))];
}

function valuesOf(rows: readonly Row[], pattern: RegExp, mark: DecimalMark): string[] {
  const values = rows.flatMap((row) =>
    [...rowText(row).slice(0, 300).matchAll(pattern)].flatMap(
      ({ groups }) => amountOf(groups?.["value"] ?? "", mark) ?? [],
    ),
  );
  return [...new Set(values)].slice(0, LABELLED_MAX);
}

const FUEL =
  / (?:\p{L}*diesel\p{L}*|\p{L}*benzin|\p{L}*bensin|petrol|gasoline|blyfri\p{L}*|bleifrei|unleaded|super|oktan|hvo\p{L}*|fyringsolie|gasolie|adblue|e10|b7)(?= )/u;

/** Whether words name a fuel that is sold by the litre. */
export function namesFuel(text: string): boolean {
  return FUEL.test(foldWords(text));
}

/** The unit that the heading of a quantity column names, where it is litres: "Liter", "Antal l", "Mængde (ltr.)". */
export function litresOfHeading(heading: string): "l" | null {
  const last = foldWords(heading).trim().split(" ").at(-1) ?? "";
  return parseUnit(last) === "l" && last !== "dm3" ? "l" : null;
}

/** Litres of a fuel that a line or its words state, as far as their proof matters. */
export interface LitresOfLine {
  readonly description: string;
  readonly quantity: string | null;
  readonly unit: string | null;
  readonly unit_price: string | null;
  readonly amount: string;
}

/**
 * A line of a picture as far as its litres are confirmed: a price, its own or one of a litre on the pages, makes the amount
 * with them. Such a number of a fuel that is sold by the litre counts litres where only the sign was lost. Null: the line
 * states litres of a fuel that nothing confirms, a digit of them may have been misread.
 */
export function confirmedLitres<Line extends LitresOfLine>(
  line: Line,
  { quantities, prices }: LitresOnPages,
): Line | null {
  const { description, quantity, unit, unit_price, amount } = line;
  if (!namesFuel(description)) return line;
  const isLitres = unit !== null && parseUnit(unit) === "l";
  if (quantity === null) {
    const proven = quantities.flatMap((litres) =>
      prices.filter((price) => makes(litres, price, amount)).map((unit_price) => ({ quantity: litres, unit_price })),
    );
    const [only] = proven;
    if (only !== undefined && proven.length === 1) return { ...line, ...only, unit: "l" };
    return STATES_LITRES.test(description) ? null : line;
  }
  const price = [...(unit_price === null ? [] : [unit_price]), ...prices].find((one) => makes(quantity, one, amount));
  if (price !== undefined && (isLitres || (unit === null && /\.\d/.test(quantity)))) {
    return { ...line, unit: "l", unit_price: price };
  }
  return isLitres ? null : line;
}

function makes(quantity: string, price: string, amount: string): boolean {
  return decimal(quantity).times(price).minus(amount).abs().lte(ROUNDING);
}

const STATES_LITRES = /\d[.,]?\d*\s?(?:l|ltr|liter|litres?)(?![\p{L}\d/])/iu;
/** Quantities are printed with two decimals, and products rounded to cents. */
const ROUNDING = "0.02";
