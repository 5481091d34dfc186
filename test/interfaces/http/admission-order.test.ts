import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { TenantIdentity } from "../../../src/core/context.ts";
import { testApp, type TestApp } from "../../support/app.ts";
import { call } from "../../support/http-client.ts";

let app: TestApp;
let tenant: TenantIdentity;

beforeAll(async () => {
  app = await testApp();
  tenant = await app.db.tenant();
});
afterAll(() => app.close());
beforeEach(() => app.db.clock.set("2026-06-15T12:00:00Z"));

const code = async (path: string, headers: Record<string, string>) => {
  const answer = await call(app.main, path, { headers });
  return `${answer.status} ${answer.json().code}`;
};
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

describe("the client's address", () => {
  test("X-Forwarded-For is ignored from a peer that is not trusted, and walked from the right past trusted ones", async () => {
    const behind = await testApp({ settings: { trusted_proxies: ["127.0.0.2/32", "10.0.0.0/8"] } });
    try {
      const company = await behind.db.tenant();
      const bound = await behind.key(company, { ip_allowlist: ["203.0.113.7", "2001:db8:1::/48"] });
      const status = async (from: string, forwarded: string | string[]) =>
        (await behind.as(bound, "/api/v1/me", { from, headers: { "x-forwarded-for": forwarded } })).status;
      expect(await status("127.0.0.2", "203.0.113.7")).toBe(200);
      expect(await status("127.0.0.2", "203.0.113.7, 10.1.2.3")).toBe(200);
      expect(await status("127.0.0.2", ["203.0.113.7", "10.1.2.3:4711"])).toBe(200);
      expect(await status("127.0.0.2", "[2001:db8:1::5]:443")).toBe(200);
      expect(await status("127.0.0.2", "::ffff:203.0.113.7")).toBe(200);
      expect(await status("127.0.0.3", "203.0.113.7")).toBe(403);
      expect(await status("127.0.0.2", "203.0.113.7, 198.51.100.1")).toBe(403);
      expect(await status("127.0.0.2", "203.0.113.7, unknown, 10.1.2.3")).toBe(403);
    } finally {
      await behind.close();
    }
  });
});

describe("the order of checks", () => {
  test("[contract 11.1] each refusal hides the ones behind it", async () => {
    const starter = await app.db.tenant({ plan: "starter" });
    const poor = await app.key(starter, { scopes: ["quota:read"] });
    const limited = await app.key(starter, {
      scopes: ["quota:read"],
      ip_allowlist: ["192.0.2.1"],
      environment: "sandbox",
    });
    // environment before allowlist
    expect(await code("/api/v1/unknown", bearer(limited.key))).toBe("401 auth.key_environment_mismatch");
    // allowlist before bucket and route
    const bound = await app.key(starter, { ip_allowlist: ["192.0.2.1"] });
    const outside = await app.as(bound, "/api/v1/unknown");
    expect(outside.json().code).toBe("auth.ip_not_allowed");
    expect(outside.headers["x-ratelimit-limit"]).toBeUndefined();
    // route before plan
    expect((await app.as(poor, "/api/v1/unknown")).json().code).toBe("route.not_found");
    // plan before scope and input
    expect((await app.as(poor, "/api/v1/emissions?limit=0")).json()).toMatchObject({
      code: "subscription.feature_required",
      feature: "fullApiAccess",
    });
    // scope before input, even before the body can be read
    const rich = await app.db.tenant();
    const narrow = await app.key(rich, { scopes: ["quota:read"] });
    const headers = { "content-type": "application/json" };
    expect((await app.as(narrow, "/api/v1/departments", { method: "POST", headers, body: "{" })).json()).toMatchObject({
      code: "auth.scope_required",
      scope_required: "tenant:write",
    });
    // input before object
    const wide = await app.key(rich);
    expect((await app.as(wide, "/api/v1/emissions/nope/lineage")).json().code).toBe("request.validation_failed");
  });

  test("revoked comes before expired, and expired before environment", async () => {
    const both = await app.key(tenant, { expires_at: "2026-06-15T20:00:00Z", environment: "sandbox" });
    const manage = await app.key(tenant, { environment: "sandbox" });
    app.db.clock.set("2026-06-15T20:00:00Z");
    expect(await code("/api/v1/me", bearer(both.key))).toBe("401 auth.key_expired");
    await call(app.sandbox, `/api/v1/api-keys/${both.id}`, { method: "DELETE", headers: bearer(manage.key) });
    expect(await code("/api/v1/me", bearer(both.key))).toBe("401 auth.key_revoked");
  });

  test("[contract 5.2.6] a refused request names no scope that the key holds", async () => {
    const narrow = await app.key(tenant, { scopes: ["quota:read"] });
    expect((await app.as(narrow, "/api/v1/emissions")).text).not.toContain("quota:read");
  });
});
