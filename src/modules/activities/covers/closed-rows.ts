import type { TenantQueries, TenantTransaction } from "../../../core/context.ts";
import {
  type Counted,
  heldCause,
  type HeldEntries,
  insertHeldEntries,
  isClosing,
  isInYears,
  pendingCells,
  pendingFigures,
  replacePendingRestatements,
  selectCountedOfActivities,
  selectCurrentEntries,
  selectHeldEntries,
  selectPendingOfReadings,
} from "../../emissions/index.ts";
import { closedYears, type YearDays } from "../../financial-years/index.ts";
import { type CurrentActivityRow, selectCurrentActivities } from "../store.ts";
import { type Cover, coverKey, type StatedCover } from "./cover.ts";
import { rowsOfCover } from "./rows-of-cover.ts";
import { ROWS_MAX, selectCoversInForce } from "./store-covers.ts";
import { sortRows } from "./take-rows.ts";

/** What rows count in closed years that a record takes the place of when these are restated; rows that older records take are left out. */
export async function countedOfClosedRows(tx: TenantQueries, covered: StatedCover): Promise<readonly Counted[]> {
  const closed = await closedYears(tx);
  if (closed.length === 0) return [];
  const older = await takenRows(tx, [covered], closed);
  const taken = new Set(older.flatMap(({ rows }) => rows.map(({ id }) => id)));
  const rows = await closedRows(tx, { ...covered, activity_id: NO_RECORD, answered: null });
  return await countedOfRows(
    tx,
    rows.filter(({ id }) => !taken.has(id)),
  );
}

const NO_RECORD = "00000000-0000-0000-0000-000000000000";

/** A row of the books, and the reading of it. */
type Row = Pick<CurrentActivityRow, "id" | "split_id">;

async function closedRows(tx: TenantQueries, cover: Cover): Promise<Row[]> {
  const kept: Row[] = [];
  for await (const rows of rowsOfCover(tx, cover)) {
    for (const { id, split_id } of (await sortRows(tx, cover, rows)).kept) kept.push({ id, split_id });
  }
  return kept;
}

/**
 * What rows count that a record takes the place of. Of a row with a correction that waits as well it is what that would count, which is
 * pending beside the record: together they come to what the year counts in the end.
 */
async function countedOfRows(tx: TenantQueries, rows: readonly Row[]): Promise<Counted[]> {
  const counted: Counted[] = [];
  for (let start = 0; start < rows.length; start += ROWS_MAX) {
    const part = rows.slice(start, start + ROWS_MAX);
    const pending = await pendingReadings(tx, part);
    const held = await selectHeldEntries(tx, [...pending]);
    const corrected = new Map(
      part.flatMap(({ id, split_id }) => {
        const own = held.get(split_id);
        return own === undefined ? [] : [[id, own] as const];
      }),
    );
    const ids = part.map(({ id }) => id);
    const now = await selectCountedOfActivities(tx, ids);
    counted.push(
      ...now.filter((entry) => !isInYears(entry, corrected.get(entry.activity_id)?.years ?? [])),
      ...[...corrected.values()].flatMap(({ entries }) => entries),
    );
  }
  return counted;
}

/** Of the readings given, at most 1000, those that would change a year and are not booked. */
async function pendingReadings(tx: TenantQueries, lines: readonly Row[]): Promise<ReadonlySet<string>> {
  const pending = await selectPendingOfReadings(
    tx,
    lines.map(({ split_id }) => split_id),
  );
  return new Set(pending.map(({ activity_split_id }) => activity_split_id));
}

/**
 * Notes with what records would change in closed years that rows which they cover stop counting there with them: of several records the
 * oldest takes a row. Looked at are the records whose covers share days with one of those given, whose rows or records have changed. The
 * transaction holds the audit chain.
 */
export async function noteClosedRows(tx: TenantTransaction, covered: readonly StatedCover[]): Promise<void> {
  if (covered.length === 0) return;
  const closed = await closedYears(tx);
  for (const taken of await takenRows(tx, covered, closed)) await noteWith(tx, { ...taken, closed });
}

interface TakenRows {
  readonly record: CurrentActivityRow;
  readonly cover: Cover;
  /** Those that it takes. */
  readonly rows: readonly Row[];
}

