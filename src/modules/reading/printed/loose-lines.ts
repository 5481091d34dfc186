import { decimal } from "../../../core/quantity.ts";
import { addUpTo } from "../balance.ts";
import { type Cell, type Row, rowText } from "../pdf/page-words.ts";
import { amountAtEnd } from "./amount-at-end.ts";
import { isCarryOver, totalKind } from "./labels.ts";
import { isLiterPriceRow } from "./litres.ts";
import { measuredIn } from "./measured-cells.ts";
import { amountMade, makes, type Product, productOf, productsIn } from "./products.ts";
import { LineSegments, type PrintedLine, type PrintedTable } from "./table.ts";
import { amountOf, amountsIn, type Notation, periodIn } from "./values.ts";
import { vatRow } from "./vat-rows.ts";

/**
 * Lines of pages whose table has no heading: every row that ends in an amount of money and begins with words, up to the
 * totals. Whether they are the lines of the invoice is decided by what they add up to.
 */
export function readLooseLines(rows: readonly Row[], notation: Notation): PrintedTable {
  const segments = new LineSegments();
  const others: Row[] = [];
  let starts_at = rows.length;
  for (const [index, row] of rows.entries()) {
    const next = rows[index + 1];
    const line =
      looseLine(row, notation, segments.isFirst && segments.last.length > 0) ??
      pricedLine(row, rows[index - 1], notation);
    if (line !== null && !(next !== undefined && isPriceOf(row, next, notation))) {
      segments.add(line.quantity === null ? withProduct(line, [rows[index - 1], next], notation) : line);
      starts_at = Math.min(starts_at, index);
      continue;
    }
    others.push(row);
    if (totalKind(labelOf(row)) !== null) segments.end();
  }
  return { segments: segments.filled, starts_at, others, is_headed: false };
}

function looseLine(row: Row, notation: Notation, isAmongLines: boolean): PrintedLine | null {
  const { mark, order } = notation;
  const { words, money } = amountAtEnd(row);
  const amount = money === null ? null : amountOf(money, mark);
  const [first] = words;
  if (amount === null || first === undefined || !/\p{L}{3}/u.test(first.text) || /:\s*$/u.test(first.text)) return null;
  const kind = totalKind(labelOf(row));
  if ((kind !== null && !(kind === "charge" && isAmongLines)) || isCarryOver(first.text)) return null;
  if (vatRow(row, notation.tolerance) !== null || isPriceRow(rowText(row)) || isLiterPriceRow(rowText(row)))
    return null;
  const text = words.map((cell) => cell.text).join(" ");
  const product = productOf(text, amount, notation) ?? columnProduct(words, amount, notation);
  const measured = measuredIn(words);
  const quantity = measured === null ? null : amountOf(measured.value, mark);
  const price = words.length > 1 ? (amountsIn(words.at(-1)?.text ?? "", mark).at(-1) ?? null) : null;
  return {
    description: first.text,
    item_number: null,
    quantity: product?.quantity ?? quantity,
    unit: product === null ? (quantity === null ? null : (measured?.unit ?? null)) : product.unit,
    unit_price: product?.unit_price ?? (price === quantity ? null : price),
    amount,
    includes_vat: null,
    period: row.cells.map((cell) => periodIn(cell.text, order)).find((period) => period !== null) ?? null,
    page: row.page,
  };
}

/** A quantity and a price in columns of their own, when they make the amount. */
function columnProduct(words: readonly Cell[], amount: string, { mark, tolerance }: Notation): Product | null {
  const [quantity, unit_price] = words.slice(-2).map((cell) => amountOf(cell.text.replace(/^[$€£]\s?/u, ""), mark));
  if (words.length < 3 || quantity == null || unit_price == null) return null;
  const product = { quantity, unit: null, unit_price };
  return makes(product, amount, tolerance) ? product : null;
}

/**
 * A line whose words and whose quantity and price stand on two rows: "Kopipapir / 2 stk x 49,95 99,90"; or the amount of
 * which could not be read, so that its price must tell. Whether it is right is decided by what all lines add up to.
 */
function pricedLine(row: Row, above: Row | undefined, notation: Notation): PrintedLine | null {
  if (above === undefined || above.page !== row.page) return null;
  const { money } = amountAtEnd(row);
  const amount = money === null ? null : amountOf(money, notation.mark);
  const rowProduct = amount === null ? null : productOf(rowText(row), amount, notation);
  const named = rowProduct !== null ? above : row;
  const product =
    rowProduct ?? (isPriceRow(rowText(above)) ? (productsIn(rowText(above), notation.mark)[0] ?? null) : null);
  const description = named.cells.map((cell) => cell.text).find((text) => /\p{L}{4}/u.test(text));
  const isOther =
    totalKind(labelOf(named)) !== null || (rowProduct === null ? money : amountAtEnd(named).money) !== null;
  if (product === null || description === undefined || isOther || /:\s*$/u.test(description)) return null;
  const base = { description, item_number: null, includes_vat: null, period: null, page: row.page };
  return { ...base, ...product, amount: rowProduct !== null && amount !== null ? amount : amountMade(product) };
}

/** "2 Rolle x 4,85": the price of one, on a row of its own. */
function isPriceRow(text: string): boolean {
  return /^\s*\d{1,4}(?:[.,]\d{1,3})?\s*(?:\p{L}{1,10}\.?)?\s*[x×*]\s*\d{1,6}[.,]\d{2}(?:\s+\S{1,3}){0,2}\s*$/iu.test(
    text,
  );
}

/** "2 ", "2.000 STK": how many of it; tills that weigh as well print pieces with three decimals. */
const COUNTED = /^\s*(?<count>\d{1,3})(?:[.,]000)?\s(?:\s*(?<unit>stk|st|pcs|stück)\b)?/iu;

/** Whether a row is a number and a price of which as many make the amount of the next row: what is between is misread. */
function isPriceOf(row: Row, next: Row, notation: Notation): boolean {
  const { mark } = notation;
  const { money } = amountAtEnd(next);
  const amount = money === null ? null : amountOf(money, mark);
  return amount !== null && countedPrice(row, amount, notation) !== null;
}

/** A line with the quantity and price that the row beside it states, when they make its amount. */
function withProduct(line: PrintedLine, near: readonly (Row | undefined)[], notation: Notation): PrintedLine {
  for (const row of near) {
    if (row === undefined || row.page !== line.page) continue;
    const product = productOf(rowText(row), line.amount, notation) ?? countedPrice(row, line.amount, notation);
    if (product !== null) return { ...line, ...product };
  }
  return line;
}

function countedPrice(row: Row, amount: string, { mark, tolerance }: Notation): Product | null {
  const text = rowText(row);
  const { count, unit = null } = COUNTED.exec(text)?.groups ?? {};
  const price = amountsIn(text, mark).at(-1);
  // One without a word for pieces is a number that stands before a name.
  if (count === undefined || price === undefined || (Number(count) < 2 && unit === null)) return null;
  return addUpTo(decimal(price).times(count), amount, tolerance) ? { quantity: count, unit, unit_price: price } : null;
}

function labelOf(row: Row): string {
  return row.cells
    .filter((cell) => /\p{L}/u.test(cell.text))
    .map((cell) => cell.text)
    .join(" ");
}
