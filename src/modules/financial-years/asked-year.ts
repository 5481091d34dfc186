import { validationError } from "../../core/errors.ts";
import {
  type FinancialYear,
  type YearStatement,
  REGULAR_MONTHS,
  yearsBetween,
  yearsEndingIn,
} from "../../core/financial-year.ts";

/** A year as a request names it. */
export interface NamedYear {
  readonly report_year: number;
  /** Last day, YYYY-MM-DD; needed where two years end in the calendar year. */
  readonly period_end?: string | undefined;
}

/**
 * The financial year that a request means: the one that ends in the calendar year, by its last day where several do.
 * @throws ServiceError request.validation_failed with the years that there are: `no_such_year` where none ends then,
 *   `required` where several end in the calendar year and the last day is missing
 */
export function askedYear(
  statement: YearStatement,
  { report_year, period_end }: NamedYear,
  path = "report_year",
): FinancialYear {
  const years = yearsEndingIn(statement, report_year);
  const [first, second] = years;
  if (first === undefined) throw noSuchYear(statement, report_year, path);
  if (period_end === undefined) {
    if (second === undefined) return first;
    const message = `say which year: ${list(years)} both end in ${report_year}`;
    throw validationError([{ path: "period_end", code: "required", message }]);
  }
  const named = years.find(({ to }) => to === period_end);
  if (named !== undefined) return named;
  const message = `no financial year of ${report_year} ends on this day; there is ${list(years)}`;
  throw validationError([{ path: "period_end", code: "no_such_year", message }]);
}

/**
 * The financial year of twelve months that ends in a calendar year, of which there is never more than one: what targets and
 * plans compare with each other.
 * @throws ServiceError request.validation_failed `no_such_year` with the years that there are
 */
export function askedWholeYear(statement: YearStatement, report_year: number, path: string): FinancialYear {
  const years = yearsEndingIn(statement, report_year);
  const whole = years.find(({ months }) => months === REGULAR_MONTHS);
  if (whole !== undefined) return whole;
  if (years.length === 0) throw noSuchYear(statement, report_year, path);
  const message = `${list(years)} has other than ${REGULAR_MONTHS} months and is compared with no other: take another year`;
  throw validationError([{ path, code: "not_twelve_months", message }]);
}

function noSuchYear(statement: YearStatement, report_year: number, path: string) {
  const near = yearsBetween(statement, (report_year - 2) * 12, (report_year + 2) * 12 + 11);
  const there = near.length === 0 ? list(statement.years.length === 0 ? [] : firstOf(statement)) : list(near);
  const message = `no financial year ends in ${report_year}; there are ${there}. GET /financial-years lists them`;
  return validationError([{ path, code: "no_such_year", message }]);
}

function firstOf(statement: YearStatement): readonly FinancialYear[] {
  const from_ym = statement.years[0]?.from_ym ?? 0;
  return yearsBetween(statement, from_ym, from_ym);
}

function list(years: readonly Pick<FinancialYear, "report_year" | "from" | "to">[]): string {
  return years.map(({ report_year, from, to }) => `${report_year} (${from} to ${to})`).join(", ");
}
