import type { TenantQueries } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";
import {
  FIGURES,
  DIMENSIONS,
  ROLLUP_DIMENSIONS,
  SUBTOTAL_KEY,
  subtotalsOf,
  SUM_COLUMNS,
  SUMS,
} from "./store-rollups.ts";

const COLUMNS = SUM_COLUMNS.join(", ");
const MONTHLY_KEY = `'rollup' as resolution, department_id, month as starts_on, scope, scope3_category, category_key`;

// One scan of the entries; everything else is made of their sums by day, category and department.
const COMPARE = statement(`
  with finest as materialized (
    select month, day, scope, scope3_category, category_key, department_id, ${SUMS}
    from (
      select ${DIMENSIONS}, ${FIGURES} from emission_entries e
      where e.tenant_id = $1 and e.environment = $2
        and not exists (select from emission_entries s
          where s.tenant_id = $1 and s.environment = $2 and s.supersedes_entry_id = e.id)
    ) as entries
    group by month, day, scope, scope3_category, category_key, department_id
  ), fresh as (
    select ${MONTHLY_KEY}, ${SUMS} from finest group by ${ROLLUP_DIMENSIONS}
    union all ${subtotalsOf("finest", SUMS)}
  ), kept as (
    select 'rollup' as resolution, department_id, make_date(ym / 12, ym % 12 + 1, 1) as starts_on, scope,
      scope3_category, category_key, ${COLUMNS}
    from emission_rollups where tenant_id = $1 and environment = $2
    union all
    select ${SUBTOTAL_KEY}, ${COLUMNS} from emission_subtotals where tenant_id = $1 and environment = $2
  )
  select ${SUBTOTAL_KEY}, coalesce(f.market_based_kg, 0) as entries_kg, coalesce(k.market_based_kg, 0) as kept_kg,
    coalesce(f.entry_count, 0) as entries_count, coalesce(k.entry_count, 0) as kept_count
  from fresh f full join kept k using (${SUBTOTAL_KEY})
  where (${SUM_COLUMNS.map((column) => `coalesce(f.${column}, 0)`).join(", ")})
    is distinct from (${SUM_COLUMNS.map((column) => `coalesce(k.${column}, 0)`).join(", ")})
  order by ${SUBTOTAL_KEY} limit $3`);

/** A kept sum that is not the sum of its entries. */
export interface SumDifference {
  /** What is kept: see emission_subtotals; "rollup" is emission_rollups. */
  readonly resolution: string;
  readonly department_id: string;
  readonly starts_on: string;
  readonly scope: number;
  readonly scope3_category: number;
  readonly category_key: string;
  readonly entries_kg: string;
  readonly kept_kg: string;
  readonly entries_count: number;
  readonly kept_count: number;
}

/**
 * Adds up every current entry again and returns the kept sums (any of their columns) that differ, at most 100, in one
 * snapshot of the database. Empty: the summaries say what the entries say.
 */
export async function compareRollups(db: TenantQueries): Promise<SumDifference[]> {
  return await db.rows<SumDifference>(COMPARE, [100]);
}
