import { Client } from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { TenantIdentity } from "../../../src/core/context.ts";
import { driverSettings } from "../../../src/platform/db/connection.ts";
import { testApp, type TestApp, type TestKey } from "../../support/app.ts";
import { call } from "../../support/http-client.ts";
import { gate } from "../../support/job-workers.ts";

let app: TestApp;
let tenant: TenantIdentity;
let key: TestKey;
let minute = 0;

beforeAll(async () => {
  app = await testApp();
  tenant = await app.db.tenant();
  key = await app.key(tenant);
});
afterAll(() => app.close());

/** Every test begins a window of its own. */
beforeEach(() => {
  minute += 1;
  app.db.clock.set(new Date(Date.UTC(2026, 5, 15, 12, minute)).toISOString());
});

const code = async (path: string, headers: Record<string, string>, base = app.main) => {
  const answer = await call(base, path, { headers });
  return `${answer.status} ${answer.json().code}`;
};
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

describe("credentials", () => {
  test.each([
    ["no header", {}],
    ["another scheme", { authorization: "Basic abc" }],
    ["no token", { authorization: "Bearer " }],
    ["two tokens", { authorization: "Bearer a b" }],
    ["a very long token", { authorization: `Bearer ${"a".repeat(5000)}` }],
  ])("[contract 5.2.5.missing, 5.1.key] %s is auth.missing_token", async (_name, headers) => {
    expect(await code("/api/v1/me", headers)).toBe("401 auth.missing_token");
  });

  test.each([
    ["a token of no known form", "abc"],
    ["a well formed key that does not exist", `qk_live_${"a".repeat(64)}`],
    ["capital letters", `qk_live_${"A".repeat(64)}`],
  ])("[contract 5.2.5.unknown] %s is auth.invalid_token", async (_name, token) => {
    expect(await code("/api/v1/me", bearer(token))).toBe("401 auth.invalid_token");
  });

  test("every 401 carries a challenge", async () => {
    const missing = await call(app.main, "/api/v1/me");
    const invalid = await call(app.main, "/api/v1/me", { headers: bearer("abc") });
    expect(missing.headers["www-authenticate"]).toMatch(/^Bearer realm="carbon-ledger", resource_metadata="[^"]+"$/);
    expect(invalid.headers["www-authenticate"]).toContain('error="invalid_token"');
  });

  test("[contract 5.2.2] a key works from its creation, up to but not at its expires_at", async () => {
    const short = await app.key(tenant, { expires_at: "2026-06-15T23:30:00Z" });
    app.db.clock.set("2026-06-15T23:29:59.999Z");
    expect((await app.as(short, "/api/v1/me")).status).toBe(200);
    app.db.clock.set("2026-06-15T23:30:00.000Z");
    expect(await code("/api/v1/me", bearer(short.key))).toBe("401 auth.key_expired");
  });

  test("[contract 5.2.5.revoked] a revoked key is refused at once", async () => {
    const doomed = await app.key(tenant);
    expect((await app.as(doomed, "/api/v1/me")).status).toBe(200);
    expect((await app.as(key, `/api/v1/api-keys/${doomed.id}`, { method: "DELETE" })).status).toBe(200);
    expect(await code("/api/v1/me", bearer(doomed.key))).toBe("401 auth.key_revoked");
  });

  test("a key that another process revoked is refused although it was cached", async () => {
    const doomed = await app.key(tenant);
    expect((await app.as(doomed, "/api/v1/me")).status).toBe(200);
    await revokeElsewhere([doomed]);
    await expect.poll(() => code("/api/v1/me", bearer(doomed.key))).toBe("401 auth.key_revoked");
  });

  test("a key that is revoked while a request looks it up is refused from the next request on", async () => {
    const [doomed, witness] = [await app.key(tenant), await app.key(tenant)];
    const answers = gate();
    const before = app.systemStatements();
    app.holdSystemAnswers(answers.passed);
    const early = app.as(doomed, "/api/v1/me");
    // The key was read as it was, and the service does not know that yet.
    await expect.poll(() => app.systemStatements()).toBeGreaterThan(before);
    app.holdSystemAnswers(Promise.resolve());
    expect((await app.as(witness, "/api/v1/me")).status).toBe(200);
    await revokeElsewhere([doomed, witness]);
    // Notifications come in order: that of the first key has come as well.
    await expect.poll(() => code("/api/v1/me", bearer(witness.key))).toBe("401 auth.key_revoked");
    answers.open();
    expect((await early).status).toBe(200);
    expect(await code("/api/v1/me", bearer(doomed.key))).toBe("401 auth.key_revoked");
  });

  test("a changed plan is seen although the key was cached", async () => {
    const { setPlan } = await import("../../../src/modules/tenants/index.ts");
    const company = await app.db.tenant();
    const own = await app.key(company);
    expect((await app.as(own, "/api/v1/me")).status).toBe(200);
    const ctx = app.db.context(company);
    const admin = {
      system: app.db.database.system,
      tenantDb: app.db.database.tenant,
      clock: app.db.clock,
      newId: ctx.newId,
      principal: ctx.principal,
    };
    await setPlan(admin, company.id, "starter");
    await expect.poll(() => code("/api/v1/me", bearer(own.key))).toBe("403 subscription.feature_required");
  });

  test("a cached key costs no statement, and is asked for again when notifications do not arrive", async () => {
    await app.as(key, "/api/v1/me");
    // The times of use are written behind the answers, those of the keys of the tests before as well.
    await app.credentials.drain();
    const before = app.systemStatements();
    await app.as(key, "/api/v1/me");
    expect(app.systemStatements()).toBe(before);
    app.setNotified(false);
    await app.as(key, "/api/v1/me");
    expect(app.systemStatements()).toBe(before + 1);
    app.setNotified(true);
  });

  test("the time of use is written, at most once a minute", async () => {
    const used = await app.key(tenant);
    await app.as(used, "/api/v1/me");
    await app.credentials.drain();
    const first = app.systemStatements();
    app.db.clock.advance(2);
    await app.as(used, "/api/v1/me");
    await app.credentials.drain();
    expect(app.systemStatements()).toBe(first);
    const list = await app.as(key, "/api/v1/api-keys?limit=1");
    const [listed] = list.json().items ?? [];
    expect(listed?.id).toBe(used.id);
    expect(Date.parse(listed?.last_used_at ?? "")).toBe(app.db.clock.now().getTime() - 2000);
  });
});