/** The rows that records take which would change closed years, each with the oldest that covers it; covers share days with one given. */
async function takenRows(
  tx: TenantQueries,
  covered: readonly StatedCover[],
  closed: readonly YearDays[],
): Promise<readonly TakenRows[]> {
  const covers = (await selectCoversInForce(tx))
    .filter((cover) => covered.some((one) => cover.period_from <= one.period_to && one.period_from <= cover.period_to))
    .slice(0, ROWS_MAX);
  const records = await recordsOfYears(tx, covers, closed);
  const taken = new Set<string>();
  const seen = new Set<string>();
  const found: TakenRows[] = [];
  for (const cover of covers) {
    const { record, is_pending = false } = records.get(cover.activity_id) ?? {};
    if (record === undefined) continue;
    const rows = seen.has(coverKey(cover)) ? [] : (await closedRows(tx, cover)).filter(({ id }) => !taken.has(id));
    seen.add(coverKey(cover));
    for (const { id } of rows) taken.add(id);
    // Nothing is noted of a record that is booked and takes no row.
    if (is_pending || rows.length > 0) found.push({ record, cover, rows });
  }
  return found;
}

/**
 * The records of covers that may take rows of a closed year, by id: those of which something is held back, and those that count, in
 * whatever year, and cover days of a closed one.
 */
async function recordsOfYears(
  tx: TenantQueries,
  covers: readonly Cover[],
  closed: readonly YearDays[],
): Promise<ReadonlyMap<string, { readonly record: CurrentActivityRow; readonly is_pending: boolean }>> {
  const records = await selectCurrentActivities(
    tx,
    covers.map(({ activity_id }) => activity_id),
  );
  const pending = await pendingReadings(tx, records);
  const covering = new Set(
    covers.filter((cover) => closed.some((year) => isOver(cover, year))).map(({ activity_id }) => activity_id),
  );
  return new Map(
    records
      .map((record) => ({ record, is_pending: pending.has(record.split_id) }))
      .filter(({ record: { id, status }, is_pending }) => is_pending || (status === "classified" && covering.has(id)))
      .map((one) => [one.record.id, one]),
  );
}

/** Whether a cover has days of a year. */
function isOver({ period_from, period_to }: StatedCover, { from, to }: YearDays): boolean {
  return period_from <= to && from <= period_to;
}

interface Noting extends TakenRows {
  readonly closed: readonly YearDays[];
}

async function noteWith(tx: TenantTransaction, { record, cover, rows, closed }: Noting): Promise<void> {
  const { id: activity_id, split_id: activity_split_id } = record;
  const cause = await heldCause(tx, activity_split_id);
  const ofRows = await countedOfRows(tx, rows);
  const known = (await selectHeldEntries(tx, [activity_split_id])).get(activity_split_id);
  const held = cause === null ? await heldWithRows(tx, { record, cover, ofRows, closed, known }) : known;
  if (held === undefined) return;
  const line = { activity_split_id, activity_id, cause: cause ?? "record" } as const;
  const before = [...(await selectCountedOfActivities(tx, [activity_id])), ...ofRows];
  // A record that counts as much as its rows takes their place all the same.
  const figuresOf = rows.length === 0 ? pendingFigures : pendingCells;
  // Years that were closed after the record was kept go on counting what it counts there.
  const figures = figuresOf(line, { before, after: held.entries }, held.years);
  await replacePendingRestatements(tx, { activity_split_ids: [activity_split_id], cause: line.cause }, figures);
}

interface Booked extends Omit<Noting, "rows"> {
  readonly ofRows: readonly Counted[];
  readonly known: HeldEntries | undefined;
}

/**
 * A record that moves no figure of a closed year is booked, as one that counts 0 kg there or in another year alone: its rows move one when it
 * takes them, so that it waits with them. What it counts in the years is kept to be booked with the rows; undefined: no row counts there.
 */
async function heldWithRows(
  tx: TenantTransaction,
  { record: { split_id: activity_split_id }, cover, ofRows, closed, known }: Booked,
): Promise<HeldEntries | undefined> {
  const current = (await selectCurrentEntries(tx, [activity_split_id])).filter((entry) => !isClosing(entry));
  const years = closed.filter((year) => isOver(cover, year) || current.some((entry) => isInYears(entry, [year])));
  if (!ofRows.some((entry) => isInYears(entry, years))) return undefined;
  const entries = current.filter((entry) => isInYears(entry, years));
  if (known === undefined) await insertHeldEntries(tx, [{ activity_split_id, years, entries }]);
  return known ?? { years, entries };
}
