import type { Context, TenantTransaction } from "../../core/context.ts";
import type { AuditEntry } from "../audit/index.ts";
import { readAs, type ReadingTables } from "./read-again.ts";
import type { CurrentActivityRow } from "./store.ts";
import { writeLaterSplit } from "./write-later-split.ts";

/**
 * Reads a line that counts anew where nothing counts it any more: it keeps its category and waits for a person, who reads what is
 * missing. The transaction holds the audit chain. Answers the events that the caller appends; none where it can be counted.
 */
export async function keptWaiting(
  ctx: Context,
  tx: TenantTransaction,
  current: CurrentActivityRow,
  tables: ReadingTables,
): Promise<readonly AuditEntry[]> {
  const { split, result } = readAs(current, current.category_key, tables);
  if (result.kind !== "review" || current.status !== "classified") return [];
  const { category_key, mapped_by, reason, candidates } = current;
  const decision = {
    status: "classified",
    category_key,
    mapped_by,
    confidence: Number(current.confidence),
    reason,
    candidates,
  } as const;
  const { row, events } = await writeLaterSplit(ctx, tx, current, { decision, split, result });
  const payload = { from_status: current.status, to_status: row.status, split_id: row.id };
  return [...events, { action: "activity.reopened", subject: current.id, payload }];
}
