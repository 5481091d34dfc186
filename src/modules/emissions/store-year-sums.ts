import type { TenantTransaction } from "../../core/context.ts";
import type { FinancialYear } from "../../core/financial-year.ts";
import { statement } from "../../core/statement.ts";

/** kg CO2e as decimal text, of one scope. */
interface ScopeSum {
  readonly scope: number;
  readonly market_based_kg: string;
  readonly location_based_kg: string;
}

export interface MonthFacts extends ScopeSum {
  /** 1 for the first month of the year. */
  readonly month: number;
}

export interface YearScopeFacts extends ScopeSum {
  readonly year: number;
  /** Bit 0 is the first month of the year: set for months that have entries of the scope. */
  readonly month_mask: number;
  /** Last day and length of the year; absent for calendar years of a company that has stated nothing. */
  readonly period_end?: string;
  readonly months?: number;
}

export interface CategoryFacts extends ScopeSum {
  readonly category_key: string;
  readonly entry_count: number;
}

const SUMS = "sum(market_based_kg) as market_based_kg, sum(location_based_kg) as location_based_kg";

// All three read sums by month and category, not entries.
const BY_MONTH = statement(`
  select (ym - $3::int + 1)::int as month, scope, ${SUMS}
  from emission_rollups
  where tenant_id = $1 and environment = $2 and ym between $3::int and $4::int and entry_count > closing_count
  group by 1, 2
  order by 1, 2 limit 54`);

const BY_YEAR = statement(`
  select y.position::int as position, scope, ${SUMS}, bit_or(1 << (ym - y.from_ym))::int as month_mask
  from unnest($3::int[], $4::int[]) with ordinality as y (from_ym, to_ym, position)
  join emission_rollups r on r.tenant_id = $1 and r.environment = $2 and r.ym between y.from_ym and y.to_ym
    and r.entry_count > r.closing_count
  group by 1, 2
  order by 1, 2 limit 15`);

const BY_CATEGORY = statement(`
  select scope, category_key, ${SUMS}, sum(entry_count)::bigint as entry_count
  from emission_rollups
  where tenant_id = $1 and environment = $2 and ym between $3::int and $4::int and entry_count > closing_count
  group by 1, 2
  order by 1, 2 limit 2000`);

type Months = Pick<FinancialYear, "from_ym" | "to_ym">;

export async function selectMonths(tx: TenantTransaction, { from_ym, to_ym }: Months): Promise<MonthFacts[]> {
  return await tx.rows<MonthFacts>(BY_MONTH, [from_ym, to_ym]);
}

/** Sums of at most five years, in their order; `isStated` tells their ends as well. */
export async function selectYears(
  tx: TenantTransaction,
  years: readonly FinancialYear[],
  isStated: boolean,
): Promise<YearScopeFacts[]> {
  const ends = [years.map(({ from_ym }) => from_ym), years.map(({ to_ym }) => to_ym)];
  const rows = await tx.rows<Omit<YearScopeFacts, "year"> & { readonly position: number }>(BY_YEAR, ends);
  return rows.map(({ position, ...sums }) => {
    const year = years[position - 1];
    if (year === undefined) throw new Error("sums of a year that was not asked for");
    const { report_year, to, months } = year;
    return { year: report_year, ...sums, ...(isStated ? { period_end: to, months } : {}) };
  });
}

export async function selectCategories(tx: TenantTransaction, { from_ym, to_ym }: Months): Promise<CategoryFacts[]> {
  return await tx.rows<CategoryFacts>(BY_CATEGORY, [from_ym, to_ym]);
}
