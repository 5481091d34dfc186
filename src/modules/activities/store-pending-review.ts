import type { TenantQueries } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";

const PENDING = statement(`
  select count(*) as pending
  from activities a join activity_splits p on p.tenant_id = a.tenant_id and p.environment = a.environment
    and p.activity_id = a.id and p.status = 'pending_review'
  where a.tenant_id = $1 and a.environment = $2 and a.ym between $3::int and $4::int
    and not exists (select from activity_splits s
      where s.tenant_id = $1 and s.environment = $2 and s.supersedes_split_id = p.id)
  order by 1 limit 1`);

/** How many lines of these months (`ym`, both included) wait for a person; the whole period is read. */
export async function countPendingReview(db: TenantQueries, from_ym: number, to_ym: number): Promise<number> {
  const [counted] = await db.rows<{ pending: number }>(PENDING, [from_ym, to_ym]);
  return counted?.pending ?? 0;
}
