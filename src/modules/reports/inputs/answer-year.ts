import type { Context, TenantQueries } from "../../../core/context.ts";
import { calendarDay } from "../../../core/days.ts";
import { validationError } from "../../../core/errors.ts";
import { type FinancialYear, yearOfDay, yearsEndingIn, type YearStatement } from "../../../core/financial-year.ts";
import { dayInput } from "../../../core/moment.ts";
import { askedYear, financialYears, type NamedYear } from "../../financial-years/index.ts";

/** Last day of the year that is meant, where two end in one calendar year. */
export const periodEndInput = dayInput.describe("Last day of the year, only where two end in report_year").optional();

/** The year whose answers are meant, as they are stored. */
export interface AnswerYear {
  readonly report_year: number;
  /** Last day of a year after which another one ends in report_year; null: it is the last that ends there. */
  readonly period_end: string | null;
}

/** Where the answers of a financial year are kept. */
export function answersOf(statement: YearStatement, { report_year, to }: FinancialYear): AnswerYear {
  const last = yearsEndingIn(statement, report_year).at(-1);
  return { report_year, period_end: last === undefined || last.to === to ? null : to };
}

/** @throws ServiceError request.validation_failed for a year that the company does not have */
export async function askedAnswers(db: TenantQueries, named: NamedYear, path?: string): Promise<AnswerYear> {
  const statement = await financialYears(db);
  return answersOf(statement, askedYear(statement, named, path));
}

/** @throws ServiceError request.validation_failed for a year that the company does not have, or that has not begun */
export async function answersToGive(ctx: Pick<Context, "clock" | "db">, named: NamedYear): Promise<AnswerYear> {
  const statement = await financialYears(ctx.db);
  const year = askedYear(statement, named);
  assertBegun(statement, year, ctx.clock.now());
  return answersOf(statement, year);
}

/** @throws ServiceError request.validation_failed for a year that has not begun */
export function assertBegun(statement: YearStatement, year: FinancialYear, now: Date): void {
  const today = calendarDay(now);
  if (year.from <= today) return;
  const running = yearOfDay(statement, today)?.report_year ?? Number(today.slice(0, 4));
  const message =
    running < year.report_year ? `must be ${running} or earlier` : `the year ${year.from} to ${year.to} has not begun`;
  throw validationError([{ path: "report_year", code: "in_future", message }]);
}
