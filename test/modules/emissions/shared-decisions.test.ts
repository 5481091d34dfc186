import { afterAll, beforeAll, expect, test } from "vitest";
import type { TenantIdentity } from "../../../src/core/context.ts";
import { invoke } from "../../../src/core/invoke.ts";
import { SCOPES } from "../../../src/core/scopes.ts";
import { setSettings } from "../../../src/modules/emissions/set-settings.ts";
import type { CompanySettings } from "../../../src/modules/emissions/settings-record.ts";
import { appBrowser } from "../../support/app-browser.ts";
import { testApp, type TestApp } from "../../support/app.ts";
import { consultant, callForClient, consultantKey, grant } from "../../support/consultants.ts";
import { person } from "../../support/person.ts";

let app: TestApp;
let tenant: TenantIdentity;
beforeAll(async () => {
  app = await testApp();
  tenant = await app.db.tenant();
});
afterAll(() => app.close());

const as = async (role: "admin" | "editor") => {
  const who = await person(app, { roles: [{ tenant_id: tenant.id, role }] });
  await who.logIn();
  const ask = (await appBrowser(app, who)).at(tenant.id);
  const put = async (body: object) => await ask("PUT", "/settings", body);
  return { who, put };
};
const settings = { method: "PUT", headers: { "content-type": "application/json" } } as const;
const ON = JSON.stringify({ shares_decisions: true });
const OFF = JSON.stringify({ shares_decisions: false });
const current = async () =>
  (await app.as(await app.key(tenant), "/api/v1/settings")).json() as unknown as CompanySettings;

test("nothing is shared until an administrator who is logged in agrees, and the log names who did", async () => {
  expect(await current()).toMatchObject({
    shares_decisions: false,
    shares_decisions_by: null,
    shares_decisions_at: null,
  });
  expect((await (await as("editor")).put({ shares_decisions: true })).status).toBe(403);
  const { who, put } = await as("admin");
  expect((await put({ shares_decisions: true })).status).toBe(200);
  const agreed = await current();
  expect(agreed).toMatchObject({ shares_decisions: true, shares_decisions_by: `user:${who.user_id}` });
  expect(agreed.shares_decisions_by_name).toMatch(/^Person \d+$/);
  // Another choice of somebody else does not make that one theirs.
  const key = await app.key(tenant);
  await app.as(key, "/api/v1/settings", { ...settings, body: '{"gwp_set":"AR6"}' });
  expect(await current()).toEqual({
    ...(await current()),
    shares_decisions: true,
    shares_decisions_by: agreed.shares_decisions_by,
    shares_decisions_by_name: agreed.shares_decisions_by_name,
    shares_decisions_at: agreed.shares_decisions_at,
  });
  const { items } = (await app.as(key, "/api/v1/audit?limit=200")).json() as unknown as {
    items: { actor: string; payload: object }[];
  };
  expect(items.find(({ payload }) => "shares_decisions" in payload)).toMatchObject({
    actor: `user:${who.user_id}`,
    payload: { shares_decisions: { before: false, after: true } },
  });
});

test("a key, a consultant and the sandbox cannot agree, and a key can take it back", async () => {
  const key = await app.key(tenant);
  await app.as(key, "/api/v1/settings", { ...settings, body: OFF });
  expect(await current()).toMatchObject({ shares_decisions: false });
  const refused = await app.as(key, "/api/v1/settings", { ...settings, body: ON });
  expect([refused.status, refused.json().issues?.[0]?.code]).toEqual([400, "administrator_only"]);
  const firm = await consultant(app.db);
  await grant(app.db, tenant, firm);
  const caller = await consultantKey(app.db, firm);
  const asked = { ...settings, body: ON, caller, client: tenant.id };
  expect((await callForClient(app, "/api/v1/settings", asked)).status).toBe(400);
  const { user_id } = (await as("admin")).who;
  const sandbox = { ...tenant, environment: "sandbox" } as const;
  const ctx = app.db.context(sandbox, SCOPES, { principal: { kind: "person", actor: `user:${user_id}` } });
  await expect(invoke(setSettings, ctx, { shares_decisions: true })).rejects.toMatchObject({
    extras: { issues: [{ code: "sandbox" }] },
  });
  expect(await current()).toMatchObject({ shares_decisions: false });
});
