import type { TenantQueries } from "../../core/context.ts";
import { type Statement, statement, statementFamily } from "../../core/statement.ts";
import type { PeriodParts } from "./period-parts.ts";
import { PRIMARY_METHOD_LIST } from "./rollup-deltas.ts";

/** Sums of current entries; decimals as text. The weights are sums of |market_based_kg|. */
export interface EmissionSums {
  readonly market_based_kg: string;
  readonly location_based_kg: string;
  readonly biogenic_co2_kg: string;
  readonly weight_kg: string;
  readonly spend_based_kg: string;
  readonly primary_kg: string;
  readonly quality_weighted_kg: string;
  readonly entry_count: number;
}

const SUMS = `
    sum(market_based_kg) as market_based_kg, sum(location_based_kg) as location_based_kg,
    sum(biogenic_co2_kg) as biogenic_co2_kg, sum(weight_kg) as weight_kg, sum(spend_based_kg) as spend_based_kg,
    sum(primary_kg) as primary_kg, sum(quality_weighted_kg) as quality_weighted_kg,
    sum(entry_count)::bigint as entry_count`;

const PRIMARY = PRIMARY_METHOD_LIST.map((method) => `'${method}'`).join(", ");

/** The rollup columns of an entry `e`. */
const FIGURES = `
      e.market_based_kg, e.location_based_kg, e.biogenic_co2_kg, abs(e.market_based_kg) as weight_kg,
      case when e.calculation_method = 'spend_based' then abs(e.market_based_kg) else 0 end as spend_based_kg,
      case when e.calculation_method in (${PRIMARY}) then abs(e.market_based_kg) else 0 end as primary_kg,
      abs(e.market_based_kg) * e.data_quality_score as quality_weighted_kg, 1 as entry_count`;

const CURRENT = `
      not exists (select from emission_entries s
        where s.tenant_id = $1 and s.environment = $2 and s.supersedes_entry_id = e.id)`;

/** Whole months $3..$4 of the rollups; department $5 unless null. */
const WHOLE_MONTHS = `
    select ym, scope, scope3_category, category_key, market_based_kg, location_based_kg, biogenic_co2_kg, weight_kg,
      spend_based_kg, primary_kg, quality_weighted_kg, entry_count
    from emission_rollups
    where tenant_id = $1 and environment = $2 and ym between $3::int and $4::int
      and ($5::uuid is null or department_id = $5)`;

// One index range per edge: as a plain join the planner, which cannot know how short the edges are, reads every entry.
const EDGES = `
    select e.ym, e.scope, e.scope3_category, e.category_key, e.market_based_kg, e.location_based_kg,
      e.biogenic_co2_kg, e.weight_kg, e.spend_based_kg, e.primary_kg, e.quality_weighted_kg, e.entry_count
    from unnest($6::timestamptz[], $7::timestamptz[]) as edge (from_at, to_at)
    cross join lateral (
      select e.ym, e.scope, coalesce(e.scope3_category, 0) as scope3_category, e.category_key, ${FIGURES}
      from emission_entries e
      where e.tenant_id = $1 and e.environment = $2 and e.transaction_date between edge.from_at and edge.to_at
        and ($5::uuid is null or e.department_id = $5) and ${CURRENT}
      offset 0
    ) as e`;

type Parts = { readonly edges: boolean };

/** The statement over the parts of a period; without cut months the entries are not touched. */
function overParts(compose: (parts: string) => string): (parts: Parts) => Statement {
  return statementFamily(({ edges }: Parts) =>
    compose(edges ? `(${WHOLE_MONTHS} union all ${EDGES}) as parts` : `(${WHOLE_MONTHS}) as parts`),
  );
}

const BY_SCOPE = overParts((parts) => `select scope, ${SUMS} from ${parts} group by scope order by scope limit 3`);

const BY_MONTH = overParts(
  (parts) => `
  select ym, scope, ${SUMS} from ${parts} group by ym, scope
  having sum(entry_count) > 0
  order by ym, scope limit 10800`,
);

const BY_CATEGORY = overParts(
  (parts) => `
  select scope, nullif(scope3_category, 0) as scope3_category, category_key, ${SUMS}
  from ${parts}
  group by scope, scope3_category, category_key
  having sum(entry_count) > 0
  order by sum(market_based_kg) desc, category_key, scope, scope3_category limit 5000`,
);

const BY_SCOPE3 = overParts(
  (parts) => `
  select nullif(scope3_category, 0) as scope3_category, ${SUMS}
  from ${parts}
  where scope = 3
  group by scope3_category order by scope3_category limit 16`,
);

export interface SumFilter {
  readonly parts: PeriodParts;
  readonly department_id: string | null;
}

