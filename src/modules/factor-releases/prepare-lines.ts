import type { Context, TenantTransaction } from "../../core/context.ts";
import { type CurrentActivityRow, readAs, type ReadingTables, selectReadings } from "../activities/index.ts";
import {
  countedInYear,
  entriesBySplit,
  isSameCalculation,
  newEntries,
  type NewEntry,
  selectCurrentEntries,
  SPLITS_MAX,
  tablesOfEntries,
} from "../emissions/index.ts";
import { factorKeys, scopeSums } from "./line-sums.ts";
import { type PreparedLine, selectUnprepared, setPrepared } from "./store-lines.ts";
import type { RunRow } from "./store-runs.ts";

/** Lines that are prepared with one statement. */
export const LINES_AT_ONCE = SPLITS_MAX;

/**
 * Prepares the next lines of a run: each is read as it stands, by the releases that are in force and by those of the run. Where both
 * give the same, the line goes on with the figures that it counts; what else has changed since it was booked is no matter of a
 * release. Answers how many were looked at; 0: all are prepared.
 */
export async function prepareLines(
  ctx: Context,
  tx: TenantTransaction,
  run: RunRow,
  tables: ReadingTables,
): Promise<number> {
  const open = await selectUnprepared(tx, run.id, LINES_AT_ONCE);
  if (open.length === 0) return 0;
  const ids = open.map(({ activity_split_id }) => activity_split_id);
  // A reading whose entries count is the current one of its line.
  const bySplit = new Map((await selectReadings(tx, ids)).map((reading) => [reading.split_id, reading]));
  const counting = entriesBySplit(await selectCurrentEntries(tx, ids));
  const by = { run, tables, later: withReleases(tables, run) };
  const prepared = ids.map((activity_split_id): PreparedLine => {
    const reading = bySplit.get(activity_split_id);
    const whole = counting.get(activity_split_id) ?? [];
    const current = countedInYear(whole, run);
    if (reading === undefined || current.length === 0) {
      return { activity_split_id, outcome: "gone", told: null, entries: null };
    }
    return preparedLine(ctx, { reading, whole, current }, by);
  });
  await setPrepared(tx, run.id, prepared);
  return open.length;
}

interface Tables {
  readonly run: RunRow;
  readonly tables: ReadingTables;
  readonly later: ReadingTables;
}

interface Line {
  readonly reading: CurrentActivityRow;
  /** All that it counts. */
  readonly whole: readonly NewEntry[];
  /** Of that, what it counts in the year. */
  readonly current: readonly NewEntry[];
}

function preparedLine(ctx: Context, { reading, whole, current }: Line, { run, tables, later }: Tables): PreparedLine {
  // A release is of the catalogue: which of the company's own factors counts a line is no matter of it.
  const by = (given: ReadingTables) => tablesOfEntries(given, reading.category_key, whole);
  const now = calculated(ctx, reading, by(tables), run);
  const then = calculated(ctx, reading, by(later), run);
  const { split_id: activity_split_id } = reading;
  const told = (after: readonly NewEntry[], detail: string | null) => ({
    scopes: scopeSums(current, after),
    factors_before: factorKeys(current),
    factors_after: factorKeys(after),
    detail,
  });
  if (then.kind === "calculated" && (now.kind === "waits" || !isSameCalculation(now.entries, then.entries))) {
    return { activity_split_id, outcome: "changed", told: told(then.entries, null), entries: then.entries };
  }
  if (then.kind === "waits" && now.kind === "calculated") {
    return { activity_split_id, outcome: "waits", told: told([], then.detail), entries: null };
  }
  return { activity_split_id, outcome: "unchanged", told: told(current, null), entries: null };
}

type Calculated =
  | { readonly kind: "calculated"; readonly entries: readonly NewEntry[] }
  | { readonly kind: "waits"; readonly detail: string };

/** What the reading counts in the year. */
function calculated(ctx: Context, reading: CurrentActivityRow, tables: ReadingTables, run: RunRow): Calculated {
  const { result } = readAs(reading, reading.category_key, tables);
  if (result.kind === "review") return { kind: "waits", detail: result.reviewReason.detail };
  const { id: activity_id, split_id: activity_split_id, department_id, transaction_date } = reading;
  const source = { activity_id, activity_split_id, department_id, transaction_date };
  return { kind: "calculated", entries: countedInYear(newEntries(ctx, source, result.entries), run) };
}

/** The tables as they are once the run is applied. */
export function withReleases(tables: ReadingTables, { from, to, releases }: RunRow): ReadingTables {
  const { settings } = tables;
  const own = releases.map(({ subject, release, imports }) => ({ subject, from, to, release, imports }));
  return { ...tables, settings: { ...settings, releases: [...own, ...(settings.releases ?? [])] } };
}
