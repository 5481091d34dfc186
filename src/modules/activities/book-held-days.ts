import type { Context, TenantTransaction } from "../../core/context.ts";
import { appendAudit, type AuditEntry } from "../audit/index.ts";
import { isHeldInPart } from "../emissions/index.ts";
import { readAs, type ReadingAgain } from "./read-again.ts";
import { type CurrentActivityRow, selectCurrentActivities } from "./store.ts";
import { writeLaterSplit } from "./write-later-split.ts";

/**
 * Reads lines again of which days of a closed year were held back: the days of years that are open now count, those of years
 * that are still closed stay held back. At most 1000 lines. The transaction holds the audit chain.
 */
export async function bookHeldDays(
  ctx: Context,
  tx: TenantTransaction,
  lines: readonly Pick<CurrentActivityRow, "id">[],
  tables: ReadingAgain,
): Promise<void> {
  if (lines.length === 0) return;
  const current = await selectCurrentActivities(
    tx,
    lines.map(({ id }) => id),
  );
  const events: AuditEntry[] = [];
  for (const line of current) {
    if (line.status !== "classified" || !(await isHeldInPart(tx, line.split_id))) continue;
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
    const { row, events: written } = await writeLaterSplit(ctx, tx, line, { decision, split, result });
    const payload = { from_status: line.status, to_status: row.status, split_id: row.id };
    events.push(...written, { action: "activity.restated", subject: line.id, payload });
  }
  if (events.length > 0) await appendAudit(ctx, tx, events);
}
