import { Client } from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { TenantIdentity } from "../../../src/core/context.ts";
import { statement } from "../../../src/core/statement.ts";
import { revokeConsultantKey } from "../../../src/modules/consultants/index.ts";
import { driverSettings } from "../../../src/platform/db/connection.ts";
import { testApp, type TestApp, type TestKey } from "../../support/app.ts";
import { callForClient, consultant, consultantAdmin, consultantKey, grant } from "../../support/consultants.ts";
import { type Answer, call, type Call } from "../../support/http-client.ts";
import { toolCall } from "../../support/tool-call.ts";

let app: TestApp;
let organisation: string;
let key: TestKey;
/** Two clients, and a company that knows no consultant. */
let north: TenantIdentity;
let south: TenantIdentity;
let stranger: TenantIdentity;
let northGrant: string;

beforeAll(async () => {
  app = await testApp();
  organisation = await consultant(app.db);
  key = await consultantKey(app.db, organisation);
  north = await app.db.tenant({ name: "Nord ApS" });
  south = await app.db.tenant({ name: "Syd ApS" });
  stranger = await app.db.tenant({ name: "Fremmed ApS" });
  northGrant = (await grant(app.db, north, organisation, { scopes: ["emissions:read", "tenant:read", "tenant:write"] }))
    .id;
  await grant(app.db, south, organisation);
});
afterAll(() => app.close());
beforeEach(() => app.db.clock.advance(60));

const forClient = (client: string | null, path: string, caller = key, more: Call = {}) =>
  callForClient(app, path, { ...more, caller, client });

const comparable = (answer: Answer) => ({ ...answer.json(), request_id: null });

describe("[contract 5.2.8] a consultant key", () => {
  test("[contract 7.1.third-party] must name its client", async () => {
    expect((await forClient(null, "/api/v1/emissions")).json()).toMatchObject({
      status: 400,
      code: "third_party.tenant_header_missing",
    });
  });

  test("is told the same of a company without grant, of one that does not exist and of no id at all", async () => {
    const bodies = [];
    for (const id of [stranger.id, "0198c0de-0000-7000-8000-00000000dead", "no id"]) {
      bodies.push(comparable(await forClient(id, "/api/v1/emissions")));
    }
    expect(bodies[0]).toMatchObject({ status: 403, code: "third_party.no_active_grant" });
    expect(bodies).toEqual([bodies[0], bodies[0], bodies[0]]);
  });

  test("reads the client that it names, and no other", async () => {
    for (const tenant of [north, south]) {
      const answer = await forClient(tenant.id, "/api/v1/me");
      expect(JSON.parse(answer.text)).toMatchObject({
        kind: "consultant_key",
        name: "desk",
        tenant: { id: tenant.id, name: tenant.name },
        consultant: { id: organisation, name: "Klima & Co" },
      });
      expect((await forClient(tenant.id, "/api/v1/emissions")).status).toBe(200);
    }
  });

  test("can do what key and grant both allow", async () => {
    const missing = async (caller: TestKey, path: string) =>
      JSON.parse((await forClient(north.id, path, caller)).text) as unknown;
    // The grant does not hold it.
    expect(await missing(key, "/api/v1/activities")).toMatchObject({ scope_required: "activities:read" });
    // The key does not hold it.
    const poor = await consultantKey(app.db, organisation, { scopes: ["activities:read", "tenant:read"] });
    expect(await missing(poor, "/api/v1/emissions")).toMatchObject({ scope_required: "emissions:read" });
    const me = await forClient(north.id, "/api/v1/me", poor);
    expect(me.json().scopes).toEqual(["tenant:read"]);
    expect((await forClient(north.id, "/api/v1/departments", poor)).status).toBe(200);
  });

  test("is held by the plan of its client", async () => {
    const small = await app.db.tenant({ plan: "starter" });
    await grant(app.db, small, organisation);
    const answer = await forClient(small.id, "/api/v1/emissions");
    expect(JSON.parse(answer.text)).toMatchObject({
      status: 403,
      code: "subscription.feature_required",
      feature: "fullApiAccess",
    });
  });

  test("[contract 8.per-key] has one budget over all clients", async () => {
    const remaining = async (id: string) =>
      Number((await forClient(id, "/api/v1/emissions")).headers["x-ratelimit-remaining"]);
    const first = await remaining(north.id);
    expect([await remaining(south.id), await remaining(stranger.id)]).toEqual([first - 1, first - 2]);
  });

  test("cannot manage the client's keys", async () => {
    const answer = await forClient(south.id, "/api/v1/api-keys", key, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ name: "x", scopes: ["quota:read"] }),
    });
    expect(answer.json()).toMatchObject({ status: 403, code: "third_party.endpoint_only" });
  });

  test("is refused when revoked or expired, and on the other environment's address", async () => {
    const brief = await consultantKey(app.db, organisation, {
      expires_at: new Date(app.db.clock.now().getTime() + 1000).toISOString(),
    });
    expect((await forClient(south.id, "/api/v1/emissions", brief)).status).toBe(200);
    app.db.clock.advance(2);
    expect((await forClient(south.id, "/api/v1/emissions", brief)).json().code).toBe("auth.key_expired");
    const other = await consultantKey(app.db, organisation);
    expect((await forClient(south.id, "/api/v1/emissions", other)).status).toBe(200);
    await revokeConsultantKey(consultantAdmin(app.db), other.id);
    await expect.poll(async () => (await forClient(null, "/api/v1/me", other)).json().code).toBe("auth.key_revoked");
    const sandbox = await consultantKey(app.db, organisation, { environment: "sandbox" });
    expect((await forClient(null, "/api/v1/me", sandbox)).json().code).toBe("auth.key_environment_mismatch");
  });

  test("of the sandbox needs a grant for the sandbox", async () => {
    const sandbox = await consultantKey(app.db, organisation, { environment: "sandbox" });
    const ask = () =>
      call(app.sandbox, "/api/v1/emissions", {
        headers: { authorization: `Bearer ${sandbox.key}`, "x-svc-tenant": north.id },
      });
    expect((await ask()).json().code).toBe("third_party.no_active_grant");
    await grant(app.db, { ...north, environment: "sandbox" }, organisation, { id: northGrant });
    expect((await ask()).status).toBe(200);
  });
});

