import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { TenantIdentity } from "../../../src/core/context.ts";
import { invoke } from "../../../src/core/invoke.ts";
import { SCOPES } from "../../../src/core/scopes.ts";
import { withdrawAttestation } from "../../../src/modules/reports/withdraw-attestation.ts";
import { renderReport } from "../../../src/modules/reports/index.ts";
import type { ReportDocument } from "../../../src/modules/reports/presentation/report-document.ts";
import type { ReportJob } from "../../../src/modules/reports/report.ts";
import { testApp, type TestApp, type TestKey } from "../../support/app.ts";
import { addAttestation, REPORT_CONSULTANT } from "../../support/demo-reports.ts";
import { ledgerLine, record } from "../../support/ledger.ts";

let app: TestApp;
let tenant: TenantIdentity;
let key: TestKey;
let line = 0;

beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  tenant = await app.db.tenant();
  key = await app.key(tenant);
  app.db.clock.set("2026-09-15T12:00:00Z");
});

async function ask(method: string, path: string, body?: object) {
  const headers = { "content-type": "application/json" };
  const content = body === undefined ? {} : { headers, body: JSON.stringify(body) };
  const answer = await app.as(key, `/api/v1${path}`, { method, ...content });
  return { status: answer.status, body: answer.json() as Record<string, unknown>, text: answer.text };
}

const change = async (to: "close" | "reopen" | "restate", day = "2025-12-31", body: object = {}) =>
  await ask("POST", `/financial-years/${day}/${to}`, body);

async function yearOf(report_year: number): Promise<unknown> {
  const { body } = await ask("GET", `/financial-years?from_year=${report_year}&to_year=${report_year}`);
  return (body["years"] as unknown[])[0];
}

async function report(
  report_year = 2025,
  booked_on = `${report_year}-03-01`,
): Promise<{ readonly id: string; readonly document: ReportDocument }> {
  line += 1;
  await record(app.db.context(tenant), [ledgerLine(line, { date: booked_on })]);
  const queued = (await ask("POST", "/reports", { report_year, standard_type: "csrd", format: "json" }))
    .body as ReportJob;
  await renderReport(app.db.context(tenant), queued.id);
  const job = (await ask("GET", `/reports/jobs/${queued.id}`)).body as ReportJob;
  const id = job.generated_report_id ?? "";
  return { id, document: (await ask("GET", `/reports/${id}/file`)).body as ReportDocument };
}

describe("an administrator", () => {
  test("closes a year that is over, and opens it again with a reason; each is audited with a name", async () => {
    const closed = await change("close", "2025-12-31", { reason: "Signed off by the board" });
    expect(closed.status, closed.text).toBe(200);
    expect(closed.body).toMatchObject({
      report_year: 2025,
      is_closed: true,
      cause: "administrator",
      reason: "Signed off by the board",
      decided_by: `api_key:${key.id}`,
    });
    expect(closed.body["decided_by_name"]).toMatch(/^Key /);
    expect(await yearOf(2025)).toEqual(closed.body);
    expect((await change("close")).body).toEqual(closed.body);
    expect((await change("reopen")).body).toMatchObject({ status: 400, issues: [{ path: "reason" }] });
    const opened = await change("reopen", "2025-12-31", { reason: "A bill of heat came late" });
    expect(opened.body).toMatchObject({ is_closed: false, reason: "A bill of heat came late" });
    expect(await yearOf(2025)).toEqual(opened.body);
    const { items } = (await ask("GET", "/audit?limit=50")).body as { items: { action: string }[] };
    const actions = items.map(({ action }) => action).filter((action) => action.startsWith("financial_year."));
    expect(actions.toSorted()).toEqual(["financial_year.closed", "financial_year.reopened"]);
  });

  test("does not close a year that runs, nor one that there is not", async () => {
    expect((await change("close", "2026-12-31")).body).toMatchObject({ issues: [{ code: "not_over" }] });
    expect((await change("close", "2025-06-30")).body).toMatchObject({ issues: [{ code: "no_such_year" }] });
    app.db.clock.set("2027-01-01T00:00:00Z");
    expect((await change("close", "2026-12-31")).body).toMatchObject({ is_closed: true });
  });

  test("needs the scope of administrators", async () => {
    const reader = await app.key(tenant, { scopes: ["tenant:read"] });
    const refused = await app.as(reader, "/api/v1/financial-years/2025-12-31/close", { method: "POST" });
    expect(refused.json()).toMatchObject({ status: 403, code: "auth.scope_required" });
    expect((await app.as(reader, "/api/v1/financial-years")).status).toBe(200);
  });

  test("cannot state other days for a closed year", async () => {
    await change("close");
    const july = [{ from: "2024-07-01", to: "2025-06-30" }];
    const refused = await ask("PUT", "/financial-years", { years: july });
    expect(refused.body).toMatchObject({ status: 409, code: "financial_year.closed" });
    expect(refused.text).toContain("POST /api/v1/financial-years/2025-12-31/reopen");
    const changed = [
      { from: "2025-01-01", to: "2025-12-31" },
      { from: "2026-01-01", to: "2026-06-30" },
    ];
    expect((await ask("PUT", "/financial-years", { years: changed })).status).toBe(200);
    await change("reopen", "2025-12-31", { reason: "We have always begun in July" });
    expect((await ask("PUT", "/financial-years", { years: july })).status).toBe(200);
  });
});

