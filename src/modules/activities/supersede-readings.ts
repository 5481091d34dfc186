import type { Context, TenantTransaction } from "../../core/context.ts";
import { appendAudit, insertLedgerRows } from "../audit/index.ts";
import type { Decision } from "../categorization/index.ts";
import { type CalculationGap, type CalculationResult, supersedeEntries } from "../emissions/index.ts";
import { splitRow } from "./new-split.ts";
import { splitEvent } from "./record-documents.ts";
import { type CurrentActivityRow, selectCurrentActivity } from "./store.ts";

/** Why an activity stops counting: another document counts the purchase, or a person must say whether one does. */
export type LaterReading =
  | { readonly kind: "evidence"; readonly activity_id: string; readonly reason: string }
  | { readonly kind: "doubt"; readonly activity_id: string; readonly gap: CalculationGap };

/**
 * Takes activities out of the totals because of what another document says: each gets a split that supersedes its
 * current one, its entries get successors of 0 kg, and the audit events say why. Activities that do not count already are
 * left alone. The transaction holds the tenant's audit chain.
 */
export async function supersedeReadings(
  ctx: Context,
  tx: TenantTransaction,
  readings: readonly LaterReading[],
): Promise<void> {
  for (const reading of readings) {
    const current = await selectCurrentActivity(tx, reading.activity_id);
    if (current === undefined || current.status === "excluded") continue;
    if (reading.kind === "doubt" && current.status === "pending_review") continue;
    await supersede(ctx, tx, current, reading);
  }
}

async function supersede(
  ctx: Context,
  tx: TenantTransaction,
  current: CurrentActivityRow,
  reading: LaterReading,
): Promise<void> {
  const { department_id, transaction_date } = current;
  const identity = {
    id: ctx.newId(),
    activity_id: current.id,
    supersedes_split_id: current.split_id,
    created_by: ctx.principal.actor,
  };
  const split = {
    decision: decisionOf(current, reading),
    quantity: current.split_quantity,
    unit: current.split_unit,
    conversion: current.conversion,
    allocated_amount: current.allocated_amount,
    allocated_currency: current.allocated_currency,
    department_id,
  };
  const result: CalculationResult | null = reading.kind === "doubt" ? { kind: "review", gap: reading.gap } : null;
  const row = splitRow(identity, split, result);
  const [recorded] = await insertLedgerRows(tx, "activity_splits", [row]);
  const { events } = await supersedeEntries(ctx, tx, {
    from_split_id: current.split_id,
    source: { activity_id: current.id, activity_split_id: row.id, department_id, transaction_date },
    calculated: [],
  });
  const change = { from_status: current.status, to_status: row.status, split_id: row.id };
  const action = reading.kind === "evidence" ? "activity.became_evidence" : "activity.doubted";
  await appendAudit(ctx, tx, [
    splitEvent(row, recorded?.content_sha256),
    ...events,
    { action, subject: current.id, payload: change },
  ]);
}

/** The category stays: it says what was bought, whoever counts it. */
function decisionOf(current: CurrentActivityRow, reading: LaterReading): Decision {
  const isEvidence = reading.kind === "evidence";
  return {
    status: isEvidence ? "excluded" : "classified",
    category_key: current.category_key,
    mapped_by: !isEvidence && current.mapped_by === "person" ? "person" : "rule",
    confidence: isEvidence ? 1 : Number(current.confidence),
    reason: isEvidence ? reading.reason : current.reason,
    candidates: [],
  };
}
