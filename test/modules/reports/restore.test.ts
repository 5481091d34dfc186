import { createHash } from "node:crypto";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { Client } from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Context, ENVIRONMENTS, type TenantIdentity } from "../../../src/core/context.ts";
import { invoke } from "../../../src/core/invoke.ts";
import { SCOPES } from "../../../src/core/scopes.ts";
import { statement } from "../../../src/core/statement.ts";
import { verifyAudit } from "../../../src/modules/audit/index.ts";
import { renderReport, restoreReport } from "../../../src/modules/reports/index.ts";
import { generateReport } from "../../../src/modules/reports/generate-report.ts";
import type { DatapointView } from "../../../src/modules/reports/inputs/datapoint-view.ts";
import { listReportInputs } from "../../../src/modules/reports/inputs/list-report-inputs.ts";
import { setReportInput } from "../../../src/modules/reports/inputs/set-report-input.ts";
import type { ReportJob, ReportRecord } from "../../../src/modules/reports/report.ts";
import { driverSettings } from "../../../src/platform/db/connection.ts";
import { openReportRenderer } from "../../../src/composition/isolation/report-renderer.ts";
import { testApp, type TestApp } from "../../support/app.ts";
import { newestReport } from "../../support/demo-reports.ts";
import { ledgerLine, record } from "../../support/ledger.ts";
import { storedDocument } from "../../support/stored-document.ts";

let app: TestApp;
let owner: Client;
let tenant: TenantIdentity;
let ctx: Context;
let line = 0;

beforeAll(async () => {
  app = await testApp();
  owner = new Client(driverSettings(app.db.connection));
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await app.close();
});
beforeEach(async () => {
  tenant = await app.db.tenant();
  ctx = app.db.context(tenant);
  line += 1;
  await record(ctx, [ledgerLine(line, { date: "2025-03-01" })]);
  await invoke(setReportInput, ctx, { report_year: 2025, datapoint: "RegistrationNumber", value: "29189846" });
});

const TERMS = { report_year: 2025, standard_type: "vsme_comprehensive", format: "json", language: "da" };

async function finished(terms: object = {}): Promise<ReportRecord> {
  // The operation answers with the job that it made.
  const job = (await invoke(generateReport, ctx, { ...TERMS, ...terms })) as ReportJob;
  await renderReport(ctx, job.id);
  const report = await newestReport(app.db, tenant);
  if (report === undefined) throw new Error("no report");
  return report;
}

const pathOf = ({ sha256 }: ReportRecord) => storedDocument(app.db.directory, tenant, sha256);

async function lost(terms: object = {}): Promise<ReportRecord> {
  const report = await finished(terms);
  rmSync(pathOf(report));
  return report;
}

async function reasonOf(report: ReportRecord, by = ctx): Promise<string> {
  const restoration = await restoreReport(by, report.id);
  expect(restoration).toMatchObject({ kind: "lost", filename: report.filename });
  expect(existsSync(pathOf(report))).toBe(false);
  return restoration?.kind === "lost" ? restoration.reason : "";
}

const RESTORED = statement(`
  select subject, payload from audit_events
  where tenant_id = $1 and environment = $2 and action = 'report.file_restored' order by seq limit 10`);

describe("a report's file", () => {
  test.each(["json", "xlsx", "xhtml"])(
    "as %s that is gone is made again, byte for byte, and audited",
    async (format) => {
      const report = await lost({ format });
      expect(await restoreReport(ctx, report.id)).toEqual({ kind: "restored", filename: report.filename });
      const bytes = await ctx.files.read(report.sha256);
      expect(createHash("sha256").update(bytes).digest("hex")).toBe(report.sha256);
      expect(await ctx.db.rows(RESTORED, [])).toMatchObject([
        { subject: report.id, payload: { sha256: report.sha256 } },
      ]);
      expect(await verifyAudit(ctx.db)).toMatchObject({ ok: true });
    },
  );

  test("that is damaged is replaced; one that is whole is left alone", async () => {
    const report = await finished();
    const before = readFileSync(pathOf(report));
    expect(await restoreReport(ctx, report.id)).toMatchObject({ kind: "sound" });
    expect(readFileSync(pathOf(report)).equals(before)).toBe(true);
    const damaged = Buffer.from(before);
    damaged[damaged.length - 1] = (damaged.at(-1) ?? 0) ^ 1;
    writeFileSync(pathOf(report), damaged);
    expect(await restoreReport(ctx, report.id)).toMatchObject({ kind: "restored" });
    expect((await ctx.files.read(report.sha256)).length).toBe(report.file_size_bytes);
    expect(await ctx.db.rows(RESTORED, [])).toHaveLength(1);
  });

  test("tells of the figures of its time, whatever was answered and booked since", async () => {
    const report = await lost();
    await record(ctx, [ledgerLine(line + 500, { date: "2025-05-01" })]);
    await invoke(setReportInput, ctx, { report_year: 2025, datapoint: "Turnover", value: 5 });
    expect(await restoreReport(ctx, report.id)).toMatchObject({ kind: "restored" });
  });

  test("of another company or environment is not found", async () => {
    const report = await lost();
    const [other] = ENVIRONMENTS.filter((one) => one !== tenant.environment);
    for (const stranger of [await app.db.tenant(), { ...tenant, environment: other ?? "sandbox" }]) {
      expect(await restoreReport(app.db.context(stranger), report.id)).toBeNull();
    }
  });
});

