import { z } from "zod";
import { notFound } from "../../core/errors.ts";
import { defineOperation } from "../../core/operation.ts";
import type { ReportFormat } from "../../core/report-rendering.ts";
import { StoredFile } from "../../core/stored-file.ts";
import { type ReportDocument, reportDocument } from "./build-document.ts";
import { EXAMPLE_REPORT } from "./report.ts";
import { selectReport } from "./store.ts";

const MEDIA_TYPES: Readonly<Record<ReportFormat, string>> = {
  pdf: "application/pdf",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  xhtml: "application/xhtml+xml; charset=utf-8",
  json: "application/json; charset=utf-8",
};

export const getReportFile = defineOperation({
  name: "get_report_file",
  title: "Download a report",
  description:
    "The file of a finished report, byte for byte as it was rendered, in the format that was asked for; its SHA-256 is the " +
    "report's sha256 and stands in Repr-Digest and ETag. Greenhouse gases in tCO2e, energy in MWh, with every factor " +
    "version used. Whoever holds the file can check it at /verify/{sha256}.",
  layer: null,
  scope: "reports:read",
  access: "read",
  input: z.object({ id: z.uuid().describe("id of the report") }),
  output: reportDocument,
  errors: ["request.validation_failed", "resource.not_found"],
  emits: [],
  rest: {
    method: "GET",
    path: "/reports/:id/file",
    file: [MEDIA_TYPES.pdf, MEDIA_TYPES.xlsx, "application/xhtml+xml"],
  },
  tool: false,
  callers: "any",
  example: {
    input: { id: "$report_id" },
    output: {
      report_format: "carbon-ledger-report/1",
      standard_type: "vsme_basic",
      report_year: 2025,
      language: "en",
      company: { name: "Nordlys Møbler ApS", country: "DK" },
      period: { from: "2025-01-01", to: "2025-12-31" },
      snapshot_id: EXAMPLE_REPORT.snapshot_id,
      audit_head: { seq: 1204, hash: EXAMPLE_REPORT.sha256 },
      facts: [{ concept: "scope_1", label: "Gross scope 1 GHG emissions", value: 24.5, unit: "tCO2e" }],
      scope3_categories: [{ number: 1, name: "Purchased goods and services", value: 120.25, unit: "tCO2e" }],
      methods: [{ scope: "1", calculation_method: "fuel_based", value: 24.5, unit: "tCO2e", entry_count: 14 }],
      data_quality: {
        score: 3.2,
        primary_share_pct: 31.5,
        spend_share_pct: 58.1,
        entry_count: 480,
        months_with_data: 12,
        pending_review_count: 3,
        market_based_fallback_count: 12,
      },
      factors: [],
      missing_inputs: [{ datapoint: "B3", description: "Turnover, for greenhouse gas intensity" }],
    },
  },
  async run(ctx, { id }) {
    const report = await selectReport(ctx.db, id);
    if (report === undefined) throw notFound("report");
    const { sha256, file_size_bytes, filename, format } = report;
    return new StoredFile<ReportDocument>({
      sha256,
      size_bytes: file_size_bytes,
      media_type: MEDIA_TYPES[format],
      filename,
      open: () => ctx.files.open(sha256),
    });
  },
});
