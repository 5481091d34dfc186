import type { Context, TenantTransaction } from "../../core/context.ts";
import type { AuditEntry } from "../audit/index.ts";
import { restoreEntries } from "../emissions/index.ts";
import { holdAgain } from "./hold-again.ts";
import { sameReading, type SplitRow } from "./new-split.ts";
import { recordSplits } from "./record-splits.ts";
import { type CurrentActivityRow, selectReading } from "./store.ts";

export interface RestoredReading {
  readonly row: SplitRow;
  readonly entry_ids: readonly string[];
  /** To be appended by the caller. */
  readonly events: readonly AuditEntry[];
}

/**
 * Writes a split that reads the activity as an earlier one did, with its figures, factors and formulas, in place of the current
 * one; `changed` is said of it anew. The transaction holds the audit chain, and `current` was read while it did.
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
  const splitEvents = await recordSplits(ctx, tx, [{ row, line: before }]);
  const { entry_ids, events } = await restoreEntries(ctx, tx, {
    from_split_id: current.split_id,
    of_split_id: before.split_id,
    source: {
      activity_id: current.id,
      activity_split_id: row.id,
      department_id: row.department_id,
      transaction_date: before.transaction_date,
    },
  });
  await holdAgain(ctx, tx, { reading: before, row });
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
