import { decimal, roundedNumber } from "./quantity.ts";

/** Change from one decimal text to another in percent of the first, 6 decimals; null: that was nothing (null), or 0. */
export function changePercent(before: string | null, after: string): number | null {
  if (before === null || decimal(before).eq(0)) return null;
  return roundedNumber(decimal(after).minus(before).times(100).div(decimal(before).abs()));
}

/** Whether a change in percent, up or down, reaches a threshold; none of a figure that was nothing, or did not change. */
export function reachesThreshold(change_pct: number | null, threshold_percent: number): boolean {
  return change_pct !== null && change_pct !== 0 && Math.abs(change_pct) >= threshold_percent;
}
