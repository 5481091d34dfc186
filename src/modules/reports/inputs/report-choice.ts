import { plusDays } from "../../../core/days.ts";
import { z } from "zod";
import type { Context } from "../../../core/context.ts";
import { yearOfDay } from "../../../core/financial-year.ts";
import { askedYear, financialYears } from "../../financial-years/index.ts";
import { REPORT_LANGUAGES, type ReportTerms, STANDARD_TYPES } from "../report.ts";
import { type AnswerYear, answersOf, periodEndInput } from "./answer-year.ts";
import { yearInput } from "./report-input.ts";

/** Which report a question is about; each may be left out. */
export const reportChoice = {
  report_year: yearInput.describe("Default: the last whole year").optional(),
  period_end: periodEndInput,
  standard_type: z.enum(STANDARD_TYPES).describe("Default vsme_comprehensive").optional(),
  language: z.enum(REPORT_LANGUAGES).describe("Default en").optional(),
};

const choice = z.object(reportChoice);

interface ReportChoice extends Pick<ReportTerms, "report_year" | "standard_type" | "language"> {
  /** Last day of the year. */
  readonly period_end: string;
  /** Where its answers are kept. */
  readonly answers: AnswerYear;
}

/**
 * The report that is meant where the caller has not said it.
 * @throws ServiceError request.validation_failed for a year that the company does not have
 */
export async function chosenReport(
  ctx: Pick<Context, "clock" | "db">,
  requestedReport: z.output<typeof choice>,
): Promise<ReportChoice> {
  const { standard_type = "vsme_comprehensive", language = "en" } = requestedReport;
  const statement = await financialYears(ctx.db);
  const now = ctx.clock.now();
  const running = yearOfDay(statement, now.toISOString());
  const last = running === null ? null : yearOfDay(statement, plusDays(running.from, -1));
  const { report_year = last?.report_year ?? now.getUTCFullYear() - 1 } = requestedReport;
  const isDefault = requestedReport.report_year === undefined && requestedReport.period_end === undefined;
  const period_end = isDefault ? last?.to : requestedReport.period_end;
  const year = askedYear(statement, { report_year, period_end });
  return { report_year, period_end: year.to, answers: answersOf(statement, year), standard_type, language };
}
