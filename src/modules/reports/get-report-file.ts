import { z } from "zod";
import type { FileStore } from "../../core/context.ts";
import { notFound, ServiceError } from "../../core/errors.ts";
import { defineOperation } from "../../core/operation.ts";
import type { ReportFormat } from "../../core/report-rendering.ts";
import { StoredFile } from "../../core/stored-file.ts";
import { type ReportDocument, reportDocument } from "./presentation/report-document.ts";
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
  errors: ["request.validation_failed", "resource.not_found", "report.file_unavailable"],
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
      report_format: "carbon-ledger-report/3",
      standard_type: "vsme_basic",
      standard_version: "vsme_2024",
      taxonomy: "https://xbrl.efrag.org/taxonomy/vsme/2026-05-01/vsme-all.xsd",
      report_year: 2025,
      language: "en",
      company: { name: "Nordlys Møbler ApS", country: "DK", registration_number: "12345674" },
      currency: "DKK",
      period: { from: "2025-01-01", to: "2025-12-31" },
      frozen_at: "2026-01-05T08:00:00.000Z",
      snapshot_id: EXAMPLE_REPORT.snapshot_id,
      audit_head: { seq: 1204, hash: EXAMPLE_REPORT.sha256 },
      sections: [
        {
          id: "B3",
          title: "Energy and greenhouse gas emissions",
          status: "reported",
          fact_ids: ["GrossScope1GreenhouseGasEmissions"],
          missing: [],
        },
      ],
      facts: [
        {
          id: "GrossScope1GreenhouseGasEmissions",
          section: "B3",
          concept: "vsme:GrossScope1GreenhouseGasEmissions",
          label: "Gross Scope 1 greenhouse gas emissions",
          kind: "number",
          value: 24.5,
          value_label: null,
          unit: "utr:tCO2e",
          decimals: 3,
          period: { from: "2025-01-01", to: "2025-12-31" },
          dimensions: {},
          provenance: { source: "ledger", entry_count: 14 },
        },
      ],
      months: [
        { month: "2025-01", scope_1: 3.5, scope_2_location_based: 1.2, scope_2_market_based: 1.4, scope_3: 9.75 },
      ],
      years: [
        {
          year: 2025,
          months_with_data: 12,
          scope_1: 24.5,
          scope_2_location_based: 11.2,
          scope_2_market_based: 12.4,
          scope_3: 120.25,
        },
      ],
      categories: [
        {
          key: "transport.own.diesel",
          name: "Diesel for vehicles",
          scope: "1",
          value: 24.5,
          share_pct: 15.6,
          entry_count: 14,
        },
      ],
      scope3_categories: [{ number: 1, name: "Purchased goods and services", value: 120.25, unit: "tCO2e" }],
      energy_carriers: [
        {
          carrier: "transport.own.diesel",
          name: "Diesel for vehicles",
          renewable: false,
          quantity: 9100,
          unit: "l",
          mwh: 91.303,
          density_kg_per_litre: 0.84,
          net_calorific_value_tj_per_gg: 43,
          source: "EFRAG VSME digital template 1.3.0, fuel conversion parameters (CDP Technical Note, 2006 IPCC)",
        },
      ],
      targets: [
        {
          name: "Halve scope 1 and 2 by 2030",
          scope: "1+2",
          baseline_year: 2024,
          target_year: 2030,
          baseline_value: 48,
          target_value: 24,
          reduction_pct: 50,
          current_value: 43,
          on_track: true,
        },
      ],
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
      missing_inputs: [
        { datapoint: "Turnover", description: "Turnover", kg_co2e_at_stake: null, datapoints_at_stake: 5 },
      ],
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
      open: () => openWhole(ctx.files, id, sha256),
    });
  },
});

/**
 * Opens a file of which every byte was seen to be right: one of several chunks shows only at its end that it is damaged, when
 * its beginning would have been sent. Files of reports have some hundred kilobytes.
 */
async function openWhole(files: FileStore, id: string, sha256: string): Promise<AsyncIterable<Uint8Array>> {
  try {
    for await (const _chunk of await files.open(sha256));
    return await files.open(sha256);
  } catch (cause) {
    const detail =
      "The file of this report is missing or damaged where the service keeps it. Its operator can make the same file again: " +
      `carbon-ledger report restore ${id}`;
    throw new ServiceError("report.file_unavailable", detail, {}, cause);
  }
}
