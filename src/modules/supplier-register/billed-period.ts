import { lastDay, monthOfDay } from "../../core/financial-year.ts";
import { monthLabel } from "../../core/period.ts";
import type { UsePeriod } from "../emissions/index.ts";

/** Which of the periods around its own date a bill is for. */
export const BILLED = ["previous", "current", "next"] as const;
const STEPS: Readonly<Record<(typeof BILLED)[number], number>> = { previous: -1, current: 0, next: 1 };

/** How long a period is that a bill is for. */
export const BILLED_UNITS = ["month", "quarter", "half_year", "year"] as const;
const MONTHS: Readonly<Record<(typeof BILLED_UNITS)[number], number>> = {
  month: 1,
  quarter: 3,
  half_year: 6,
  year: 12,
};

/** What a supplier's bills are for. */
export interface BillingRhythm {
  readonly bills: (typeof BILLED)[number];
  readonly unit: (typeof BILLED_UNITS)[number];
  /** A month in which such a period begins, 1 to 12: 1 for quarters, halves and years of the calendar. */
  readonly first_month: number;
}

/** A bill of another time is a misread date sooner than a bill. */
const YEARS = { min: 1900, max: 9998 } as const;

/**
 * The whole months, first day to last, that a bill is for which was dated on a day (ISO date, UTC): that of 31 March for the
 * previous month is for all of February. Null for dates outside the years 1900 to 9998.
 */
export function billedPeriod({ bills, unit, first_month }: BillingRhythm, day: string): UsePeriod | null {
  const year = Number(day.slice(0, 4));
  if (year < YEARS.min || year > YEARS.max) return null;
  const months = MONTHS[unit];
  const anchor = first_month - 1;
  const from = anchor + (Math.floor((monthOfDay(day) - anchor) / months) + STEPS[bills]) * months;
  return { start: `${monthLabel(from)}-01`, end: lastDay(from + months - 1) };
}

const UNIT_WORDS: Readonly<Record<BillingRhythm["unit"], string>> = {
  month: "month",
  quarter: "quarter",
  half_year: "half year",
  year: "year",
};

const MONTH_NAMES = "January February March April May June July August September October November December".split(" ");

/** "its bills are for the previous quarter", and in which month such a period begins where it is not the calendar's. */
export function rhythmInWords({ bills, unit, first_month }: BillingRhythm): string {
  const isCalendar = (first_month - 1) % MONTHS[unit] === 0;
  const begins = isCalendar ? "" : `, of which one begins in ${MONTH_NAMES[first_month - 1] ?? ""}`;
  return `its bills are for the ${bills} ${UNIT_WORDS[unit]}${begins}`;
}
