import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Context, TenantIdentity } from "../../../src/core/context.ts";
import { invoke } from "../../../src/core/invoke.ts";
import type { Operation } from "../../../src/core/operation.ts";
import { SCOPES } from "../../../src/core/scopes.ts";
import { statement } from "../../../src/core/statement.ts";
import { getReportAttestations } from "../../../src/modules/reports/get-report-attestations.ts";
import { getReportFile } from "../../../src/modules/reports/get-report-file.ts";
import { generateReport } from "../../../src/modules/reports/generate-report.ts";
import { giveUpReport, renderReport } from "../../../src/modules/reports/index.ts";
import { setReportInput } from "../../../src/modules/reports/inputs/set-report-input.ts";
import { listReports } from "../../../src/modules/reports/list-reports.ts";
import type { AttestationRecord, ReportJob, ReportRecord } from "../../../src/modules/reports/report.ts";
import { reportDocument } from "../../../src/modules/reports/presentation/report-document.ts";
import { withdrawAttestation } from "../../../src/modules/reports/withdraw-attestation.ts";
import { testDatabase, type TestDatabase } from "../../support/database.ts";
import { addAttestation, openYear, REPORT_CONSULTANT } from "../../support/demo-reports.ts";
import { ledgerLine, record } from "../../support/ledger.ts";
import { fileOf } from "../../support/stored-file.ts";

let db: TestDatabase;
let tenant: TenantIdentity;
let ctx: Context;
let line = 0;

beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.close());
beforeEach(async () => {
  tenant = await db.tenant();
  ctx = db.context(tenant);
  await book();
});

const call = async <Answer>(operation: Operation, input: object, of: Context = ctx): Promise<Answer> =>
  // Each caller names the operation's own output.
  (await invoke(operation, of, input)) as Answer;
const TERMS = { report_year: 2025, standard_type: "vsme_basic", format: "json" };
const list = async () => (await call<{ items: ReportRecord[] }>(listReports, {})).items;
const attestationsOf = async (report_id: string) =>
  (await call<{ items: AttestationRecord[] }>(getReportAttestations, { report_id })).items;

async function book(): Promise<void> {
  line += 1;
  await record(ctx, [ledgerLine(line, { date: "2025-02-01" })]);
}

async function made(terms: object = {}): Promise<ReportRecord> {
  const job = await call<ReportJob>(generateReport, { ...TERMS, ...terms });
  await renderReport(ctx, job.id);
  return await reportOf(job);
}

async function reportOf({ id }: ReportJob): Promise<ReportRecord> {
  const [row] = await ctx.db.rows<{ report_id: string }>(REPORT_OF, [id]);
  const report = (await list()).find((one) => one.id === row?.report_id);
  if (report === undefined) throw new Error("the job has no report");
  return report;
}

const REPORT_OF = statement(`
  select generated_report_id as report_id from report_jobs
  where tenant_id = $1 and environment = $2 and id = $3 order by id limit 1`);

async function documentOf({ id }: ReportRecord) {
  return reportDocument.parse(JSON.parse((await fileOf(await invoke(getReportFile, ctx, { id }))).toString("utf8")));
}

describe("one state of the figures", () => {
  test("is frozen once: every standard and language of it tells the same moment and the same audit head", async () => {
    const first = await documentOf(await made());
    db.clock.advance(3600);
    // The log has grown meanwhile, by the report itself.
    const danish = await documentOf(await made({ language: "da" }));
    const other = await documentOf(await made({ standard_type: "csrd" }));
    for (const { snapshot_id, audit_head, frozen_at } of [danish, other]) {
      expect({ snapshot_id, audit_head, frozen_at }).toEqual({
        snapshot_id: first.snapshot_id,
        audit_head: first.audit_head,
        frozen_at: first.frozen_at,
      });
    }
  });

  test("keeps its moment when the job that froze it failed and is asked for again", async () => {
    const frozen_at = db.clock.now().toISOString();
    const failed = await call<ReportJob>(generateReport, TERMS);
    await giveUpReport(ctx, failed.id, null);
    db.clock.advance(3600);
    const report = await made();
    expect(await documentOf(report)).toMatchObject({ frozen_at, snapshot_id: failed.snapshot_id });
  });
});

