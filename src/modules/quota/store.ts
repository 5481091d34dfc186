import type { TenantQueries } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";

const READ_USED = statement(`
  select used from quota_usage where tenant_id = $1 and environment = $2 and period_start = $3
  order by period_start limit 1`);

const LOCK_PERIOD = statement(`
  insert into quota_usage (tenant_id, environment, period_start, used) values ($1, $2, $3, 0)
  on conflict (tenant_id, environment, period_start) do update set used = quota_usage.used
  returning used, threshold_notified`);

const WRITE_PERIOD = statement(`
  update quota_usage set used = greatest(0, used + $4), threshold_notified = greatest(threshold_notified, $5)
  where tenant_id = $1 and environment = $2 and period_start = $3`);

export async function readUsed(db: TenantQueries, periodStart: string): Promise<number> {
  const [row] = await db.rows<{ used: number }>(READ_USED, [periodStart]);
  return row?.used ?? 0;
}

/** Locks the period's row until the transaction ends. */
export async function lockPeriod(
  tx: TenantQueries,
  periodStart: string,
): Promise<{ used: number; threshold_notified: number }> {
  const [row] = await tx.rows<{ used: number; threshold_notified: number }>(LOCK_PERIOD, [periodStart]);
  if (row === undefined) throw new Error("upsert of quota_usage returned no row");
  return row;
}

export async function addUsed(
  tx: TenantQueries,
  periodStart: string,
  delta: number,
  thresholdNotified: number,
): Promise<void> {
  await tx.rows(WRITE_PERIOD, [periodStart, delta, thresholdNotified]);
}
