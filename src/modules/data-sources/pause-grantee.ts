import type { Context, TenantTransaction } from "../../core/context.ts";
import { appendAudit, lockAuditChain } from "../audit/index.ts";
import { pauseEnded, pauseSources, selectOfGrant } from "./store-sources.ts";

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

/**
 * Pauses every source of a company; answers how many were not. For a copy of an installation: it would fetch, and mark as
 * fetched, what is the original's.
 */
export async function pauseAll(ctx: PauseContext & Pick<Context, "db">, reason: string): Promise<number> {
  return await ctx.db.transaction(async (tx) => {
    await lockAuditChain(tx);
    const ids = await pauseSources(tx);
    const paused = ids.map((id) => ({ action: "data_source.paused", subject: id, payload: { reason } }));
    if (paused.length > 0) await appendAudit(ctx, tx, paused);
    return ids.length;
  });
}
