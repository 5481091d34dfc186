import type { TenantQueries } from "../../core/context.ts";
import { type Statement, statementFamily } from "../../core/statement.ts";
import type { PeriodParts } from "./period-parts.ts";
import { type Coverage, coverageOf, DEPARTMENT, MONTHS, NO_COVERAGE, SUBTOTALS } from "./store-coverage.ts";
import { FIGURES, DIMENSIONS, SUM_COLUMNS, SUMS, ZERO_DEPARTMENT, ZERO_DEPARTMENT_ID } from "./store-rollups.ts";

/** Sums of current entries; decimals as text. What each holds: FIGURES. */
export interface EmissionSums {
  readonly market_based_kg: string;
  readonly location_based_kg: string;
  readonly biogenic_co2_kg: string;
  readonly weight_kg: string;
  readonly spend_based_kg: string;
  readonly primary_kg: string;
  readonly quality_weighted_kg: string;
  readonly product_kg: string;
  readonly stated_kg: string;
  readonly market_based_fallback_kg: string;
  readonly life_cycle_kg: string;
  readonly spend_region_substituted_kg: string;
  readonly entry_count: number;
  readonly closing_count: number;
}

/** How many entries the rows are the sums of, as list_emissions lists them: without those that only end an earlier one. */
export function listedEntries(rows: readonly Pick<EmissionSums, "entry_count" | "closing_count">[]): number {
  return rows.reduce((count, row) => count + row.entry_count - row.closing_count, 0);
}

const COLUMNS = SUM_COLUMNS.join(", ");

const DAY_START = "T00:00:00.000000Z";

type Parts = { readonly is_cut: boolean };

/**
 * The sources of a period: what holds its whole months, and by day what holds its whole days and its parts of days. $3 and $4
 * are the months, $5 is the department or the zero one, $6 the day that coverage ends with and $7 the scope, null for all; $8
 * and $9 are the first and the last month of which the period has anything.
 */
