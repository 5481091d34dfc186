import type { TenantQueries } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";

/** Sums of current entries of one calendar year (UTC), scope and category; kg CO2e as decimal text. */
export interface YearSums {
  readonly year: number;
  readonly scope: number;
  readonly category_key: string;
  readonly market_based_kg: string;
  readonly location_based_kg: string;
  /** Bit 0 is January: set for months that have entries. */
  readonly month_mask: number;
}

/** Years x scopes x categories stay far below: 200 years of every shipped category are 110,000 rows. */
const ROWS_MAX = 120_000;

const BY_YEAR = statement(`
  select (ym / 12)::int as year, scope, category_key, sum(market_based_kg) as market_based_kg,
    sum(location_based_kg) as location_based_kg, bit_or(1 << (ym % 12))::int as month_mask
  from emission_rollups
  where tenant_id = $1 and environment = $2 and ym between $3::int * 12 and $4::int * 12 + 11 and entry_count > closing_count
  group by 1, 2, 3
  order by 1, 2, 3 limit ${ROWS_MAX}`);

/** Sums of the years given, both inclusive; years, scopes and categories without entries have no row. */
export async function selectYearSums(db: TenantQueries, from_year: number, to_year: number): Promise<YearSums[]> {
  return await db.rows<YearSums>(BY_YEAR, [from_year, to_year]);
}
