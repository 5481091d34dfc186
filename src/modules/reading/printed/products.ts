import { cutText } from "../../../core/cut-text.ts";
import { type Decimal, decimal } from "../../../core/quantity.ts";
import { addUpTo, ROUNDED } from "../balance.ts";
import type { DecimalMark } from "../amounts.ts";
import { type Row, rowText } from "../pdf/page-words.ts";
import { labelledLitres, namesFuel } from "./litres.ts";
import type { PrintedLine } from "./table.ts";
import { amountOf, type Notation, withoutNumbers } from "./values.ts";

/** A quantity and the price of one of it, as decimal text, that make an amount. */
export interface Product {
  readonly quantity: string;
  readonly unit: string | null;
  readonly unit_price: string;
}

const HALF_CENT = "0.005";
const NUMBER = String.raw`\d{1,6}(?:[.,]\d{1,4})?`;
const CURRENCY = String.raw`(?:EUR|DKK|SEK|NOK|kr\.?|€)`;
/** "2 Rolle x 4,85", "2,59 x 2", "3 stk à 12,00", "5 * 18,50 EUR". */
const TIMES = new RegExp(
  String.raw`(?<![\p{L}\d.,])(?<one>${NUMBER})\s*(?<unit>\p{L}{1,10}\.?)?\s*(?:[x×*]|à|á|@)\s*(?<other>${NUMBER})(?![\d.,])`,
  "iu",
);
/** "22,68 l 1,499 EUR/l": the engine takes l for 1 or I or drops it; the price's own unit and the product set that right. */
const PER_UNIT = new RegExp(
  String.raw`(?<![\p{L}\d.,])(?<one>${NUMBER})\s*(?<unit>\p{L}{1,5}3?|[1|])?\s+(?:[x×*àá@]\s*)?(?<other>${NUMBER})\s*${CURRENCY}?\s*(?:\/|pr\.?|per)\s*(?<per>\p{L}{1,5}3?|[1|])?`,
  "iu",
);

/** Letters and signs that the engine takes for the sign of litres, and for "à". */
const LITRE = String.raw`ltr\.?|itr\.?|liters?|litres?|[lI1|]`;
const AT = String.raw`[x×*@aàáäâå34]`;
/** "41,20 1 x 13,49", "41,20 Itr a 13,49", "41,20 3 13,49": litres and their price, signs misread or lost. */
const LITRES_AT = new RegExp(
  String.raw`(?<![\p{L}\d.,])(?<one>\d{1,5}[.,]\d{1,3})\s+(?:(?<unit>${LITRE})\s+)?(?:${AT}\s+)?(?<other>\d{1,3}[.,]\d{1,4})(?![\d.,])`,
  "iu",
);
/** "41,201 x 13,49": the sign of litres was taken for the last digit. Two decimals, as pumps and cards print them. */
const JOINED_LITRES = new RegExp(
  String.raw`(?<![\p{L}\d.,])(?<one>\d{1,5}[.,]\d{2})(?<unit>[lI1|])\s*(?:(?:${AT}|\/)\s*)?(?<other>\d{1,3}[.,]\d{1,4})(?![\d.,])`,
  "iu",
);

/** What a text says of a quantity and a price that make `amount` within rounding; null: nothing does. */
export function productOf(text: string, amount: string, { mark, tolerance }: Notation): Product | null {
  const products = statedProducts(text, mark).filter((product) => makes(product, amount, tolerance));
  // A sign that was taken for a digit is off by less than rounding is: what makes the very amount goes first.
  const exact = products.filter((product) => decimal(amountMade(product)).abs().eq(decimal(amount).abs()));
  return exact.find(({ unit }) => unit !== null) ?? exact[0] ?? products[0] ?? null;
}

/** Every reading of a text as a quantity and a price. */
export function productsIn(text: string, mark: DecimalMark): Product[] {
  return productsBy([PER_UNIT, TIMES], text, mark);
}

/** Every reading of a text as a quantity and a price, also those that only an amount proves. */
export function statedProducts(text: string, mark: DecimalMark): Product[] {
  return [...productsIn(text, mark), ...litresIn(text, mark)];
}

/** Readings that only an amount proves: their signs were misread or lost. */
function litresIn(text: string, mark: DecimalMark): Product[] {
  return productsBy([LITRES_AT, JOINED_LITRES], text, mark);
}