describe("an attestation", () => {
  test("closes the year of the report with its name; withdrawing it opens nothing", async () => {
    const { id } = await report();
    await addAttestation(app.db, tenant, id);
    const closed = { is_closed: true, cause: "attestation", report_id: id };
    expect(await yearOf(2025)).toMatchObject(closed);
    const { items } = (await ask("GET", `/reports/${id}/attestations`)).body as { items: { id: string }[] };
    const ctx = app.db.context(tenant, SCOPES, { principal: REPORT_CONSULTANT });
    const withdrawn = await invoke(withdrawAttestation, ctx, { report_id: id, id: items[0]?.id });
    expect(withdrawn).toMatchObject({ status: "withdrawn" });
    expect(await yearOf(2025)).toMatchObject(closed);
  });

  test("of a year that is not over closes nothing", async () => {
    const { id } = await report(2026);
    await addAttestation(app.db, tenant, id);
    expect(await yearOf(2026)).toMatchObject({ is_closed: false, cause: null });
  });

  test("of a report from before the year was opened again leaves it open; of a new one it closes it", async () => {
    const { id } = await report();
    await addAttestation(app.db, tenant, id);
    await change("reopen", "2025-12-31", { reason: "A bill of heat came late" });
    await addAttestation(app.db, tenant, id);
    expect(await yearOf(2025)).toMatchObject({ is_closed: false });
    const newer = await report();
    await addAttestation(app.db, tenant, newer.id);
    expect(await yearOf(2025)).toMatchObject({ is_closed: true, report_id: newer.id });
  });
});

test("a report of a year that was opened again names the reason", async () => {
  const before = await report();
  expect(before.document.notes?.map(({ code }) => code)).not.toContain("year_reopened");
  await change("close");
  await change("reopen", "2025-12-31", { reason: "A bill of heat came late" });
  const { document } = await report();
  const note = document.notes?.find(({ code }) => code === "year_reopened");
  expect(note?.text).toContain("A bill of heat came late");
});

test("a report of a year that was restated names the reason, and not that the year was opened", async () => {
  await report();
  await report();
  await change("close");
  const { items } = (await ask("GET", "/activities?limit=1")).body as { items: { id: string }[] };
  const decisions = [{ id: items[0]?.id, decision: "exclude", reason: "Private" }];
  const restated = await change("restate", "2025-12-31", { reason: "A private purchase was found", decisions });
  expect(restated.status, restated.text).toBe(200);
  expect(restated.body).toMatchObject({ decided_count: 1, years: [{ is_closed: true }] });
  expect(await yearOf(2025)).toMatchObject({ is_closed: true, cause: "restatement", decided_by: `api_key:${key.id}` });
  const { document } = await report(2025, "2026-02-01");
  const codes = (document.notes ?? []).map(({ code }) => code);
  expect(codes, JSON.stringify(document).slice(0, 500)).not.toContain("year_reopened");
  const note = document.notes?.find(({ code }) => code === "year_restated");
  expect(note?.text, JSON.stringify(document).slice(0, 500)).toContain("A private purchase was found");
});

test("a rehearsal with an Idempotency-Key is answered again with the same bytes, and writes nothing", async () => {
  await report();
  await report();
  await change("close");
  const { items } = (await ask("GET", "/activities?limit=1")).body as { items: { id: string }[] };
  const decisions = [{ id: items[0]?.id, decision: "exclude", reason: "Private" }];
  const headers = { "content-type": "application/json", "idempotency-key": "rehearsal-1" };
  const body = JSON.stringify({ reason: "A private purchase was found", decisions, dry_run: true });
  const rehearse = async () =>
    await app.as(key, "/api/v1/financial-years/2025-12-31/restate", { method: "POST", headers, body });
  const total = async () => (await ask("GET", "/emissions/summary")).body["total_co2e_kg"];
  const before = await total();
  const first = await rehearse();
  expect(first.json()).toMatchObject({ dry_run: true, decided_count: 1 });
  expect((await rehearse()).text).toBe(first.text);
  expect(await total()).toBe(before);
  expect(await yearOf(2025)).toMatchObject({ is_closed: true, cause: "administrator" });
});
