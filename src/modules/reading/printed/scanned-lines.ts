import { cutText } from "../../../core/cut-text.ts";
import { decimal } from "../../../core/quantity.ts";
import { type Row, rowText } from "../pdf/page-words.ts";
import type { PrintedBalance } from "./balance.ts";
import { confirmedLitres, litresOnPages } from "./litres.ts";
import { hasOpenProduct } from "./open-products.ts";
import type { PrintedTable } from "./table.ts";
import type { Notation } from "./values.ts";

/** The lines of pages, and what they make. */
export interface LinesAndTotals {
  readonly table: PrintedTable;
  readonly balance: PrintedBalance;
}

/**
 * Receipts and photos state totals with VAT: without any word of VAT the net is not known. Lines that do not make the total
 * are given up for one that is the total, in their words: a person sees the picture beside it. A quantity and a price that
 * do not make their amount leave the reading open, whatever adds up: a digit that is misread twice the same way does.
 */
export function scannedLines(
  { table, balance }: LinesAndTotals,
  rows: readonly Row[],
  notation: Notation,
): LinesAndTotals {
  const isUntaxed = rows.some((row) => UNTAXED.test(rowText(row)));
  const isTaxed = balance.vat !== null && !decimal(balance.vat).eq(0);
  const isGross = balance.net !== null && balance.net === balance.gross && !isTaxed && !isUntaxed;
  const has_open_products = !table.is_headed && hasOpenProduct(rows, balance.lines, notation);
  const checked = { ...balance, has_open_products };
  const stated = isGross ? { ...checked, net: null, lines_include_vat: true } : checked;
  return withConfirmedLitres({ table, balance: stated.lines_close ? stated : withSingleLine(stated) }, rows, notation);
}

/** Litres of fuel on a picture count where a price or the heading of their column confirms them; others are left to a person. */
function withConfirmedLitres(
  { table, balance }: LinesAndTotals,
  rows: readonly Row[],
  { mark }: Notation,
): LinesAndTotals {
  if (table.is_headed) return { table, balance };
  const pages = litresOnPages(rows, mark);
  const lines = balance.lines.map((line) => confirmedLitres(line, pages) ?? { ...line, quantity: null, unit: null });
  const has_open_litres = balance.lines.some((line) => confirmedLitres(line, pages) === null);
  return { table, balance: { ...balance, lines, has_open_litres } };
}

/** Words that say that a total holds no VAT. */
const UNTAXED =
  /moms ?fri|uden moms|ekskl?\.? ?moms|0 ?% ?(?:moms|mwst|vat)|tax ?free|vat ?exempt|umsatzsteuerfrei|steuerfrei/iu;

function withSingleLine(balance: PrintedBalance): PrintedBalance {
  const { net, gross, lines, totals_close } = balance;
  const isNet = totals_close && net !== null;
  const amount = isNet ? net : (gross ?? net);
  if (amount === null || decimal(amount).eq(0)) return balance;
  const words = lines.map((line) => line.description).join(", ");
  const description = words === "" ? "Total" : cutText(words, 500);
  const base = { description, item_number: null, quantity: null, unit: null, unit_price: null, period: null };
  const line = { ...base, amount, includes_vat: !isNet && gross !== null, page: 1 };
  return { ...balance, lines: [line], adjustments: [], lines_include_vat: !isNet && gross !== null };
}
