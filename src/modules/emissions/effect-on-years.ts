import type { TenantQueries } from "../../core/context.ts";
import {
  type FinancialYear,
  financialYear,
  isCalendarYear,
  monthOfDay,
  yearOfDay,
  type YearStatement,
} from "../../core/financial-year.ts";
import { type Decimal, decimalSum } from "../../core/quantity.ts";
import { financialYears } from "../financial-years/index.ts";
import { selectCurrentEntries } from "./store-entries.ts";
import { selectYearSums } from "./store-years.ts";

/** What entries of splits mean for a financial year; kg CO2e, market-based, upstream entries included. */
export interface YearEffect {
  /** Calendar year in which it ends. */
  readonly year: number;
  /** Its days, where it is not that calendar year. */
  readonly period?: { readonly from: string; readonly to: string };
  /** Of the splits, in that year. */
  readonly before_kg: Decimal;
  readonly after_kg: Decimal;
  /** Of the whole company, as the change would leave it. */
  readonly total_before_kg: Decimal;
  readonly total_after_kg: Decimal;
}

/** An entry that would count instead of those of the splits. */
export interface LaterEntry {
  /** ISO date or moment (UTC) that it is counted on. */
  readonly transaction_date: string;
  readonly market_based_kg: string;
}

/**
 * What it does to the totals when later entries supersede those of splits, at most SPLITS_MAX, by financial year; years that
 * neither touches are left out.
 */
export async function effectOnYears(
  db: TenantQueries,
  from_split_ids: readonly string[],
  later: readonly LaterEntry[],
): Promise<readonly YearEffect[]> {
  const statement = await financialYears(db);
  const current = await selectCurrentEntries(db, from_split_ids);
  const touched = new Map<string, FinancialYear>();
  for (const entry of [...current, ...later]) {
    const year = yearOf(statement, entry.transaction_date);
    touched.set(year.to, year);
  }
  const effects: YearEffect[] = [];
  for (const year of [...touched.values()].toSorted((a, b) => a.to_ym - b.to_ym)) {
    const [before_kg, after_kg] = [kgWithin(year, current), kgWithin(year, later)];
    if (before_kg.eq(0) && after_kg.eq(0)) continue;
    const sums = await selectYearSums(db, [year]);
    const total_before_kg = decimalSum(sums.map((sum) => sum.market_based_kg));
    const total_after_kg = total_before_kg.minus(before_kg).plus(after_kg);
    const { report_year, from, to } = year;
    const period = isCalendarYear(year) ? {} : { period: { from, to } };
    effects.push({ year: report_year, ...period, before_kg, after_kg, total_before_kg, total_after_kg });
  }
  return effects;
}

function kgWithin(year: FinancialYear, entries: readonly LaterEntry[]): Decimal {
  return decimalSum(
    entries.filter((entry) => isWithin(year, entry.transaction_date)).map((entry) => entry.market_based_kg),
  );
}

function isWithin({ from_ym, to_ym }: FinancialYear, date: string): boolean {
  const ym = monthOfDay(date);
  return from_ym <= ym && ym <= to_ym;
}

/** What lies before a company's first year is told by calendar years. */
function yearOf(statement: YearStatement, date: string): FinancialYear {
  const year = Number(date.slice(0, 4));
  return yearOfDay(statement, date) ?? financialYear(year * 12, year * 12 + 11);
}
