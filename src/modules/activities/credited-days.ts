import { daysBetween } from "../../core/days.ts";
import { isUsedOverTime, type UsePeriod } from "../emissions/index.ts";
import type { CreditableLine } from "./store-credited.ts";

/** What of a line that counts says its days. */
type DatedLine = Pick<
  CreditableLine,
  "category_key" | "document_id" | "service_period_end" | "service_period_start" | "transaction_date"
>;

/** The days that a document or line states; null: none, or only one end of them. */
export function daysStated({
  service_period_start: start,
  service_period_end: end,
}: Pick<DatedLine, "service_period_end" | "service_period_start">): UsePeriod | null {
  return start === null || end === null || end < start ? null : { start, end };
}

/**
 * Lines that were used on days which a credit note states: those of the invoice that has most of them, of several with as many the one
 * first that has fewest others, else in the order given. Without such days, and where nothing is used over time, all of them. Pure.
 */
export function usedOn<Line extends DatedLine>(lines: readonly Line[], days: UsePeriod | null): readonly Line[] {
  if (days === null || !lines.every(({ category_key }) => isUsedOverTime(category_key))) return lines;
  const near = lines
    .map((line) => ({ line, ...shared(line, days) }))
    .filter(({ common }) => common > 0)
    .toSorted((one, other) => other.common - one.common || one.others - other.others);
  const best = near.filter(({ common }) => common === near[0]?.common);
  const documents = new Set(best.map(({ line }) => line.document_id));
  return [...documents].flatMap((id) => near.flatMap(({ line }) => (line.document_id === id ? [line] : [])));
}

/** How many days two periods have in common, and how many more the line has. A line without a period counts on its day. */
function shared(line: DatedLine, days: UsePeriod): { readonly common: number; readonly others: number } {
  const day = line.transaction_date.slice(0, 10);
  const { start, end } = daysStated(line) ?? { start: day, end: day };
  const from = start > days.start ? start : days.start;
  const to = end < days.end ? end : days.end;
  const common = Math.max(0, daysBetween(from, to) + 1);
  return { common, others: daysBetween(start, end) + 1 - common };
}
