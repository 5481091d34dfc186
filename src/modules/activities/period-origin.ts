import { type FieldOrigin, isUsedOverTime } from "../emissions/index.ts";
import { periodInWords, yearlessPeriodIn } from "../reading/index.ts";
import { RECORD } from "./ledger-batch.ts";
import type { ActivityListRow, ActivityRow } from "./store.ts";

/**
 * Where the days of an activity come from: a field or column of its document, the words of its line, a rule about its supplier, or a
 * person. default: from none of them, and the day of the document stands in. Null: nothing in its category is used over time, so
 * that its own day is right.
 */
export function periodOrigin(row: ActivityRow): FieldOrigin | null {
  const { stated, ruled_period, document_type, service_period_start: start, service_period_end: end } = row;
  if (stated?.service_period != null) return "person";
  if (ruled_period !== null) return "rule";
  if (start === null || end === null) return isPeriodAssumed(row) ? "default" : null;
  if (document_type === RECORD) return "person";
  const named = namedPeriod(row);
  return named?.start === start && named.end === end ? "inferred" : "read";
}

/** The words of a line that name days; null: none do. */
export function periodWords(row: Pick<ActivityRow, "description" | "transaction_date">): string | null {
  return namedPeriod(row)?.words ?? null;
}

function namedPeriod({ description, transaction_date }: Pick<ActivityRow, "description" | "transaction_date">) {
  return periodInWords(description) ?? yearlessPeriodIn(description, transaction_date)?.period ?? null;
}

/** Whether the day of the document stands in for the days on which it was used, which nobody states. */
export function isPeriodAssumed(
  row: Pick<ActivityListRow, "category_key" | "service_period_start" | "service_period_end" | "status">,
): boolean {
  if (row.status === "excluded" || !isUsedOverTime(row.category_key)) return false;
  return row.service_period_start === null || row.service_period_end === null;
}
