import { cutText } from "../../core/cut-text.ts";
import { ownCurrency } from "../../core/currency.ts";
import { exchangedAmount } from "../../core/exchanged-amount.ts";
import { monthNumber } from "../../core/period.ts";
import { decimalText, roundedText } from "../../core/quantity.ts";
import { PENDING_KEY, supplierKey } from "../categorization/index.ts";
import {
  type CalculationResult,
  resultKg,
  type ReviewReason,
  type WaitingLine,
  ZERO_DEPARTMENT_ID,
} from "../emissions/index.ts";
import type { SplitRow } from "./new-split.ts";
import { optionResult } from "./emissions-slip.ts";
import type { ReadableLine, ReadingTables } from "./read-again.ts";
import type { CurrentActivityRow } from "./store.ts";

/** The facts of a line as a split reads it: what a person stated stands in place of the document's. */
export type LineOfSplit = Omit<ReadableLine, "conversion" | "split_quantity" | "split_unit"> &
  Pick<
    CurrentActivityRow,
    "document_id" | "document_type" | "gl_account" | "service_period_start" | "service_period_end"
  >;

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
export function waitingLine(row: SplitRow, line: LineOfSplit, tables: ReadingTables): WaitingLine {
  const best = bestOption(row);
  const suggested = suggestedCategory(row);
  const results = resultsOf(row, line, tables);
  const category = suggested === null ? undefined : tables.catalog.category(suggested);
  const months = monthsOf(line);
  const isUnmatched = row.review_code === "payment_unmatched";
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
    estimated_kg: kgOf(results.get(best ?? "")),
    // Payments of which nobody knows what they settle are one group, whoever got them.
    supplier_key: isUnmatched ? "" : (supplierKey(line.supplier_name, line.supplier_identifier) ?? ""),
    gl_account: isUnmatched ? "" : cutText(line.gl_account ?? "", ACCOUNT_LENGTH_MAX),
    category_key: suggested ?? "",
    code: waitingCode(row, results.get(suggested ?? "") ?? null),
    on_date: line.transaction_date.slice(0, 10),
    option_kg: Object.fromEntries([...results].map(([key, result]) => [key, kgOf(result)])),
  };
}

/** Reasons that lie in the document, or in what a record covers: whatever the line is, they are looked at first. */
export const DOCUMENT_REASONS = [
  "possible_duplicate",
  "payment_unmatched",
  "document_unclear",
  "supply_unknown",
  "quantity_repeated",
  "date_unclear",
  "record_differs",
] as const;

/** Whether a code of review is one of these. */
export function isOfDocument(code: string | null): code is (typeof DOCUMENT_REASONS)[number] {
  return DOCUMENT_REASONS.some((reason) => reason === code);
}

/**
 * Why a line waits, given what its suggested category would give (null: nothing is suggested). One whose category is in
 * doubt waits for what its suggestion lacks as well: accepting alone would be refused.
 */
export function waitingCode(
  { review_code }: { readonly review_code: string | null },
  result: CalculationResult | null,
): ReviewReason["code"] {
  if (isOfDocument(review_code)) return review_code;
  // Its category is certain: whether the advances were counted before is not.
  if (review_code === "advance_deducted" || review_code === "credit_unmatched") return review_code;
  if (review_code === "advance_deferred" || review_code === "advance_unsettled") return review_code;
  // Water may be counted by money, which is not what is asked: its settlement counts what was used.
  if (review_code === "advance_without_quantity" && result?.kind === "calculated") return review_code;
  // Days were stated that nobody understands: it is not counted on its own day before somebody says so.
  if (review_code === "period_unclear") return review_code;
  // The amount is known, with VAT: that is why none can be counted.
  if (
    review_code === "vat_unknown" &&
    result?.kind === "review" &&
    result.reviewReason.code === "no_amount_or_quantity"
  ) {
    return review_code;
  }
  // Nothing is lacking but the year.
  if (review_code === "financial_year_closed" && result?.kind === "calculated") return review_code;
  return result?.kind === "review" ? result.reviewReason.code : "category_needs_person";
}

/** The first and the last day of the period, or the line's own day, as months. */
function monthsOf({ service_period_start, service_period_end, transaction_date }: LineOfSplit): number[] {
  const days = [service_period_start, service_period_end].filter((day) => day !== null);
  return (days.length === 0 ? [transaction_date] : days).map((day) => monthNumber(new Date(day)));
}

function moneyOf(
  row: SplitRow,
  line: LineOfSplit,
  { catalog, country }: ReadingTables,
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

/** Characters of an account by which lines are grouped: no chart of accounts has longer numbers, and an index entry ends. */
const ACCOUNT_LENGTH_MAX = 100;

/** Options of one line that are calculated when it is read, those that weigh most. */
const OPTIONS_MAX = 5;

/** What the suggestion and the other candidates would give, by category. */
function resultsOf(row: SplitRow, line: LineOfSplit, tables: ReadingTables): ReadonlyMap<string, CalculationResult> {
  const ranked = row.candidates.toSorted((left, right) => right.weight - left.weight);
  const named = [suggestedCategory(row) ?? PENDING_KEY, ...ranked.map(({ category_key }) => category_key)];
  const options = [...new Set(named)].filter((key) => key !== PENDING_KEY).slice(0, OPTIONS_MAX);
  const { quantity: split_quantity, unit: split_unit, conversion, category_key } = row;
  const read = { ...line, split_quantity, split_unit, conversion, category_key };
  return new Map(options.map((option) => [option, optionResult(read, option, tables)]));
}

function kgOf(result: CalculationResult | undefined): string | null {
  return result?.kind === "calculated" ? resultKg(result) : null;
}
