import { type Decimal, decimal, roundedNumber } from "../../core/quantity.ts";
import { type EmissionBoundary, monthsWithEntries, type YearSums, yearTotal } from "../emissions/index.ts";
import type { TargetProgress, TargetRecord, TargetScope } from "./target.ts";

const SCOPES_OF: Readonly<Record<TargetScope, readonly number[]>> = {
  "1": [1],
  "2": [2],
  "3": [3],
  "1+2": [1, 2],
  all: [1, 2, 3],
};

/** What of a target the line and the verdict depend on; decimals as text. */
export interface TargetTerms {
  readonly scope: TargetScope;
  readonly category: string | null;
  readonly target_type: TargetRecord["target_type"];
  readonly scope2_method: TargetRecord["scope2_method"];
  readonly baseline_year: number;
  readonly baseline_emissions: string;
  readonly target_year: number;
  readonly target_reduction_percent: string;
}

/** The emissions that a target covers. */
export function targetBoundary(terms: Pick<TargetTerms, "scope" | "category" | "scope2_method">): EmissionBoundary {
  return { scopes: SCOPES_OF[terms.scope], category_key: terms.category, scope2_method: terms.scope2_method };
}

/** What may still be emitted in the target year: base x (1 - percent / 100), in the unit of the base. */
export function targetEmissions(terms: TargetTerms): Decimal {
  const left = decimal(100).minus(decimal(terms.target_reduction_percent));
  return decimal(terms.baseline_emissions).times(left).div(100);
}

/**
 * The straight line: base - (base - target) x (year - base year) / (target year - base year), the usual form of absolute
 * contraction. Years outside the line give its ends.
 */
export function expectedEmissions(terms: TargetTerms, year: number): Decimal {
  const base = decimal(terms.baseline_emissions);
  const length = terms.target_year - terms.baseline_year;
  const gone = Math.min(Math.max(year - terms.baseline_year, 0), length);
  return base.minus(base.minus(targetEmissions(terms)).times(gone).div(length));
}

/** Values of an intensity target's metric by year, decimal text above 0; empty for an absolute target. */
export type MetricValues = ReadonlyMap<number, string>;

/**
 * Smallest reduction and value of a metric, in their units, that anything is compared with. Earlier releases took figures
 * down to 5e-324: a share of what is smaller than this is no number, and no list or report may fail by it.
 */
const JUDGED_MIN = "0.000000000001";

/**
 * Compares the ledger with the line, for the newest financial year of twelve months that is over before `this_year`, has entries and lies
 * within the target's years; null when there is none, or when the planned reduction is too small to be compared with. For an intensity target the year must have a value of the metric
 * too, and the figures are kg CO2e per unit of it: emissions of the year [kg] / value [unit]. on_track: current <= expected. achieved_pct: share of the planned reduction that is
 * reached, negative after a rise. annual_reduction_needed_pct: percent of the base per year that is left, 0 when reached
 * or when no year is left.
 */
export function targetProgress(
  terms: TargetTerms,
  sums: readonly YearSums[],
  { this_year, metric_values }: { readonly this_year: number; readonly metric_values: MetricValues },
): TargetProgress | null {
  const year = newestFullYear(terms, sums, this_year, metric_values);
  if (year === null) return null;
  const base = decimal(terms.baseline_emissions);
  const goal = targetEmissions(terms);
  if (base.minus(goal).lt(JUDGED_MIN)) return null;
  const current = yearTotal(sums, year, targetBoundary(terms)).div(decimal(metric_values.get(year) ?? 1));
  const expected = expectedEmissions(terms, year);
  const yearsLeft = terms.target_year - year;
  const missing = current.gt(goal) && yearsLeft > 0 ? current.minus(goal) : decimal(0);
  return {
    current_year: year,
    months_with_data: monthsWithEntries(sums, year),
    current_kg: roundedNumber(current),
    expected_kg: roundedNumber(expected),
    achieved_pct: roundedNumber(base.minus(current).times(100).div(base.minus(goal))),
    on_track: current.lte(expected),
    annual_reduction_needed_pct: roundedNumber(missing.times(100).div(base.times(Math.max(yearsLeft, 1)))),
  };
}

/** Until the target year is over a target is on or off its line; then it is achieved or missed. */
export function targetStatus(
  progress: TargetProgress | null,
  terms: Pick<TargetTerms, "target_year">,
): TargetRecord["status"] {
  if (progress === null) return "no_data";
  if (progress.current_year === terms.target_year) return progress.on_track ? "achieved" : "missed";
  return progress.on_track ? "on_track" : "off_track";
}

function newestFullYear(
  terms: TargetTerms,
  sums: readonly YearSums[],
  this_year: number,
  metric_values: MetricValues,
): number | null {
  const last = Math.min(this_year - 1, terms.target_year);
  const years = sums
    .map((row) => row.year)
    .filter((year) => year >= terms.baseline_year && year <= last)
    .filter((year) => terms.target_type === "absolute" || decimal(metric_values.get(year) ?? 0).gte(JUDGED_MIN));
  return years.length === 0 ? null : Math.max(...new Set(years));
}
