import {
  CALENDAR_YEARS,
  type FinancialYear,
  financialYear,
  monthOfDay,
  wholeYearEndingIn,
  yearsBefore,
  yearsEndingIn,
  type YearStatement,
} from "../../../core/financial-year.ts";
import type { Snapshot } from "./snapshot.ts";

type Years = Pick<Snapshot, "report_year" | "financial_year">;

/** The financial year that the report is about. */
export function reportedYear({ report_year, financial_year }: Years): FinancialYear {
  if (financial_year === undefined) return financialYear(report_year * 12, report_year * 12 + 11);
  return financialYear(monthOfDay(financial_year.from), monthOfDay(financial_year.to));
}

/** The financial year before the reported one; null where that was the company's first. */
export function previousYear(snapshot: Years): FinancialYear | null {
  return yearsBefore(statementOf(snapshot), reportedYear(snapshot), 1)[0] ?? null;
}

/**
 * The days of a year that a figure names by the calendar year alone, such as a base or target year: of twelve months where
 * several end in it, the calendar year where none does.
 */
export function namedPeriod(snapshot: Years, year: number): { readonly from: string; readonly to: string } {
  const statement = statementOf(snapshot);
  const named = wholeYearEndingIn(statement, year) ?? yearsEndingIn(statement, year).at(-1);
  const { from, to } = named ?? financialYear(year * 12, year * 12 + 11);
  return { from, to };
}

function statementOf({ financial_year }: Pick<Snapshot, "financial_year">): YearStatement {
  return financial_year?.statement ?? CALENDAR_YEARS;
}