export async function selectSumsByScope(
  db: TenantQueries,
  filter: SumFilter,
): Promise<(EmissionSums & { readonly scope: number })[]> {
  return await select(db, BY_SCOPE, filter);
}

/** In rising order of month; months without entries have no row. */
export async function selectSumsByMonth(
  db: TenantQueries,
  filter: SumFilter,
): Promise<(EmissionSums & { readonly ym: number; readonly scope: number })[]> {
  return await select(db, BY_MONTH, filter);
}

export interface CategorySums extends EmissionSums {
  readonly scope: number;
  readonly scope3_category: number | null;
  readonly category_key: string;
}

/** Largest first, of every scope. */
export async function selectSumsByCategory(db: TenantQueries, filter: SumFilter): Promise<CategorySums[]> {
  return await select<CategorySums>(db, BY_CATEGORY, filter);
}

/** Scope 3 only; a null category is what has none. */
export async function selectSumsByScope3(
  db: TenantQueries,
  filter: SumFilter,
): Promise<(EmissionSums & { readonly scope3_category: number | null })[]> {
  return await select(db, BY_SCOPE3, filter);
}

async function select<Row>(
  db: TenantQueries,
  statements: (parts: Parts) => Statement,
  { parts, department_id }: SumFilter,
): Promise<Row[]> {
  const { whole_from_ym, whole_to_ym, edges } = parts;
  const months = [whole_from_ym, whole_to_ym, department_id];
  if (edges.length === 0) return await db.rows<Row>(statements({ edges: false }), months);
  const bounds = [edges.map((edge) => edge.from), edges.map((edge) => edge.to)];
  return await db.rows<Row>(statements({ edges: true }), [...months, ...bounds]);
}

const COMPARE = statement(`
  with counted as (
    select e.ym, e.scope, coalesce(e.scope3_category, 0) as scope3_category, e.category_key,
      coalesce(e.department_id, '00000000-0000-0000-0000-000000000000') as department_id, ${FIGURES}
    from emission_entries e
    where e.tenant_id = $1 and e.environment = $2 and ${CURRENT}
  ), fresh as (
    select ym, scope, scope3_category, category_key, department_id, ${SUMS}
    from counted group by ym, scope, scope3_category, category_key, department_id
  ), kept as (
    select ym, scope, scope3_category, category_key, department_id, market_based_kg, location_based_kg,
      biogenic_co2_kg, weight_kg, spend_based_kg, primary_kg, quality_weighted_kg, entry_count
    from emission_rollups where tenant_id = $1 and environment = $2
  )
  select coalesce(f.ym, k.ym) as ym, coalesce(f.scope, k.scope) as scope,
    coalesce(f.scope3_category, k.scope3_category) as scope3_category,
    coalesce(f.category_key, k.category_key) as category_key,
    coalesce(f.department_id, k.department_id) as department_id,
    coalesce(f.market_based_kg, 0) as entries_kg, coalesce(k.market_based_kg, 0) as rollup_kg,
    coalesce(f.entry_count, 0) as entries_count, coalesce(k.entry_count, 0) as rollup_count
  from fresh f full join kept k
    on f.ym = k.ym and f.scope = k.scope and f.scope3_category = k.scope3_category
    and f.category_key = k.category_key and f.department_id = k.department_id
  where (coalesce(f.market_based_kg, 0), coalesce(f.location_based_kg, 0), coalesce(f.biogenic_co2_kg, 0),
         coalesce(f.weight_kg, 0), coalesce(f.spend_based_kg, 0), coalesce(f.primary_kg, 0),
         coalesce(f.quality_weighted_kg, 0), coalesce(f.entry_count, 0))
     is distinct from
        (coalesce(k.market_based_kg, 0), coalesce(k.location_based_kg, 0), coalesce(k.biogenic_co2_kg, 0),
         coalesce(k.weight_kg, 0), coalesce(k.spend_based_kg, 0), coalesce(k.primary_kg, 0),
         coalesce(k.quality_weighted_kg, 0), coalesce(k.entry_count, 0))
  order by 1, 2, 3, 4, 5 limit $3`);

/** A monthly sum that is not the sum of its entries. */
export interface RollupDifference {
  readonly ym: number;
  readonly scope: number;
  readonly scope3_category: number;
  readonly category_key: string;
  readonly department_id: string;
  readonly entries_kg: string;
  readonly rollup_kg: string;
  readonly entries_count: number;
  readonly rollup_count: number;
}

/**
 * Adds up every current entry again and returns the monthly sums (any of their columns) that differ, at most 100, in
 * one snapshot of the database. Empty: the summaries say what the entries say.
 */
export async function compareRollups(db: TenantQueries): Promise<RollupDifference[]> {
  return await db.rows<RollupDifference>(COMPARE, [100]);
}
