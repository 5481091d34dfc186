import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ERROR_CODES } from "../../../src/core/errors.ts";
import { EVENT_NAMES } from "../../../src/core/events.ts";
import { exportableList } from "../../../src/interfaces/rest/export-list.ts";
import { OPERATIONS } from "../../../src/operations.ts";
import { consultant, consultantKey } from "../../support/consultants.ts";
import { testApp, type TestApp, type TestKey } from "../../support/app.ts";
import { type Answer, call } from "../../support/http-client.ts";

type Json = Readonly<Record<string, unknown>>;

let app: TestApp;
let key: TestKey;
let document: Json;
const ajv = new Ajv2020({ strict: false, allErrors: true });
formats.default(ajv);

beforeAll(async () => {
  app = await testApp();
  key = await app.key(await app.db.tenant());
  document = object(JSON.parse((await call(app.main, "/api/v1/openapi.json")).text));
  ajv.addSchema({ $id: "openapi", ...document });
});
afterAll(() => app.close());

/** Codes that the application answers to people and /api/v1 never does. */
const OF_THE_APPLICATION: ReadonlySet<string> = new Set(["auth.foreign_request"]);

function object(value: unknown): Json {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new Error("expected a JSON object");
  // Checked in the line above.
  return value as Json;
}

function at(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce((inner, name) => object(inner)[name], value);
}

function operationOf(operationId: string): Json {
  for (const item of Object.values(object(document["paths"]))) {
    for (const described of Object.values(object(item))) {
      if (at(described, "operationId") === operationId) return object(described);
    }
  }
  throw new Error(`${operationId} is not described`);
}

/** What several operations share stands in the components. */
function whole(part: unknown): Json {
  const { $ref } = object(part);
  return typeof $ref === "string" ? object(at(document, ...$ref.split("/").slice(1))) : object(part);
}

function parametersOf(described: Json): Json[] {
  return Array.isArray(described["parameters"]) ? described["parameters"].map(whole) : [];
}

/** References inside the document are resolved against the whole of it. */
function absolute(schema: unknown): unknown {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"openapi#/components'));
}

/** Headers of some answers of a status only: repeated ones, and refusals that say when to come back. */
const OCCASIONAL: readonly string[] = ["Idempotent-Replayed", "Retry-After"];

function assertDescribed(operationId: string, answer: Answer): void {
  const described = at(operationOf(operationId), "responses", String(answer.status));
  expect(described, `${operationId} does not describe ${answer.status}`).toBeDefined();
  const response = whole(described);
  for (const name of Object.keys(object(at(response, "headers"))).filter((name) => !OCCASIONAL.includes(name))) {
    expect(answer.headers[name.toLowerCase()], `${operationId} ${answer.status} has no ${name}`).toBeDefined();
  }
  if (answer.bytes.length === 0) return;
  const mediaType = answer.headers["content-type"]?.split(";")[0] ?? "";
  const schema = at(response, "content", mediaType, "schema");
  // What is no JSON has no members to be held against the description.
  if (!mediaType.endsWith("json")) return;
  const validate = ajv.compile(object(absolute(schema)));
  expect(validate(JSON.parse(answer.text)), `${operationId}: ${ajv.errorsText(validate.errors)}`).toBe(true);
}

