import { roundedNumber } from "../../core/quantity.ts";
import type { YearSums } from "../emissions/index.ts";
import type { TargetRow } from "./store.ts";
import type { TargetDetails, TargetListItem, TargetRecord } from "./target.ts";
import { type MetricValues, targetEmissions, targetProgress, targetStatus } from "./target-progress.ts";

/** What targets are judged against: the ledger's years, the values of their metrics, and the year after the newest that is over. */
export interface TargetFacts {
  readonly sums: readonly YearSums[];
  readonly metric_values: ReadonlyMap<string, MetricValues>;
  readonly this_year: number;
}

const NO_VALUES: MetricValues = new Map();

/** A stored target as lists show it, judged. */
export function targetListView(row: TargetRow, { sums, metric_values, this_year }: TargetFacts): TargetListItem {
  const values = row.target_type === "intensity" ? (metric_values.get(row.id) ?? NO_VALUES) : NO_VALUES;
  const is_withdrawn = row.withdrawn_at !== null;
  const progress = is_withdrawn ? null : targetProgress(row, sums, { this_year, metric_values: values });
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
    status: is_withdrawn ? "withdrawn" : targetStatus(progress, row),
    progress,
    created_at: row.created_at,
  };
}

/** The whole target. */
export function targetView(row: TargetRow, facts: TargetFacts): TargetRecord {
  return {
    ...targetListView(row, facts),
    framework: row.framework,
    baseline_months: row.baseline_months,
    target_emissions: roundedNumber(targetEmissions(row)),
  };
}

/** The whole target, its newest version and its withdrawal, if any. */
export function targetDetailsView(row: TargetRow, facts: TargetFacts): TargetDetails {
  const { version, withdrawn_at, withdrawn_by, withdrawn_by_name, withdrawal_reason } = row;
  return { ...targetView(row, facts), version, withdrawn_at, withdrawn_by, withdrawn_by_name, withdrawal_reason };
}