function productsBy(patterns: readonly RegExp[], text: string, mark: DecimalMark): Product[] {
  return patterns.flatMap((pattern) => {
    const groups = pattern.exec(text)?.groups;
    const firstAmount = amountOf(groups?.["one"] ?? "", mark);
    const secondAmount = amountOf(groups?.["other"] ?? "", mark);
    if (groups === undefined || firstAmount === null || secondAmount === null) return [];
    const isPriceFirst =
      pattern === TIMES && groups["unit"] === undefined && isPrice(groups["one"]) && !isPrice(groups["other"]);
    const [quantity, unit_price] = isPriceFirst ? [secondAmount, firstAmount] : [firstAmount, secondAmount];
    return [{ quantity, unit_price, unit: unitOf(groups["unit"]) ?? unitOf(groups["per"]) }];
  });
}

/** The amount that a quantity and a price make, rounded to cents. */
export function amountMade({ quantity, unit_price }: Product): string {
  return decimal(quantity).times(unit_price).toFixed(2);
}

/**
 * Whether a quantity and a price make an amount within `tolerance`. Where nothing but rounding is tolerated, what was
 * measured may be off by half of its last digit, and its product by half a cent.
 */
export function makes(product: Product, amount: string, tolerance: Decimal): boolean {
  const { quantity, unit_price } = product;
  const stated = decimal(amount).abs().toFixed();
  const [, decimals] = quantity.split(".");
  if (decimals === undefined || tolerance.gt(0)) return addUpTo(decimal(amountMade(product)).abs(), stated, tolerance);
  const rounding = decimal(unit_price)
    .abs()
    .times(`5e-${decimals.length + 1}`)
    .plus(HALF_CENT);
  return addUpTo(decimal(quantity).times(unit_price).abs(), stated, rounding.lt(ROUNDED) ? rounding : ROUNDED);
}

function isPrice(text: string | undefined): boolean {
  return /[.,]\d{2}$/.test(text ?? "");
}

/** A lone 1, I or | between a quantity and its price is the letter l: litres. */
function unitOf(text: string | undefined): string | null {
  if (text === undefined || text === "") return null;
  return /^(?:[1lI|]|itr\.?)$/i.test(text) ? "l" : text.replace(/\.$/, "");
}

/**
 * The one thing that was bought, where a quantity and its price make a printed total although no line does: the engine
 * misread the line's amount, not three numbers that agree. Null: there is none.
 */
export function soleProduct(
  rows: readonly Row[],
  totals: readonly string[],
  { mark, tolerance }: Notation,
): PrintedLine | null {
  for (const [index, row] of rows.entries()) {
    for (const product of statedProducts(rowText(row), mark)) {
      const amount = totals.find((total) => decimal(total).gt(0) && makes(product, total, tolerance));
      if (amount === undefined || product.unit === null) continue;
      const names = [row, rows[index - 1], rows[index + 1]].flatMap((near) => nameOn(near) ?? []);
      const [named] = names.toSorted((name, other) => other.length - name.length);
      if (named === undefined) continue;
      const base = { description: named, item_number: null, includes_vat: null, period: null, page: row.page };
      return { ...base, ...product, amount };
    }
  }
  return soleLitres(rows, totals, mark);
}

/** Litres and price beside labels of their own, where they make a total and the receipt names one fuel. */
function soleLitres(rows: readonly Row[], totals: readonly string[], mark: DecimalMark): PrintedLine | null {
  const fuel = rows.find((row) => namesFuel(rowText(row)));
  const description = nameOn(fuel);
  if (fuel === undefined || description === null) return null;
  for (const product of labelledLitres(rows, mark)) {
    const amount = totals.find((total) => decimal(total).gt(0) && addUpTo(decimal(amountMade(product)), total));
    if (amount === undefined) continue;
    return { description, item_number: null, includes_vat: null, period: null, page: fuel.page, ...product, amount };
  }
  return null;
}

/** Words of a row without its numbers and units. */
function nameOn(row: Row | undefined): string | null {
  const words = withoutNumbers(row === undefined ? "" : rowText(row))
    .split(/\s+/)
    .filter((word) => /^\p{L}[\p{L}.-]{2,}$/u.test(word) && !/^(?:eur|dkk|sek|nok)$/iu.test(word));
  return words.length === 0 ? null : cutText(words.join(" "), 200);
}
