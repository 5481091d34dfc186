import type { Cell, Row } from "./page-words.ts";
import { isCarryOver, totalKind } from "./printed-labels.ts";
import type { PrintedLine, PrintedTable } from "./printed-table.ts";
import { amountOf, amountsIn, type Notation, periodIn } from "./printed-values.ts";

/** A measured quantity in running text: "1.250 kWh", "3 x", "12,5 m3 à 20,00". */
const MEASURED =
  /(?<![\p{L}\d.,-])(?<value>-?\d[\d.,' ]*\d|\d)\s?(?<unit>kWh|MWh|GWh|GJ|kW|Nm3|Nm³|m3|m³|m2|m²|liter|litre|liters|litres|ltr|l|L|kg|ton|tons|t|stk|st|pcs|km|timer|hours|h|mdr|months?|GB)(?![\p{L}\d])/u;

/**
 * Lines of pages whose table has no heading: every row that ends in an amount of money and begins with words, up to the
 * totals. Whether they are the lines of the invoice is decided by what they add up to.
 */
export function readLooseLines(rows: readonly Row[], notation: Notation): PrintedTable {
  const segments: PrintedLine[][] = [[]];
  const others: Row[] = [];
  let starts_at = rows.length;
  for (const [index, row] of rows.entries()) {
    const line = looseLine(row, notation);
    const segment = segments.at(-1);
    if (line !== null && segment !== undefined) {
      segment.push(line);
      starts_at = Math.min(starts_at, index);
      continue;
    }
    others.push(row);
    if (segment !== undefined && segment.length > 0 && totalKind(labelOf(row)) !== null) segments.push([]);
  }
  return { segments: segments.filter((segment) => segment.length > 0), starts_at, others };
}

function looseLine(row: Row, notation: Notation): PrintedLine | null {
  const last = row.cells.at(-1);
  const words = row.cells.slice(0, -1);
  const amount = last === undefined || !isMoney(last) ? null : amountOf(last.text, notation.mark);
  const [first] = words;
  if (amount === null || first === undefined || !/\p{L}{3}/u.test(first.text) || /:\s*$/u.test(first.text)) return null;
  if (totalKind(labelOf(row)) !== null || isCarryOver(first.text)) return null;
  const text = words.map((cell) => cell.text).join(" ");
  const measured = MEASURED.exec(text)?.groups;
  const quantity = measured === undefined ? null : amountOf(measured["value"] ?? "", notation.mark);
  const price = words.length > 1 ? (amountsIn(words.at(-1)?.text ?? "", notation.mark).at(-1) ?? null) : null;
  return {
    description: first.text,
    item_number: null,
    quantity,
    unit: quantity === null ? null : (measured?.["unit"] ?? null),
    unit_price: price === quantity ? null : price,
    amount,
    includes_vat: null,
    period: row.cells.map((cell) => periodIn(cell.text, notation.order)).find((period) => period !== null) ?? null,
    page: row.page,
  };
}

/** Money is printed with two decimals. */
function isMoney({ text }: Cell): boolean {
  return /\d[.,]\d{2}(?!\d)/u.test(text);
}

function labelOf(row: Row): string {
  return row.cells
    .filter((cell) => /\p{L}/u.test(cell.text))
    .map((cell) => cell.text)
    .join(" ");
}
