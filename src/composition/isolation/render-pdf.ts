import { join } from "node:path";
import { printReport } from "../../modules/reports/forms/pdf/index.ts";
import type { ReportDocument } from "../../modules/reports/presentation/report-document.ts";
import { type EngineName, preferredEngine } from "../../platform/typst/engine.ts";
import { drawable, readFonts } from "../../platform/typst/fonts.ts";
import { typeset } from "../../platform/typst/typesetter.ts";

const TEMPLATES = join(import.meta.dirname, "../../..", "data", "report");

/**
 * A report as PDF/A-3a and PDF/UA-1 with its JSON form attached. Equal documents give equal bytes with the same engine, which
 * works in this process and keeps memory: call it in a process that ends.
 * @throws EngineAbsentError when that engine is not installed
 */
export async function renderPdf(
  document: ReportDocument,
  engine: EngineName = preferredEngine("auto"),
): Promise<Buffer> {
  const fonts = await readFonts();
  const files = printReport(document, drawable(fonts));
  const created_at = new Date(document.frozen_at);
  return await typeset({ templates: TEMPLATES, main: "report.typ", files, fonts, created_at }, engine);
}
