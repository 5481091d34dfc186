import { hash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TenantIdentity } from "../../../src/core/context.ts";
import { type Role, ROLES, scopesOf } from "../../../src/core/roles.ts";
import { OPERATIONS } from "../../../src/operations.ts";
import { setTenantRole } from "../../../src/modules/users/index.ts";
import { type AppBrowser, appBrowser } from "../../support/app-browser.ts";
import { testApp, type TestApp } from "../../support/app.ts";
import { call } from "../../support/http-client.ts";
import { browserOf, PASSWORD, person, type Person } from "../../support/person.ts";

let app: TestApp;
let own: TenantIdentity;
let other: TenantIdentity;
const people = new Map<Role, { readonly who: Person; readonly browser: AppBrowser }>();
beforeAll(async () => {
  app = await testApp();
  own = await app.db.tenant({ plan: "starter", name: "Havn & Søn ApS" });
  other = await app.db.tenant({ plan: "enterprise", name: "En anden A/S" });
  for (const role of ROLES) {
    const who = await person(app, { roles: [{ tenant_id: own.id, role }], language: "da" });
    await who.logIn();
    people.set(role, { who, browser: await appBrowser(app, who) });
  }
});
afterAll(() => app.close());

const as = (role: Role) => {
  const found = people.get(role);
  if (found === undefined) throw new Error(`nobody is ${role}`);
  return found;
};
const UNKNOWN = "00000000-0000-4000-8000-000000000000";
const pathOf = (path: string): string => path.replaceAll(/:[a-z_]+/g, UNKNOWN);
const code = ({ text }: { readonly text: string }): unknown => (JSON.parse(text) as { code?: unknown }).code;

describe("who is logged in", () => {
  test("is told with companies, roles and what they may do; nobody is told nothing", async () => {
    const { status, text, headers } = await as("reader").browser.ask("GET", "/session");
    expect(status).toBe(200);
    expect(JSON.parse(text)).toMatchObject({
      person: { email: as("reader").who.email, language: "da", has_second_factor: false },
      companies: [{ id: own.id, name: "Havn & Søn ApS", plan: "starter", features: [], role: "reader" }],
    });
    expect(headers["cache-control"]).toBe("no-store");
    expect(headers["access-control-allow-origin"]).toBeUndefined();
    const nobody = await call(app.main, "/app/api/session");
    expect([nobody.status, code(nobody), nobody.headers["www-authenticate"]]).toEqual([
      401,
      "auth.missing_token",
      undefined,
    ]);
  });

  test("changes the own name and language, in bounds", async () => {
    const { browser } = as("editor");
    const body = JSON.stringify({ name: "Bente Bogholder", language: "en" });
    const changed = await browser.ask("PATCH", "/session", { body });
    expect(JSON.parse(changed.text)).toMatchObject({ person: { name: "Bente Bogholder", language: "en" } });
    expect((await browser.ask("PATCH", "/session", { body: '{"name":"a\\nb"}' })).status).toBe(400);
    expect((await browser.ask("PATCH", "/session", { body: '{"role":"admin"}' })).status).toBe(400);
    const again = JSON.parse((await browser.ask("GET", "/session")).text) as { person: { name: string } };
    expect(again.person.name).toBe("Bente Bogholder");
  });

  test("sees the own sessions and ends another one, nobody else's", async () => {
    const { who, browser } = as("auditor");
    const phone = browserOf(app);
    await phone.post("/login", { email: who.email, password: PASSWORD, return_to: "/account" });
    const second = phone.cookie() ?? "";
    const list = JSON.parse((await browser.ask("GET", "/sessions")).text) as {
      data: { id: string; is_current: boolean }[];
    };
    // The first one was given with the password that the person chose.
    expect(list.data.filter(({ is_current }) => is_current)).toHaveLength(1);
    expect(list.data).toHaveLength(3);
    const newer = hash("sha256", hash("sha256", second.split("=")[1] ?? "", "buffer"));
    expect((await as("admin").browser.ask("DELETE", `/sessions/${newer}`)).status).toBe(404);
    expect((await call(app.main, "/app/api/session", { headers: { cookie: second } })).status).toBe(200);
    expect((await browser.ask("DELETE", `/sessions/${newer}`)).status).toBe(204);
    expect((await call(app.main, "/app/api/session", { headers: { cookie: second } })).status).toBe(401);
  });

  test("logs out: the cookie opens nothing any more", async () => {
    const who = await person(app, { roles: [{ tenant_id: own.id, role: "reader" }] });
    await who.logIn();
    const browser = await appBrowser(app, who);
    expect((await browser.ask("DELETE", "/session")).status).toBe(204);
    expect((await browser.at(own.id)("GET", "/emissions/summary")).status).toBe(401);
  });
});

