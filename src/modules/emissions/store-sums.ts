import type { SqlValue, TenantQueries } from "../../core/context.ts";
import { type Statement, statementFamily } from "../../core/statement.ts";
import type { PeriodParts } from "./period-parts.ts";
import { FIGURES, PLACE, SUM_COLUMNS, SUMS, ZERO_DEPARTMENT } from "./store-rollups.ts";

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

const COLUMNS = SUM_COLUMNS.join(", ");

const DAY_START = "T00:00:00.000000Z";

type Parts = { readonly is_cut: boolean };

/** The sources of a period: what holds its whole months, its whole days and its parts of days. */
interface Sources {
  readonly months: string;
  /** Numbered from the given parameter on: days, then the parameters of `partsOfDays`. */
  readonly cut: (first: number) => string;
  /** The first parameter after those of the months. */
  readonly next: number;
}

const SIGNED = SUM_COLUMNS.map((column) => `sign * ${column} as ${column}`).join(", ");

/**
 * Entries of parts of days, one index range each: $first and $first + 1 are the beginnings and the ends of parts to add,
 * $first + 2 are moments after which a day's entries are taken away from the sums of their day.
 */
function partsOfDays(columns: string, condition: string, first: number): string {
  return `
    select ${columns}, ${SIGNED}
    from (
      select from_at, to_at, 1 as sign from unnest($${first}::timestamptz[], $${first + 1}::timestamptz[]) as given (from_at, to_at)
      union all
      select last_at + interval '1 microsecond', date_trunc('day', last_at) + interval '1 day -1 microsecond', -1
      from unnest($${first + 2}::timestamptz[]) as started (last_at)
    ) as part
    cross join lateral (
      select ${PLACE}, ${FIGURES}
      from emission_entries e
      where e.tenant_id = $1 and e.environment = $2 and e.transaction_date between part.from_at and part.to_at
        and ${condition}
        and not exists (select from emission_entries s
          where s.tenant_id = $1 and s.environment = $2 and s.supersedes_entry_id = e.id)
      offset 0
    ) as e`;
}

const SUBTOTALS = "from emission_subtotals where tenant_id = $1 and environment = $2 and resolution =";
const MONTHS = "make_date($3::int / 12, $3::int % 12 + 1, 1) and make_date($4::int / 12, $4::int % 12 + 1, 1)";
const DEPARTMENT = `department_id = coalesce($5::uuid, ${ZERO_DEPARTMENT})`;

/** By month, scope and scope 3 category; of all departments, or of department $5. */
const BY_SCOPES: Sources = {
  months: `
    select starts_on as month, scope, scope3_category, ${COLUMNS}
    ${SUBTOTALS} 'month' and ${DEPARTMENT} and starts_on between ${MONTHS}`,
  cut: (first) => `
    select date_trunc('month', starts_on::timestamp)::date, scope, scope3_category, ${COLUMNS}
    ${SUBTOTALS} 'day' and ${DEPARTMENT} and starts_on = any($${first}::date[])
    union all
    ${partsOfDays("month, scope, scope3_category", "($5::uuid is null or e.department_id = $5)", first + 1)}`,
  next: 6,
};

/** By category, of all departments. */
const BY_CATEGORIES: Sources = {
  months: `
    select scope, scope3_category, category_key, ${COLUMNS}
    from emission_rollups where tenant_id = $1 and environment = $2 and ym between $3::int and $4::int`,
  cut: (first) => `
    select scope, scope3_category, category_key, ${COLUMNS}
    ${SUBTOTALS} 'category_day' and department_id = ${ZERO_DEPARTMENT} and starts_on = any($${first}::date[])
    union all
    ${partsOfDays("scope, scope3_category, category_key", "true", first + 1)}`,
  next: 5,
};

/** Planned once: every source is an index range, whatever the period is. Entries are read for parts of days only. */
function overParts({ months, cut, next }: Sources, compose: (parts: string) => string): (parts: Parts) => Statement {
  return statementFamily(
    ({ is_cut }: Parts) => compose(is_cut ? `(${months} union all ${cut(next)}) as parts` : `(${months}) as parts`),
    { is_planned_once: true },
  );
}

const BY_SCOPE = overParts(
  BY_SCOPES,
  (parts) => `select scope, ${SUMS} from ${parts} group by scope order by scope limit 3`,
);

const BY_MONTH = overParts(
  BY_SCOPES,
  (parts) => `
  select (extract(year from month) * 12 + extract(month from month) - 1)::int as ym, scope, ${SUMS}
  from ${parts} group by month, scope
  having sum(entry_count) > 0
  order by month, scope limit 10800`,
);

const BY_SCOPE3 = overParts(
  BY_SCOPES,
  (parts) => `
  select nullif(scope3_category, 0) as scope3_category, ${SUMS}
  from ${parts}
  where scope = 3
  group by scope3_category order by scope3_category limit 16`,
);

const BY_CATEGORY = overParts(
  BY_CATEGORIES,
  (parts) => `
  select scope, nullif(scope3_category, 0) as scope3_category, category_key, ${SUMS}
  from ${parts}
  group by scope, scope3_category, category_key
  having sum(entry_count) > 0
  order by sum(market_based_kg) desc, category_key, scope, scope3_category limit 5000`,
);

export interface SumFilter {
  readonly parts: PeriodParts;
  readonly department_id: string | null;
}

export async function selectSumsByScope(
  db: TenantQueries,
  filter: SumFilter,
): Promise<(EmissionSums & { readonly scope: number })[]> {
  return await select(db, BY_SCOPE, filter.parts, [filter.department_id]);
}

/** In rising order of month; months without entries have no row. */
export async function selectSumsByMonth(
  db: TenantQueries,
  filter: SumFilter,
): Promise<(EmissionSums & { readonly ym: number; readonly scope: number })[]> {
  return await select(db, BY_MONTH, filter.parts, [filter.department_id]);
}

/** Scope 3 only; a null category is what has none. */
export async function selectSumsByScope3(
  db: TenantQueries,
  filter: SumFilter,
): Promise<(EmissionSums & { readonly scope3_category: number | null })[]> {
  return await select(db, BY_SCOPE3, filter.parts, [filter.department_id]);
}

export interface CategorySums extends EmissionSums {
  readonly scope: number;
  readonly scope3_category: number | null;
  readonly category_key: string;
}

/** Largest first, of every scope and department. */
export async function selectSumsByCategory(db: TenantQueries, parts: PeriodParts): Promise<CategorySums[]> {
  return await select<CategorySums>(db, BY_CATEGORY, parts, []);
}

async function select<Row>(
  db: TenantQueries,
  statements: (parts: Parts) => Statement,
  { whole_from_ym, whole_to_ym, days, edges }: PeriodParts,
  filter: readonly SqlValue[],
): Promise<Row[]> {
  const is_cut = days.length > 0 || edges.length > 0;
  // Nearly every entry is dated midnight: of a day's beginning, what is left of the day is the shorter thing to read.
  const started = edges.filter((edge) => edge.from.endsWith(DAY_START));
  const others = edges.filter((edge) => !edge.from.endsWith(DAY_START));
  const cut = [
    [...days, ...started.map((edge) => edge.from.slice(0, 10))],
    others.map((edge) => edge.from),
    others.map((edge) => edge.to),
    started.map((edge) => edge.to),
  ];
  const parameters = [whole_from_ym, whole_to_ym, ...filter, ...(is_cut ? cut : [])];
  return await db.rows<Row>(statements({ is_cut }), parameters);
}
