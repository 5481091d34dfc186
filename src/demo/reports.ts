import type { Context } from "../core/context.ts";
import { ServiceError } from "../core/errors.ts";
import { invoke } from "../core/invoke.ts";
import { generateReport } from "../modules/reports/generate-report.ts";

/** The first whole calendar year of the demo company's documents. */
const REPORT_YEAR = 2025;

/**
 * Asks for the demo company's reports of its first whole year, once its documents are read; the queue renders them. Safe
 * to repeat: the same figures are the same job. Without entries in that year there is nothing to report.
 */
export async function loadReports(ctx: Context): Promise<void> {
  for (const [standard_type, language] of [
    ["vsme_basic", "en"],
    ["vsme_comprehensive", "da"],
  ]) {
    try {
      await invoke(generateReport, ctx, { report_year: REPORT_YEAR, standard_type, format: "json", language });
    } catch (error) {
      if (!isEmptyYear(error)) throw error;
    }
  }
}

function isEmptyYear(error: unknown): boolean {
  return error instanceof ServiceError && error.extras.issues?.some(({ code }) => code === "no_emissions") === true;
}
