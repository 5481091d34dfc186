import type { TenantQueries } from "../../core/context.ts";
import { MONTHS, OF_SCOPE, SUBTOTALS } from "./store-coverage.ts";
import {
  type CoveredSums,
  type Covered,
  covered,
  type DepartmentFilter,
  NEXT,
  overParts,
  partsOfDays,
  type ScopeFilter,
  select,
  type SumFilter,
} from "./store-period-sums.ts";
import { SUM_COLUMNS, SUMS, ZERO_DEPARTMENT } from "./store-rollups.ts";

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
  readonly factor_year_distant_kg: string;
  readonly entry_count: number;
  readonly closing_count: number;
}

/** How many entries the rows are the sums of, as list_emissions lists them: without those that only end an earlier one. */
export function listedEntries(rows: readonly Pick<EmissionSums, "entry_count" | "closing_count">[]): number {
  return rows.reduce((count, row) => count + row.entry_count - row.closing_count, 0);
}

const BY_SCOPE = overParts({
  of: (parts) => `select scope, ${SUMS} from ${parts} group by scope`,
  order: "sums.scope",
  limit: 3,
});

const BY_MONTH = overParts({
  of: (parts) => `
  select (extract(year from month) * 12 + extract(month from month) - 1)::int as ym, scope, ${SUMS}
  from ${parts} group by month, scope
  having sum(entry_count) > sum(closing_count)`,
  order: "sums.ym, sums.scope",
  limit: 10_800,
});

const BY_SCOPE3 = overParts({
  of: (parts) => `
  select 3 as scope, nullif(scope3_category, 0) as scope3_category, ${SUMS}
  from ${parts}
  where scope = 3
  group by scope3_category`,
  order: "sums.scope3_category",
  limit: 16,
});

const CATEGORY = "scope, scope3_category, category_key";
/** Of a category only what its row tells: there are a hundred rows of categories for each row of scopes. */
const TOLD_OF_CATEGORY = "market_based_kg, entry_count, closing_count";
const CATEGORY_SUMS = SUM_COLUMNS.map((column) => {
  if (column.endsWith("_count")) return `sum(${column})::bigint as ${column}`;
  return column === "market_based_kg" ? `sum(${column}) as ${column}` : `null::numeric as ${column}`;
}).join(", ");

/** Bare, so that the index of the sums evaluates it before a row is fetched. */
const WITHIN_SCOPES =
  "scope = any(case when $7::smallint is null then '{1,2,3}'::smallint[] else array[$7::smallint] end)";
const OF_CATEGORIES = `department_id = ${ZERO_DEPARTMENT} and ${WITHIN_SCOPES}`;

/** Rows of categories, of all departments: of whole months, and of the days and parts of days of a period that cuts months. */
const categoryParts = (is_cut: boolean): string => `
    select ${CATEGORY}, ${TOLD_OF_CATEGORY} ${SUBTOTALS} 'category_month' and ${OF_CATEGORIES} and starts_on between ${MONTHS}
    ${
      is_cut
        ? `union all
    select ${CATEGORY}, ${TOLD_OF_CATEGORY} ${SUBTOTALS} 'category_day' and ${OF_CATEGORIES} and starts_on = any($${NEXT}::date[])
    union all
    select ${CATEGORY}, ${TOLD_OF_CATEGORY} from (${partsOfDays(CATEGORY, "true", NEXT + 1)}) as part_of_day
    where ${WITHIN_SCOPES}`
        : ""
    }`;

/** The categories, and beside them the sums of their scopes, from the far fewer rows of scopes. */
const BY_CATEGORY = overParts({
  of: (parts, { is_cut }) => `
  select scope, nullif(scope3_category, 0) as scope3_category, category_key, ${CATEGORY_SUMS}
  from (${categoryParts(is_cut)}) as of_categories
  group by scope, scope3_category, category_key
  having sum(entry_count) > sum(closing_count)
  union all
  select scope, null, null, ${SUMS}
  from ${parts}
  where ${OF_SCOPE}
  group by scope
  having sum(entry_count) > sum(closing_count)`,
  order: "sums.market_based_kg desc, sums.category_key, sums.scope, sums.scope3_category",
  limit: 5_000,
});

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

export interface CategorySums extends Pick<EmissionSums, "market_based_kg" | "entry_count" | "closing_count"> {
  readonly scope: number;
  readonly scope3_category: number | null;
  readonly category_key: string;
}

/** Largest first, of one scope or of all, and of every department, with the sums of their scopes. */
export async function selectSumsByCategory(
  db: TenantQueries,
  filter: ScopeFilter,
): Promise<CoveredSums<CategorySums> & { readonly scopes: readonly ScopeSums[] }> {
  const { coverage, rows } = covered(
    await select<Covered<CategorySums | (ScopeSums & { readonly category_key: null })>>(db, BY_CATEGORY, {
      ...filter,
      department_id: null,
    }),
  );
  const categories: CategorySums[] = [];
  const scopes: ScopeSums[] = [];
  for (const row of rows) {
    if (row.category_key === null) scopes.push(row);
    else categories.push(row);
  }
  return { coverage, rows: categories, scopes };
}
