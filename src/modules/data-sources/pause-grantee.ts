import type { Context, TenantTransaction } from "../../core/context.ts";
import { appendAudit, lockAuditChain } from "../audit/index.ts";
import { pauseEnded, selectOfGrant } from "./store-sources.ts";

type PauseContext = Pick<Context, "clock" | "principal" | "tenant">;

/**
 * Pauses a source that a consultant connected under a grant which does not hold any more, and answers whether it did. Who
 * resumes it answers for it from then on.
 */
export async function pauseIfGrantEnded(ctx: PauseContext, tx: TenantTransaction, id: string): Promise<boolean> {
  const grant_id = await pauseEnded(tx, id, ctx.clock.now().toISOString());
  if (grant_id === undefined) return false;
  await appendAudit(ctx, tx, [{ action: "data_source.paused", subject: id, payload: { ended_grant_id: grant_id } }]);
  return true;
}

/** Pauses every source that stops with a grant. Called by who ends the grant, after it has ended. */
export async function pauseOfGrant(ctx: PauseContext, tx: TenantTransaction, grant_id: string): Promise<void> {
  await lockAuditChain(tx);
  for (const id of await selectOfGrant(tx, grant_id)) await pauseIfGrantEnded(ctx, tx, id);
}