describe("every operation", () => {
  test.each(OPERATIONS.map((operation) => [operation.name, operation] as const))(
    "%s: nobody, a foreign company, a foreign page and a role without its scope are refused",
    async (_name, { rest, scope }) => {
      app.db.clock.advance(60);
      const path = `/companies/${own.id}${pathOf(rest.path)}`;
      expect((await call(app.main, `/app/api${path}`, { method: rest.method })).status).toBe(401);
      const { browser, who } = as("admin");
      const foreign = await browser.at(other.id)(rest.method, pathOf(rest.path));
      expect([foreign.status, code(foreign)]).toEqual([404, "resource.not_found"]);
      if (rest.method !== "GET") {
        const cookie = who.cookie() ?? "";
        const sent = { cookie, "x-carbon-csrf": browser.csrf_token };
        const forged: Readonly<Record<string, string>>[] = [
          { cookie },
          { ...sent, "x-carbon-csrf": as("editor").browser.csrf_token },
          { ...sent, origin: "https://elsewhere.example" },
          { ...sent, "sec-fetch-site": "cross-site" },
        ];
        for (const headers of forged) {
          const answer = await call(app.main, `/app/api${path}`, { method: rest.method, headers });
          expect([answer.status, code(answer)]).toEqual([403, "auth.foreign_request"]);
        }
      }
      const lacking = ROLES.filter((role) => scope !== null && !scopesOf(role).has(scope));
      for (const role of lacking) {
        const refused = await as(role).browser.at(own.id)(rest.method, pathOf(rest.path));
        expect([role, refused.status, code(refused)]).toEqual([role, 403, "auth.scope_required"]);
      }
    },
  );
});

describe("a person in a company", () => {
  test("needs no plan for programs, and stands in the audit log with the name", async () => {
    const department = await as("admin").browser.at(own.id)("POST", "/departments", { name: "Lager" });
    expect(department.status).toBe(201);
    const events = await as("auditor").browser.at(own.id)("GET", "/audit?limit=5");
    expect(events.status).toBe(200);
    expect(events.text).toContain(`user:${as("admin").who.user_id}`);
  });

  test("an Idempotency-Key repeats the answer for the same session alone", async () => {
    const { browser } = as("admin");
    const headers = { "idempotency-key": "once-in-the-browser" };
    const path = `/companies/${own.id}/departments`;
    const body = JSON.stringify({ name: "Værksted" });
    const first = await browser.ask("POST", path, { headers, body });
    const again = await browser.ask("POST", path, { headers, body });
    expect(again.headers["idempotent-replayed"]).toBe("true");
    expect(again.text).toBe(first.text);
    const colleague = await person(app, { roles: [{ tenant_id: own.id, role: "admin" }] });
    await colleague.logIn();
    const elsewhere = await (await appBrowser(app, colleague)).ask("POST", path, { headers, body });
    expect([elsewhere.status, code(elsewhere)]).toEqual([409, "idempotency.other_credential"]);
  });

  test("a role that ended opens nothing from the next day on", async () => {
    const who = await person(app);
    const place = { tenant_id: own.id, user_id: who.user_id };
    const today = app.db.clock.now().toISOString().slice(0, 10);
    await setTenantRole(app.accounts.users, { ...place, role: "auditor", ends_on: today }, "operator");
    await who.logIn();
    const browser = await appBrowser(app, who);
    expect((await browser.at(own.id)("GET", "/emissions/summary")).status).toBe(200);
    const yesterday = new Date(app.db.clock.now().getTime() - 86_400_000).toISOString().slice(0, 10);
    await setTenantRole(app.accounts.users, { ...place, role: "auditor", ends_on: yesterday }, "operator");
    expect((await browser.at(own.id)("GET", "/emissions/summary")).status).toBe(404);
    await expect(
      setTenantRole(app.accounts.users, { ...place, role: "admin", ends_on: today }, "operator"),
    ).rejects.toThrow(/ends_on/);
  });

  test("who was demoted in the middle is refused at the next click", async () => {
    const who = await person(app, { roles: [{ tenant_id: own.id, role: "editor" }] });
    await who.logIn();
    const browser = await appBrowser(app, who);
    const { users } = app.accounts;
    await setTenantRole(users, { tenant_id: own.id, user_id: who.user_id, role: "reader" }, "operator");
    const refused = await browser.at(own.id)("POST", "/activities", {});
    expect([refused.status, code(refused)]).toEqual([403, "auth.scope_required"]);
  });
});