describe("a file that would come out differently is not stored, and the reason is told:", () => {
  const set = async (change: string) => await owner.query(change, [tenant.id]);

  test("other words or figures, by the same versions", async () => {
    const report = await lost();
    await set(
      `update report_snapshots set snapshot = jsonb_set(snapshot, '{company,name}', '"Other"') where tenant_id = $1`,
    );
    const reason = await reasonOf(report);
    expect(reason).toContain("this version computes or words something in it differently");
    expect(reason).toContain("by the same versions");
  });

  test("another version of the service or of what it runs on", async () => {
    const report = await lost({ format: "xlsx" });
    await set(
      `update reports set sha256 = repeat('a', 64), rendered_with = rendered_with || '{"node": "18.0.0"}' where tenant_id = $1`,
    );
    const reason = await reasonOf(report);
    expect(reason).toContain("it tells the same and is drawn with other bytes");
    expect(reason).toContain(`it was made by node 18.0.0, here ${process.versions.node}`);
    expect(reason).not.toContain("carbon-ledger");
  });

  test("a report from before versions were recorded", async () => {
    const report = await lost();
    await set(
      "update reports set sha256 = repeat('a', 64), rendered_with = null, document_sha256 = null where tenant_id = $1",
    );
    expect(await reasonOf(report)).toMatch(/other bytes; what made it was not recorded, here is carbon-ledger \d/);
  });

  test("figures frozen in another format", async () => {
    const report = await lost();
    await set("update report_snapshots set snapshot = jsonb_set(snapshot, '{format}', '1') where tenant_id = $1");
    expect(await reasonOf(report)).toContain("its figures were frozen in format 1");
  });

  // One such report must not keep --all-damaged from the others.
  test("figures that have lost a part", async () => {
    const report = await lost();
    await set("update report_snapshots set snapshot = snapshot - 'facts' where tenant_id = $1");
    expect(await reasonOf(report)).toMatch(/^it cannot be made of what is stored of it: /);
  });

  test("EFRAG's workbook, which was replaced or is not there", async () => {
    const report = await lost({ format: "xlsx" });
    const template_sha256 = "e".repeat(64);
    await owner.query("update report_jobs set template_sha256 = $2 where tenant_id = $1", [tenant.id, template_sha256]);
    expect(await reasonOf(report)).toContain(`with SHA-256 ${template_sha256}, and VSME_TEMPLATE_FILE is not set`);
    const rendering = openReportRenderer({ template: { bytes: Buffer.from("x"), sha256: "f".repeat(64) } });
    const other = app.db.context(tenant, SCOPES, { rendering });
    expect(await reasonOf(report, other)).toContain(`VSME_TEMPLATE_FILE has ${"f".repeat(64)}`);
  });

  test("a machine without the engine that set it", async () => {
    const report = await lost({ format: "pdf" });
    await set(
      `update reports set rendered_with = '{"carbon-ledger": "0.1.0", "typst-ts-node-compiler": "0.7.0"}' where tenant_id = $1`,
    );
    const rendering = openReportRenderer({ template: null, machine: { platform: "win32", arch: "x64" } });
    const elsewhere = app.db.context(tenant, SCOPES, { rendering });
    expect(await reasonOf(report, elsewhere)).toContain(
      "it was set with the engine typst-ts-node-compiler 0.7.0, which is not installed on this machine",
    );
  });

  test("a renderer that fails", async () => {
    const report = await lost({ format: "xlsx" });
    const failing = {
      ...ctx.rendering,
      render: () => Promise.resolve({ kind: "failed", reason: "Too slow." } as const),
    };
    expect(await reasonOf(report, { ...ctx, rendering: failing })).toBe("Too slow.");
  });
});

test(
  "a file is set again with the engine that set it, whichever this machine prefers",
  { timeout: 120_000 },
  async () => {
    const rendering = openReportRenderer({ template: null, engine: "wasm" });
    ctx = app.db.context(tenant, SCOPES, { rendering });
    const report = await lost({ format: "pdf" });
    await rendering.close();
    expect(await restoreReport(app.db.context(tenant), report.id)).toMatchObject({ kind: "restored" });
    expect((await ctx.files.read(report.sha256)).subarray(0, 5).toString()).toBe("%PDF-");
  },
);

test("of a large file whose end is damaged nothing is sent, and all of it once it is restored", async () => {
  const value = "x".repeat(20_000);
  const asked = (await invoke(listReportInputs, ctx, { limit: 200 })) as { items: DatapointView[] };
  const texts = asked.items.filter(({ kind, axis, section }) => kind === "text" && axis === null && section === "C1");
  for (const { id } of texts) await invoke(setReportInput, ctx, { report_year: 2025, datapoint: id, value });
  const report = await finished();
  // More than the store reads at once.
  expect(report.file_size_bytes).toBeGreaterThan(100_000);
  const bytes = readFileSync(pathOf(report));
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
  writeFileSync(pathOf(report), bytes);
  const key = await app.key(tenant);
  const download = () => app.as(key, `/api/v1/reports/${report.id}/file`);
  const refused = await download();
  expect(refused.json()).toMatchObject({ status: 503, code: "report.file_unavailable" });
  expect(refused.headers["repr-digest"]).toBeUndefined();
  expect((await verifyAudit(ctx.db, ctx.files)).problems).toContainEqual({
    kind: "file_changed",
    subject: `reports ${report.id}`,
    detail: expect.stringMatching(new RegExp(`is damaged.*carbon-ledger report restore ${report.id}`)),
  });
  await restoreReport(ctx, report.id);
  expect((await download()).bytes).toHaveLength(report.file_size_bytes);
});
