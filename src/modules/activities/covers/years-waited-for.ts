import type { TenantQueries } from "../../../core/context.ts";
import { monthOfDay } from "../../../core/financial-year.ts";
import { decimal } from "../../../core/quantity.ts";
import {
  type Counted,
  isInYears,
  selectCountedOfActivities,
  selectHeldEntries,
  selectPendingOfReadings,
} from "../../emissions/index.ts";
import type { YearDays } from "../../financial-years/index.ts";
import { selectCurrentActivity } from "../store.ts";

/**
 * Years in which a record counts nothing until what is held back of it is booked, whether they are closed or were opened meanwhile: rows
 * that it covers go on counting there until then.
 */
export async function yearsWaitedFor(tx: TenantQueries, recordId: string): Promise<readonly YearDays[]> {
  const record = await selectCurrentActivity(tx, recordId);
  if (record === undefined) return [];
  const pending = await selectPendingOfReadings(tx, [record.split_id]);
  const held = pending.length === 0 ? undefined : (await selectHeldEntries(tx, [record.split_id])).get(record.split_id);
  if (held === undefined) return [];
  const counted = (await selectCountedOfActivities(tx, [recordId])).filter(hasFigure);
  return held.years.filter((year) => {
    const [first, last] = [monthOfDay(year.from), monthOfDay(year.to)];
    const isPending = pending.some(({ ym }) => first <= ym && ym <= last);
    return isPending && !counted.some((entry) => isInYears(entry, [year]));
  });
}

/** Whether an entry counts a figure that a restatement tells. */
export function hasFigure({ market_based_kg, location_based_kg, biogenic_co2_kg }: Counted): boolean {
  return [market_based_kg, location_based_kg, biogenic_co2_kg].some((kg) => !decimal(kg).eq(0));
}
