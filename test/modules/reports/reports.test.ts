import { createHash } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Context, TenantIdentity } from "../../../src/core/context.ts";
import { invoke } from "../../../src/core/invoke.ts";
import type { Operation } from "../../../src/core/operation.ts";
import { SCOPES } from "../../../src/core/scopes.ts";
import { statement } from "../../../src/core/statement.ts";
import { attestReport } from "../../../src/modules/reports/attest-report.ts";
import { generateReport } from "../../../src/modules/reports/generate-report.ts";
import { getReportAttestations } from "../../../src/modules/reports/get-report-attestations.ts";
import { getReportFile } from "../../../src/modules/reports/get-report-file.ts";
import { getReportStatus } from "../../../src/modules/reports/get-report-status.ts";
import { giveUpReport, renderReport } from "../../../src/modules/reports/index.ts";
import { listReports } from "../../../src/modules/reports/list-reports.ts";
import type { AttestationRecord, ReportJob, ReportRecord } from "../../../src/modules/reports/report.ts";
import { reportDocument } from "../../../src/modules/reports/presentation/report-document.ts";
import { testDatabase, type TestDatabase } from "../../support/database.ts";
import { addAttestation, openYear, REPORT_CONSULTANT } from "../../support/demo-reports.ts";
import { calculatedEntry, ledgerLine, record } from "../../support/ledger.ts";
import { fileOf } from "../../support/stored-file.ts";

let db: TestDatabase;
let tenant: TenantIdentity;
let ctx: Context;

beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.close());
beforeEach(async () => {
  tenant = await db.tenant();
  ctx = db.context(tenant);
});

const TERMS = { report_year: 2025, standard_type: "vsme_basic", format: "json" };
const call = async <Answer>(operation: Operation, input: object, of: Context = ctx): Promise<Answer> =>
  // Each caller names the operation's own output.
  (await invoke(operation, of, input)) as Answer;
const generate = (input: object = {}) => call<ReportJob>(generateReport, { ...TERMS, ...input });
const status = (id: string, of: Context = ctx) => call<ReportJob>(getReportStatus, { id }, of);
const list = async (of: Context = ctx) => (await call<{ items: ReportRecord[] }>(listReports, {}, of)).items;

let line = 0;
async function book(date: string, entry: Parameters<typeof calculatedEntry>[0] = {}): Promise<void> {
  line += 1;
  await record(ctx, [ledgerLine(line, { date, entries: [calculatedEntry(entry)] })]);
}

async function finished(input: object = {}): Promise<ReportRecord> {
  const job = await generate(input);
  await renderReport(ctx, job.id);
  const { generated_report_id } = await status(job.id);
  const report = (await list()).find(({ id }) => id === generated_report_id);
  if (report === undefined) throw new Error("the report is not listed");
  return report;
}

async function document(id: string) {
  const text = (await fileOf(await invoke(getReportFile, ctx, { id }))).toString("utf8");
  return { text, document: reportDocument.parse(JSON.parse(text)) };
}

const EVENTS = statement(`
  select event, data from outbox_events
  where tenant_id = $1 and environment = $2 and event like 'report.%' order by id limit 20`);
const events = () => ctx.db.rows<{ event: string; data: { id: string } }>(EVENTS);
const QUEUED = statement(`
  select payload from jobs
  where tenant_id = $1 and environment = $2 and kind = 'render_report' order by created_at, id limit 20`);

describe("asking for a report", () => {
  test("[contract 3.render] equal arguments on an unchanged ledger are one job, on a changed one another", async () => {
    await book("2025-02-01");
    const job = await generate();
    expect(job).toMatchObject({
      ...TERMS,
      language: "en",
      status: "queued",
      progress_pct: 0,
      generated_report_id: null,
    });
    expect(await generate()).toEqual(job);
    expect(await ctx.db.rows(QUEUED)).toEqual([{ payload: { report_job_id: job.id } }]);
    await renderReport(ctx, job.id);
    expect(await generate()).toMatchObject({ id: job.id, status: "completed" });
    expect((await generate({ language: "da" })).id).not.toBe(job.id);
    await book("2025-03-01");
    expect((await generate()).id).not.toBe(job.id);
  });

  test("also when asked at the same moment", async () => {
    await book("2025-02-01");
    const jobs = await Promise.all(Array.from({ length: 5 }, () => generate()));
    expect(new Set(jobs.map(({ id }) => id)).size).toBe(1);
  });

  test.each([
    [
      "EFRAG's workbook where the operator has none",
      { format: "xlsx", template: "efrag" },
      "template",
      "template_not_available",
    ],
    ["EFRAG's workbook in another format", { template: "efrag" }, "template", "not_applicable"],
    ["a year to come", { report_year: 2027 }, "report_year", "in_future"],
    ["a year without entries", { report_year: 2001 }, "report_year", "no_emissions"],
  ])("refuses %s", async (_name, input, path, code) => {
    await expect(generate(input)).rejects.toMatchObject({ extras: { issues: [{ path, code }] } });
    expect(await ctx.db.rows(QUEUED)).toEqual([]);
  });
});

