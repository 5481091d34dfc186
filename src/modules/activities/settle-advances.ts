import type { Context, TenantTransaction } from "../../core/context.ts";
import { appendAudit, type AuditEntry } from "../audit/index.ts";
import {
  newEntries,
  pendingFigures,
  type PendingFigure,
  replacePendingRestatements,
  selectCurrentEntries,
} from "../emissions/index.ts";
import { readingOf, type Settlement, settlementOf } from "./settled-readings.ts";
import type { CurrentActivityRow } from "./store.ts";
import { selectLinesOfSupplies } from "./store-advances.ts";
import { writeLaterSplit } from "./write-later-split.ts";

/**
 * Reads the advances of supplies anew by what the other lines of each supply say now: a settlement replaces them for the days
 * that it counts, and its price makes a quantity of an advance in money; when it no longer counts, the advances count again.
 * What a person left out stays out. A closed year keeps what it counts: what a settlement would change there waits to be
 * restated, and an advance that would begin to count there waits. One statement where the supplies have no advance. The
 * transaction holds the audit chain.
 */
export async function settleAdvances(ctx: Context, tx: TenantTransaction, supplyIds: readonly string[]): Promise<void> {
  if (supplyIds.length === 0) return;
  const lines = await selectLinesOfSupplies(tx, supplyIds);
  const settlement = await settlementOf(ctx, tx, lines);
  if (settlement !== null) await writeSettled(ctx, tx, settlement);
}

/** The same after a decision about one line, for its supply before and after: a person may have stated another one of it. */
export async function settleAdvancesOf(
  ctx: Context,
  tx: TenantTransaction,
  supplyIds: readonly (string | null | undefined)[],
): Promise<void> {
  await settleAdvances(ctx, tx, [...new Set(supplyIds.flatMap((id) => id ?? []))]);
}

async function writeSettled(ctx: Context, tx: TenantTransaction, settlement: Settlement): Promise<void> {
  const { changed, kept } = settlement;
  const events: AuditEntry[] = [];
  const splits = new Map<string, string>();
  for (const { advance, later } of changed) {
    const { row, events: written } = await writeLaterSplit(ctx, tx, advance, later);
    const payload = { from_status: advance.status, to_status: row.status, split_id: row.id, reason: row.reason };
    events.push(...written, { action: "activity.advance_settled", subject: advance.id, payload });
    splits.set(advance.split_id, row.id);
  }
  if (kept.length > 0) {
    const figures = await restatedBySettlements(ctx, tx, { ...settlement, splits });
    const activity_split_ids = kept.map(({ advance }) => splits.get(advance.split_id) ?? advance.split_id);
    await replacePendingRestatements(tx, { activity_split_ids, cause: "settlement" }, figures);
  }
  if (events.length > 0) await appendAudit(ctx, tx, events);
}

interface Written extends Settlement {
  /** Splits that were written, by those that they supersede. */
  readonly splits: ReadonlyMap<string, string>;
}

/** What the settlements of advances would change in closed years. */
async function restatedBySettlements(
  ctx: Context,
  tx: TenantTransaction,
  { kept, tables, closed, splits }: Written,
): Promise<PendingFigure[]> {
  const open = kept.filter(({ whole, booked }) => whole !== booked);
  if (open.length === 0) return [];
  const splitOf = ({ split_id }: CurrentActivityRow) => splits.get(split_id) ?? split_id;
  const current = await selectCurrentEntries(
    tx,
    open.map(({ advance }) => splitOf(advance)),
  );
  return open.flatMap(({ advance, whole }) => {
    const activity_split_id = splitOf(advance);
    const { id: activity_id, department_id, transaction_date } = advance;
    const { result } = readingOf(advance, whole, tables);
    const source = { activity_id, activity_split_id, department_id, transaction_date };
    const before = current.filter((entry) => entry.activity_split_id === activity_split_id);
    const after = result?.kind === "calculated" ? newEntries(ctx, source, result.entries) : [];
    return pendingFigures({ activity_split_id, activity_id, cause: "settlement" }, { before, after }, closed);
  });
}
