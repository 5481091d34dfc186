import type { TenantQueries } from "../../core/context.ts";
import { decimal, type Decimal, decimalSum } from "../../core/quantity.ts";
import { selectCurrentEntries } from "./store-entries.ts";
import { selectYearSums } from "./store-years.ts";

/** What entries of one split mean for a calendar year (UTC); kg CO2e, market-based, upstream entries included. */
export interface YearEffect {
  readonly year: number;
  /** Of the split, in that year. */
  readonly before_kg: Decimal;
  readonly after_kg: Decimal;
  /** Of the whole company, as the change would leave it. */
  readonly total_before_kg: Decimal;
  readonly total_after_kg: Decimal;
}

/** The entries that would count instead of those of a split. */
export interface LaterEntries {
  /** ISO date or moment (UTC) that they are counted on. */
  readonly transaction_date: string;
  readonly market_based_kg: readonly string[];
}

/** What it does to the totals when later entries supersede those of a split, by year; years that neither touches are left out. */
export async function effectOnYears(
  db: TenantQueries,
  from_split_id: string,
  later: LaterEntries,
): Promise<readonly YearEffect[]> {
  const current = await selectCurrentEntries(db, [from_split_id]);
  const before = new Map<number, Decimal>();
  for (const { transaction_date, market_based_kg } of current) {
    const year = yearOf(transaction_date);
    before.set(year, (before.get(year) ?? decimal(0)).plus(market_based_kg));
  }
  const after = later.market_based_kg.length === 0 ? null : yearOf(later.transaction_date);
  const years = [...new Set([...before.keys(), ...(after === null ? [] : [after])])].toSorted((a, b) => a - b);
  const effects: YearEffect[] = [];
  for (const year of years) {
    const before_kg = before.get(year) ?? decimal(0);
    const after_kg = year === after ? decimalSum(later.market_based_kg) : decimal(0);
    if (before_kg.eq(0) && after_kg.eq(0)) continue;
    const sums = await selectYearSums(db, year, year);
    const total_before_kg = decimalSum(sums.map((sum) => sum.market_based_kg));
    const total_after_kg = total_before_kg.minus(before_kg).plus(after_kg);
    effects.push({ year, before_kg, after_kg, total_before_kg, total_after_kg });
  }
  return effects;
}

function yearOf(date: string): number {
  return Number(date.slice(0, 4));
}
