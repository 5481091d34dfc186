import type { Context, TenantTransaction } from "../../core/context.ts";
import { notFound } from "../../core/errors.ts";
import { appendAudit } from "../audit/index.ts";
import { pcfAfter, type PcfEvent } from "./pcf-states.ts";
import { type PcfRecord, toPcfRecord } from "./pcf-record.ts";
import { lockApproved, type LockedPcf, lockPcf, setDecision } from "./store.ts";

export type DecisionContext = Pick<Context, "clock" | "principal" | "tenant">;

export interface PcfDecision {
  readonly id: string;
  readonly event: PcfEvent;
  readonly reason: string | null;
}

/**
 * Decides on a footprint, with its audit row. An approval deprecates the approved footprints that the new one names as
 * its predecessors (PACT v3, precedingPfIds). @throws ServiceError resource.not_found, request.validation_failed
 */
export async function decidePcf(
  ctx: DecisionContext,
  tx: TenantTransaction,
  { id, event, reason }: PcfDecision,
): Promise<PcfRecord> {
  const footprint = await lockPcf(tx, id);
  if (footprint === undefined) throw notFound("product footprint");
  const record = await apply(ctx, tx, footprint, { event, reason });
  if (event !== "approve" || footprint.preceding_pf_ids.length === 0) return record;
  for (const older of await lockApproved(tx, footprint.preceding_pf_ids)) {
    if (older.id === id) continue;
    await apply(ctx, tx, older, { event: "deprecate", reason: `replaced by ${footprint.pact_id}` });
  }
  return record;
}

async function apply(
  ctx: DecisionContext,
  tx: TenantTransaction,
  { id, status: before }: LockedPcf,
  { event, reason }: Pick<PcfDecision, "event" | "reason">,
): Promise<PcfRecord> {
  const status = pcfAfter(before, event);
  const at = ctx.clock.now().toISOString();
  const row = await setDecision(tx, id, { status, by: ctx.principal.actor, at, reason });
  const payload = { before, after: status, has_reason: reason !== null };
  await appendAudit(ctx, tx, [{ action: `pcf_record.${status}`, subject: id, payload }]);
  return toPcfRecord(row);
}
