import type { ExchangeRate } from "./catalog.ts";
import { daysBetween } from "./days.ts";

/** A daily rate stands for later days without one: weekends and bank holidays, Easter being the longest gap. */
export const DAILY_RATE_AGE_DAYS_MAX = 10;

/** Whether a rate is of a period before that of a day (ISO date), as none of its own is published yet; a central rate never is. */
export function isEarlierRate({ kind, day: rateDay }: ExchangeRate, day: string): boolean {
  if (kind === "central_rate") return false;
  if (kind === "daily") return daysBetween(rateDay, day) > DAILY_RATE_AGE_DAYS_MAX;
  const length = kind === "annual_average" ? "2025".length : "2025-12".length;
  return rateDay.slice(0, length) < day.slice(0, length);
}
