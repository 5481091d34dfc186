import type { Context } from "../../core/context.ts";
import {
  newEntries,
  type NewEntry,
  type ReleaseRow,
  releaseLabel,
  releaseOfEntry,
  releaseOn,
  tablesOfEntries,
} from "../emissions/index.ts";
import { readAs, type ReadingTables } from "./read-again.ts";
import type { CurrentActivityRow } from "./store.ts";

/** Whether an entry was counted by a release of factors other than the one that is in force in its year. */
export function isOfOtherRelease(entry: NewEntry, releases: readonly ReleaseRow[]): boolean {
  const counted = releaseOfEntry(entry);
  if (counted === null) return false;
  const inForce = releaseOn(releases, counted.subject, entry.transaction_date.slice(0, 10));
  if (inForce === undefined) return false;
  // What was counted before entries kept a release is of none that was applied.
  return counted.label === null ? inForce.run_id !== null : releaseLabel(inForce) !== counted.label;
}

interface Known {
  readonly releases: readonly ReleaseRow[];
  /** Null: nothing is calculated again. */
  readonly tables: ReadingTables | null;
}

/**
 * The entries of a reading as they count now: months that were counted by a release that is no longer in force are calculated anew, so
 * that a change taken back, or a line given to another department, brings no retired factor back. Where none of the release counts
 * the line, the earlier figure stays and names its release as an earlier one.
 */
export function inReleases(
  ctx: Pick<Context, "clock" | "newId">,
  reading: CurrentActivityRow,
  entries: readonly NewEntry[],
  { releases, tables }: Known,
): readonly NewEntry[] {
  const earlier = entries.filter((entry) => isOfOtherRelease(entry, releases));
  if (earlier.length === 0 || tables === null) return entries;
  const months = new Set(earlier.map(monthOf));
  const { category_key } = reading;
  const { result } = readAs(reading, category_key, tablesOfEntries(tables, category_key, entries));
  if (result.kind !== "calculated") return entries.map((entry) => (earlier.includes(entry) ? asEarlier(entry) : entry));
  const { id: activity_id, split_id: activity_split_id, department_id, transaction_date } = reading;
  const again = newEntries(ctx, { activity_id, activity_split_id, department_id, transaction_date }, result.entries);
  const isAgain = (entry: NewEntry) => months.has(monthOf(entry));
  return [...entries.filter((entry) => !isAgain(entry)), ...again.filter(isAgain)];
}

function asEarlier(entry: NewEntry): NewEntry {
  const { factor_release, ...inputs } = entry.inputs;
  return { ...entry, inputs: { ...inputs, earlier_factor_release: factor_release } };
}

function monthOf({ transaction_date }: NewEntry): string {
  return transaction_date.slice(0, 7);
}