test("GET /me without a client says who the consultant is", async () => {
  const answer = await forClient(null, "/api/v1/me");
  expect(JSON.parse(answer.text)).toMatchObject({
    id: key.id,
    kind: "consultant_key",
    tenant: null,
    consultant: { id: organisation, grant_id: null },
    features: [],
  });
});

test("a consultant's own space holds nothing but its grants and the companies that gave them", async () => {
  const lonely = await consultant(app.db, "Ny");
  const names = statement("select name from tenants where $1::uuid is not null and $2::text is not null limit 100");
  const space = { id: lonely, name: "Ny", country: "ZZ", plan: "enterprise", environment: "live" } as const;
  const { db } = app.db.context(space);
  expect(await db.rows(names)).toEqual([]);
  await grant(app.db, stranger, lonely, { scopes: ["quota:read"] });
  expect(await db.rows(names)).toEqual([{ name: "Fremmed ApS" }]);
  await expect(
    db.transaction((tx) =>
      tx.rows(
        statement("update consultant_grants set scopes = '{}' where $1::uuid is not null and $2::text is not null"),
      ),
    ),
  ).rejects.toThrow(/permission denied/);
});

test("the role of tenants' work can read neither consultants nor their keys", async () => {
  const client = new Client(driverSettings(app.db.connection));
  await client.connect();
  await client.query("set role carbon_app");
  for (const table of ["consultants", "consultant_keys"]) {
    await expect(client.query(`select 1 from ${table}`)).rejects.toThrow(/permission denied/);
  }
  await client.end();
});

describe("over MCP", () => {
  const tool = async (tenant: string | null, name: string) =>
    (await forClient(tenant, "/api/mcp", key, toolCall(name, {}))).text;

  test("a tool answers for the client that is named, and otherwise says in-band what is missing", async () => {
    expect(await tool(null, "get_emissions_summary")).toContain("third_party.tenant_header_missing");
    expect(await tool(stranger.id, "get_emissions_summary")).toContain("third_party.no_active_grant");
    expect(await tool(north.id, "get_quota_status")).toContain("auth.scope_required");
    expect(await tool(north.id, "get_emissions_summary")).not.toContain("isError");
  });
});
