import type { TenantQueries } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";
import { WITH_CURRENT_SPLIT } from "./current-split.ts";

const PENDING = statement(`
  select count(*) as pending
  from ${WITH_CURRENT_SPLIT}
  where a.tenant_id = $1 and a.environment = $2 and a.ym between $3::int and $4::int and s.status = 'pending_review'
  order by 1 limit 1`);

/** How many lines of these months (`ym`, both included) wait for a person; the whole period is read. */
export async function countPendingReview(db: TenantQueries, from_ym: number, to_ym: number): Promise<number> {
  const [counted] = await db.rows<{ pending: number }>(PENDING, [from_ym, to_ym]);
  return counted?.pending ?? 0;
}
