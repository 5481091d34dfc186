import { crc32 } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { TenantIdentity } from "../../../src/core/context.ts";
import { SCOPES } from "../../../src/core/scopes.ts";
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
beforeEach(() => app.db.clock.advance(60));

const send = (method: string, path: string, body?: unknown, as: TestKey = key) =>
  app.as(as, `/api/v1${path}`, {
    method,
    headers: { "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

const EVENTS = statement(`
  select event, data from outbox_events where tenant_id = $1 and environment = $2 order by created_at, id limit 1000`);
const AUDIT = statement(`
  select action, subject, actor from audit_events where tenant_id = $1 and environment = $2 order by seq limit 1000`);
const DIGESTS = statement(`
  select encode(digest, 'hex') as digest, row_to_json(api_keys)::text as whole from api_keys
  where tenant_id = $1 and environment = $2 and id = $3 order by id limit 1`);

const eventsOf = (id: string) =>
  app.db
    .context(tenant)
    .db.rows<{ event: string; data: { id: string } }>(EVENTS)
    .then((rows) => rows.filter((row) => row.data.id === id).map((row) => row.event));
const actionsOf = (id: string) =>
  app.db
    .context(tenant)
    .db.rows<{ action: string; subject: string }>(AUDIT)
    .then((rows) => rows.filter((row) => row.subject === id).map((row) => row.action));

describe("creating a key", () => {
  test("[contract 4.4.api-keys, 2.1.api-key] returns the key once, in the form that the specification gives, with a checksum, and stores its hash only", async () => {
    const answer = await send("POST", "/api-keys", { name: " ERP ", scopes: ["quota:read", "quota:read"] });
    expect(answer.status).toBe(201);
    const { id = "", key: secret = "", ...record } = answer.json();
    expect(secret).toMatch(/^qk_live_[0-9a-f]{64}$/);
    const digits = secret.slice("qk_live_".length);
    expect(digits.slice(56)).toBe(crc32(digits.slice(0, 56)).toString(16).padStart(8, "0"));
    expect(record).toMatchObject({
      name: "ERP",
      environment: "live",
      scopes: ["quota:read"],
      prefix: secret.slice(0, 12),
      last_four: secret.slice(-4),
      expires_at: null,
      ip_allowlist: [],
      created_by: `api_key:${key.id}`,
      revoked_at: null,
    });
    const [stored] = await app.db.context(tenant).db.rows<{ digest: string; whole: string }>(DIGESTS, [id]);
    expect(stored?.digest).toMatch(/^[0-9a-f]{64}$/);
    expect(stored?.whole).not.toContain(digits);
    expect(await eventsOf(id)).toEqual(["api_key.created"]);
    expect(await actionsOf(id)).toEqual(["api_key.created"]);
    expect((await send("GET", "/me", undefined, { id, key: secret })).json().name).toBe("ERP");
  });

  test("[contract 5.2.1] needs no scope, but grants at most the caller's own, naming the first one missing", async () => {
    const narrow = await app.key(tenant, { scopes: ["quota:read"] });
    expect((await send("POST", "/api-keys", { name: "n", scopes: ["quota:read"] }, narrow)).status).toBe(201);
    const scopes = ["quota:read", "targets:write", "reports:read"];
    const refused = await send("POST", "/api-keys", { name: "n", scopes }, narrow);
    expect(refused.json()).toMatchObject({ code: "auth.scope_required", scope_required: "targets:write" });
  });

  test.each([
    ["no name", { scopes: ["quota:read"] }, "name"],
    ["an empty name", { name: "  ", scopes: ["quota:read"] }, "name"],
    ["no scopes", { name: "n", scopes: [] }, "scopes"],
    ["an unknown scope", { name: "n", scopes: ["quota:write"] }, "scopes.0"],
    ["an expiry in the past", { name: "n", scopes: ["quota:read"], expires_at: "2020-01-01T00:00:00Z" }, "expires_at"],
    [
      "an expiry without offset",
      { name: "n", scopes: ["quota:read"], expires_at: "2030-01-01T00:00:00" },
      "expires_at",
    ],
    ["a malformed range", { name: "n", scopes: ["quota:read"], ip_allowlist: ["10.0.0.0/33"] }, "ip_allowlist.0"],
    ["a host name", { name: "n", scopes: ["quota:read"], ip_allowlist: ["example.org"] }, "ip_allowlist.0"],
    ["an unknown member", { name: "n", scopes: ["quota:read"], tenant: "x" }, "tenant"],
  ])("refuses %s", async (_name, body, path) => {
    const answer = await send("POST", "/api-keys", body);
    expect([answer.status, answer.json().issues?.map((issue) => issue.path)]).toEqual([400, [path]]);
  });

  test("keeps single addresses as ranges, and expiry to the microsecond", async () => {
    const answer = await send("POST", "/api-keys", {
      name: "n",
      scopes: ["quota:read"],
      ip_allowlist: ["192.0.2.1", "2001:db8::1", "192.0.2.1/32"],
      expires_at: "2030-01-01T02:00:00+02:00",
    });
    expect(answer.json()).toMatchObject({
      ip_allowlist: ["192.0.2.1/32", "2001:db8::1/128"],
      expires_at: "2030-01-01T00:00:00.000000Z",
    });
  });
});

describe("listing keys", () => {
  test("shows every key of the environment and never a secret", async () => {
    const own = await app.db.tenant();
    const first = await app.key(own);
    const second = await app.key(own);
    const other = await app.key(own, { environment: "sandbox" });
    const answer = await send("GET", "/api-keys", undefined, first);
    const ids = answer.json().items?.map((item) => item.id);
    expect(ids?.toSorted()).toEqual([first.id, second.id].toSorted());
    expect(ids).not.toContain(other.id);
    expect(answer.text).not.toContain(first.key.slice(20, 50));
    expect(answer.text).not.toContain("digest");
  });

  test("needs api_keys:manage", async () => {
    const narrow = await app.key(tenant, { scopes: ["quota:read"] });
    expect((await send("GET", "/api-keys", undefined, narrow)).json().code).toBe("auth.scope_required");
  });
});

describe("revoking a key", () => {
  test("answers the record, tells once, and a second time changes nothing", async () => {
    const doomed = await app.key(tenant);
    const first = await send("DELETE", `/api-keys/${doomed.id}`);
    expect([first.status, first.json().id]).toEqual([200, doomed.id]);
    app.db.clock.advance(60);
    const again = await send("DELETE", `/api-keys/${doomed.id}`);
    expect(again.json()).toEqual(first.json());
    expect(await eventsOf(doomed.id)).toEqual(["api_key.created", "api_key.revoked"]);
    expect(await actionsOf(doomed.id)).toEqual(["api_key.created", "api_key.revoked"]);
  });

  test("another company's key, and one of the other environment, are not found", async () => {
    const foreign = await app.key(await app.db.tenant());
    const sandbox = await app.key(tenant, { environment: "sandbox" });
    const unknown = await send("DELETE", "/api-keys/0198c0de-0000-7000-8000-0000000000aa");
    for (const { id } of [foreign, sandbox]) {
      const answer = await send("DELETE", `/api-keys/${id}`);
      expect([answer.status, answer.json().detail]).toEqual([404, unknown.json().detail]);
    }
  });
});

describe("rotating a key", () => {
  test("both keys work during the overlap and share one budget; then the old one is revoked", async () => {
    const old = await app.key(tenant, { scopes: ["quota:read"], ip_allowlist: ["127.0.0.0/8"] });
    const answer = await send("POST", `/api-keys/${old.id}/rotate`, { overlap_seconds: 90 });
    expect(answer.status).toBe(201);
    const { id = "", key: secret = "", ...record } = answer.json();
    expect(record).toMatchObject({ name: "test", scopes: ["quota:read"], ip_allowlist: ["127.0.0.0/8"] });
    const one = await send("GET", "/me", undefined, old);
    const two = await send("GET", "/me", undefined, { id, key: secret });
    expect([one.headers["x-ratelimit-remaining"], two.headers["x-ratelimit-remaining"]]).toEqual(["599", "598"]);
    app.db.clock.advance(90);
    expect((await send("GET", "/me", undefined, old)).json().code).toBe("auth.key_revoked");
    expect((await send("GET", "/me", undefined, { id, key: secret })).status).toBe(200);
    expect(await eventsOf(old.id)).toEqual(["api_key.created", "api_key.revoked"]);
    expect(await eventsOf(id)).toEqual(["api_key.created"]);
  });

  test("without an overlap the old key ends at once, and a key can be rotated once only", async () => {
    const old = await app.key(tenant);
    expect((await send("POST", `/api-keys/${old.id}/rotate`)).status).toBe(201);
    expect((await send("GET", "/me", undefined, old)).json().code).toBe("auth.key_revoked");
    expect((await send("POST", `/api-keys/${old.id}/rotate`)).json().code).toBe("request.validation_failed");
  });

  test("is no way to a scope that the caller does not hold", async () => {
    const rich = await app.key(tenant);
    const manager = await app.key(tenant, { scopes: ["api_keys:manage"] });
    const answer = await send("POST", `/api-keys/${rich.id}/rotate`, {}, manager);
    expect(answer.json()).toMatchObject({ code: "auth.scope_required", scope_required: SCOPES[0] });
    expect((await send("GET", "/me", undefined, rich)).status).toBe(200);
  });
});

test("[contract 4.4.me] get_me tells scopes, company, plan features and limits of the environment", async () => {
  const own = await app.key(tenant, { scopes: ["quota:read", "emissions:read"], expires_at: "2030-01-01T00:00:00Z" });
  const answer = await send("GET", "/me", undefined, own);
  expect(answer.json()).toEqual({
    id: own.id,
    kind: "tenant_key",
    consultant: null,
    name: "test",
    environment: "live",
    scopes: ["emissions:read", "quota:read"],
    expires_at: "2030-01-01T00:00:00.000000Z",
    tenant: { id: tenant.id, name: tenant.name, country: "DK", plan: "enterprise" },
    features: ["fullApiAccess", "supplyChain", "scenarioBuilder"],
    rate_limits: { read_per_minute: 600, write_per_minute: 60 },
  });
});
