import { closedYearReason } from "../emissions/index.ts";
import type { YearDays } from "../financial-years/index.ts";
import type { NewActivity } from "./ledger-batch.ts";

/**
 * Lines that would count in a closed year wait for a person: nothing changes such a year in silence. Of one that counts on days
 * of other years as well, those are booked, and the days of the closed year are held back.
 */
export function waitingForYears(
  activities: readonly NewActivity[],
  closed: readonly YearDays[],
): readonly NewActivity[] {
  if (closed.length === 0) return activities;
  return activities.map((activity) => {
    const days = daysOf(activity);
    const yearOf = (day: string) => closed.find(({ from, to }) => from <= day && day <= to);
    const year = days.map(yearOf).find((found) => found !== undefined);
    if (year === undefined) return activity;
    if (days.some((day) => yearOf(day) === undefined)) return { ...activity, outside: closed };
    return { ...activity, result: { kind: "review", reviewReason: closedYearReason(year) } };
  });
}

/** The accounting dates on which a line would count; none when it waits. */
function daysOf({ result, transaction_date }: NewActivity): string[] {
  if (result?.kind !== "calculated") return [];
  return [...new Set(result.entries.map(({ used }) => used?.to ?? transaction_date.slice(0, 10)))];
}
