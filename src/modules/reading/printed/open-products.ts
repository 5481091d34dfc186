import { type Row, rowText } from "../pdf/page-words.ts";
import { amountAtEnd } from "./amount-at-end.ts";
import { makes, type Product, statedProducts } from "./products.ts";
import type { PrintedLine } from "./table.ts";
import { amountOf, type Notation } from "./values.ts";

/** "0,89 x 2", "2 stk x 48,50": a sign between a number and a price with decimals. */
const PRICED = /\d[.,]\d{2}\s*[x×*]\s*\d{1,3}(?![\d.,])|[x×*@àá]\s*\d{1,6}[.,]\d{2,3}(?![\d.,])/iu;
/** "2,40 x 45 mm", "4 x 1,50 x 20": how large a thing is, not how many of it. */
const MEASURES = /\d\s*[x×*]\s*\d+(?:[.,]\d+)?\s*(?:[x×*]\s*\d|(?:mm|cm|m)(?!\p{L}))/iu;
const MONEY = /(?<![\d.,])\d{1,6}[.,]\d{2}(?![\d.,])/gu;

/**
 * Whether a row of a receipt states a quantity and a price that do not make the amount that stands on it, or on the row
 * above or below where it holds none of its own: one of the three was misread, whatever the lines add up to.
 */
export function hasOpenProduct(rows: readonly Row[], lines: readonly PrintedLine[], notation: Notation): boolean {
  return rows.some((row, index) => {
    const text = rowText(row);
    if (!PRICED.test(text) || MEASURES.test(text)) return false;
    const products = statedProducts(text, notation.mark);
    const own = otherAmounts(text, products, notation);
    const near = [rows[index - 1], rows[index + 1]].flatMap((other) => amountBeside(other, row, notation));
    const isTold = own.length === 0 && lines.some((line) => products.some((product) => states(line, product)));
    const amounts = own.length > 0 ? own : near;
    const isMade = amounts.some((amount) => products.some((product) => makes(product, amount, notation.tolerance)));
    return products.length > 0 && amounts.length > 0 && !isMade && !isTold;
  });
}

/** Amounts of money on a row beside what may be its quantity and its price. */
function otherAmounts(text: string, products: readonly Product[], { mark }: Notation): string[] {
  const amounts = (text.match(MONEY) ?? []).flatMap((money) => amountOf(money, mark) ?? []);
  for (const stated of new Set(products.flatMap(({ quantity, unit_price }) => [quantity, unit_price]))) {
    const at = amounts.indexOf(stated);
    if (at !== -1) amounts.splice(at, 1);
  }
  return amounts;
}

function amountBeside(other: Row | undefined, row: Row, { mark }: Notation): string[] {
  const money = other === undefined || other.page !== row.page ? null : amountAtEnd(other).money;
  const amount = money === null ? null : amountOf(money, mark);
  return amount === null ? [] : [amount];
}

function states(line: PrintedLine, { quantity, unit_price }: Product): boolean {
  return line.quantity === quantity && line.unit_price === unit_price;
}