describe("rendering", () => {
  test("gives the year's figures in tonnes and MWh, with the factors behind them", async () => {
    await book("2024-12-31");
    await book("2025-01-01");
    const electricity = { scope: 2 as const, category_key: "energy.electricity.grid_dk" };
    const measured = { quantity: "1500", unit: "kWh" };
    await book("2025-12-31", { ...electricity, market_based_kg: "300", location_based_kg: "120", inputs: measured });
    await book("2025-06-01", { scope: 3, scope3_category: 6, market_based_kg: "1000", location_based_kg: "1000" });
    const { document: report } = await document((await finished()).id);
    const value = (id: string) => report.facts.find((fact) => fact.id === id)?.value;
    expect(value("GrossScope1GreenhouseGasEmissions")).toBe(0.554);
    expect(value("GrossLocationBasedScope2GreenhouseGasEmissions")).toBe(0.12);
    expect(value("GrossMarketBasedScope2GreenhouseGasEmissions")).toBe(0.3);
    expect(value("TotalGrossMarketBasedGHGEmissions")).toBe(1.854);
    expect(value("EnergyConsumptionFromElectricity")).toBe(1.5);
    // A fuel that no table knows has no energy content: no sum of fuels, no total, and it says so.
    expect(value("EnergyConsumptionFromFuels")).toBeUndefined();
    expect(value("TotalEnergyConsumption")).toBeUndefined();
    expect(report.missing_inputs.map(({ description }) => description).join()).toMatch(/Energy in MWh.*Nm3/);
    expect(report.scope3_categories).toHaveLength(15);
    const known = { value: 1, unit: "tCO2e", status: "recorded", reason: null };
    expect(report.scope3_categories[5]).toEqual({ number: 6, name: "Business travel", ...known });
    expect(report.factors).toMatchObject([{ source: "Evida", year: 2023, licence: "not stated", entry_count: 3 }]);
    expect(report.data_quality).toMatchObject({ entry_count: 3, months_with_data: 3 });
    expect(report.period).toEqual({ from: "2025-01-01", to: "2025-12-31" });
  });

  test("is frozen at the request: later entries do not get in", async () => {
    await book("2025-02-01");
    const job = await generate();
    await book("2025-03-01");
    await renderReport(ctx, job.id);
    const [report] = await list();
    expect((await document(report?.id ?? "")).document.data_quality.entry_count).toBe(1);
  });

  test("[contract 2.2.report, 4.2.reports] stores the file under the hash that is listed and announced, and tells start and end once", async () => {
    await book("2025-02-01");
    const job = await generate();
    await renderReport(ctx, job.id);
    await renderReport(ctx, job.id);
    const [report] = await list();
    const { text } = await document(report?.id ?? "");
    expect(createHash("sha256").update(text).digest("hex")).toBe(report?.sha256);
    expect(report).toMatchObject({
      filename: "vsme-basic-2025-en.json",
      file_size_bytes: Buffer.byteLength(text),
      attestation_status: "none",
      snapshot_id: job.snapshot_id,
    });
    expect(await status(job.id)).toMatchObject({
      status: "completed",
      progress_pct: 100,
      generated_report_id: report?.id,
    });
    expect(await events()).toEqual([
      { event: "report.generation_started", data: expect.objectContaining({ id: job.id }) },
      {
        event: "report.generation_completed",
        data: expect.objectContaining({ id: report?.id, sha256: report?.sha256 }),
      },
    ]);
  });

  test("a job that is given up says why and can be asked for again", async () => {
    await book("2025-02-01");
    const job = await generate();
    await giveUpReport(ctx, job.id, new Error("The disk is full."));
    // What went wrong inside is for the log: who asks reads what to do.
    const failure_reason = expect.stringMatching(/^The report could not be rendered; ask for it again/);
    expect(await status(job.id)).toMatchObject({ status: "failed", failure_reason });
    await renderReport(ctx, job.id);
    expect(await list()).toEqual([]);
    expect((await generate()).id).not.toBe(job.id);
    expect(await events()).toEqual([]);
  });
});

describe("attestations", () => {
  test("[contract 2.2.attestation] bind to the file's hash, carry the firm of the key and are told", async () => {
    await book("2025-02-01");
    const report = await finished();
    await addAttestation(db, tenant, report.id);
    const { items } = await call<{ items: AttestationRecord[] }>(getReportAttestations, { report_id: report.id });
    expect(items).toMatchObject([
      {
        report_id: report.id,
        report_sha256: report.sha256,
        status: "issued",
        attested_by: { firm: "Klimarevision ApS" },
      },
    ]);
    expect((await list())[0]).toMatchObject({ attestation_status: "attested" });
    expect((await events()).at(-1)).toMatchObject({
      event: "report.attested",
      data: { id: report.id, sha256: report.sha256, attestation_id: items[0]?.id },
    });
    await expect(book("2025-04-01")).rejects.toMatchObject({ code: "financial_year.closed" });
    await openYear(ctx, "2025-12-31");
    await book("2025-04-01");
    expect(await finished()).toMatchObject({ attestation_status: "none" });
  });

  test("are refused for other bytes and to the company's own keys", async () => {
    await book("2025-02-01");
    const report = await finished();
    const input = { ...attestReport.example.input, report_id: report.id, sha256: "0".repeat(64) };
    const consultant = db.context(tenant, SCOPES, { principal: REPORT_CONSULTANT });
    await expect(call(attestReport, input, consultant)).rejects.toMatchObject({
      extras: { issues: [{ path: "sha256", code: "other_file" }] },
    });
    await expect(call(attestReport, { ...input, sha256: report.sha256 })).rejects.toMatchObject({
      code: "third_party.endpoint_only",
    });
    expect((await list())[0]).toMatchObject({ attestation_status: "none" });
  });
});

test("another company and the other environment see no job, report, file or attestation", async () => {
  await book("2025-02-01");
  const job = await generate();
  await renderReport(ctx, job.id);
  const [report] = await list();
  const id = report?.id ?? "";
  for (const foreign of [db.context(await db.tenant()), db.context({ ...tenant, environment: "sandbox" })]) {
    expect(await list(foreign)).toEqual([]);
    for (const work of [
      () => status(job.id, foreign),
      () => call(getReportFile, { id }, foreign),
      () => call(getReportAttestations, { report_id: id }, foreign),
    ]) {
      await expect(work()).rejects.toMatchObject({ code: "resource.not_found" });
    }
  }
});