interface Sources {
  readonly months: string;
  /** Numbered from the given parameter on: days, then the parameters of `partsOfDays`. */
  readonly cut: (first: number) => string;
  /** What the sums keep of the key, of a whole month and of a day. */
  readonly key: { readonly month: string; readonly day: string };
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
      select ${DIMENSIONS}, ${FIGURES}
      from emission_entries e
      where e.tenant_id = $1 and e.environment = $2 and e.transaction_date between part.from_at and part.to_at
        and ${condition}
        and not exists (select from emission_entries s
          where s.tenant_id = $1 and s.environment = $2 and s.supersedes_entry_id = e.id)
      offset 0
    ) as e`;
}

/** By month, scope and scope 3 category; of all departments, or of department $5. */
const BY_SCOPES: Sources = {
  months: `
    select starts_on as month, scope, scope3_category, ${COLUMNS}
    ${SUBTOTALS} 'month' and ${DEPARTMENT} and starts_on between ${MONTHS}`,
  cut: (first) => `
    select starts_on as day, scope, scope3_category, ${COLUMNS}
    ${SUBTOTALS} 'day' and ${DEPARTMENT} and starts_on = any($${first}::date[])
    union all
    ${partsOfDays("day, scope, scope3_category", `($5::uuid = ${ZERO_DEPARTMENT} or e.department_id = $5)`, first + 1)}`,
  key: {
    month: "month, scope, scope3_category",
    day: "date_trunc('month', day::timestamp)::date, scope, scope3_category",
  },
};

/** By category, of all departments. */
const BY_CATEGORIES: Sources = {
  months: `
    select scope, scope3_category, category_key, ${COLUMNS}
    from emission_rollups where tenant_id = $1 and environment = $2 and ym between $3::int and $4::int`,
  cut: (first) => `
    select starts_on as day, scope, scope3_category, category_key, ${COLUMNS}
    ${SUBTOTALS} 'category_day' and department_id = ${ZERO_DEPARTMENT} and starts_on = any($${first}::date[])
    union all
    ${partsOfDays("day, scope, scope3_category, category_key", "true", first + 1)}`,
  key: { month: "scope, scope3_category, category_key", day: "scope, scope3_category, category_key" },
};

/** The first parameter after those of every period. */
const NEXT = 10;

/**
 * Planned once: every source is an index range, whatever the period is. Entries are read for parts of days only. Sums and
 * coverage are one statement, so that they tell of the same moment: a period without sums has one row that is not summed.
 */
function overParts(
  { months, cut, key }: Sources,
  sums: { readonly of: (parts: string) => string; readonly order: string },
): (parts: Parts) => Statement {
  return statementFamily(
    ({ is_cut }: Parts) => {
      const cutParts = is_cut ? `union all select ${key.day}, ${COLUMNS} from cut` : "";
      return `
      with ${is_cut ? `cut as materialized (${cut(NEXT)}), ` : ""}coverage as materialized (${coverageOf({ is_cut })})
      select coverage.*, sums.scope is not null as is_summed, sums.* from coverage left join (
        ${sums.of(`(select ${key.month}, ${COLUMNS} from (${months}) as whole ${cutParts}) as parts`)}
      ) as sums on true
      order by ${sums.order}`;
    },
    { is_planned_once: true },
  );
}

const BY_SCOPE = overParts(BY_SCOPES, {
  of: (parts) => `select scope, ${SUMS} from ${parts} group by scope`,
  order: "sums.scope limit 3",
});

const BY_MONTH = overParts(BY_SCOPES, {
  of: (parts) => `
  select (extract(year from month) * 12 + extract(month from month) - 1)::int as ym, scope, ${SUMS}
  from ${parts} group by month, scope
  having sum(entry_count) > sum(closing_count)`,
  order: "sums.ym, sums.scope limit 10800",
});

const BY_SCOPE3 = overParts(BY_SCOPES, {
  of: (parts) => `
  select 3 as scope, nullif(scope3_category, 0) as scope3_category, ${SUMS}
  from ${parts}
  where scope = 3
  group by scope3_category`,
  order: "sums.scope3_category limit 16",
});

const BY_CATEGORY = overParts(BY_CATEGORIES, {
  of: (parts) => `
  select scope, nullif(scope3_category, 0) as scope3_category, category_key, ${SUMS}
  from ${parts}
  where $7::smallint is null or scope = $7
  group by scope, scope3_category, category_key
  having sum(entry_count) > sum(closing_count)`,
  order: "sums.market_based_kg desc, sums.category_key, sums.scope, sums.scope3_category limit 5000",
});

export interface SumFilter {
  readonly parts: PeriodParts;
  /** ISO 8601 date of the day on which is asked: coverage ends with it, sums do not. */
  readonly today: string;
}

/** Sums of a period and which days of it they rest on. */
export interface CoveredSums<Row> {
  readonly coverage: Coverage;
  readonly rows: readonly Row[];
}

/** Members of the sums are null in a row that is not summed, which no caller gets. */
type Covered<Row> = Row & Coverage & { readonly is_summed: boolean };

interface DepartmentFilter extends SumFilter {
  readonly department_id: string | null;
}

interface ScopeFilter extends SumFilter {
  readonly scope: number | null;
}

export type ScopeSums = EmissionSums & { readonly scope: number };

export async function selectSumsByScope(db: TenantQueries, filter: DepartmentFilter): Promise<CoveredSums<ScopeSums>> {
  return covered(await select<Covered<ScopeSums>>(db, BY_SCOPE, { ...filter, scope: null }));
}

export type MonthSums = ScopeSums & { readonly ym: number };

/** In rising order of month; months without entries have no row. */
export async function selectSumsByMonth(db: TenantQueries, filter: DepartmentFilter): Promise<CoveredSums<MonthSums>> {
  return covered(await select<Covered<MonthSums>>(db, BY_MONTH, { ...filter, scope: null }));
}

export type Scope3Sums = ScopeSums & { readonly scope3_category: number | null };

/** Scope 3 only; a null category is what has none. */
export async function selectSumsByScope3(db: TenantQueries, filter: SumFilter): Promise<CoveredSums<Scope3Sums>> {
  return covered(await select<Covered<Scope3Sums>>(db, BY_SCOPE3, { ...filter, department_id: null, scope: 3 }));
}

export type CategorySums = Scope3Sums & { readonly category_key: string };

/** Largest first, of one scope or of all, and of every department. */
export async function selectSumsByCategory(db: TenantQueries, filter: ScopeFilter): Promise<CoveredSums<CategorySums>> {
  return covered(await select<Covered<CategorySums>>(db, BY_CATEGORY, { ...filter, department_id: null }));
}

async function select<Row>(
  db: TenantQueries,
  statements: (parts: Parts) => Statement,
  { parts, today, department_id, scope }: DepartmentFilter & ScopeFilter,
): Promise<Row[]> {
  const { whole_from_ym, whole_to_ym, days, edges } = parts;
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
  const parameters = [
    whole_from_ym,
    whole_to_ym,
    department_id ?? ZERO_DEPARTMENT_ID,
    today,
    scope,
    ...firstAndLastMonth(parts),
    ...(is_cut ? cut : []),
  ];
  return await db.rows<Row>(statements({ is_cut }), parameters);
}

/** The first and the last month of which the period has anything. */
function firstAndLastMonth({ whole_from_ym, whole_to_ym, cuts }: PeriodParts): [number, number] {
  const whole = whole_from_ym > whole_to_ym ? [] : [whole_from_ym, whole_to_ym];
  const months = [...whole, ...cuts.map(({ ym }) => ym)];
  return [Math.min(...months), Math.max(...months)];
}

function covered<Row extends Covered<ScopeSums>>(rows: readonly Row[]): CoveredSums<Row> {
  return { coverage: rows[0] ?? NO_COVERAGE, rows: rows.filter((row) => row.is_summed) };
}
