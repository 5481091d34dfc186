import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { defineOperation } from "../../../src/core/operation.ts";
import { ERROR_CODES } from "../../../src/core/errors.ts";
import type { TestApp, TestKey } from "../../support/app.ts";
import { type DepartmentSite, departmentSite } from "../../support/departments.ts";
import { call } from "../../support/http-client.ts";

/** What the operations of this file have in common: reads that no tool offers. */
const plain = { layer: null, scope: null, access: "read", errors: [], emits: [], tool: false, callers: "any" } as const;

/** Echoes what arrived, for what no operation of the service takes. */
const echo = defineOperation({
  ...plain,
  name: "test_echo",
  title: "Echo",
  description: "Returns its arguments.",
  input: z.object({
    id: z.string().optional(),
    amount: z.number().optional(),
    flag: z.boolean().optional(),
    scope: z.union([z.enum(["1", "2"]), z.literal([1, 2])]).optional(),
    names: z.array(z.string()).optional(),
    years: z.array(z.int()).optional(),
  }),
  output: z.object({ given: z.unknown() }),
  rest: { method: "GET", path: "/test/:id/echo" },
  example: { input: { id: "x" }, output: { given: {} } },
  run: (_ctx, given) => Promise.resolve({ given }),
});

const broken = defineOperation({
  ...plain,
  name: "test_broken",
  title: "Broken",
  description: "Always fails inside.",
  input: z.object({}),
  output: z.object({}),
  rest: { method: "GET", path: "/test-broken" },
  example: { input: {}, output: {} },
  run: () => Promise.reject(new Error("password=hunter2")),
});

const consultantsOnly = defineOperation({
  ...plain,
  name: "test_consultants",
  title: "Consultants",
  description: "For consultants.",
  input: z.object({}),
  output: z.object({}),
  rest: { method: "GET", path: "/test-consultants" },
  callers: "consultant",
  example: { input: {}, output: {} },
  run: () => Promise.resolve({}),
});

let site: DepartmentSite;
let app: TestApp;
let key: TestKey;

beforeAll(async () => {
  site = await departmentSite({ operations: [echo, broken, consultantsOnly] });
  ({ app, key } = site);
});
afterAll(() => site.close());

const get: DepartmentSite["get"] = (path, headers) => site.get(path, headers);
const post = (path: string, body: string | Buffer, headers: Record<string, string> = {}) => {
  app.db.clock.advance(60);
  return app.as(key, `/api/v1${path}`, {
    method: "POST",
    body,
    headers: { "content-type": "application/json", ...headers },
  });
};

