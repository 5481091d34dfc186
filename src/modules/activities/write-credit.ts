import type { Context, TenantTransaction } from "../../core/context.ts";
import { appendAudit } from "../audit/index.ts";
import {
  addPendingRestatements,
  insertHeldEntries,
  isInYears,
  newEntries,
  pendingFigures,
} from "../emissions/index.ts";
import type { CreditChange, PlannedCredit } from "./plan-credit.ts";
import { recordLines } from "./record-lines.ts";
import { settlePurchase } from "./settle-purchase.ts";
import { writeLaterSplit } from "./write-later-split.ts";

/**
 * Writes what becomes of lines of credit notes: later readings of their activities, and further activities. The transaction holds the
 * audit chain.
 * @returns as settlePurchase
 */
export async function writeCredits(
  ctx: Context,
  tx: TenantTransaction,
  planned: readonly PlannedCredit[],
): Promise<readonly string[]> {
  const touched: string[] = [];
  for (const { changes, further } of planned) {
    for (const change of changes) touched.push(...(await write(ctx, tx, change)));
    if (further === undefined) continue;
    const { document_id: id, document_sha256: sha256, document_type } = further.of;
    await appendAudit(ctx, tx, await recordLines(ctx, tx, { id, sha256, document_type }, further.lines));
  }
  return touched;
}

async function write(ctx: Context, tx: TenantTransaction, { line, later }: CreditChange): Promise<readonly string[]> {
  const { row, facts, events } = await writeLaterSplit(ctx, tx, line, later);
  const { result, outside = [] } = later;
  if (outside.length > 0 && result?.kind === "calculated") {
    const { department_id, transaction_date } = facts;
    const source = { activity_id: line.id, activity_split_id: row.id, department_id, transaction_date };
    const held = newEntries(ctx, source, result.entries).filter((entry) => isInYears(entry, outside));
    const of = { activity_split_id: row.id, activity_id: line.id, cause: "credit_note" } as const;
    await insertHeldEntries(tx, [{ activity_split_id: row.id, years: outside, entries: held }]);
    await addPendingRestatements(tx, pendingFigures(of, { before: [], after: held }, outside));
  }
  const credited = {
    action: "activity.credited",
    subject: line.id,
    payload: { from_status: line.status, to_status: row.status, split_id: row.id, reason: row.reason },
  };
  await appendAudit(ctx, tx, [...events, credited]);
  return await settlePurchase(ctx, tx, line);
}
