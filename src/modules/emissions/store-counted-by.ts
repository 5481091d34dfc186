import type { TenantQueries } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";
import { isClosing } from "./store-rollups.ts";

/** Readings that are asked for at once. */
const READINGS_MAX = 20_000;

// What a closed year keeps is not what a reading counts, where something is held back of it. Of a document from before the entries were
// kept that were held back, nobody knows by what these count: by what is in force, when they are read again.
const OF_READINGS = statement(`
  select counted.activity_split_id,
    coalesce(array_agg(distinct counted.factor_id order by counted.factor_id) filter (where counted.factor_id is not null), '{}') as company_factors
  from (
    select e.activity_split_id, e.inputs ->> 'company_factor_id' as factor_id
    from emission_entries e
    where e.tenant_id = $1 and e.environment = $2 and e.activity_split_id = any($3::uuid[]) and not (${isClosing("e")})
      and not exists (select from emission_entries s
        where s.tenant_id = $1 and s.environment = $2 and s.supersedes_entry_id = e.id)
      and not exists (select from held_entries h
        cross join lateral jsonb_to_recordset(h.years) as year ("from" date, "to" date)
        where h.tenant_id = $1 and h.environment = $2 and h.activity_split_id = e.activity_split_id
          and (e.transaction_date at time zone 'UTC')::date between year."from" and year."to")
    union all
    select h.activity_split_id, entry -> 'inputs' ->> 'company_factor_id'
    from held_entries h cross join lateral jsonb_array_elements(h.entries) as entry
    where h.tenant_id = $1 and h.environment = $2 and h.activity_split_id = any($3::uuid[])
  ) as counted
  where exists (select from held_entries h
      where h.tenant_id = $1 and h.environment = $2 and h.activity_split_id = counted.activity_split_id)
    or not exists (select from pending_restatements p
      where p.tenant_id = $1 and p.environment = $2 and p.activity_split_id = counted.activity_split_id and p.cause <> 'settlement')
  group by counted.activity_split_id order by counted.activity_split_id limit ${READINGS_MAX}`);

/**
 * Ids of the company's own factors by which readings count, by split, as `companyFactorsOf` has them; a reading is left out that has no
 * entries, or of which some are not known. With what is held back of closed years in place of what they keep.
 */
export async function selectCompanyFactorsOf(
  db: TenantQueries,
  splitIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (splitIds.length === 0) return new Map();
  const rows = await db.rows<{ readonly activity_split_id: string; readonly company_factors: string[] }>(OF_READINGS, [
    splitIds,
  ]);
  return new Map(rows.map(({ activity_split_id, company_factors }) => [activity_split_id, company_factors]));
}
