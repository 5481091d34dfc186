import type { Context, TenantTransaction } from "../../core/context.ts";
import { PLANS } from "../../core/plans.ts";
import { quotaPeriod, thresholdsReached } from "./quota.ts";
import { addUsed, lockPeriod } from "./store.ts";

/**
 * Takes up to `wanted` documents from this month's quota and returns how many were granted. Emits
 * usage.quota_threshold once per period for each of 80 % and 100 %, for both when one reservation reaches both.
 */
export async function reserveQuota(ctx: Context, tx: TenantTransaction, wanted: number): Promise<number> {
  if (wanted === 0) return 0;
  const limit = PLANS[ctx.tenant.plan].invoices_per_month;
  const period = quotaPeriod(ctx.clock.now());
  const before = await lockPeriod(tx, period.start);
  const granted = Math.min(wanted, Math.max(0, limit - before.used));
  const used = before.used + granted;
  const reached = thresholdsReached(used, limit);
  await addUsed(tx, period.start, granted, reached.at(-1) ?? 0);
  for (const percent of reached.filter((threshold) => threshold > before.threshold_notified)) {
    await ctx.emit(tx, "usage.quota_threshold", {
      id: `${ctx.tenant.id}:${period.start}:${percent}`,
      threshold_percent: percent,
      limit,
      used,
      period_start: period.start,
      period_end: period.end,
    });
  }
  return granted;
}

/** Gives back reservations of documents that were refused or turned out to be duplicates. */
export async function releaseQuota(tx: TenantTransaction, reservedAt: Date, count: number): Promise<void> {
  if (count > 0) await addUsed(tx, quotaPeriod(reservedAt).start, -count, 0);
}
