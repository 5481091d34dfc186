import type { TenantQueries } from "../../core/context.ts";
import { selectYearSums } from "../emissions/index.ts";
import { selectMetricValues, type TargetRow } from "./store.ts";
import type { TargetFacts } from "./target-view.ts";
import { targetYears, yearsFrom } from "./target-years.ts";

/** Reads what these targets are judged against at that moment. */
export async function targetFacts(db: TenantQueries, targets: readonly TargetRow[], now: Date): Promise<TargetFacts> {
  if (targets.length === 0) return { sums: [], metric_values: new Map(), this_year: now.getUTCFullYear() };
  const years = await targetYears(db, now);
  const { this_year } = years;
  const first = targets.reduce((year, target) => Math.min(year, target.baseline_year), this_year);
  const intensities = targets.filter(({ target_type }) => target_type === "intensity").map(({ id }) => id);
  const metric_values = new Map<string, Map<number, string>>();
  for (const { target_id, year, value } of intensities.length === 0 ? [] : await selectMetricValues(db, intensities)) {
    const values = metric_values.get(target_id) ?? new Map<number, string>();
    metric_values.set(target_id, values.set(year, value));
  }
  return { sums: await selectYearSums(db, yearsFrom(years, first)), metric_values, this_year };
}
