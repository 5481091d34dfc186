import {
  countedShares,
  isAllocated,
  periodOfSubscription,
  type StatedPeriod,
  withKeptParts,
} from "../emissions/index.ts";
import type { CountingLine } from "./counted-lines.ts";
import type { CreditableLine } from "./store-credited.ts";

/** What of a line says where it counts. */
type PlacedLine = Pick<
  CreditableLine,
  | "category_key"
  | "conversion"
  | "department_id"
  | "description"
  | "service_period_end"
  | "service_period_start"
  | "transaction_date"
>;

/**
 * The period of a line of an invoice, with how it is allocated, for what takes it back: as it counts, whatever the rules of today say. Null:
 * none is known.
 */
export function periodCounted(line: PlacedLine & CountingLine): StatedPeriod | null {
  const period = periodOf(line);
  if (period === null) return null;
  const is_over_days =
    line.is_over_days ?? isAllocated(line.category_key, periodOfSubscription(period, line.description));
  return { ...period, as_counted: { ...countedShares(line.conversion), is_over_days } };
}

/**
 * The same text for what counts on the same days for the same department. Whether it counts on all of them or on one is left out: credit
 * notes that were recorded before that was kept do not tell it.
 */
export function placeKey(line: PlacedLine): string {
  const { shares } = countedShares(line.conversion);
  return JSON.stringify([dayOf(line), periodOf(line), shares, line.department_id]);
}

/** ISO date. */
export function dayOf({ transaction_date }: Pick<PlacedLine, "transaction_date">): string {
  return transaction_date.slice(0, 10);
}

function periodOf({
  service_period_start: start,
  service_period_end: end,
  conversion,
}: PlacedLine): StatedPeriod | null {
  return start === null || end === null ? null : withKeptParts({ start, end }, conversion);
}