describe("the OpenAPI description", () => {
  test("is served without a key, with a validator, and counts against the address only", async () => {
    const answer = await call(app.main, "/api/v1/openapi.json");
    expect([answer.status, answer.headers["content-type"]]).toEqual([200, "application/json; charset=utf-8"]);
    expect(answer.headers["x-ratelimit-limit"]).toBeUndefined();
    const headers = { "if-none-match": answer.headers["etag"] ?? "" };
    expect((await call(app.main, "/api/v1/openapi.json", { headers })).status).toBe(304);
  });

  test("names its version and both environments", () => {
    expect(document["openapi"]).toBe("3.1.0");
    expect(document["servers"]).toEqual([
      { url: "http://ledger.test/api/v1", description: "Production: live data", "x-internal": false },
      { url: "http://sandbox.ledger.test/api/v1", description: "Sandbox: test data", "x-internal": false },
    ]);
  });

  test("describes every operation once, with path parameters required", () => {
    const described = Object.entries(object(document["paths"])).flatMap(([path, item]) =>
      Object.entries(object(item)).map(([method, value]) => ({ path, method, value: object(value) })),
    );
    expect(described.map(({ value }) => String(value["operationId"])).toSorted()).toEqual(
      OPERATIONS.map((operation) => operation.name).toSorted(),
    );
    for (const { path, value } of described) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
      const given = parametersOf(value).filter((one) => one["in"] === "path" && one["required"] === true);
      expect(given.map((one) => one["name"])).toEqual(inPath);
    }
  });

  test("says at most 2.7 KB of an operation, because records, errors, headers and parameters are named", () => {
    const bytes = (part: unknown): number => Buffer.byteLength(JSON.stringify(part));
    expect(bytes(document["paths"]) / OPERATIONS.length).toBeLessThan(2.7 * 1024);
    expect(bytes(document) / OPERATIONS.length).toBeLessThan(4_500);
  });

  test("gives JSON alone as the content of a list, and names what else it can be had as", async () => {
    const lists = OPERATIONS.filter((one) => one.rest.method === "GET" && exportableList(one) !== null);
    expect(lists.length).toBeGreaterThan(15);
    for (const { name } of lists) {
      const described = operationOf(name);
      const content = object(whole(at(described, "responses", "200"))["content"]);
      expect(Object.keys(content), name).toEqual(["application/json"]);
      expect(at(content, "application/json", "schema", "$ref")).toMatch(/^#\/components\/schemas\/\w+Page$/);
      expect(described["x-export-media-types"]).toEqual(["text/csv", "application/x-ndjson"]);
    }
    for (const accept of ["text/csv", "application/x-ndjson"]) {
      app.db.clock.advance(60);
      const answer = await app.as(key, "/api/v1/emissions", { headers: { accept } });
      expect(answer.headers["content-type"]?.split(";")[0]).toBe(accept);
    }
  });

  test("says of exactly the routes with an id that they may not exist, and of clients only where one is named", () => {
    for (const operation of OPERATIONS) {
      const responses = object(operationOf(operation.name)["responses"]);
      const text = JSON.stringify(Object.values(responses).map(whole));
      const isAtClient = operation.callers !== "tenant" && operation.client === undefined;
      const has = (code: string): boolean => text.includes(`"${code}"`);
      expect([operation.name, has("route.not_found")]).toEqual([operation.name, operation.rest.path.includes(":")]);
      expect([operation.name, has("third_party.tenant_header_missing")]).toEqual([operation.name, isAtClient]);
      expect([operation.name, has("third_party.endpoint_only")]).toEqual([
        operation.name,
        operation.callers !== "any" || operation.errors.includes("third_party.endpoint_only"),
      ]);
    }
  });

  test("tells of each event what a delivery of it holds", () => {
    expect(Object.keys(object(document["webhooks"])).toSorted()).toEqual([...EVENT_NAMES].toSorted());
    for (const event of EVENT_NAMES) {
      const body = at(document, "webhooks", event, "post", "requestBody", "content", "application/json", "schema");
      expect(at(whole(body), "properties", "event", "const")).toBe(event);
    }
  });

  test("resolves every reference, and every schema is valid JSON Schema 2020-12", () => {
    const visit = (node: unknown): void => {
      if (Array.isArray(node)) return node.forEach(visit);
      if (typeof node !== "object" || node === null) return undefined;
      for (const [name, value] of Object.entries(node)) {
        if (name === "$ref") expect(at(document, ...String(value).slice(2).split("/"))).toBeDefined();
        else if (name === "schema") expect(ajv.validateSchema(object(value)), ajv.errorsText()).toBe(true);
        visit(value);
      }
      return undefined;
    };
    visit(document);
  });

  test("gives an example of every error code that an operation can answer with, which fits the schema", () => {
    const validate = ajv.compile({ $ref: "openapi#/components/schemas/Problem" });
    const codes = Object.keys(ERROR_CODES).filter((code) => !OF_THE_APPLICATION.has(code));
    for (const code of codes) {
      expect(validate(at(document, "components", "examples", code, "value"))).toBe(true);
    }
  });
});

