import type { YearDays } from "./store.ts";

/** A line with the day of its document and its period, ISO 8601. */
interface DatedLine {
  readonly transaction_date: string;
  readonly service_period_start: string | null;
  readonly service_period_end: string | null;
}

/** Whether the day of a line, or a day of its period, lies in a year. */
export function touchesYear(line: DatedLine, { from, to }: YearDays): boolean {
  const day = line.transaction_date.slice(0, 10);
  const start = line.service_period_start ?? day;
  const end = line.service_period_end ?? day;
  return (from <= day && day <= to) || (start <= to && from <= end);
}
