import { afterAll, beforeAll, expect, test } from "vitest";
import type { TenantIdentity } from "../../../src/core/context.ts";
import { hasRepeatedNames } from "../../../src/core/repeated-names.ts";
import { OPERATIONS } from "../../../src/operations.ts";
import { testApp, type TestApp, type TestKey } from "../../support/app.ts";
import { consultant, consultantKey, grant } from "../../support/consultants.ts";

let app: TestApp;
let tenant: TenantIdentity;
let key: TestKey;

beforeAll(async () => {
  app = await testApp();
  tenant = await app.db.tenant();
  key = await app.key(tenant);
});
afterAll(() => app.close());

const json = { "content-type": "application/json" };

test("a consultant's key at a company's route is told so before it is asked for a client, else in the order of the client", async () => {
  const organisation = await consultant(app.db);
  const theirs = await consultantKey(app.db, organisation);
  // A route of companies that needs a scope: approving a proposal.
  const approve = (headers: Readonly<Record<string, string>>, by = theirs) =>
    app.as(by, "/api/v1/scenarios/0198c0de-0000-7000-8000-00000000dead/approve", {
      method: "POST",
      headers: { ...json, ...headers },
      body: "{}",
    });
  const code = async (...args: Parameters<typeof approve>) => (await approve(...args)).json().code;
  expect(await code({})).toBe("third_party.endpoint_only");
  const client = { "x-svc-tenant": tenant.id };
  expect(await code(client)).toBe("third_party.no_active_grant");
  await grant(app.db, tenant, organisation);
  const poor = await consultantKey(app.db, organisation, { scopes: ["quota:read"] });
  expect(await code(client, poor)).toBe("auth.scope_required");
  expect(await code(client)).toBe("third_party.endpoint_only");
  // At a client's route the client is asked for first.
  expect((await app.as(theirs, "/api/v1/emissions")).json().code).toBe("third_party.tenant_header_missing");
});

test("a slash at the end makes another path of every list, which does not exist", async () => {
  const lists = OPERATIONS.filter(({ rest }) => rest.method === "GET" && !rest.path.includes(":"));
  for (const { rest, name } of lists) {
    app.db.clock.advance(60);
    const answer = await app.as(key, `/api/v1${rest.path}/`);
    expect([name, answer.status, answer.json().code]).toEqual([name, 404, "route.not_found"]);
  }
});

test("a body whose objects name a member twice is refused, and changes nothing", async () => {
  app.db.clock.advance(60);
  const body = '{"name":"Værksted","name":"Kontor"}';
  const answer = await app.as(key, "/api/v1/departments", { method: "POST", headers: json, body });
  expect(answer.json()).toMatchObject({ status: 400, issues: [{ path: "", code: "repeated_name" }] });
  expect((await app.as(key, "/api/v1/departments")).json().items).toEqual([]);
});

test.each([
  ['{"a":1,"b":{"a":2},"c":[{"a":3},{"a":4}]}', false],
  ['{"a:b":"x:y\\":z\\\\","c":":"}', false],
  ['[":",{"":[]}]', false],
  ['{"__proto__":1}', false],
  ['{"a":1,"\\u0061":2}', true],
  ['{"x":[{"b":1,"b":1}]}', true],
  ['{"__proto__":1,"__proto__":2}', true],
])("%s names a member twice: %s", (text, expected) => {
  expect(hasRepeatedNames(Buffer.from(text), JSON.parse(text))).toBe(expected);
});

test("a key for repetition counts for POST; where it does not, the answer says so", async () => {
  const with_key = { ...json, "idempotency-key": "one" };
  const ignored = async (method: string, path: string, body = "{}") => {
    app.db.clock.advance(60);
    const options = method === "GET" ? { method, headers: with_key } : { method, headers: with_key, body };
    return (await app.as(key, `/api/v1${path}`, options)).headers["idempotency-key-ignored"];
  };
  expect(await ignored("POST", "/departments", '{"name":"Lager"}')).toBeUndefined();
  expect(await ignored("PUT", "/settings")).toBe("true");
  expect(await ignored("PATCH", "/webhooks/0198c0de-0000-7000-8000-00000000dead")).toBe("true");
  expect(await ignored("GET", "/departments")).toBe("true");
  app.db.clock.advance(60);
  expect((await app.as(key, "/api/v1/departments")).headers["idempotency-key-ignored"]).toBeUndefined();
});

test("issues say what is allowed in sentences of the service", async () => {
  app.db.clock.advance(60);
  const issues = async (path: string) => (await app.as(key, `/api/v1${path}`)).json().issues?.map((one) => one.message);
  expect(await issues("/emissions/nonsense/lineage")).toEqual(["must be a UUID, as lists and answers give it in id"]);
  expect(await issues("/emissions?limit=500")).toEqual(["must be at most 200"]);
  expect(await issues("/emissions?limit=x")).toEqual(["must be a number"]);
  const body = JSON.stringify({ name: "", baseline_year: 2024 });
  const answer = await app.as(key, "/api/v1/targets", { method: "POST", headers: json, body });
  expect(answer.json().detail).toMatch(/^name: must not be empty; .*target_year: is required/);
});
