import type { Context } from "../../core/context.ts";
import type { YearDays } from "../financial-years/index.ts";
import { subjectOf } from "./factor-choice/source-table.ts";
import { type EntrySource, type NewEntry } from "./new-entries.ts";
import { isInYears } from "./pending-restatement.ts";
import { copies, isClosing, successors } from "./supersede-entries.ts";

/** The entries of a reading that count something in a year; what ends an earlier entry counts nothing. */
export function countedInYear(entries: readonly NewEntry[], year: YearDays): NewEntry[] {
  return entries.filter((entry) => isInYears(entry, [year]) && !isClosing(entry));
}

interface Released {
  readonly source: EntrySource;
  /** What counts now of the reading in the year. */
  readonly current: readonly NewEntry[];
  /** What counts by the releases; null: the same figures. */
  readonly fresh: readonly NewEntry[] | null;
  /** `releaseLabel` by subject, of the subjects that get another release. */
  readonly labels: ReadonlyMap<string, string>;
}

/**
 * The entries by which a reading counts in a year when other releases come into force: each entry that counts gets a successor, of the
 * same figures where the releases change none of them. To be recorded.
 */
export function releasedEntries(
  ctx: Pick<Context, "clock" | "newId">,
  { source, current, fresh, labels }: Released,
): NewEntry[] {
  if (fresh !== null) return successors(ctx, { current, source }, fresh);
  const { activity_split_id } = source;
  return copies(ctx, current, { activity_split_id }).map((entry) => {
    const label = labels.get(subjectOf(entry.factor.key)?.subject ?? "");
    return label === undefined ? entry : { ...entry, inputs: { ...entry.inputs, factor_release: label } };
  });
}

/** Whether two calculations of a reading give the same figures by the same factors, in whatever order. */
export function isSameCalculation(one: readonly NewEntry[], other: readonly NewEntry[]): boolean {
  return figuresOf(one) === figuresOf(other);
}

function figuresOf(entries: readonly NewEntry[]): string {
  const figures = entries.map((entry) => {
    const { transaction_date, scope, category_key, factor } = entry;
    const { market_based_kg, location_based_kg, biogenic_co2_kg } = entry;
    const kg = [market_based_kg, location_based_kg, biogenic_co2_kg];
    return JSON.stringify([transaction_date.slice(0, 10), scope, category_key, factor.content_hash, kg]);
  });
  return figures.toSorted().join();
}