describe("answers fit their description", () => {
  const queried = OPERATIONS.filter((operation) => operation.rest.method === "GET");

  test.each(queried)("$name with its example, and with a bad argument", async ({ name, rest, example, callers }) => {
    app.db.clock.advance(60);
    const caller = callers === "consultant" ? await consultantKey(app.db, await consultant(app.db)) : key;
    const id = "0198c0de-0000-7000-8000-0000000000aa";
    const given = new Map(Object.entries(example.input).map(([argument, value]) => [argument, String(value)]));
    const placed = rest.path.replaceAll(/:(\w+)/g, (_, argument: string) => {
      const value = given.get(argument) ?? "$";
      return value.startsWith("$") ? id : encodeURIComponent(value);
    });
    const path = `/api/v1${placed}`;
    const inPath = [...rest.path.matchAll(/:(\w+)/g)].map((match) => match[1]);
    const query = new URLSearchParams();
    for (const [argument, value] of Object.entries(example.input)) {
      if (inPath.includes(argument) || String(value).startsWith("$")) continue;
      for (const one of Array.isArray(value) ? value : [value]) query.append(argument, String(one));
    }
    const answer = await app.as(caller, `${path}?${query.toString()}`);
    expect([200, 404]).toContain(answer.status);
    assertDescribed(name, answer);
    assertDescribed(name, await app.as(caller, `${path}?no_such_argument=1`));
    assertDescribed(name, await call(app.main, path));
  });

  test.each(OPERATIONS.filter((operation) => operation.rest.method !== "GET"))(
    "$name with an unreadable body or unknown id",
    async ({ name, rest, callers }) => {
      app.db.clock.advance(60);
      const path = `/api/v1${rest.path.replaceAll(/:\w+/g, "0198c0de-0000-7000-8000-0000000000aa")}`;
      const headers = { "content-type": "application/json" };
      const answer = await app.as(key, path, {
        method: rest.method,
        headers,
        body: rest.method === "DELETE" ? "" : "{",
      });
      // What only consultants may do is refused to the company's own key before anything else is looked at.
      expect(callers === "consultant" ? [403] : [400, 404]).toContain(answer.status);
      assertDescribed(name, answer);
    },
  );

  test("a moment of any number of digits is refused beyond its described length", async () => {
    const from = parametersOf(operationOf("list_emissions")).find((one) => one["name"] === "from");
    const forms = at(from, "schema", "anyOf");
    const maxLength = Number(at(Array.isArray(forms) ? forms[0] : undefined, "maxLength"));
    const moment = (length: number) => `2026-01-01T00:00:00.${"0".repeat(length - 21)}Z`;
    app.db.clock.advance(60);
    expect((await app.as(key, `/api/v1/emissions?from=${moment(maxLength)}`)).status).toBe(200);
    expect((await app.as(key, `/api/v1/emissions?from=${moment(maxLength + 1)}`)).status).toBe(400);
  });

  test("a key that was created and listed", async () => {
    app.db.clock.advance(60);
    const body = JSON.stringify({ name: "n", scopes: ["quota:read"] });
    const headers = { "content-type": "application/json" };
    assertDescribed("create_api_key", await app.as(key, "/api/v1/api-keys", { method: "POST", headers, body }));
    assertDescribed("list_api_keys", await app.as(key, "/api/v1/api-keys"));
  });
});
