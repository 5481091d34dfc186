import type { TenantQueries } from "../../core/context.ts";
import { monthOfDay } from "../../core/financial-year.ts";
import { decimalSum, roundedNumber } from "../../core/quantity.ts";
import { biogenicChange, type PendingMonth, selectPendingOfReadings } from "../emissions/index.ts";
import { closedYears, type YearDays } from "../financial-years/index.ts";
import type { WithPending } from "./pending-restatement-record.ts";

/** What a reading would change in each closed year and is not booked. */
export async function pendingOfReading(db: TenantQueries, activity_split_id: string): Promise<WithPending> {
  return (await pendingOfReadings(db, [activity_split_id])).get(activity_split_id) ?? {};
}

/** The same of many readings, by split. */
export async function pendingOfReadings(
  db: TenantQueries,
  splitIds: readonly string[],
): Promise<ReadonlyMap<string, WithPending>> {
  const closed = await closedYears(db);
  if (closed.length === 0) return new Map();
  const months = new Map<string, PendingMonth[]>();
  for (const { activity_split_id, ...month } of await selectPendingOfReadings(db, splitIds)) {
    months.set(activity_split_id, [...(months.get(activity_split_id) ?? []), month]);
  }
  return new Map([...months].map(([split_id, own]) => [split_id, pendingByYear(own, closed)]));
}

/** Pending months summed by closed year; a year without any has no row. Pure. */
export function pendingByYear(months: readonly PendingMonth[], closed: readonly YearDays[]): WithPending {
  const years = closed.flatMap(({ from, to }) => {
    const [first, last] = [monthOfDay(from), monthOfDay(to)];
    const own = months.filter(({ ym }) => first <= ym && ym <= last);
    const sum = (column: Exclude<keyof PendingMonth, "ym">) =>
      roundedNumber(decimalSum(own.map((month) => month[column])));
    if (own.length === 0) return [];
    return {
      period_end: to,
      market_based_before_kg: sum("market_based_before_kg"),
      market_based_after_kg: sum("market_based_after_kg"),
      location_based_before_kg: sum("location_based_before_kg"),
      location_based_after_kg: sum("location_based_after_kg"),
      ...biogenicChange(sum("biogenic_co2_before_kg"), sum("biogenic_co2_after_kg")),
    };
  });
  return years.length === 0 ? {} : { pending_restatements: years };
}
