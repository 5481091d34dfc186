import { type Counted, closedYearReason, isInYears, movedYear } from "../emissions/index.ts";
import type { YearDays } from "../financial-years/index.ts";
import type { NewActivity } from "./ledger-batch.ts";

/**
 * Lines that would count in a closed year wait for a person: nothing changes such a year in silence. Of one that counts on days
 * of other years as well, those are booked, and the days of the closed year are held back; where they count 0 kg, biogenic CO2 included,
 * they move no figure and are booked with the others.
 */
export function waitingForYears(
  activities: readonly NewActivity[],
  closed: readonly YearDays[],
): readonly NewActivity[] {
  if (closed.length === 0) return activities;
  return activities.map((activity) => {
    const counted = countedBy(activity);
    const [first] = closed.filter((year) => counted.some((entry) => isInYears(entry, [year])));
    if (first === undefined) return activity;
    if (counted.every((entry) => isInYears(entry, closed))) return waitingFor(activity, first);
    const outside = closed.filter((year) => movedYear([year], counted, []) !== undefined);
    return outside.length === 0 ? activity : { ...activity, outside };
  });
}

function waitingFor(activity: NewActivity, year: YearDays): NewActivity {
  return { ...activity, result: { kind: "review", reviewReason: closedYearReason(year) } };
}

/** What a line would count, each entry on its accounting date; nothing when it waits. */
export function countedBy({ result, split, transaction_date }: NewActivity): Counted[] {
  if (result?.kind !== "calculated") return [];
  const { department_id } = split;
  return result.entries.map((entry) => ({
    ...entry,
    department_id,
    transaction_date: entry.used?.to ?? transaction_date.slice(0, 10),
  }));
}
