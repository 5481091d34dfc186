import type { Context } from "../../core/context.ts";
import { quotaPeriod, reserveQuota } from "../quota/index.ts";
import { queueFiles } from "./accept-files.ts";
import { lockHeldFiles, unholdFiles } from "./store.ts";

/**
 * Queues files that were kept unread for want of quota, oldest first, as far as the quota reaches now: after a new period
 * or another plan. Safe to call at any time. Returns how many were queued.
 */
export async function releaseHeldFiles(ctx: Context): Promise<number> {
  return await ctx.db.transaction(async (tx) => {
    const held = await lockHeldFiles(tx);
    const granted = await reserveQuota(ctx, tx, held.length);
    const ids = held.slice(0, granted).map((file) => file.id);
    if (ids.length === 0) return 0;
    await unholdFiles(tx, ids, quotaPeriod(ctx.clock.now()).start);
    await queueFiles(ctx, tx, ids);
    return ids.length;
  });
}
