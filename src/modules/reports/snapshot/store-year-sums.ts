import type { TenantTransaction } from "../../../core/context.ts";
import { statement } from "../../../core/statement.ts";

/** kg CO2e as decimal text, of one scope. */
interface ScopeSum {
  readonly scope: number;
  readonly market_based_kg: string;
  readonly location_based_kg: string;
}

export interface MonthFacts extends ScopeSum {
  /** 1 to 12. */
  readonly month: number;
}

export interface YearScopeFacts extends ScopeSum {
  readonly year: number;
  /** Bit 0 is January: set for months that have entries of the scope. */
  readonly month_mask: number;
}

export interface CategoryFacts extends ScopeSum {
  readonly category_key: string;
  readonly entry_count: number;
}

const SUMS = "sum(market_based_kg) as market_based_kg, sum(location_based_kg) as location_based_kg";

/** The report year and this many before it. */
const YEARS_BEFORE = 4;

// All three read sums by month and category, not entries.
const BY_MONTH = statement(`
  select (ym % 12 + 1)::int as month, scope, ${SUMS}
  from emission_rollups
  where tenant_id = $1 and environment = $2 and ym between $3::int * 12 and $3::int * 12 + 11 and entry_count > closing_count
  group by 1, 2
  order by 1, 2 limit 36`);

const BY_YEAR = statement(`
  select (ym / 12)::int as year, scope, ${SUMS}, bit_or(1 << (ym % 12))::int as month_mask
  from emission_rollups
  where tenant_id = $1 and environment = $2 and ym between ($3::int - ${YEARS_BEFORE}) * 12 and $3::int * 12 + 11
    and entry_count > closing_count
  group by 1, 2
  order by 1, 2 limit 15`);

const BY_CATEGORY = statement(`
  select scope, category_key, ${SUMS}, sum(entry_count)::bigint as entry_count
  from emission_rollups
  where tenant_id = $1 and environment = $2 and ym between $3::int * 12 and $3::int * 12 + 11 and entry_count > closing_count
  group by 1, 2
  order by 1, 2 limit 2000`);

export async function selectMonths(tx: TenantTransaction, report_year: number): Promise<MonthFacts[]> {
  return await tx.rows<MonthFacts>(BY_MONTH, [report_year]);
}

export async function selectYears(tx: TenantTransaction, report_year: number): Promise<YearScopeFacts[]> {
  return await tx.rows<YearScopeFacts>(BY_YEAR, [report_year]);
}

export async function selectCategories(tx: TenantTransaction, report_year: number): Promise<CategoryFacts[]> {
  return await tx.rows<CategoryFacts>(BY_CATEGORY, [report_year]);
}
