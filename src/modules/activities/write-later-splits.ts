import type { Context, TenantTransaction } from "../../core/context.ts";
import type { AuditEntry } from "../audit/index.ts";
import { type PendingFigure, SPLITS_MAX, supersedeAll } from "../emissions/index.ts";
import type { YearDays } from "../financial-years/index.ts";
import type { SplitRow } from "./new-split.ts";
import { recordSplits } from "./record-splits.ts";
import type { CurrentActivityRow } from "./store.ts";
import { type LaterSplit, laterSplitRow } from "./write-later-split.ts";

/** An activity with its later reading; what its `outside` says is of no account here. */
export interface ActivityWithLater {
  readonly current: CurrentActivityRow;
  readonly later: Omit<LaterSplit, "counts_as_before" | "outside">;
}

export interface WrittenSplits {
  /** In the order of the readings. */
  readonly rows: readonly SplitRow[];
  /** To be appended by the caller. */
  readonly events: readonly AuditEntry[];
}

/**
 * Writes later readings of many activities with as many statements as one takes, for 250 of them: splits, entries, sums and what
 * they would change in closed years (`pendingOf` says it of each). Closed years keep what they count. The transaction holds the audit
 * chain, and the activities were read while it did.
 */
export async function writeLaterSplits(
  ctx: Context,
  tx: TenantTransaction,
  readings: readonly ActivityWithLater[],
  { closed, pendingOf }: { readonly closed: readonly YearDays[]; readonly pendingOf: PendingOf },
): Promise<WrittenSplits> {
  const rows: SplitRow[] = [];
  const events: AuditEntry[] = [];
  for (let start = 0; start < readings.length; start += SPLITS_MAX) {
    const together = readings.slice(start, start + SPLITS_MAX).map(({ current, later }) => {
      return { ...laterSplitRow(ctx, current, later), from_split_id: current.split_id };
    });
    const held = together.flatMap(({ row }, index) => pendingOf(row, start + index));
    const splitEvents = await recordSplits(ctx, tx, together, held);
    events.push(...splitEvents, ...(await supersedeAll(ctx, tx, together, closed)));
    rows.push(...together.map(({ row }) => row));
  }
  return { rows, events };
}

/** What the reading of the row given, which is the one at the index, would change in closed years. */
type PendingOf = (row: SplitRow, index: number) => readonly PendingFigure[];
