import type { TenantQueries } from "../../core/context.ts";
import {
  type FinancialYear,
  isOver,
  REGULAR_MONTHS,
  yearOfDay,
  yearsBefore,
  yearsBetween,
  type YearStatement,
} from "../../core/financial-year.ts";
import { financialYears } from "../financial-years/index.ts";

/** The years that targets are judged by: of twelve months, so that none is compared with a longer or shorter one. */
export interface TargetYears {
  readonly statement: YearStatement;
  /** The one after the newest that is over, by the calendar year in which it ends. */
  readonly this_year: number;
}

/** Years in which a company may have changed its years before it has had one of twelve months. */
const CHANGED_MAX = 5;

export async function targetYears(db: TenantQueries, now: Date): Promise<TargetYears> {
  const statement = await financialYears(db);
  const today = now.toISOString();
  const running = yearOfDay(statement, today);
  if (running === null) return { statement, this_year: now.getUTCFullYear() };
  const newest = yearsBefore(statement, running, CHANGED_MAX).findLast(
    (year) => isRegular(year) && isOver(year, today),
  );
  return { statement, this_year: newest === undefined ? running.report_year : newest.report_year + 1 };
}

/** Those that end from a calendar year on until `this_year`, in order. */
export function yearsFrom({ statement, this_year }: TargetYears, first: number): readonly FinancialYear[] {
  return yearsBetween(statement, first * 12, this_year * 12 + 11).filter(
    (year) => isRegular(year) && year.report_year >= first && year.report_year <= this_year,
  );
}

function isRegular({ months }: FinancialYear): boolean {
  return months === REGULAR_MONTHS;
}
