import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { invoke } from "../../src/core/invoke.ts";
import { onlyFile } from "../../src/core/stored-file.ts";
import type { Operation } from "../../src/core/operation.ts";
import { type Scope, SCOPES } from "../../src/core/scopes.ts";
import { isRecord } from "../../src/interfaces/mcp/json-rpc.ts";
import { OPERATIONS } from "../../src/operations.ts";
import type { TestKey } from "../support/app.ts";
import { type Demo, demoTenant, placeholdersOf } from "../support/demo.ts";
import {
  argumentSchemas,
  callerOf,
  forConsultantsAtClients,
  isOptional,
  misfit,
  send,
  type ToolAnswer,
  viaMcp,
  viaRest,
  wrongTexts,
  wrongValues,
} from "./calls.ts";
import { restRequest } from "../support/rest-request.ts";

/** How long two calls may differ: some take a second each on a busy machine. */
const SETTLED = { timeout: 20_000 };

/** Holds for every operation of the registry, new ones included, over both doors of the running service. */
let demo: Demo;
let key: TestKey;

beforeAll(async () => {
  demo = await demoTenant();
  key = await demo.app.key(demo.tenant);
});
afterAll(() => demo.close());

/** Keys that hold every scope but one: one key per scope, because a company may have a hundred. */
const keysWithout = new Map<Scope | null, TestKey>();
async function keyWithout(scope: Scope | null): Promise<TestKey> {
  const known = keysWithout.get(scope);
  if (known !== undefined) return known;
  const made = await demo.app.key(demo.tenant, { scopes: SCOPES.filter((one) => one !== scope) });
  keysWithout.set(scope, made);
  return made;
}

const UNKNOWN_ID = "0198c0de-0000-7000-8000-00000000dead";
const isJsonBody = ({ rest }: Operation): boolean =>
  rest.method !== "GET" && rest.method !== "DELETE" && rest.multipart !== true;

/** The example with ids that belong to nobody: enough where the answer is a refusal. */
function exampleOfNobody(operation: Operation): Record<string, unknown> {
  const ids = placeholdersOf(operation).map((name) => [name, UNKNOWN_ID]);
  return { ...operation.example.input, ...Object.fromEntries(ids) };
}

