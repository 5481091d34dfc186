import type { Context, TenantTransaction } from "../../core/context.ts";
import type { AuditEntry } from "../audit/index.ts";
import { copiedEntries } from "../emissions/index.ts";
import { closedYearChange, countLater } from "./count-later.ts";
import { sameReading, type SplitRow } from "./new-split.ts";
import { recordSplits } from "./record-splits.ts";
import { type CurrentActivityRow, selectReading } from "./store.ts";
import { wholeReading } from "./whole-reading.ts";

export interface RestoredReading {
  readonly row: SplitRow;
  readonly entry_ids: readonly string[];
  /** To be appended by the caller. */
  readonly events: readonly AuditEntry[];
}

/**
 * Writes a split that reads the activity as an earlier one did, with its figures, factors and formulas, in place of the current
 * one; `changed` is said of it anew. What it would change in a closed year is pending until that is restated. The transaction holds the audit chain, and `current` was read while it did.
 */
export async function restoreReading(
  ctx: Context,
  tx: TenantTransaction,
  { current, before }: { readonly current: CurrentActivityRow; readonly before: CurrentActivityRow },
  changed: Partial<Pick<SplitRow, "department_id" | "mapped_by" | "reason">> = {},
): Promise<RestoredReading> {
  const identity = {
    id: ctx.newId(),
    activity_id: current.id,
    supersedes_split_id: current.split_id,
    created_by: ctx.principal.actor,
  };
  const row = { ...sameReading(identity, before, before.department_id), ...changed };
  const change = await closedYearChange(tx, current);
  const splitEvents = await recordSplits(ctx, tx, [{ row, line: before }]);
  const { department_id } = row;
  const whole = await wholeReading(ctx, tx, before);
  const fresh = copiedEntries(ctx, whole, { activity_split_id: row.id, department_id });
  const { transaction_date } = before;
  const { entry_ids, events } = await countLater(ctx, tx, { current, row, transaction_date, fresh, change });
  return { row, entry_ids, events: [...splitEvents, ...events] };
}

/** Readings of one activity that are looked through. */
const READINGS_MAX = 1000;

/** The newest reading by which an activity that waits has counted. @throws Error when it never did */
export async function countedBefore(tx: TenantTransaction, current: CurrentActivityRow): Promise<CurrentActivityRow> {
  let reading: CurrentActivityRow | undefined = current;
  for (let step = 0; step < READINGS_MAX && reading !== undefined; step += 1) {
    if (reading.status === "classified") return reading;
    const earlier: string | null = reading.supersedes_split_id;
    reading = earlier === null ? undefined : await selectReading(tx, earlier);
  }
  throw new Error("an activity that waits has never counted");
}
