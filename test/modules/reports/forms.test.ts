import { createHash } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Context, TenantIdentity } from "../../../src/core/context.ts";
import { invoke } from "../../../src/core/invoke.ts";
import type { ReportRendering } from "../../../src/core/report-rendering.ts";
import { SCOPES } from "../../../src/core/scopes.ts";
import { statement } from "../../../src/core/statement.ts";
import { generateReport } from "../../../src/modules/reports/generate-report.ts";
import { getReportStatus } from "../../../src/modules/reports/get-report-status.ts";
import { giveUpReport, renderReport } from "../../../src/modules/reports/index.ts";
import { listReports } from "../../../src/modules/reports/list-reports.ts";
import type { ReportJob, ReportRecord } from "../../../src/modules/reports/report.ts";
import { EngineAbsentError } from "../../../src/platform/typst/engine.ts";
import { openReportRenderer } from "../../../src/composition/isolation/report-renderer.ts";
import { testDatabase, type TestDatabase } from "../../support/database.ts";
import { ledgerLine, record } from "../../support/ledger.ts";

/** What jobs make of the answers of a renderer; the renderers themselves have tests of their own. */
let db: TestDatabase;
let tenant: TenantIdentity;
let line = 0;

beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.close());
beforeEach(async () => {
  tenant = await db.tenant();
  line += 1;
  await record(db.context(tenant), [ledgerLine(line, { date: "2025-02-01" })]);
});

const withTemplate = (text: string): ReportRendering => {
  const bytes = Buffer.from(text);
  return openReportRenderer({ template: { bytes, sha256: createHash("sha256").update(bytes).digest("hex") } });
};
const acting = (rendering: ReportRendering): Context => db.context(tenant, SCOPES, { rendering });
const TERMS = { report_year: 2025, standard_type: "vsme_basic", format: "xlsx" };
const ask = async (ctx: Context, terms: object = {}) =>
  // The operation's own output.
  (await invoke(generateReport, ctx, { ...TERMS, ...terms })) as ReportJob;
const status = async (ctx: Context, { id }: ReportJob) => (await invoke(getReportStatus, ctx, { id })) as ReportJob;
const list = async (ctx: Context) => ((await invoke(listReports, ctx, {})) as { items: ReportRecord[] }).items;

const QUEUED = statement(`
  select count(*) as jobs from report_jobs where tenant_id = $1 and environment = $2 order by 1 limit 1`);

describe("EFRAG's workbook", () => {
  test("is another report than the own one, and than one made with another file of the operator's", async () => {
    const [first, second] = [acting(withTemplate("1.3.0")), acting(withTemplate("1.4.0"))];
    const jobs = [await ask(first), await ask(first, { template: "efrag" }), await ask(second, { template: "efrag" })];
    expect(jobs.map(({ template }) => template)).toEqual(["own", "efrag", "efrag"]);
    expect(new Set(jobs.map(({ id }) => id)).size).toBe(3);
    expect(new Set(jobs.map(({ snapshot_id }) => snapshot_id)).size).toBe(1);
    expect(await ask(first, { template: "own" })).toEqual(jobs[0]);
    expect(await ask(first, { template: "efrag" })).toEqual(jobs[1]);
  });

  test("is not filled in a file that was replaced since it was asked for, and the job says so", async () => {
    const job = await ask(acting(withTemplate("1.3.0")), { template: "efrag" });
    const later = acting(withTemplate("1.4.0"));
    await renderReport(later, job.id);
    expect(await status(later, job)).toMatchObject({
      status: "failed",
      failure_reason: expect.stringContaining("replaced EFRAG's workbook"),
    });
    expect(await list(later)).toEqual([]);
  });
});

/** A renderer that answers in one way, as its process would. */
function answering(render: ReportRendering["render"]): ReportRendering {
  return { template_sha256: null, unavailableReason: () => null, versions: () => ({}), render };
}

describe("a job", () => {
  test("for a form that this machine cannot make is refused with what to do, and nothing is queued", async () => {
    const absent = { ...answering(() => Promise.reject(new Error("unused"))) };
    const ctx = acting({ ...absent, unavailableReason: () => new EngineAbsentError("typst-ts-node-compiler").message });
    await expect(ask(ctx, { format: "pdf" })).rejects.toMatchObject({
      extras: {
        issues: [{ path: "format", code: "format_not_available", message: expect.stringMatching(/PDF_ENGINE.*xlsx/s) }],
      },
    });
    expect(await ctx.db.rows(QUEUED)).toEqual([{ jobs: 0 }]);
  });

  test("whose file the renderer refuses fails at once with the renderer's words, and tells where", async () => {
    const reason = "The registration number is missing.";
    const ctx = acting(answering(() => Promise.resolve({ kind: "refused", reason })));
    const job = await ask(ctx, { format: "xhtml" });
    await renderReport(ctx, job.id);
    expect(await status(ctx, job)).toMatchObject({
      status: "failed",
      stage: "rendering",
      progress_pct: 30,
      failure_reason: reason,
    });
    expect((await ask(ctx, { format: "xhtml" })).id).not.toBe(job.id);
  });

  test("whose renderer ran out of time or memory is tried again, and says so when it is given up", async () => {
    const reason = "Rendering took longer than 60 seconds and was stopped.";
    let attempts = 0;
    const ctx = acting(
      answering(() => {
        attempts += 1;
        if (attempts === 1) return Promise.resolve({ kind: "failed", reason });
        return Promise.resolve({ kind: "done", bytes: Buffer.from("file") });
      }),
    );
    const job = await ask(ctx);
    const failed = await renderReport(ctx, job.id).catch((error: unknown) => error);
    expect(await status(ctx, job)).toMatchObject({ status: "running", stage: "rendering" });
    await renderReport(ctx, job.id);
    expect(await status(ctx, job)).toMatchObject({ status: "completed", stage: "done", progress_pct: 100 });
    await giveUpReport(ctx, job.id, failed);
    expect(await status(ctx, job)).toMatchObject({ status: "completed" });
    const other = await ask(ctx, { language: "da" });
    await giveUpReport(ctx, other.id, failed);
    expect(await status(ctx, other)).toMatchObject({ status: "failed", failure_reason: reason });
  });

  test("that two processes render at the same time has one report", async () => {
    const waiting: (() => void)[] = [];
    const ctx = acting(
      answering(async () => {
        await new Promise<void>((resolve) => {
          waiting.push(resolve);
          if (waiting.length === 2) for (const go of waiting) go();
        });
        return { kind: "done", bytes: Buffer.from("the same file") };
      }),
    );
    const job = await ask(ctx);
    await Promise.all([renderReport(ctx, job.id), renderReport(ctx, job.id)]);
    expect(await list(ctx)).toHaveLength(1);
    expect(await status(ctx, job)).toMatchObject({ status: "completed" });
  });

  test("of an older release is not rendered from figures of another shape, but asks to be asked for again", async () => {
    const ctx = acting(answering(() => Promise.reject(new Error("unused"))));
    const job = await ask(ctx);
    await db.database.admin.rows(AS_OLDER_RELEASE, [job.snapshot_id]);
    await renderReport(ctx, job.id);
    expect(await status(ctx, job)).toMatchObject({
      status: "failed",
      failure_reason: expect.stringContaining("ask for it again"),
    });
  });
});

const AS_OLDER_RELEASE = statement(`
  update report_snapshots set snapshot = snapshot || '{"format": 1}' where snapshot_id = $1`);