describe("environments", () => {
  test("[contract 5.2.4, 9.1] a live key on the sandbox host, and the reverse, is refused", async () => {
    const sandboxKey = await app.key(tenant, { environment: "sandbox" });
    expect(await code("/api/v1/me", bearer(key.key), app.sandbox)).toBe("401 auth.key_environment_mismatch");
    expect(await code("/api/v1/me", bearer(sandboxKey.key))).toBe("401 auth.key_environment_mismatch");
    expect((await call(app.sandbox, "/api/v1/me", { headers: bearer(sandboxKey.key) })).json().environment).toBe(
      "sandbox",
    );
  });

  test("the Host header decides before the listener does", async () => {
    const headers = { ...bearer(key.key), host: "sandbox.ledger.test" };
    expect(await code("/api/v1/me", headers)).toBe("401 auth.key_environment_mismatch");
    const live = await call(app.sandbox, "/api/v1/me", { headers: { ...bearer(key.key), host: "LEDGER.test:80" } });
    expect(live.status).toBe(200);
  });

  test("the assistant endpoint takes both kinds of key on the application host, sandbox keys on the sandbox host", async () => {
    const sandboxKey = await app.key(tenant, { environment: "sandbox" });
    const ask = (base: string, token: string) =>
      call(base, "/api/mcp", {
        method: "POST",
        headers: {
          ...bearer(token),
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
        },
        body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
      });
    expect((await ask(app.main, key.key)).status).toBe(200);
    expect((await ask(app.main, sandboxKey.key)).status).toBe(200);
    expect((await ask(app.sandbox, sandboxKey.key)).status).toBe(200);
    expect((await ask(app.sandbox, key.key)).status).toBe(401);
  });
});

