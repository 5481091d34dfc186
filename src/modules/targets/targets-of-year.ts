import type { TenantQueries } from "../../core/context.ts";
import { selectTargets } from "./store.ts";

/** Far more than a company has. */
const TARGETS_MAX = 500;

/** A target whose way passes through a year. */
export interface TargetOfYear {
  readonly id: string;
  readonly name: string;
  /** The year is its base. */
  readonly is_base: boolean;
}

/** The targets that stand and are measured in a year, newest first. `report_year`: the calendar year in which it ends. */
export async function targetsOfYear(db: TenantQueries, report_year: number): Promise<TargetOfYear[]> {
  const targets = await selectTargets(db, null, { limit: TARGETS_MAX, withdrawn: false });
  return targets
    .filter(({ baseline_year, target_year }) => baseline_year <= report_year && report_year <= target_year)
    .map(({ id, name, baseline_year }) => ({ id, name, is_base: baseline_year === report_year }));
}
