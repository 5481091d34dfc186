import { cutText } from "../../../core/cut-text.ts";
import { decimal } from "../../../core/quantity.ts";
import { addUpTo } from "../balance.ts";
import type { DecimalMark } from "../amounts.ts";
import { type Row, rowText } from "../pdf/page-words.ts";
import type { PrintedLine } from "./table.ts";
import { amountOf, withoutNumbers } from "./values.ts";

/** A quantity and the price of one of it, as decimal text, that make an amount. */
export interface Product {
  readonly quantity: string;
  readonly unit: string | null;
  readonly unit_price: string;
}

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

/** What a text says of a quantity and a price that make `amount` within rounding; null: nothing does. */
export function productOf(text: string, amount: string, mark: DecimalMark): Product | null {
  return productsIn(text, mark).find((product) => makes(product, amount)) ?? null;
}

/** Every reading of a text as a quantity and a price. */
export function productsIn(text: string, mark: DecimalMark): Product[] {
  return [PER_UNIT, TIMES].flatMap((pattern) => {
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

function makes(product: Product, amount: string): boolean {
  return addUpTo(decimal(amountMade(product)).abs(), decimal(amount).abs().toFixed());
}

function isPrice(text: string | undefined): boolean {
  return /[.,]\d{2}$/.test(text ?? "");
}

/** A lone 1, I or | between a quantity and its price is the letter l: litres. */
function unitOf(text: string | undefined): string | null {
  if (text === undefined || text === "") return null;
  return /^[1lI|]$/.test(text) ? "l" : text.replace(/\.$/, "");
}

/**
 * The one thing that was bought, where a quantity and its price make a printed total although no line does: the engine
 * misread the line's amount, not three numbers that agree. Null: there is none.
 */
export function soleProduct(rows: readonly Row[], totals: readonly string[], mark: DecimalMark): PrintedLine | null {
  for (const [index, row] of rows.entries()) {
    for (const product of productsIn(rowText(row), mark)) {
      const amount = totals.find((total) => decimal(total).gt(0) && addUpTo(decimal(amountMade(product)), total));
      if (amount === undefined || product.unit === null) continue;
      const names = [row, rows[index - 1], rows[index + 1]].flatMap((near) => nameOn(near) ?? []);
      const [named] = names.toSorted((name, other) => other.length - name.length);
      if (named === undefined) continue;
      const base = { description: named, item_number: null, includes_vat: null, period: null, page: row.page };
      return { ...base, ...product, amount };
    }
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
