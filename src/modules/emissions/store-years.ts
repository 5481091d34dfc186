import type { TenantQueries } from "../../core/context.ts";
import type { FinancialYear } from "../../core/financial-year.ts";
import { statement } from "../../core/statement.ts";

/** Sums of current entries of one financial year, scope and category; kg CO2e, and kg of biogenic CO2, as decimal text. */
export interface YearSums {
  /** Calendar year in which it ends. */
  readonly year: number;
  readonly scope: number;
  readonly category_key: string;
  readonly market_based_kg: string;
  readonly location_based_kg: string;
  readonly biogenic_co2_kg: string;
  /** Bit 0 is the first month of the year: set for months that have entries. */
  readonly month_mask: number;
}

/** Years x scopes x categories stay far below: 200 years of every shipped category are 110,000 rows. */
const ROWS_MAX = 120_000;

const BY_YEAR = statement(`
  select y.year, scope, category_key, sum(market_based_kg) as market_based_kg,
    sum(location_based_kg) as location_based_kg, sum(biogenic_co2_kg) as biogenic_co2_kg, bit_or(1 << (ym - y.from_ym))::int as month_mask
  from unnest($3::int[], $4::int[], $5::int[]) as y (year, from_ym, to_ym)
  join emission_rollups r on r.tenant_id = $1 and r.environment = $2 and r.ym between y.from_ym and y.to_ym
    and r.entry_count > r.closing_count
  group by 1, 2, 3
  order by 1, 2, 3 limit ${ROWS_MAX}`);

/** Sums of these years, of which no two end in one calendar year; what has no entries has no row. */
export async function selectYearSums(db: TenantQueries, years: readonly FinancialYear[]): Promise<YearSums[]> {
  const column = (name: "report_year" | "from_ym" | "to_ym") => years.map((year) => year[name]);
  return await db.rows<YearSums>(BY_YEAR, [column("report_year"), column("from_ym"), column("to_ym")]);
}

const MONTHS = statement(`
  select distinct ym from emission_rollups
  where tenant_id = $1 and environment = $2 and entry_count > closing_count
  order by 1 limit 5000`);

/** Months with entries, counted from year 0. */
export async function selectCountedMonths(db: TenantQueries): Promise<readonly number[]> {
  return (await db.rows<{ ym: number }>(MONTHS)).map(({ ym }) => ym);
}
