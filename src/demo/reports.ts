import type { Context } from "../core/context.ts";
import { ServiceError } from "../core/errors.ts";
import { invoke } from "../core/invoke.ts";
import { REPORT_FORMATS } from "../core/report-rendering.ts";
import { generateReport } from "../modules/reports/generate-report.ts";

/** The first whole calendar year of the demo company's documents. */
const REPORT_YEAR = 2025;

/** The one that the consultant signs: as people send it. */
export const ATTESTED_REPORT = { standard_type: "vsme_comprehensive", language: "da", format: "pdf" } as const;

const REPORTS = [
  ...REPORT_FORMATS.map((format) => ({ ...ATTESTED_REPORT, format })),
  { ...ATTESTED_REPORT, language: "en" },
  { standard_type: "vsme_basic", language: "en", format: "json" },
  { standard_type: "csrd", language: "en", format: "xhtml" },
] as const;

/** What this machine or this year cannot have: no report of it is made, and the others are. */
const HINDRANCES = new Set(["no_emissions", "format_not_available"]);

/**
 * Asks for the demo company's reports of its first whole year, once its documents are read and its questions answered; the
 * queue renders them. Safe to repeat: the same figures are the same jobs.
 */
export async function loadReports(ctx: Context): Promise<void> {
  for (const terms of REPORTS) {
    try {
      await invoke(generateReport, ctx, { report_year: REPORT_YEAR, ...terms });
    } catch (error) {
      if (!isHindered(error)) throw error;
    }
  }
}

function isHindered(error: unknown): boolean {
  return error instanceof ServiceError && error.extras.issues?.every(({ code }) => HINDRANCES.has(code)) === true;
}
