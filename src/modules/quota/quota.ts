import { calendarDay } from "../../core/days.ts";
import { PLANS, type PlanName } from "../../core/plans.ts";

/** Invoice quota of one calendar month (UTC). Unit: one distinct document that ends processed or in review. */
export interface QuotaStatus {
  readonly limit: number;
  readonly used: number;
  readonly available: number;
  /** First and last day of the period, ISO dates, inclusive. */
  readonly period: { readonly start: string; readonly end: string };
  readonly tier: PlanName;
}

export const QUOTA_THRESHOLDS_PERCENT = [80, 100] as const;

/** The period that holds `now`: a calendar month in UTC. */
export function quotaPeriod(now: Date): { start: string; end: string } {
  const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1));
  const last = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 0));
  return { start: calendarDay(first), end: calendarDay(last) };
}

export function quotaStatus(plan: PlanName, used: number, now: Date): QuotaStatus {
  const limit = PLANS[plan].invoices_per_month;
  return { limit, used, available: Math.max(0, limit - used), period: quotaPeriod(now), tier: plan };
}

/** The thresholds (80 and 100 percent) that `used` has reached, lowest first. */
export function thresholdsReached(used: number, limit: number): readonly number[] {
  return QUOTA_THRESHOLDS_PERCENT.filter((percent) => used * 100 >= limit * percent);
}
