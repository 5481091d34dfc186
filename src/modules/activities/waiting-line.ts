import { ownCurrency } from "../../core/currency.ts";
import { exchangedAmount } from "../../core/exchanged-amount.ts";
import { monthNumber } from "../../core/period.ts";
import { decimalText, roundedText } from "../../core/quantity.ts";
import { PENDING_KEY } from "../categorization/index.ts";
import { resultKg, type WaitingLine, ZERO_DEPARTMENT_ID } from "../emissions/index.ts";
import type { SplitRow } from "./new-split.ts";
import { type ReadableLine, readAs, type ReadingAgain } from "./read-again.ts";
import type { CurrentActivityRow } from "./store.ts";

/** The facts of a line as a split reads it: what a person stated stands in place of the document's. */
export type LineOfSplit = Omit<ReadableLine, "split_quantity" | "split_unit"> &
  Pick<CurrentActivityRow, "document_id" | "service_period_start" | "service_period_end">;

/** What accepting a waiting line would give it; null: nothing is suggested. */
export function suggestedCategory(row: Pick<CurrentActivityRow, "category_key">): string | null {
  return row.category_key === PENDING_KEY ? null : row.category_key;
}

/** The suggestion, or else the candidate that weighs most; null: nobody knows what was bought. */
export function bestOption(row: Pick<CurrentActivityRow, "category_key" | "candidates">): string | null {
  const suggested = suggestedCategory(row);
  if (suggested !== null) return suggested;
  const named = row.candidates.filter(({ category_key }) => category_key !== PENDING_KEY);
  return named.toSorted((left, right) => right.weight - left.weight)[0]?.category_key ?? null;
}

/** What a waiting reading of a line stands for in the sums of what waits; pure. */
export function waitingLine(row: SplitRow, line: LineOfSplit, tables: ReadingAgain): WaitingLine {
  const option = bestOption(row);
  const suggested = suggestedCategory(row);
  const category = suggested === null ? undefined : tables.catalog.category(suggested);
  const months = monthsOf(line);
  return {
    activity_split_id: row.id,
    activity_id: row.activity_id,
    document_id: line.document_id,
    from_ym: Math.min(...months),
    to_ym: Math.max(...months),
    scope: category?.default_scope ?? 0,
    scope3_category: category?.default_scope3_category ?? 0,
    department_id: row.department_id ?? ZERO_DEPARTMENT_ID,
    ...moneyOf(row, line, tables),
    estimated_kg: option === null ? null : estimateOf(row, { line, option }, tables),
  };
}

/** The first and the last day of the period, or the line's own day, as months. */
function monthsOf({ service_period_start, service_period_end, transaction_date }: LineOfSplit): number[] {
  const days = [service_period_start, service_period_end].filter((day) => day !== null);
  return (days.length === 0 ? [transaction_date] : days).map((day) => monthNumber(new Date(day)));
}

function moneyOf(
  row: SplitRow,
  line: LineOfSplit,
  { catalog, country }: ReadingAgain,
): Pick<WaitingLine, "currency" | "money"> {
  const value = row.allocated_amount ?? line.amount;
  const own = ownCurrency(country);
  const stated = (row.allocated_amount === null ? null : row.allocated_currency) ?? line.currency ?? own;
  if (value === null) return { currency: "", money: null };
  if (stated === null || own === null) return { currency: stated ?? "", money: value };
  const day = line.transaction_date.slice(0, 10);
  const exchanged = exchangedAmount({ value, currency: stated }, { currency: own, day }, catalog);
  if (exchanged === null) return { currency: stated, money: value };
  return { currency: own, money: stated === own ? value : roundedText(decimalText(exchanged)) };
}

function estimateOf(
  { quantity, unit }: SplitRow,
  { line, option }: { readonly line: LineOfSplit; readonly option: string },
  tables: ReadingAgain,
): string | null {
  const { result } = readAs({ ...line, split_quantity: quantity, split_unit: unit }, option, tables);
  return result.kind === "calculated" ? resultKg(result) : null;
}
