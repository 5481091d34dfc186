import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { TenantIdentity } from "../../../src/core/context.ts";
import { statement } from "../../../src/core/statement.ts";
import { attestReport } from "../../../src/modules/reports/attest-report.ts";
import type { AttestationRecord, ReportRecord } from "../../../src/modules/reports/report.ts";
import { testApp, type TestApp, type TestKey } from "../../support/app.ts";
import { consultant, consultantKey, grant } from "../../support/consultants.ts";
import { addReport, newestReport } from "../../support/demo-reports.ts";

let app: TestApp;
let tenant: TenantIdentity;
let first: TestKey;
let second: TestKey;
let report: ReportRecord;

beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  tenant = await app.db.tenant();
  const firm = await consultant(app.db, `Klima & Co ${tenant.id}`);
  first = await consultantKey(app.db, firm);
  second = await consultantKey(app.db, firm);
  await grant(app.db, tenant, firm);
  report = await addedReport();
});

async function addedReport(): Promise<ReportRecord> {
  await addReport(app.db, tenant);
  const newest = await newestReport(app.db, tenant);
  if (newest === undefined) throw new Error("no report");
  return newest;
}

const post = (key: TestKey, path: string, body: object = {}) =>
  app.as(key, `/api/v1/reports/${report.id}/attestations${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-svc-tenant": tenant.id },
    body: JSON.stringify(body),
  });

/** What the operation answers with, over HTTP. */
async function attest(given: object = {}, key = first): Promise<AttestationRecord> {
  const { report_id: _, ...terms } = attestReport.example.input;
  const answer = await post(key, "", { ...terms, sha256: report.sha256, ...given });
  expect(answer.status, answer.text).toBe(201);
  return answer.json() as unknown as AttestationRecord;
}

const RECORDED = statement(`
  select (select count(*)::int from report_attestations where tenant_id = $1 and environment = $2) as rows,
    (select count(*)::int from audit_events
      where tenant_id = $1 and environment = $2 and action = 'report.attested') as audited,
    (select count(*)::int from outbox_events where tenant_id = $1 and environment = $2 and event = 'report.attested') as told
  order by 1 limit 1`);
const recorded = async () => (await app.db.context(tenant).db.rows(RECORDED, []))[0];

describe("the same attestation of the same file", () => {
  test("again is the one that stands, whichever of the firm's keys says it; nothing is written or told", async () => {
    const record = await attest();
    expect(await attest()).toEqual(record);
    expect(await attest({}, second)).toEqual(record);
    expect(await recorded()).toEqual({ rows: 1, audited: 1, told: 1 });
  });

  test("by twenty at the same moment is one", async () => {
    const records = await Promise.all(Array.from({ length: 20 }, (_, index) => attest({}, index % 2 ? first : second)));
    expect(new Set(records.map(({ id }) => id)).size).toBe(1);
    expect(await recorded()).toEqual({ rows: 1, audited: 1, told: 1 });
  });

  test("is another one when a word of it differs, or another firm says it", async () => {
    const records = [await attest()];
    const others = [{ name: "Ida Lund" }, { role: "Manager" }, { engagement_type: "reasonable" }];
    for (const given of [...others, { standard: "ISAE 3410" }, { statement: "Fair." }])
      records.push(await attest(given));
    const firm = await consultant(app.db, `Other ${tenant.id}`);
    await grant(app.db, tenant, firm);
    records.push(await attest({}, await consultantKey(app.db, firm)));
    expect(new Set(records.map(({ id }) => id)).size).toBe(7);
  });

  test("may be made again once it is withdrawn, and is one again", async () => {
    const { id } = await attest();
    expect((await post(first, `/${id}/withdraw`)).json()).toMatchObject({ id, status: "withdrawn" });
    const again = await attest();
    expect(again).toMatchObject({ status: "issued" });
    expect(again.id).not.toBe(id);
    expect((await attest()).id).toBe(again.id);
    await post(second, `/${again.id}/withdraw`);
    expect((await attest()).status).toBe("issued");
    expect(await recorded()).toEqual({ rows: 3, audited: 3, told: 3 });
  });

  test("of the version that took a void one's place is made anew; of the old file it is the void one", async () => {
    const old = report;
    const record = await attest();
    report = await addedReport();
    const anew = await attest();
    expect(anew).toMatchObject({ report_id: report.id, is_void: false });
    report = old;
    expect(await attest()).toEqual({ ...record, is_void: true });
  });
});

test("the database itself refuses an equal attestation that stands", async () => {
  await attest();
  const copy = statement(`
    insert into report_attestations (tenant_id, environment, id, report_id, report_sha256, consultant_id, attester_name,
      attester_firm, attester_role, engagement_type, standard, statement, attested_at, created_by, terms_sha256)
    select tenant_id, environment, $3::uuid, report_id, report_sha256, consultant_id, attester_name, attester_firm,
      attester_role, engagement_type, standard, statement, attested_at, created_by, terms_sha256
    from report_attestations where tenant_id = $1 and environment = $2`);
  const ctx = app.db.context(tenant);
  await expect(ctx.db.transaction((tx) => tx.rows(copy, [ctx.newId()]))).rejects.toThrow(/report_attestations_once/);
});
