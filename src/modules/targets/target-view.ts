import { roundedNumber } from "../../core/quantity.ts";
import type { YearSums } from "../emissions/index.ts";
import type { TargetRow } from "./store.ts";
import type { TargetListItem, TargetRecord } from "./target.ts";
import { targetEmissions, targetProgress, targetStatus } from "./target-progress.ts";

/** A stored target as lists show it, judged against the yearly sums; `this_year` is the calendar year that runs. */
export function targetListView(row: TargetRow, sums: readonly YearSums[], this_year: number): TargetListItem {
  const progress = targetProgress(row, sums, this_year);
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    scope: row.scope,
    category: row.category,
    target_type: row.target_type,
    intensity_metric: row.intensity_metric,
    scope2_method: row.scope2_method,
    baseline_year: row.baseline_year,
    baseline_emissions: roundedNumber(row.baseline_emissions),
    target_year: row.target_year,
    target_reduction_percent: roundedNumber(row.target_reduction_percent),
    status: targetStatus(progress, row),
    progress,
    created_at: row.created_at,
  };
}

/** The whole target. */
export function targetView(row: TargetRow, sums: readonly YearSums[], this_year: number): TargetRecord {
  return {
    ...targetListView(row, sums, this_year),
    framework: row.framework,
    baseline_months: row.baseline_months,
    target_emissions: roundedNumber(targetEmissions(row)),
  };
}
