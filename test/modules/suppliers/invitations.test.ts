import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { TenantIdentity } from "../../../src/core/context.ts";
import { statement } from "../../../src/core/statement.ts";
import { testApp, type TestApp, type TestKey } from "../../support/app.ts";

let app: TestApp;
let tenant: TenantIdentity;
let key: TestKey;

beforeAll(async () => {
  app = await testApp();
  tenant = await app.db.tenant();
  key = await app.key(tenant);
});
afterAll(() => app.close());
beforeEach(() => {
  app.db.clock.set("2026-06-15T12:00:00.000Z");
  app.db.clock.advance((minutes += 1) * 60);
});
let minutes = 0;

interface Reply {
  readonly status: number;
  readonly text: string;
  // The shape of each answer is tested by its operation's contract; here only the members in question are read.
  readonly body: Readonly<Record<string, never>> & Record<string, unknown>;
}
async function post(path: string, body: object = {}, as: TestKey = key): Promise<Reply> {
  const answer = await app.as(as, `/api/v1${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return { status: answer.status, text: answer.text, body: JSON.parse(answer.text) };
}

let made = 0;
async function supplier(description: object = {}): Promise<string> {
  made += 1;
  const body = { supplier_name: `Leverandør ${made} ApS`, supplier_country: "DK", ...description };
  return String((await post("/suppliers", body)).body["id"]);
}
async function invited(id: string, more: object = {}): Promise<{ token: string; body: string; reply: Reply }> {
  const reply = await post(`/suppliers/${id}/invite`, {
    email: "klima@leverandoer.example",
    report_year: 2025,
    ...more,
  });
  expect(reply.status, reply.text).toBe(201);
  const { invitation, message } = JSON.parse(reply.text);
  return { token: invitation.token, body: message.body, reply };
}
const accept = (token: string, more: object = {}) => post("/supplier-invitations/accept", { token, ...more });

const EVENTS = statement(`
  select event, data from outbox_events where tenant_id = $1 and environment = $2 order by created_at, id limit 1000`);
const AUDIT = statement(`
  select action, subject, payload::text as payload from audit_events where tenant_id = $1 and environment = $2
  order by seq limit 1000`);
const INVITATIONS = statement(`
  select row_to_json(supplier_invitations)::text as whole from supplier_invitations
  where tenant_id = $1 and environment = $2 and supplier_id = $3 order by created_at, id limit 10`);
async function eventsOf(id: string): Promise<string[]> {
  const rows = await app.db.context(tenant).db.rows<{ event: string; data: { id: string } }>(EVENTS);
  return rows.filter((row) => row.data.id === id).map((row) => row.event);
}
async function auditOf(id: string): Promise<{ action: string; payload: string }[]> {
  const rows = await app.db.context(tenant).db.rows<{ action: string; subject: string; payload: string }>(AUDIT);
  return rows.filter((row) => row.subject === id);
}

describe("inviting a supplier", () => {
  test("makes it pending, asks for the year, tells once and keeps only the token's hash", async () => {
    const id = await supplier();
    const { token, reply } = await invited(id);
    expect(reply.body).toMatchObject({
      supplier: { id, status: "pending", invited_email: "klima@leverandoer.example", accepted_at: null },
      invitation: { report_year: 2025, due_on: "2026-07-15" },
    });
    expect(await eventsOf(id)).toEqual(["supplier.invited"]);
    const audit = await auditOf(id);
    expect(audit.map(({ action }) => action)).toEqual([
      "supplier.registered",
      "supplier.disclosure_changed",
      "supplier.invited",
    ]);
    expect(audit.map(({ payload }) => payload).join("")).not.toContain("leverandoer.example");
    const [stored] = await app.db.context(tenant).db.rows<{ whole: string }>(INVITATIONS, [id]);
    expect(stored?.whole).not.toContain(token);
    const seen = await app.as(key, `/api/v1/suppliers/${id}?year=2025`);
    expect(seen.json()).toMatchObject({ supplier: { disclosure_status: "requested" } });
  });

  test("sent again, it keeps the supplier and the new token alone works", async () => {
    const id = await supplier();
    const first = await invited(id);
    const second = await invited(id, { email: "ny@leverandoer.example" });
    expect(second.reply.body).toMatchObject({
      supplier: { id, status: "pending", invited_email: "ny@leverandoer.example" },
    });
    const refused = await accept(first.token);
    expect(refused.body).toMatchObject({ status: 400, issues: [{ path: "token", code: "invitation_replaced" }] });
    expect((await accept(second.token)).status).toBe(200);
  });

  test.each([
    ["85 employees", { employees: 85 }, "I har ret til at afslå"],
    ["an unknown size", {}, "Har jeres virksomhed op til 1.000 ansatte, har I ret til at afslå"],
    ["another language", { employees: 85, language: "en" }, "You have the right to refuse"],
  ])("prints the right to refuse for %s", async (_case, more, words) => {
    expect((await invited(await supplier(), more)).body).toContain(words);
  });

  test("says nothing of a right to refuse to an undertaking of more than 1,000 employees", async () => {
    const { body, reply } = await invited(await supplier(), { employees: 1001 });
    expect(body).not.toContain("afslå");
    expect(reply.body).toMatchObject({ supplier: { employees: 1001, protected_undertaking: false } });
  });

  test("is refused while the supplier is active, for a future year and for a deadline in the past", async () => {
    const id = await supplier();
    await accept((await invited(id)).token);
    const mail = { email: "a@leverandoer.example" };
    const again = await post(`/suppliers/${id}/invite`, mail);
    expect(again.body).toMatchObject({ status: 400, issues: [{ path: "id", code: "invalid_transition" }] });
    const other = await supplier();
    const future = await post(`/suppliers/${other}/invite`, { ...mail, report_year: 2027 });
    expect(future.body).toMatchObject({ issues: [{ path: "report_year", code: "in_future" }] });
    const past = await post(`/suppliers/${other}/invite`, { ...mail, due_on: "2026-06-14" });
    expect(past.body).toMatchObject({ issues: [{ path: "due_on", code: "in_past" }] });
    expect(await eventsOf(other)).toEqual([]);
  });
});

describe("accepting an invitation", () => {
  test("connects the supplier, with its own words about itself, and works once", async () => {
    const id = await supplier();
    const { token } = await invited(id);
    const done = await accept(token, { employees: 42, supplier_industry: "Træ" });
    expect([done.status, done.body]).toMatchObject([
      200,
      { id, status: "active", employees: 42, protected_undertaking: true, supplier_industry: "Træ" },
    ]);
    expect(await eventsOf(id)).toEqual(["supplier.invited", "supplier.connected"]);
    expect((await accept(token)).body).toMatchObject({ issues: [{ code: "invitation_used" }] });
    expect(await eventsOf(id)).toEqual(["supplier.invited", "supplier.connected"]);
  });

  test("twice at the same moment connects once", async () => {
    const id = await supplier();
    const { token } = await invited(id);
    const replies = await Promise.all([accept(token), accept(token), accept(token)]);
    expect(replies.map(({ status }) => status).toSorted((left, right) => left - right)).toEqual([200, 400, 400]);
    expect(await eventsOf(id)).toEqual(["supplier.invited", "supplier.connected"]);
  });

  test("is refused from the moment the invitation is 30 days old", async () => {
    const { token } = await invited(await supplier());
    app.db.clock.advance(30 * 86_400);
    expect((await accept(token)).body).toMatchObject({ issues: [{ code: "invitation_expired" }] });
  });

  test("of another company's or environment's token is as unknown as any text", async () => {
    const other = await app.key(await app.db.tenant());
    const { token } = await invited(await supplier());
    const foreign = await post("/supplier-invitations/accept", { token }, other);
    const unknown = await accept("si_unknown");
    expect([foreign.status, foreign.body["detail"]]).toEqual([404, unknown.body["detail"]]);
    expect((await accept(token)).status).toBe(200);
  });
});

describe("ending a connection", () => {
  test("stops open tokens and new figures, changes nothing the second time, and can be begun anew", async () => {
    const id = await supplier();
    const { token } = await invited(id);
    const first = await post(`/suppliers/${id}/revoke`);
    expect(first.body).toMatchObject({ id, status: "revoked" });
    expect((await post(`/suppliers/${id}/revoke`)).body).toEqual(first.body);
    expect((await accept(token)).body).toMatchObject({ issues: [{ code: "invitation_replaced" }] });
    const figures = { report_year: 2025, totals: { scope1_kg: 1 }, evidence_sha256: "a".repeat(64) };
    const refused = await post(`/suppliers/${id}/disclosures`, figures);
    expect(refused.body).toMatchObject({ issues: [{ path: "id", code: "supplier_revoked" }] });
    expect((await accept((await invited(id)).token)).body).toMatchObject({ status: "active", revoked_at: null });
    const never = await post(`/suppliers/${await supplier()}/revoke`);
    expect(never.body).toMatchObject({ status: 400, issues: [{ code: "invalid_transition" }] });
  });
});

describe("figures of a year", () => {
  const full = { scope1_kg: 10, scope2_location_kg: 5, turnover: { amount: 1000, currency: "DKK" } };
  const figures = (id: string, body: object) =>
    post(`/suppliers/${id}/disclosures`, { report_year: 2025, evidence_sha256: "b".repeat(64), ...body });

  test.each([
    ["of a protected undertaking are complete without upstream scope 3", { employees: 85 }, "disclosed"],
    ["of a large undertaking are not", { employees: 5000 }, "partially_disclosed"],
    ["of an undertaking of unknown size are not", {}, "partially_disclosed"],
  ])("%s", async (_case, description, expected) => {
    const reply = await figures(await supplier(description), { totals: full });
    expect([reply.status, reply.body["disclosure_status"]]).toEqual([201, expected]);
  });

  test("are verified when complete, and newer ones need a new verification", async () => {
    const id = await supplier({ employees: 85 });
    const verify = () => post(`/suppliers/${id}/disclosures/verify`, { report_year: 2025 });
    expect((await verify()).body).toMatchObject({ status: 400, issues: [{ code: "invalid_transition" }] });
    await figures(id, { totals: full });
    expect((await verify()).body).toMatchObject({ disclosure_status: "verified" });
    expect((await figures(id, { totals: full })).body).toMatchObject({ disclosure_status: "disclosed" });
  });

  test("are asked for, become overdue, may be declined and asked for again", async () => {
    const id = await supplier();
    const step = (name: string, more: object = {}) =>
      post(`/suppliers/${id}/disclosures/${name}`, { report_year: 2025, ...more });
    expect((await step("decline")).status).toBe(400);
    expect((await step("request", { due_on: "2026-06-30" })).body).toMatchObject({
      disclosure_status: "requested",
      due_on: "2026-06-30",
    });
    app.db.clock.advance(20 * 86_400);
    const seen = await app.as(key, `/api/v1/suppliers/${id}?year=2025`);
    expect(seen.json()).toMatchObject({ supplier: { disclosure_status: "overdue" } });
    expect((await step("decline")).body).toMatchObject({ disclosure_status: "declined" });
    expect((await step("request")).body).toMatchObject({ disclosure_status: "requested" });
  });

  test.each([
    ["neither totals nor products", {}, "totals"],
    ["both", { totals: full, products: [{ name: "x", quantity: 1, unit: "kg", kg_co2e_per_unit: 1 }] }, "products"],
    ["empty totals", { totals: {} }, "totals"],
    ["negative kg", { totals: { scope1_kg: -1 } }, "totals.scope1_kg"],
    ["a turnover of zero", { totals: { ...full, turnover: { amount: 0, currency: "DKK" } } }, "totals.turnover.amount"],
    ["a short hash", { totals: full, evidence_sha256: "abc" }, "evidence_sha256"],
    ["a year to come", { totals: full, report_year: 2027 }, "report_year"],
  ])("are refused with %s", async (_case, body, path) => {
    const reply = await figures(await supplier(), body);
    expect(reply.body).toMatchObject({ status: 400, issues: [{ path }] });
  });
});