describe("a newer version", () => {
  test("leaves the old report, its file and its attestation as they are, and makes the attestation void", async () => {
    const old = await made();
    await addAttestation(db, tenant, old.id);
    const before = await documentOf(old);
    const [signed] = await attestationsOf(old.id);
    expect(signed).toMatchObject({ status: "issued", is_void: false });
    await openYear(ctx, "2025-12-31");
    await book();
    // Nothing is superseded by figures that nobody has reported.
    expect((await list())[0]).toMatchObject({ attestation_status: "attested", superseded_by: null });
    const newer = await made();
    expect(newer.id).not.toBe(old.id);
    const [now, then] = await list();
    expect(now).toMatchObject({ id: newer.id, attestation_status: "none", superseded_by: null });
    expect(then).toEqual({ ...old, attestation_status: "void", superseded_by: newer.id });
    expect(await attestationsOf(old.id)).toEqual([{ ...signed, is_void: true }]);
    expect(await attestationsOf(newer.id)).toEqual([]);
    expect(await documentOf(old)).toEqual(before);
  });

  test("also follows from an answer of people alone", async () => {
    const old = await made();
    await call(setReportInput, { report_year: 2025, datapoint: "Turnover", value: 1_000_000 });
    const newer = await made();
    expect((await list()).find(({ id }) => id === old.id)).toMatchObject({ superseded_by: newer.id });
  });

  test("in another language, format or standard supersedes nothing", async () => {
    const old = await made();
    await book();
    for (const terms of [{ language: "da" }, { standard_type: "csrd" }]) await made(terms);
    expect((await list()).find(({ id }) => id === old.id)).toMatchObject({ superseded_by: null });
  });

  test("gives way again when the figures come back to what they were", async () => {
    const old = await made();
    await call(setReportInput, { report_year: 2025, datapoint: "Turnover", value: 1_000_000 });
    const newer = await made();
    await call(setReportInput, { report_year: 2025, datapoint: "Turnover", status: "withdrawn" });
    const again = await call<ReportJob>(generateReport, TERMS);
    expect((await reportOf(again)).id).toBe(old.id);
    const superseded = new Map((await list()).map(({ id, superseded_by }) => [id, superseded_by]));
    expect([superseded.get(old.id), superseded.get(newer.id)]).toEqual([null, old.id]);
  });
});

describe("an attestation that is withdrawn", () => {
  const asConsultant = () => db.context(tenant, SCOPES, { principal: REPORT_CONSULTANT });

  test("stays listed as withdrawn, once, and its report is attested no more", async () => {
    const report = await made();
    await addAttestation(db, tenant, report.id);
    const [signed] = await attestationsOf(report.id);
    const input = { report_id: report.id, id: signed?.id };
    const taken = await call<AttestationRecord>(withdrawAttestation, input, asConsultant());
    expect(taken).toMatchObject({
      status: "withdrawn",
      withdrawn_at: db.clock.now().toISOString().replace("Z", "000Z"),
    });
    db.clock.advance(60);
    expect(await call(withdrawAttestation, input, asConsultant())).toEqual(taken);
    expect(await attestationsOf(report.id)).toEqual([taken]);
    expect((await list())[0]).toMatchObject({ attestation_status: "none" });
    const events = await ctx.db.rows<{ payload: object }>(WITHDRAWALS);
    expect(events).toHaveLength(1);
    expect(events[0]?.payload).toMatchObject({ attestation_id: signed?.id, sha256: report.sha256 });
  });

  test("was the consultant's own: another organisation and the company itself cannot take it back", async () => {
    const report = await made();
    await addAttestation(db, tenant, report.id);
    const [signed] = await attestationsOf(report.id);
    const input = { report_id: report.id, id: signed?.id };
    const { consultant } = REPORT_CONSULTANT;
    if (consultant === undefined) throw new Error("no consultant");
    const other = { ...REPORT_CONSULTANT, consultant: { ...consultant, id: "0198c0de-0000-7000-8000-0000000000e0" } };
    const stranger = db.context(tenant, SCOPES, { principal: other });
    await expect(call(withdrawAttestation, input, stranger)).rejects.toMatchObject({ code: "resource.not_found" });
    await expect(call(withdrawAttestation, input)).rejects.toMatchObject({ code: "third_party.endpoint_only" });
    expect(await attestationsOf(report.id)).toEqual([signed]);
  });

  const WITHDRAWALS = statement(`
    select payload from audit_events
    where tenant_id = $1 and environment = $2 and action = 'report.attestation_withdrawn' order by seq limit 5`);
});
