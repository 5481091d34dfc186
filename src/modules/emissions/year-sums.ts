import { type Decimal, decimalSum } from "../../core/quantity.ts";
import type { Scope2Method } from "./emissions-summary.ts";
import type { YearSums } from "./store-years.ts";

/** Which emissions of a year count. */
export interface EmissionBoundary {
  readonly scopes: readonly number[];
  /** Key of a category at any level of the taxonomy; null: every category. */
  readonly category_key: string | null;
  readonly scope2_method: Scope2Method;
}

/** Whether a category is the one named or lies below it in the taxonomy, whose keys are dotted paths. */
export function isWithinCategory(category_key: string, ancestor: string): boolean {
  return category_key === ancestor || category_key.startsWith(`${ancestor}.`);
}

/** Emissions of one year within the boundary, kg CO2e; zero without entries. */
export function yearTotal(rows: readonly YearSums[], year: number, boundary: EmissionBoundary): Decimal {
  const within = rows
    .filter((row) => row.year === year && boundary.scopes.includes(row.scope))
    .filter((row) => boundary.category_key === null || isWithinCategory(row.category_key, boundary.category_key));
  return decimalSum(within.map((row) => row[`${boundary.scope2_method}_kg`]));
}

/** Calendar months (0 to 12) of the year in which the company has any entry at all, whatever the boundary. */
export function monthsWithEntries(rows: readonly YearSums[], year: number): number {
  let mask = rows.filter((row) => row.year === year).reduce((bits, row) => bits | row.month_mask, 0);
  let months = 0;
  for (; mask !== 0; mask >>= 1) months += mask & 1;
  return months;
}
