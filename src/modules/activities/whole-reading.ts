import type { Context, TenantTransaction } from "../../core/context.ts";
import {
  entriesBySplit,
  isInYears,
  type HeldEntries,
  newEntries,
  type NewEntry,
  selectEntriesOfReadings,
  selectHeldEntries,
  selectReleasesInForce,
} from "../emissions/index.ts";
import { closedYears, type YearDays } from "../financial-years/index.ts";
import { inReleases, isOfOtherRelease } from "./earlier-release.ts";
import { readAs, type ReadingTables } from "./read-again.ts";
import { readingTables } from "./reading-tables.ts";
import type { CurrentActivityRow } from "./store.ts";

/**
 * The entries that a reading counts in full: those that it wrote, and in place of what closed years kept then, what was held back of
 * it. Days that were held back of a document before their entries were kept are calculated again, by what is in force, and what was
 * counted by a release of factors that is no longer in force. To be copied, never inserted.
 */
export async function wholeReading(
  ctx: Context,
  tx: TenantTransaction,
  reading: CurrentActivityRow,
): Promise<readonly NewEntry[]> {
  return (await wholeReadings(ctx, tx, [reading])).get(reading.split_id)?.whole ?? [];
}

export interface WholeReading {
  /** The entries that the reading was calculated to when it was written. */
  readonly written: readonly NewEntry[];
  readonly whole: readonly NewEntry[];
}

/** The same of many readings, at most SPLITS_MAX, by split. */
export async function wholeReadings(
  ctx: Context,
  tx: TenantTransaction,
  readings: readonly CurrentActivityRow[],
): Promise<ReadonlyMap<string, WholeReading>> {
  const ids = readings.map(({ split_id }) => split_id);
  const ofSplits = entriesBySplit(await selectEntriesOfReadings(tx, ids));
  const held = await selectHeldEntries(tx, ids);
  const closed = await closedYears(tx);
  const releases = await selectReleasesInForce(tx);
  const isSilent = readings.some(({ split_id, status }) => status === "classified" && !held.has(split_id));
  const counted = [...[...ofSplits.values()].flat(), ...[...held.values()].flatMap(({ entries }) => entries)];
  const isEarlier = counted.some((entry) => isOfOtherRelease(entry, releases));
  const tables = isEarlier || (isSilent && closed.length > 0) ? await readingTables(ctx, tx) : null;
  return new Map(
    readings.map((reading) => {
      const { split_id } = reading;
      const known = { written: ofSplits.get(split_id) ?? [], held: held.get(split_id), closed, tables };
      const whole = wholeOf(ctx, reading, known);
      return [split_id, { written: known.written, whole: inReleases(ctx, reading, whole, { tables, releases }) }];
    }),
  );
}

interface Known {
  readonly written: readonly NewEntry[];
  readonly held: HeldEntries | undefined;
  readonly closed: readonly YearDays[];
  /** Null: nothing is calculated again. */
  readonly tables: ReadingTables | null;
}

function wholeOf(
  ctx: Context,
  reading: CurrentActivityRow,
  { written, held, closed, tables }: Known,
): readonly NewEntry[] {
  if (held !== undefined) return [...written.filter((entry) => !isInYears(entry, held.years)), ...held.entries];
  if (reading.status !== "classified" || tables === null) return written;
  const silent = closed.filter((year) => !written.some((entry) => isInYears(entry, [year])));
  if (silent.length === 0) return written;
  const { category_key } = reading;
  const { result } = readAs(reading, category_key, tables);
  if (result.kind !== "calculated") return written;
  const { id: activity_id, split_id: activity_split_id, department_id, transaction_date } = reading;
  const source = { activity_id, activity_split_id, department_id, transaction_date };
  const again = newEntries(ctx, source, result.entries);
  const elsewhere = again.filter((entry) => !isInYears(entry, silent));
  // Where its other days are not those that it counts, a later rule about its period is why, and nothing was held back.
  if (daysOf(elsewhere) !== daysOf(written)) return written;
  return [...written, ...again.filter((entry) => isInYears(entry, silent))];
}

function daysOf(entries: readonly NewEntry[]): string {
  return [...new Set(entries.map((entry) => `${entry.transaction_date.slice(0, 10)} ${entry.period_from}`))]
    .toSorted()
    .join();
}