describe("address allowlist", () => {
  test("[contract 5.2.3] only addresses in the ranges may use the key, IPv4 single addresses included", async () => {
    const bound = await app.key(tenant, { ip_allowlist: ["127.0.0.2", "127.0.1.0/24", "2001:db8::/32"] });
    const from = (address: string) => app.as(bound, "/api/v1/me", { from: address });
    expect((await from("127.0.0.2")).status).toBe(200);
    expect((await from("127.0.1.77")).status).toBe(200);
    const refused = await from("127.0.0.3");
    expect([refused.status, refused.json().code]).toEqual([403, "auth.ip_not_allowed"]);
  });
});

describe("limits", () => {
  const exhaust = async (limit: number, one: () => Promise<{ status: number }>) => {
    for (let sent = 0; sent < limit; sent += 50) {
      const batch = await Promise.all(Array.from({ length: Math.min(50, limit - sent) }, one));
      expect(batch.filter((answer) => answer.status === 429)).toEqual([]);
    }
    return await one();
  };

  test("[contract 8.read, 7.1.limit, 7.1.retry-after, 8.headers] 600 reads a minute pass, the next is refused and tells when to come back", async () => {
    const own = await app.key(tenant);
    app.db.clock.advance(18);
    await exhaust(600, () => app.as(own, "/api/v1/unknown"));
    const refused = await app.as(own, "/api/v1/me");
    expect([refused.status, refused.json().code]).toEqual([429, "rate_limit.exceeded"]);
    expect(refused.json().retry_after_seconds).toBe(42);
    expect(refused.headers["retry-after"]).toBe("42");
    expect(refused.headers["x-ratelimit-remaining"]).toBe("0");
    expect(Number(refused.headers["x-ratelimit-reset"]) * 1000).toBe(app.db.clock.now().getTime() + 42_000);
    expect((await app.as(own, "/api/v1/unknown", { method: "POST" })).headers["x-ratelimit-remaining"]).toBe("59");
    app.db.clock.advance(42);
    expect((await app.as(own, "/api/v1/me")).headers["x-ratelimit-remaining"]).toBe("599");
  });

  test("[contract 8.write] 60 writes a minute pass", async () => {
    const own = await app.key(tenant);
    expect((await exhaust(60, () => app.as(own, "/api/v1/unknown", { method: "DELETE" }))).status).toBe(429);
  });

  test("[contract 8.sandbox] sandbox keys have 60 reads and 6 writes, and GET, HEAD and OPTIONS are reads", async () => {
    const own = await app.key(tenant, { environment: "sandbox" });
    const send = (method: string) => call(app.sandbox, "/api/v1/me", { method, headers: bearer(own.key) });
    for (const method of ["GET", "HEAD", "OPTIONS"]) await send(method);
    const last = await exhaust(57, () => send("GET"));
    expect(last.status).toBe(429);
    expect((await exhaust(6, () => send("POST"))).status).toBe(429);
  });

  test("[contract 8.ip, 7.1.ip-limit] an address has 300 requests a minute before any credential is looked at", async () => {
    const strict = await testApp({
      settings: { ip_rate_limit: 300, ip_rate_limit_ranges: [{ range: "127.0.9.0/24", requests_per_minute: 2 }] },
    });
    try {
      const refused = await exhaust(300, () => call(strict.main, "/api/v1/me", { from: "127.0.0.5" }));
      expect(refused.status).toBe(429);
      const body = (await call(strict.main, "/api/v1/me", { from: "127.0.0.5" })).json();
      expect(body).toMatchObject({ code: "rate_limit.ip_exceeded", retry_after_seconds: 60 });
      expect((await call(strict.main, "/api/v1/me", { from: "127.0.0.6" })).status).toBe(401);
      expect((await exhaust(2, () => call(strict.main, "/api/v1/me", { from: "127.0.9.1" }))).status).toBe(429);
      expect((await call(strict.main, "/healthz", { from: "127.0.0.5" })).status).toBe(200);
    } finally {
      await strict.close();
    }
  });
});

/** As another process revokes keys, which tells of one after the other. */
async function revokeElsewhere(keys: readonly TestKey[]): Promise<void> {
  const client = new Client(driverSettings(app.db.connection));
  await client.connect();
  for (const { id } of keys) {
    await client.query("update api_keys set revoked_at = '2026-01-01' where id = $1", [id]);
    await client.query("select pg_notify('carbon_credentials', $1)", [id]);
  }
  await client.end();
}
