import type { ReviewReason } from "../emissions/index.ts";
import type { ParsedDocument } from "../reading/index.ts";
import { type ActivityDraft, isRow } from "./draft-activities.ts";

const DAY_MS = 24 * 3600 * 1000;
/** Days by which a document may be dated ahead of its arrival: invoices are dated on the first of a period that is billed in advance. */
const AHEAD_DAYS_MAX = 92;
/**
 * Years by which it may lie back. Older papers are hardly anybody's books, and programs write 1900-01-01 or 1970-01-01 for a
 * date that they do not have.
 */
const BACK_YEARS_MAX = 30;
/** Of one bill by itself: vouchers are kept for five years after the end of their financial year (bogføringsloven section 12). Books are imported whole. */
const BACK_YEARS_OF_BILL_MAX = 5;

/**
 * Why a line waits whose date cannot be right beside the day on which its document arrived; null: it can. A consumption counts
 * by its period, so the document's own date is looked at.
 * @param arrived_on ISO 8601 date, UTC
 */
export function dateDoubt(
  draft: ActivityDraft,
  { issue_date }: ParsedDocument,
  arrived_on: string,
): ReviewReason | null {
  // Whoever entered the document has stated its date.
  if (draft.chosen !== null) return null;
  const day = isRow(draft) ? draft.transaction_date : (issue_date ?? draft.transaction_date);
  const isAhead = Date.parse(day) > Date.parse(arrived_on) + AHEAD_DAYS_MAX * DAY_MS;
  const back_max = isRow(draft) ? BACK_YEARS_MAX : BACK_YEARS_OF_BILL_MAX;
  const isFarBack = Number(day.slice(0, 4)) < Number(arrived_on.slice(0, 4)) - back_max;
  if (!isAhead && !isFarBack) return null;
  const detail = isAhead
    ? `The document arrived on ${arrived_on} and is dated ${day}, more than ${AHEAD_DAYS_MAX} days later: state its date, or accept it as it is.`
    : `The document arrived on ${arrived_on} and is dated ${day}, more than ${back_max} years earlier: state its date, or accept it as it is.`;
  return { code: "date_unclear", detail };
}
