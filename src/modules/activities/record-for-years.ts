import { type CalculatedEntry, type Counted, isInYears, pendingCells, pendingFigures } from "../emissions/index.ts";
import type { TenantQueries } from "../../core/context.ts";
import { closedYears, type YearDays } from "../financial-years/index.ts";
import { countedOfClosedRows } from "./covers/closed-rows.ts";
import type { StatedCover } from "./covers/cover.ts";
import type { NewActivity } from "./ledger-batch.ts";
import { pendingByYear } from "./pending-of-line.ts";
import type { WithPending } from "./pending-restatement-record.ts";
import { countedBy } from "./waiting-for-years.ts";

/** A record that is to be written, with what of it waits for closed years. */
export interface RecordForYears {
  readonly activity: NewActivity;
  readonly pending: WithPending;
}

/**
 * Records that would move a figure of a closed year count their days of other years, and those of closed years are held back until they
 * are restated. Those that move none count whole. In the order given.
 */
export async function recordsForYears(
  db: TenantQueries,
  activities: readonly NewActivity[],
): Promise<readonly RecordForYears[]> {
  const closed = await closedYears(db);
  return activities.map((activity) => recordForYears(activity, closed, []));
}

/** The same of one that is only tried, with the rows that it would take the place of. */
export async function triedForYears(
  db: TenantQueries,
  activity: NewActivity,
  covers: StatedCover | undefined,
): Promise<RecordForYears> {
  const covered = covers === undefined ? [] : await countedOfClosedRows(db, covers);
  return recordForYears(activity, await closedYears(db), covered);
}

/** `covered`: what rows of the books count in closed years that the record takes the place of. Pure. */
function recordForYears(
  activity: NewActivity,
  closed: readonly YearDays[],
  covered: readonly Counted[],
): RecordForYears {
  if (closed.length === 0 || activity.result?.kind !== "calculated") return { activity, pending: {} };
  const after = countedBy(activity);
  const line = { activity_split_id: "", activity_id: "", cause: "record" } as const;
  if (pendingFigures(line, { before: [], after }, closed).length > 0) {
    const figures = pendingCells(line, { before: covered, after }, closed);
    return { activity: { ...activity, outside: closed }, pending: pendingByYear(figures, closed) };
  }
  // It is booked, and waits with the rows.
  const figures = covered.length === 0 ? [] : pendingCells(line, { before: covered, after }, closed);
  return { activity, pending: pendingByYear(figures, closed) };
}

/** Whether an entry of a record is held back of a closed year. */
export function isHeldOf(activity: NewActivity, entry: CalculatedEntry): boolean {
  return isInYears({ transaction_date: countedOn(entry, activity) }, activity.outside ?? []);
}

function countedOn({ used }: CalculatedEntry, { transaction_date }: NewActivity): string {
  return used?.to ?? transaction_date.slice(0, 10);
}
