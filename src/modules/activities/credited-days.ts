import { daysBetween, plusDays } from "../../core/days.ts";
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
 * Lines that were used on days which a credit note states: those of the invoice of which lines were used on most of these days, of several
 * with as many the one first that has fewest others, else in the order given. Without such days, and where nothing is used over time,
 * all of them. Pure.
 */
export function usedOn<Line extends DatedLine>(lines: readonly Line[], days: UsePeriod | null): readonly Line[] {
  if (days === null || !lines.every(({ category_key }) => isUsedOverTime(category_key))) return lines;
  const invoices = new Map<string, { readonly lines: Line[]; readonly common: Set<string>; others: number }>();
  for (const line of lines) {
    const { common, others } = shared(line, days);
    if (common === null) continue;
    const invoice = invoices.get(line.document_id) ?? { lines: [], common: new Set<string>(), others: 0 };
    invoices.set(line.document_id, invoice);
    invoice.lines.push(line);
    invoice.others += others;
    for (let day = common.start; day <= common.end; day = plusDays(day, 1)) invoice.common.add(day);
  }
  const most = Math.max(0, ...[...invoices.values()].map(({ common }) => common.size));
  return [...invoices.values()]
    .filter(({ common }) => common.size === most)
    .toSorted((one, other) => one.others - other.others)
    .flatMap((invoice) => invoice.lines);
}

/** The days that two periods have in common, null: none, and how many more the line has. A line without a period counts on its day. */
function shared(line: DatedLine, days: UsePeriod): { readonly common: UsePeriod | null; readonly others: number } {
  const day = line.transaction_date.slice(0, 10);
  const period = daysStated(line) ?? { start: day, end: day };
  const start = period.start > days.start ? period.start : days.start;
  const end = period.end < days.end ? period.end : days.end;
  const all = daysBetween(period.start, period.end) + 1;
  return end < start
    ? { common: null, others: all }
    : { common: { start, end }, others: all - daysBetween(start, end) - 1 };
}