describe.each(OPERATIONS.filter((operation) => !forConsultantsAtClients(operation)))("$name", (operation) => {
  const { name, tool, access, scope, feature, callers } = operation;
  const optional = argumentSchemas(operation).filter(([argument]) => isOptional(operation, argument));

  test("runs with its example over REST and answers exactly what it declares", async () => {
    const answer = await viaRest(demo, key, operation, await demo.example(operation));
    expect(answer.status, answer.text).toBe(operation.rest.status ?? 200);
    const type = answer.headers["content-type"]?.toString() ?? "";
    if (operation.output === onlyFile) expect(operation.rest.file).toContain(type);
    else expect(misfit(operation.output, answer.json())).toBe("");
  });

  test.runIf(tool)("[contract 4.1.call] answers the same over MCP, as text and as structured content", async () => {
    const input = await demo.example(operation);
    const answer = await viaMcp(demo, key, name, input);
    expect(answer.is_error, answer.text).toBe(false);
    expect(misfit(operation.output, answer.structured)).toBe("");
    expect(answer.structured).toEqual(answer.body);
    if (access === "read") expect(answer.text).toBe((await viaRest(demo, key, operation, input)).text);
  });

  test.runIf(scope !== null)(
    "[contract 7.1.scope] is refused without its scope, which is named, and no other is",
    async () => {
      const scopes = SCOPES.filter((one) => one !== scope);
      const poor = await keyWithout(scope);
      const answer = await viaRest(demo, poor, operation, exampleOfNobody(operation));
      expect(answer.json()).toMatchObject({ status: 403, code: "auth.scope_required", scope_required: scope });
      expectNoScope(answer.text, scopes);
      if (!tool) return;
      const refused = await viaMcp(demo, poor, name, exampleOfNobody(operation));
      expectRefused(refused, "auth.scope_required");
      expect(refused.meta).toMatchObject({ scope_required: scope });
      expectNoScope(JSON.stringify(refused), scopes);
    },
  );

  test.runIf(callers !== "consultant")(
    "[contract 5.2.7.rest, 5.2.7.feature, 7.1.feature] needs the Enterprise plan over REST, and over MCP only the feature that it names",
    async () => {
      const small = await demo.app.db.tenant({ plan: "starter", name: `Small ${name}` });
      const poor = await demo.app.key(small);
      const answer = await viaRest(demo, poor, operation, exampleOfNobody(operation));
      expect(answer.json()).toMatchObject({
        status: 403,
        code: "subscription.feature_required",
        feature: "fullApiAccess",
      });
      if (!tool) return;
      const called = await viaMcp(demo, poor, name, exampleOfNobody(operation));
      if (feature === undefined) {
        expect(called.text).not.toContain("subscription.feature_required");
      } else {
        expectRefused(called, "subscription.feature_required");
        expect(called.meta).toMatchObject({ feature });
      }
    },
  );

  test("is for the kind of caller that it declares", async () => {
    const consultant = demo.app.db.context(demo.tenant, SCOPES, { principal: { kind: "consultant_key" } });
    const tenant = demo.app.db.context(demo.tenant);
    const code = async (ctx: typeof tenant): Promise<unknown> =>
      await invoke(operation, ctx, { no_such_argument: 1 }).then(
        () => "done",
        (error: unknown) => (isRecord(error) ? error["code"] : error),
      );
    const refused = "third_party.endpoint_only";
    expect(await code(consultant)).toBe(callers === "tenant" ? refused : "request.validation_failed");
    expect(await code(tenant)).toBe(callers === "consultant" ? refused : "request.validation_failed");
  });

  test.runIf(placeholdersOf(operation).length > 0)(
    "answers an unknown id, another company's and the other environment's with the same bytes",
    async () => {
      for (const argument of placeholdersOf(operation)) {
        const placeholder = String(operation.example.input[argument]);
        const foreign = [UNKNOWN_ID, await demo.id(placeholder, demo.other), await demo.id(placeholder, demo.sandbox)];
        const example = await demo.example(operation);
        const bodies: string[] = [];
        const tools: string[] = [];
        for (const id of foreign) {
          const input = { ...example, [argument]: id };
          const answer = await viaRest(demo, key, operation, input);
          expect(answer.json()).toMatchObject({ status: 404, code: "resource.not_found" });
          bodies.push(answer.text.replaceAll(id, "<id>").replace(/"request_id":"[^"]+"/, '"request_id":""'));
          if (tool) tools.push(JSON.stringify(await viaMcp(demo, key, name, input)));
        }
        expect(new Set(bodies).size).toBe(1);
        expect(new Set(tools).size).toBe(tool ? 1 : 0);
      }
    },
  );

  test("refuses an argument that it does not know and lists the ones it does", async () => {
    const allowed = argumentSchemas(operation).map(([argument]) => argument);
    const { path, call } = restRequest(operation, exampleOfNobody(operation));
    const isBody = isJsonBody(operation);
    const query = `${path.includes("?") ? "&" : "?"}no_such_argument=1`;
    const answer = isBody
      ? await viaRest(demo, key, operation, { ...exampleOfNobody(operation), no_such_argument: 1 })
      : await send(demo, await callerOf(demo, key, operation), path + query, call);
    expect(answer.json()).toMatchObject({ status: 400, code: "request.validation_failed" });
    const issue = answer.json().issues?.[0];
    expect(issue).toMatchObject({ path: "no_such_argument", code: "unknown_argument" });
    if (operation.rest.multipart !== true) {
      for (const argument of allowed) expect(issue?.message).toContain(argument);
    }
    if (!tool) return;
    const called = await viaMcp(demo, key, name, { no_such_argument: 1 });
    expectRefused(called, "request.validation_failed");
    for (const argument of allowed) expect(called.text).toContain(argument);
  });

  test.runIf(optional.length > 0)("takes null for an optional argument as if it were absent", async () => {
    const nulls = Object.fromEntries(
      optional.filter(([argument]) => !(argument in operation.example.input)).map(([argument]) => [argument, null]),
    );
    const input = await demo.example(operation);
    const withNulls = { ...input, ...nulls };
    if (tool && access === "write") {
      const answer = await viaMcp(demo, key, name, { ...(await demo.example(operation)), ...nulls });
      expect(answer.is_error, answer.text).toBe(false);
      expect(misfit(operation.output, answer.structured)).toBe("");
    } else if (tool) {
      // What is written behind an answer may fall between two calls, once.
      await vi.waitFor(async () => {
        const plain = await viaMcp(demo, key, name, input);
        expect(await viaMcp(demo, key, name, withNulls)).toEqual(plain);
      }, SETTLED);
    } else if (isJsonBody(operation)) {
      const fresh = { ...(await demo.example(operation)), ...nulls };
      const answer = await viaRest(demo, key, operation, fresh);
      expect(answer.status, answer.text).toBe(operation.rest.status ?? 200);
    } else {
      const kind = callers === "consultant" ? "consultant_key" : "tenant_key";
      const ctx = demo.app.db.context(demo.tenant, SCOPES, { principal: { kind } });
      // The time of a key's last use is, for one.
      await vi.waitFor(async () => {
        expect(await invoke(operation, ctx, withNulls)).toEqual(await invoke(operation, ctx, input));
      }, SETTLED);
    }
  });

  test.each(argumentSchemas(operation).filter(() => operation.rest.multipart !== true))(
    "refuses a wrong value for %s and names it",
    async (argument, schema) => {
      const inPath = operation.rest.path.includes(`:${argument}`);
      if (tool || isJsonBody(operation)) {
        for (const value of wrongValues(schema)) {
          const input = { ...exampleOfNobody(operation), [argument]: value };
          if (tool) {
            const called = await viaMcp(demo, key, name, input);
            expectRefused(called, "request.validation_failed", `${argument} = ${JSON.stringify(value)}`.slice(0, 200));
            expect(called.text).toContain(argument);
          } else if (!inPath) {
            expectIssue(await viaRest(demo, key, operation, input), argument);
          }
        }
      }
      const isQuery = !isJsonBody(operation) && !inPath && argument !== "cursor";
      const texts = isQuery ? wrongTexts(schema) : inPath && "format" in schema ? ["no such value"] : [];
      for (const text of texts) {
        expectIssue(await viaRest(demo, key, operation, { ...exampleOfNobody(operation), [argument]: text }), argument);
      }
    },
  );
});

function expectNoScope(text: string, scopes: readonly Scope[]): void {
  expect(scopes.filter((scope) => text.includes(scope))).toEqual([]);
}

function expectRefused(answer: ToolAnswer, code: string, hint = ""): void {
  expect(answer, `${hint} ${answer.text.slice(0, 300)}`).toMatchObject({ status: 200, is_error: true, body: { code } });
  expect(Object.keys(isRecord(answer.body) ? answer.body : {}).toSorted()).toEqual(["code", "detail", "title"]);
}

function expectIssue(answer: Awaited<ReturnType<typeof viaRest>>, argument: string): void {
  expect(answer.json(), answer.text).toMatchObject({ status: 400, code: "request.validation_failed" });
  const issues = answer.json().issues ?? [];
  expect(issues[0]?.path.split(".")[0]).toBe(argument);
  // Words of the library that validates.
  expect(issues.map(({ message }) => message).join("; ")).not.toMatch(
    /invalid (input|option)|too (small|big)|expected/i,
  );
}
