import { expect } from "vitest";
import { unzipSync } from "fflate";
import { printReport } from "../../src/modules/reports/forms/pdf/index.ts";
import { renderWorkbook } from "../../src/modules/reports/forms/xlsx/render-workbook.ts";
import { renderReport } from "../../src/modules/reports/index.ts";
import { reportDocument, type ReportDocument } from "../../src/modules/reports/presentation/report-document.ts";
import type { ingestingSite } from "./ingesting-site.ts";
import type { RecordingCompany } from "./recording-site.ts";

type Site = Awaited<ReturnType<typeof ingestingSite>>;

/** The report of a year as its JSON says it, made over HTTP. */
export async function reportOf(
  site: Site,
  by: RecordingCompany,
  language: "da" | "en",
  report_year = 2025,
): Promise<ReportDocument> {
  const terms = { report_year, standard_type: "vsme_basic", format: "json", language };
  const asked = await site.post(by, terms, {}, "/reports");
  expect(asked.status, asked.text).toBe(202);
  const { id } = asked.json() as unknown as { id: string };
  await renderReport(site.app.db.context(by.tenant), id);
  const job = (await site.get(by, `/reports/jobs/${id}`)) as { generated_report_id: string };
  return reportDocument.parse(await site.get(by, `/reports/${job.generated_report_id}/file`));
}

/** Everything that its PDF says, as text. */
export function printed(document: ReportDocument): string {
  const drawable = new Set(Array.from({ length: 0x2200 }, (_, code) => code));
  return [...printReport(document, drawable)].map(([, bytes]) => Buffer.from(bytes).toString("utf8")).join("\n");
}

/** What all sheets of its workbook say, as XML. */
export async function workbook(document: ReportDocument): Promise<string> {
  const files = Object.values(unzipSync(await renderWorkbook(document)));
  return files.map((bytes) => Buffer.from(bytes).toString("utf8")).join("\n");
}
