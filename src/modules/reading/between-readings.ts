import { plusDays } from "../../core/days.ts";
import type { Days } from "../../core/following-days.ts";

/**
 * The days of what a meter counted from one reading to another, where nothing but their days tells them: bills are read at the turn of a
 * month, so a first reading on the last day of a month is taken at its end and a last one on the first day of a month at its
 * start. Both days are within in all other cases, and where nothing were left between them. ISO dates.
 */
export function daysBetweenReadings({ start, end }: Days): Days {
  const between = { start: dayAfterMonth(start), end: isFirstOfMonth(end) ? plusDays(end, -1) : end };
  return between.start <= between.end ? between : { start, end };
}

function dayAfterMonth(day: string): string {
  const next = plusDays(day, 1);
  return isFirstOfMonth(next) ? next : day;
}

function isFirstOfMonth(day: string): boolean {
  return day.endsWith("-01");
}
