import type { TenantQueries } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";
import type { PurchaseState } from "../purchases/index.ts";
import { IS_CURRENT } from "./current-split.ts";

/** Lines of one document that are looked at. */
const LINES_MAX = 10_000;

const STATE = statement(`
  select case when bool_or(s.status = 'classified') then 'settled' when bool_or(s.status = 'pending_review') then 'waiting'
              when bool_and(s.mapped_by = 'person') then 'dismissed' else 'settled' end as state
  from (
    select s.status, s.mapped_by from activity_splits s
    where s.tenant_id = $1 and s.environment = $2 and s.activity_id = any($3::uuid[])
      and ${IS_CURRENT}
    limit ${LINES_MAX}
  ) as s order by 1 limit 1`);

/** What became of lines, by how they are read now. */
export async function selectStateOfLines(tx: TenantQueries, activityIds: readonly string[]): Promise<PurchaseState> {
  return (await tx.rows<{ readonly state: PurchaseState }>(STATE, [activityIds]))[0]?.state ?? "settled";
}
