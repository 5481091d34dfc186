import { afterAll, beforeAll, expect, test } from "vitest";
import { invoke } from "../../../src/core/invoke.ts";
import { decimal, roundedTo } from "../../../src/core/quantity.ts";
import { getEmissionsSummary } from "../../../src/modules/emissions/get-emissions-summary.ts";
import { summaryRecord } from "../../../src/modules/emissions/emissions-summary.ts";
import { generateReport } from "../../../src/modules/reports/generate-report.ts";
import { getReportFile } from "../../../src/modules/reports/get-report-file.ts";
import { getReportStatus } from "../../../src/modules/reports/get-report-status.ts";
import { renderReport } from "../../../src/modules/reports/index.ts";
import type { ReportJob } from "../../../src/modules/reports/report.ts";
import { reportDocument } from "../../../src/modules/reports/presentation/report-document.ts";
import { testDatabase, type TestDatabase } from "../../support/database.ts";
import { calculatedEntry, ledgerLine, record } from "../../support/ledger.ts";
import { fileOf } from "../../support/stored-file.ts";

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.close());

const tonnes = (kg: number | null | undefined): number | null => (kg == null ? null : Number(decimal(kg).div(1000)));
const twoDigits = (value: number | null | undefined): number | null =>
  value == null ? null : roundedTo(decimal(value), 2);

/** Of every scope, with a credit note, several methods and scores, and other years beside it. */
const ENTRIES = [
  { date: "2025-01-03", scope: 1, kg: ["1200", "1200"], method: "fuel_based", score: 2 },
  { date: "2025-02-03", scope: 2, kg: ["700", "310"], method: "average_data", score: 3 },
  { date: "2025-12-31", scope: 3, kg: ["4321", "4321"], method: "spend_based", score: 5 },
  { date: "2025-06-01", scope: 3, kg: ["-321", "-321"], method: "spend_based", score: 4 },
  { date: "2025-07-01", scope: 3, kg: ["900", "900"], method: "supplier_specific", score: 1 },
  { date: "2024-12-31", scope: 1, kg: ["50", "50"], method: "fuel_based", score: 1 },
  { date: "2026-01-01", scope: 3, kg: ["60", "60"], method: "spend_based", score: 5 },
] as const;

test("a report says of its year what the summary says, in every figure that both have", async () => {
  const ctx = db.context(await db.tenant());
  const lines = ENTRIES.map(({ date, scope, kg: [market_based_kg, location_based_kg], method, score }, index) => {
    const figures = { scope, market_based_kg, location_based_kg, biogenic_co2_kg: "10" };
    const entry = calculatedEntry({
      ...figures,
      scope3_category: scope === 3 ? 1 : null,
      calculation_method: method,
      data_quality_score: score,
    });
    return ledgerLine(index + 1, { date, entries: [entry] });
  });
  await record(ctx, lines);

  // The operations answer with the job and the file.
  const terms = { report_year: 2025, standard_type: "vsme_basic", format: "json", language: "en" };
  const { id } = (await invoke(generateReport, ctx, terms)) as ReportJob;
  await renderReport(ctx, id);
  const { generated_report_id } = (await invoke(getReportStatus, ctx, { id })) as ReportJob;
  const bytes = await fileOf(await invoke(getReportFile, ctx, { id: generated_report_id }));
  const report = reportDocument.parse(JSON.parse(bytes.toString("utf8")));
  const period = { from: "2025-01-01", to: "2025-12-31" };
  const summary = summaryRecord.parse(await invoke(getEmissionsSummary, ctx, period));
  const byLocation = summaryRecord.parse(
    await invoke(getEmissionsSummary, ctx, { ...period, scope2_method: "location_based" }),
  );

  expect(summary.entry_count).toBe(5);
  expect(report.data_quality.entry_count).toBe(summary.entry_count);
  expect(report.data_quality.score).toBe(twoDigits(summary.data_quality.score));
  const share = (group: string) => report.data_quality.method_shares?.find((row) => row.group === group)?.share_pct;
  expect(share("spend")).toBeCloseTo(summary.data_quality.spend_share_pct ?? NaN, 1);
  expect(report.years.find(({ year }) => year === 2025)).toMatchObject({
    scope_1: tonnes(summary.by_scope["1"]),
    scope_2_market_based: tonnes(summary.scope2.market_based_kg),
    scope_2_location_based: tonnes(summary.scope2.location_based_kg),
    scope_3: tonnes(summary.by_scope["3"]),
    total_market_based: tonnes(summary.total_co2e_kg),
    total_location_based: tonnes(byLocation.total_co2e_kg),
  });
});

test("a report names the part of market-based scope 2 that uses the average of the grid, in kg as the summary has it", async () => {
  const ctx = db.context(await db.tenant());
  const scope2 = { scope: 2, scope3_category: null, location_based_kg: "500" } as const;
  const grid = calculatedEntry({ ...scope2, market_based_kg: "1234.5", market_based_fallback: true });
  const bought = calculatedEntry({ ...scope2, market_based_kg: "77", market_based_fallback: false });
  await record(ctx, [
    ledgerLine(1, { date: "2025-02-03", entries: [grid] }),
    ledgerLine(2, { date: "2025-03-03", entries: [bought] }),
    ledgerLine(3, { date: "2024-03-03", entries: [bought] }),
  ]);
  const summary = summaryRecord.parse(await invoke(getEmissionsSummary, ctx, { from: "2025-01-01", to: "2025-12-31" }));
  expect(summary.scope2.market_based_fallback_kg).toBe(1234.5);
  const text = async (report_year: number, language: "da" | "en") => {
    const terms = { report_year, standard_type: "vsme_basic", format: "json", language };
    const { id } = (await invoke(generateReport, ctx, terms)) as ReportJob;
    await renderReport(ctx, id);
    const { generated_report_id } = (await invoke(getReportStatus, ctx, { id })) as ReportJob;
    const bytes = await fileOf(await invoke(getReportFile, ctx, { id: generated_report_id }));
    const { notes = [] } = reportDocument.parse(JSON.parse(bytes.toString("utf8")));
    return notes.find(({ code }) => code === "market_based_fallback")?.text;
  };
  expect(await text(2025, "en")).toMatch(/^1\.235 tCO2e of market-based scope 2 use the average of the grid/);
  expect(await text(2025, "da")).toMatch(/^1,235 tCO2e af den markedsbaserede scope 2/);
  expect(await text(2024, "en")).toBeUndefined();
});
