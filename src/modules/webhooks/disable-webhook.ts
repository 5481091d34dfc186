import type { Context } from "../../core/context.ts";
import { appendAudit } from "../audit/index.ts";
import { endPendingDeliveries, setDisabled } from "./store-ending.ts";

/**
 * Switches a subscription off because of its receiver; the reason is shown with it. Events that wait for it are given up
 * and can be recovered after it was enabled again. Answers false when it was not active any more.
 */
export async function disableWebhook(
  ctx: Pick<Context, "clock" | "db" | "principal" | "tenant">,
  id: string,
  reason: string,
): Promise<boolean> {
  const at = ctx.clock.now().toISOString();
  return await ctx.db.transaction(async (tx) => {
    if (!(await setDisabled(tx, id, { reason, at }))) return false;
    await endPendingDeliveries(tx, id, { at, kinds: ["event"] });
    await appendAudit(ctx, tx, [{ action: "webhook.disabled", subject: id, payload: { reason } }]);
    return true;
  });
}
