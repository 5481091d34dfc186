import type { Context, TenantQueries } from "../../core/context.ts";
import { monthOfDay } from "../../core/financial-year.ts";
import { decimalSum, roundedNumber } from "../../core/quantity.ts";
import {
  newEntries,
  pendingFigures,
  type PendingMonth,
  selectCurrentEntries,
  selectPendingOfReading,
} from "../emissions/index.ts";
import { closedYears, type YearDays } from "../financial-years/index.ts";
import type { WithPending } from "./pending-restatement-record.ts";
import { restated } from "./stated-correction.ts";
import type { CurrentActivityRow } from "./store.ts";
import type { Correction } from "./write-correction.ts";

/** What a reading would change in each closed year and is not booked. */
export async function pendingOfReading(db: TenantQueries, activity_split_id: string): Promise<WithPending> {
  const closed = await closedYears(db);
  return closed.length === 0 ? {} : byYear(await selectPendingOfReading(db, activity_split_id), closed);
}

/** The same of a correction that is not written. */
export async function pendingOfCorrection(
  ctx: Context,
  db: TenantQueries,
  current: CurrentActivityRow,
  { result, stated = null }: Correction,
): Promise<WithPending> {
  const closed = await closedYears(db);
  // A line that waits is not pending: nobody knows what it would count.
  if (closed.length === 0 || result?.kind === "review") return {};
  const { id: activity_id, split_id: activity_split_id, department_id } = current;
  const { transaction_date } = restated(current, stated);
  const source = { activity_id, activity_split_id, department_id, transaction_date };
  const before = await selectCurrentEntries(db, [activity_split_id]);
  const after = newEntries(ctx, source, result?.entries ?? []);
  const line = { activity_id, activity_split_id, cause: "correction" } as const;
  return byYear(pendingFigures(line, { before, after }, closed), closed);
}

function byYear(months: readonly PendingMonth[], closed: readonly YearDays[]): WithPending {
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
    };
  });
  return years.length === 0 ? {} : { pending_restatements: years };
}
