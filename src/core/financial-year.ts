import { monthLabel } from "./period.ts";

/** Months of a year that is neither a company's first nor changed its start. */
export const REGULAR_MONTHS = 12;
/** Longest first or changed year, months (Danish Financial Statements Act, section 15). */
export const YEAR_MONTHS_MAX = 18;

/** A financial year: whole months, both ends inclusive. */
export interface FinancialYear {
  /** The calendar year in which it ends, by which it is called. */
  readonly report_year: number;
  /** Its first and its last day, YYYY-MM-DD. */
  readonly from: string;
  readonly to: string;
  readonly months: number;
  /** The same as month numbers (year x 12 + month - 1). */
  readonly from_ym: number;
  readonly to_ym: number;
}

/** A stretch of months that a company states to be one financial year, as month numbers, both inclusive. */
export interface StatedYear {
  readonly from_ym: number;
  readonly to_ym: number;
}

/**
 * A company's statement of its financial years. Between the stated ones, after the last and before the first lie years of
 * twelve months; before the first none where it is the first of all. Nothing stated: calendar years.
 */
export interface YearStatement {
  readonly is_first_of_all: boolean;
  /** In order, without overlap; what lies between two is a multiple of twelve months. */
  readonly years: readonly StatedYear[];
}

export const CALENDAR_YEARS: YearStatement = { is_first_of_all: false, years: [] };

/** The financial year that a month lies in; null before the company's first. */
export function yearOfMonth({ is_first_of_all, years }: YearStatement, ym: number): FinancialYear | null {
  const stated = years.find(({ from_ym, to_ym }) => from_ym <= ym && ym <= to_ym);
  if (stated !== undefined) return financialYear(stated.from_ym, stated.to_ym);
  const before = years.findLast(({ to_ym }) => to_ym < ym);
  const [first] = years;
  if (before === undefined && first !== undefined && is_first_of_all) return null;
  // Years of twelve months counted from any month that one begins with; of calendar years month number 0 is one.
  const anchor = before === undefined ? (first?.from_ym ?? 0) : before.to_ym + 1;
  const from_ym = anchor + Math.floor((ym - anchor) / REGULAR_MONTHS) * REGULAR_MONTHS;
  return financialYear(from_ym, from_ym + REGULAR_MONTHS - 1);
}

/** The financial year that a day lies in; `day` is an ISO 8601 date or moment in UTC. Null before the company's first. */
export function yearOfDay(statement: YearStatement, day: string): FinancialYear | null {
  return yearOfMonth(statement, monthOfDay(day));
}

/** The years that end in a calendar year, in order: none, one, or several where years are shorter than twelve months. */
export function yearsEndingIn(statement: YearStatement, report_year: number): readonly FinancialYear[] {
  const [from_ym, to_ym] = [report_year * 12, report_year * 12 + 11];
  return yearsBetween(statement, from_ym, to_ym).filter((year) => year.report_year === report_year);
}

/** The year of twelve months that ends in a calendar year: of two that end there at most one has twelve months. */
export function wholeYearEndingIn(statement: YearStatement, report_year: number): FinancialYear | undefined {
  return yearsEndingIn(statement, report_year).find(({ months }) => months === REGULAR_MONTHS);
}

/** Every year that has a month in the range (month numbers, both inclusive), in order. */
export function yearsBetween(statement: YearStatement, from_ym: number, to_ym: number): readonly FinancialYear[] {
  const years: FinancialYear[] = [];
  for (let ym = from_ym; ym <= to_ym;) {
    const year = yearOfMonth(statement, ym);
    if (year !== null) years.push(year);
    ym = (year?.to_ym ?? ym) + 1;
  }
  return years;
}

/** At most `count` years directly before another, in order; fewer where the company's first comes in between. */
export function yearsBefore(statement: YearStatement, year: FinancialYear, count: number): readonly FinancialYear[] {
  const years: FinancialYear[] = [];
  let earliest = year;
  while (years.length < count) {
    const before = yearOfMonth(statement, earliest.from_ym - 1);
    if (before === null) break;
    years.unshift(before);
    earliest = before;
  }
  return years;
}

/** Whether the year has ended by that day (ISO 8601 date or moment, UTC). */
export function isOver({ to }: Pick<FinancialYear, "to">, day: string): boolean {
  return to < day.slice(0, 10);
}

/** Whether it is the calendar year that it is called by. */
export function isCalendarYear({ from_ym, months }: Pick<FinancialYear, "from_ym" | "months">): boolean {
  return from_ym % 12 === 0 && months === REGULAR_MONTHS;
}

/** The year from its first to its last month, as month numbers. */
export function financialYear(from_ym: number, to_ym: number): FinancialYear {
  return {
    report_year: Math.floor(to_ym / 12),
    from: `${monthLabel(from_ym)}-01`,
    to: lastDay(to_ym),
    months: to_ym - from_ym + 1,
    from_ym,
    to_ym,
  };
}

/** The month number of a day (ISO 8601 date or moment, UTC), or of a month ("2026-01"). */
export function monthOfDay(day: string): number {
  return Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1;
}

/** The last day of a month, YYYY-MM-DD. */
export function lastDay(ym: number): string {
  const days = new Date(Date.UTC(Math.floor(ym / 12), (ym % 12) + 1, 0)).getUTCDate();
  return `${monthLabel(ym)}-${String(days).padStart(2, "0")}`;
}

/** Whether days (ISO dates, both included) hold all of a month. */
export function holdsMonth({ from, to }: Pick<FinancialYear, "from" | "to">, ym: number): boolean {
  return monthOfDay(from) <= ym && lastDay(ym) <= to;
}

/** How the year is called in print: "2025" for a calendar year, "2024/25", or the months of a shorter one. */
export function yearLabel(period: { readonly from: string; readonly to: string }): string {
  const year = financialYear(monthOfDay(period.from), monthOfDay(period.to));
  if (isCalendarYear(year)) return String(year.report_year);
  const first = Math.floor(year.from_ym / 12);
  if (first !== year.report_year && year.months >= REGULAR_MONTHS) {
    return `${first}/${String(year.report_year % 100).padStart(2, "0")}`;
  }
  return `${monthLabel(year.from_ym)}/${monthLabel(year.to_ym)}`;
}
