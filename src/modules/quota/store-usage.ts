import type { TenantQueries } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";

const BY_MONTH = statement(`
  select to_char(period_start, 'YYYY-MM') as month, used as quota_invoices
    from quota_usage where tenant_id = $1 and environment = $2 and period_start >= $3::date
   order by period_start limit 1200`);

/** Invoices that count against the plan's month ("2026-05"), oldest first. `from`: ISO 8601 UTC, inclusive. */
export async function quotaByMonth(
  db: TenantQueries,
  from: string,
): Promise<{ readonly month: string; readonly quota_invoices: number }[]> {
  return await db.rows(BY_MONTH, [from]);
}
