import type { Context, Environment, SystemDb, TenantTransaction } from "../../core/context.ts";
import { appendAudit, lockAuditChain } from "../audit/index.ts";
import { endPendingDeliveries, selectExpired, selectNotEnded, selectOfGrant, setDisabled } from "./store-ending.ts";

/**
 * Switches a subscription off because of its receiver; the reason is shown with it. Events that wait for it are given up
 * and can be recovered after it was enabled again. Answers false when it was not active any more.
 */
export async function disableWebhook(
  ctx: Pick<Context, "clock" | "db" | "principal" | "tenant">,
  id: string,
  reason: string,
): Promise<boolean> {
  return await ctx.db.transaction((tx) => disableIn(ctx, tx, { id, reason, kinds: ["event"] }));
}

const GRANT_ENDED = "the consultant's grant has ended";

/** Switches off what stops with a grant, and gives up whatever waits for it. Called by who ends the grant. */
export async function disableOfGrant(ctx: EndContext, tx: TenantTransaction, grant_id: string): Promise<void> {
  for (const id of await selectOfGrant(tx, grant_id)) await disableGrantee(ctx, tx, id);
}

/** The same for subscriptions whose grant ended by its own time: nothing is sent to them since, now they say so. */
export async function disableExpired(
  system: SystemDb,
  now: string | null,
  contextOf: (tenant_id: string, environment: Environment) => Promise<Context>,
): Promise<void> {
  for (const { tenant_id, environment, id } of await selectExpired(system, now)) {
    const ctx = await contextOf(tenant_id, environment);
    await ctx.db.transaction((tx) => disableGrantee(ctx, tx, id));
  }
}

type EndContext = Pick<Context, "clock" | "principal" | "tenant">;

async function disableGrantee(ctx: EndContext, tx: TenantTransaction, id: string): Promise<void> {
  // First of all locks, as whoever numbers something of a company does.
  await lockAuditChain(tx);
  const kinds = ["event", "replay", "test"] as const;
  if (await disableIn(ctx, tx, { id, reason: GRANT_ENDED, kinds })) return;
  await endPendingDeliveries(tx, id, { at: ctx.clock.now().toISOString(), kinds });
}

/**
 * Switches every subscription of a company off and gives up whatever waits for them; answers how many were active. For a copy
 * of an installation: receivers would take its deliveries for the original's.
 */
export async function disableAll(
  ctx: Pick<Context, "clock" | "db" | "principal" | "tenant">,
  reason: string,
): Promise<number> {
  return await ctx.db.transaction(async (tx) => {
    await lockAuditChain(tx);
    const kinds = ["event", "replay", "test"] as const;
    let active = 0;
    for (const id of await selectNotEnded(tx)) {
      if (await disableIn(ctx, tx, { id, reason, kinds })) active += 1;
      else await endPendingDeliveries(tx, id, { at: ctx.clock.now().toISOString(), kinds });
    }
    return active;
  });
}

interface Ending {
  readonly id: string;
  readonly reason: string;
  readonly kinds: readonly ("event" | "replay" | "test")[];
}

async function disableIn(ctx: EndContext, tx: TenantTransaction, { id, reason, kinds }: Ending): Promise<boolean> {
  const at = ctx.clock.now().toISOString();
  if (!(await setDisabled(tx, id, { reason, at }))) return false;
  await endPendingDeliveries(tx, id, { at, kinds });
  await appendAudit(ctx, tx, [{ action: "webhook.disabled", subject: id, payload: { reason } }]);
  return true;
}
