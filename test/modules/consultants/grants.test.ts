import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { TenantIdentity } from "../../../src/core/context.ts";
import { SCOPES } from "../../../src/core/scopes.ts";
import { statement } from "../../../src/core/statement.ts";
import { endGrant } from "../../../src/modules/consultants/index.ts";
import { testApp, type TestApp, type TestKey } from "../../support/app.ts";
import { callForClient, consultant, consultantKey, grant } from "../../support/consultants.ts";

let app: TestApp;
let organisation: string;
let key: TestKey;

beforeAll(async () => {
  app = await testApp();
  organisation = await consultant(app.db);
  key = await consultantKey(app.db, organisation);
});
afterAll(() => app.close());
beforeEach(() => app.db.clock.advance(60));

describe("a grant", () => {
  test("holds from valid_from to before valid_to, and ends at once", async () => {
    const tenant = await app.db.tenant();
    const now_ms = app.db.clock.now().getTime();
    const at = (seconds: number) => new Date(now_ms + seconds * 1000).toISOString();
    await grant(app.db, tenant, organisation, { valid_from: at(10), valid_to: at(20) });
    const status = async () =>
      (await callForClient(app, "/api/v1/emissions", { caller: key, client: tenant.id })).status;
    expect(await status()).toBe(403);
    app.db.clock.set(at(10));
    expect(await status()).toBe(200);
    app.db.clock.set(at(20));
    expect(await status()).toBe(403);
    const { id } = await grant(app.db, tenant, organisation);
    expect(await status()).toBe(200);
    await endGrant(app.db.context(tenant), id);
    expect(await status()).toBe(403);
  });

  test("is one at a time, so that what was allowed by which is never ambiguous", async () => {
    const tenant = await app.db.tenant();
    await grant(app.db, tenant, organisation);
    await expect(grant(app.db, tenant, organisation)).rejects.toMatchObject({ code: "request.validation_failed" });
  });

  test("leaves its trace with the company: given, used and ended, by whom", async () => {
    const tenant = await app.db.tenant();
    const { id } = await grant(app.db, tenant, organisation);
    const made = await callForClient(app, "/api/v1/departments", {
      caller: key,
      client: tenant.id,
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ name: "Snedkeri" }),
    });
    expect(made.status, made.text).toBe(201);
    await endGrant(app.db.context(tenant), id);
    const events = statement(`
      select action, actor, payload from audit_events where tenant_id = $1 and environment = $2 order by seq limit 10`);
    const rows = await app.db.database.tenant(tenant.id, "live").rows(events);
    expect(rows).toMatchObject([
      { action: "grant.created", actor: "operator", payload: { consultant_id: organisation } },
      {
        action: "department.created",
        actor: `consultant_key:${key.id}@consultant:${organisation}`,
        payload: { grant_id: id },
      },
      { action: "grant.ended", payload: { consultant_id: organisation } },
    ]);
  });

  test("can hold every scope", async () => {
    const tenant = await app.db.tenant();
    await grant(app.db, tenant, organisation);
    expect((await callForClient(app, "/api/v1/me", { caller: key, client: tenant.id })).json().scopes).toEqual([
      ...SCOPES,
    ]);
  });
});

describe("GET /grants", () => {
  test("[contract 4.4.grants] lists the consultant's own grants with their companies, in pages, without a client", async () => {
    const own = await consultant(app.db, "Grøn Rådgivning");
    const ownKey = await consultantKey(app.db, own, { scopes: ["quota:read"] });
    const tenants: TenantIdentity[] = [];
    for (let count = 0; count < 5; count += 1) {
      const tenant = await app.db.tenant({ name: `Kunde ${count}` });
      tenants.push(tenant);
      await grant(app.db, tenant, own, { scopes: ["emissions:read"] });
    }
    const seen: unknown[] = [];
    let cursor = "";
    do {
      const answer = await callForClient(app, `/api/v1/grants?limit=2${cursor}`, { caller: ownKey, client: null });
      expect(answer.status, answer.text).toBe(200);
      seen.push(...(answer.json().items ?? []));
      const { next_cursor } = answer.json();
      cursor = typeof next_cursor === "string" ? `&cursor=${next_cursor}` : "";
    } while (cursor !== "");
    expect(seen).toMatchObject(
      tenants.toReversed().map(({ id, name }) => ({
        tenant_id: id,
        tenant_name: name,
        scopes: ["emissions:read"],
        status: "active",
        environment: "live",
      })),
    );
  });

  test("is not for a company's own keys", async () => {
    const answer = await app.as(await app.key(await app.db.tenant()), "/api/v1/grants");
    expect(answer.json()).toMatchObject({ status: 403, code: "third_party.endpoint_only" });
  });
});