describe("problem documents", () => {
  test("[contract 2.1.problem, 7.1.type] have exactly the members of the specification and request_id, and their own media type", async () => {
    const answer = await get("/nothing/here?secret=1", { "x-request-id": "abc.DEF_1-2" });
    expect(answer.status).toBe(404);
    expect(answer.headers["content-type"]).toBe("application/problem+json");
    expect(answer.headers["cache-control"]).toBe("no-store");
    expect(answer.json()).toEqual({
      type: "http://ledger.test/errors/route.not_found",
      title: ERROR_CODES["route.not_found"].title,
      status: 404,
      code: "route.not_found",
      detail: "There is no endpoint with this path and method.",
      instance: "/api/v1/nothing/here",
      request_id: "abc.DEF_1-2",
    });
    expect(answer.headers["x-request-id"]).toBe("abc.DEF_1-2");
  });

  test("a request id of another form is replaced", async () => {
    const answer = await get("/me", { "x-request-id": 'a"b' });
    expect(answer.headers["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
  });

  test("[contract 7.1.internal] an internal failure says nothing about its cause, and logs it under the request id", async () => {
    const answer = await get("/test-broken");
    expect([answer.status, answer.json().code]).toEqual([500, "server.internal_error"]);
    expect(answer.text).not.toContain("hunter2");
    const line = app.log.find((entry) => entry.fields["request_id"] === answer.json().request_id);
    expect(String(line?.fields["err"])).toContain("hunter2");
  });

  test("an operation for consultants refuses a company's key", async () => {
    expect((await get("/test-consultants")).json().code).toBe("third_party.endpoint_only");
  });

  test("[contract 7.1.resource] an unknown id is resource.not_found", async () => {
    const answer = await get("/emissions/0198c0de-0000-7000-8000-0000000000aa/lineage");
    expect([answer.status, answer.json().code]).toEqual([404, "resource.not_found"]);
  });

  test("[contract 7.1.cursor] a changed cursor is pagination.invalid_cursor", async () => {
    const cursor = (await get("/departments?limit=2")).json().next_cursor ?? "";
    const changed = await get(`/departments?limit=2&cursor=${cursor.slice(0, -2)}AA`);
    expect([changed.status, changed.json().code]).toEqual([400, "pagination.invalid_cursor"]);
    expect((await get(`/departments?limit=2&cursor=${cursor}`)).json().items).toHaveLength(2);
  });
});

describe("arguments", () => {
  test("query texts become the types that the schema names", async () => {
    const answer = await get("/test/a%20b/echo?amount=-1.50&flag=true&scope=2&names=x&names=y&years=2026");
    expect(JSON.parse(answer.text)).toEqual({
      given: { id: "a b", amount: -1.5, flag: true, scope: "2", names: ["x", "y"], years: [2026] },
    });
  });

  test.each([
    ["amount=1&amount=2", "amount"],
    ["amount=1e3", "amount"],
    ["amount=", "amount"],
    ["flag=yes", "flag"],
    ["years=x", "years.0"],
    ["unknown=1", "unknown"],
    ["__proto__=1", "__proto__"],
    ["toString=1", "toString"],
    ["id=other", "id"],
  ])("[contract 7.1.validation] %s is refused with its path", async (query, path) => {
    const answer = await get(`/test/x/echo?${query}`);
    expect([answer.status, answer.json().code]).toEqual([400, "request.validation_failed"]);
    expect(answer.json().issues?.map((issue) => issue.path)).toEqual([path]);
  });

  test.each(["0", "201", "1.5", "-1", "abc", "99999999999999999999"])("limit=%s is refused", async (limit) => {
    expect((await get(`/departments?limit=${limit}`)).json().code).toBe("request.validation_failed");
  });

  test.each<[string, string | Buffer, Record<string, string>]>([
    ["malformed JSON", '{"name":', {}],
    ["a list", "[1]", {}],
    ["a text", '"x"', {}],
    ["null", "null", {}],
    ["bytes that are not UTF-8", Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), {}],
    ["another media type", "name=x", { "content-type": "application/x-www-form-urlencoded" }],
    ["a media type that is none", "{}", { "content-type": ";;;" }],
    ["another charset", '{"name":"x"}', { "content-type": "application/json; charset=latin1" }],
    ["a compressed body", '{"name":"x"}', { "content-encoding": "gzip" }],
    ["more than 1 MiB", JSON.stringify({ name: "x".repeat(1024 * 1024) }), {}],
    ["an unknown member", '{"name":"x","__proto__":{"a":1}}', {}],
    ["nothing where a member is needed", "", {}],
    ["a deeply nested body", `{"name":${"[".repeat(50_000)}${"]".repeat(50_000)}}`, {}],
  ])("%s as body is request.validation_failed with issues", async (_name, body, headers) => {
    const answer = await post("/departments", body, headers);
    expect([answer.status, answer.json().code]).toEqual([400, "request.validation_failed"]);
    expect(answer.json().issues?.length).toBeGreaterThan(0);
  });

  test("query parameters of a POST are refused, not ignored", async () => {
    expect((await post("/departments?name=x", '{"name":"x"}')).json().code).toBe("request.validation_failed");
  });
});

describe("methods", () => {
  test.each([
    ["PUT", "/me"],
    ["PATCH", "/emissions"],
    ["DELETE", "/me"],
    ["PROPFIND", "/me"],
    ["TRACE", "/me"],
    ["GET", "/me/"],
    ["GET", ""],
    ["GET", "/Me"],
    ["GET", "/%zz"],
    ["GET", `/api-keys/${"a".repeat(1001)}`],
    ["OPTIONS", "/nothing"],
  ])("[contract 4.4.route] %s %s is route.not_found", async (method, path) => {
    app.db.clock.advance(60);
    const answer = await app.as(key, `/api/v1${path}`, { method });
    expect([answer.status, answer.json().code]).toEqual([404, "route.not_found"]);
    expect(answer.headers["x-ratelimit-limit"]).toBeDefined();
  });

  test("an unknown path without a credential is auth.missing_token", async () => {
    for (const path of ["/api/v1", "/api/v1/x", "/api/v1/%zz"]) {
      expect((await call(app.main, path)).json().code).toBe("auth.missing_token");
    }
  });

  test("HEAD answers the headers of GET without the body", async () => {
    const whole = await get("/me");
    const head = await app.as(key, "/api/v1/me", { method: "HEAD" });
    expect([head.status, head.bytes.length]).toEqual([200, 0]);
    expect(head.headers["content-length"]).toBe(String(whole.bytes.length));
    expect(head.headers["etag"]).toBe(whole.headers["etag"]);
  });

  test("OPTIONS answers 204 with the methods, and draws from the read bucket", async () => {
    const answer = await app.as(key, "/api/v1/departments", { method: "OPTIONS" });
    expect([answer.status, answer.headers["allow"]]).toEqual([204, "POST, GET, HEAD, OPTIONS"]);
    expect(answer.headers["x-ratelimit-limit"]).toBe("600");
  });

  test("a browser's preflight needs no credential and allows none to be sent along", async () => {
    const headers = { origin: "https://example.org", "access-control-request-method": "POST" };
    const answer = await call(app.main, "/api/v1/departments", { method: "OPTIONS", headers });
    expect(answer.status).toBe(204);
    expect(answer.headers["access-control-allow-origin"]).toBe("*");
    expect(answer.headers["access-control-allow-headers"]).toContain("Authorization");
    expect(answer.headers["access-control-allow-credentials"]).toBeUndefined();
  });
});
