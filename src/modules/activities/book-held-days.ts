import type { Context, TenantTransaction } from "../../core/context.ts";
import { appendAudit, type AuditEntry } from "../audit/index.ts";
import { copiedEntries, heldCause, selectHeldEntries } from "../emissions/index.ts";
import { closedYearChange, countLater } from "./count-later.ts";
import { sameReading } from "./new-split.ts";
import { readAs, type ReadingTables } from "./read-again.ts";
import { recordSplits } from "./record-splits.ts";
import { type CurrentActivityRow, selectCurrentActivities } from "./store.ts";
import { wholeReading } from "./whole-reading.ts";
import { writeLaterSplit } from "./write-later-split.ts";

/**
 * Counts of lines what was held back of closed years: the days of years that are open now count, those of years that are still
 * closed stay held back. They count with the figures that were told; the days of a document from before these were kept are read
 * again, by what is in force. At most 1000 lines. The transaction holds the audit chain.
 */
export async function bookHeldDays(
  ctx: Context,
  tx: TenantTransaction,
  lines: readonly Pick<CurrentActivityRow, "id">[],
  tables: ReadingTables,
): Promise<void> {
  if (lines.length === 0) return;
  const current = await selectCurrentActivities(
    tx,
    lines.map(({ id }) => id),
  );
  const events: AuditEntry[] = [];
  for (const line of current) {
    if ((await heldCause(tx, line.split_id)) === null) continue;
    const isKept = (await selectHeldEntries(tx, [line.split_id])).has(line.split_id);
    const { row, events: written } = isKept ? await countHeld(ctx, tx, line) : await readHeld(ctx, tx, line, tables);
    const payload = { from_status: line.status, to_status: row.status, split_id: row.id };
    events.push(...written, { action: "activity.restated", subject: line.id, payload });
  }
  if (events.length > 0) await appendAudit(ctx, tx, events);
}

/** The reading as it is, with the entries that were held back of it. */
async function countHeld(ctx: Context, tx: TenantTransaction, current: CurrentActivityRow) {
  const identity = {
    id: ctx.newId(),
    activity_id: current.id,
    supersedes_split_id: current.split_id,
    created_by: ctx.principal.actor,
  };
  const row = sameReading(identity, current, current.department_id);
  const change = await closedYearChange(tx, current);
  const splitEvents = await recordSplits(ctx, tx, [{ row, line: current }]);
  const fresh = copiedEntries(ctx, await wholeReading(ctx, tx, current), { activity_split_id: row.id });
  const { transaction_date } = current;
  const { events } = await countLater(ctx, tx, { current, row, transaction_date, fresh, change });
  return { row, events: [...splitEvents, ...events] };
}

async function readHeld(ctx: Context, tx: TenantTransaction, line: CurrentActivityRow, tables: ReadingTables) {
  const { category_key, mapped_by, reason, candidates } = line;
  const { split, result } = readAs(line, category_key, tables);
  // What can no longer be calculated, because a factor is gone, waits like any other line.
  const decision = {
    status: line.status,
    category_key,
    mapped_by,
    confidence: Number(line.confidence),
    reason,
    candidates,
  };
  return await writeLaterSplit(ctx, tx, line, { decision, split, result });
}
