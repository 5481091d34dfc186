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
  const isFarBack = Number(day.slice(0, 4)) < Number(arrived_on.slice(0, 4)) - BACK_YEARS_MAX;
  if (!isAhead && !isFarBack) return null;
  const detail = isAhead
    ? `The document arrived on ${arrived_on} and is dated ${day}, more than ${AHEAD_DAYS_MAX} days later: state its date, or accept it as it is.`
    : `The document arrived on ${arrived_on} and is dated ${day}, more than ${BACK_YEARS_MAX} years earlier: state its date, or accept it as it is.`;
  return { code: "date_unclear", detail };
}
