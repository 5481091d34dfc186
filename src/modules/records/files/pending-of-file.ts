import { decimal, roundedNumber } from "../../../core/quantity.ts";
import type { WithPending } from "../../activities/index.ts";
import { biogenicChange } from "../../emissions/index.ts";

type Pending = NonNullable<WithPending["pending_restatements"]>[number];

/** What rows leave to wait for closed years, added up by year. Pure. */
export function pendingOfFile(rows: ReadonlyMap<number, WithPending>): WithPending {
  const years = new Map<string, Pending>();
  for (const { pending_restatements = [] } of rows.values()) {
    for (const row of pending_restatements) years.set(row.period_end, added(years.get(row.period_end), row));
  }
  const pending_restatements = [...years.values()].toSorted((one, other) =>
    one.period_end < other.period_end ? -1 : 1,
  );
  return pending_restatements.length === 0 ? {} : { pending_restatements };
}

function added(sum: Pending | undefined, row: Pending): Pending {
  if (sum === undefined) return row;
  const plus = (column: Exclude<keyof Pending, "period_end">): number =>
    roundedNumber(decimal(String(sum[column] ?? 0)).plus(String(row[column] ?? 0)));
  return {
    period_end: row.period_end,
    market_based_before_kg: plus("market_based_before_kg"),
    market_based_after_kg: plus("market_based_after_kg"),
    location_based_before_kg: plus("location_based_before_kg"),
    location_based_after_kg: plus("location_based_after_kg"),
    ...biogenicChange(plus("biogenic_co2_before_kg"), plus("biogenic_co2_after_kg")),
  };
}
