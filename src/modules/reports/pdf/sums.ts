import { decimal, decimalSum, roundedNumber } from "../../../core/quantity.ts";
import type { ReportDocument } from "../report-document.ts";

/** tCO2e of one month or year, by scope. */
export type Sums = ReportDocument["months"][number] | ReportDocument["years"][number];

/** Scopes 1, 2 (market-based) and 3. */
export function scopesOf({ scope_1, scope_2_market_based, scope_3 }: Sums): [number, number, number] {
  return [scope_1, scope_2_market_based, scope_3];
}

export function marketTotal(sums: Sums): number {
  return added(scopesOf(sums));
}

export function locationTotal({ scope_1, scope_2_location_based, scope_3 }: Sums): number {
  return added([scope_1, scope_2_location_based, scope_3]);
}

/** Exact sum of printed figures: binary fractions would show in the last digit. */
export function added(values: readonly number[]): number {
  return roundedNumber(decimalSum(values));
}

/** What percent of `total` a value is, exactly; null without a total. */
export function percentOf(value: number, total: number): number | null {
  return total > 0 ? roundedNumber(decimal(value).times(100).div(total)) : null;
}
