import { z } from "zod";
import type { Context } from "../../../core/context.ts";
import { REPORT_LANGUAGES, type ReportTerms, STANDARD_TYPES } from "../report.ts";
import { yearInput } from "./report-input.ts";

/** Which report a question is about; each may be left out. */
export const reportChoice = {
  report_year: yearInput.describe("Default: the last whole year").optional(),
  standard_type: z.enum(STANDARD_TYPES).describe("Default vsme_comprehensive").optional(),
  language: z.enum(REPORT_LANGUAGES).describe("Default en").optional(),
};

const choice = z.object(reportChoice);
type ReportChoice = Pick<ReportTerms, "report_year" | "standard_type" | "language">;

/** The report that is meant where the caller has not said it. */
export function chosenReport(ctx: Pick<Context, "clock">, requestedReport: z.output<typeof choice>): ReportChoice {
  const { report_year = ctx.clock.now().getUTCFullYear() - 1, standard_type = "vsme_comprehensive" } = requestedReport;
  return { report_year, standard_type, language: requestedReport.language ?? "en" };
}
