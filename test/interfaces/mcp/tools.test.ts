import Ajv2020 from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { describe, expect, test } from "vitest";
import { ServiceError } from "../../../src/core/errors.ts";
import { countedWrite, fixtureOperations } from "../../support/mcp-fixture-operations.ts";
import { type FixtureOptions, legacy, mcpFixture, modern, payload, post } from "../../support/mcp-fixture.ts";

interface ToolResult {
  readonly content: readonly [{ readonly type: "text"; readonly text: string }];
  readonly structuredContent?: unknown;
  readonly isError?: boolean;
  readonly resultType?: string;
  readonly _meta?: Readonly<Record<string, unknown>>;
}

async function call(name: string, args?: unknown, options: FixtureOptions = {}): Promise<ToolResult> {
  const { endpoint } = mcpFixture(options);
  const params = args === undefined ? { name } : { name, arguments: args };
  const response = await post(endpoint, legacy("tools/call", params));
  expect(response.status).toBe(200);
  const answer = payload(response);
  expect(answer).toHaveProperty("result");
  // toHaveProperty has just shown the member; its shape is what each test looks at.
  return (answer as { result: ToolResult }).result;
}

const errorOf = (result: ToolResult): unknown => {
  expect(result.isError).toBe(true);
  expect(result).not.toHaveProperty("structuredContent");
  expect(result.content).toHaveLength(1);
  return JSON.parse(result.content[0].text);
};

describe("results", () => {
  test("structuredContent and the text are the same compact JSON", async () => {
    const result = await call("echo_number", { value: 3, note: 'a "quoted"\nnote' });
    expect(result.structuredContent).toEqual({ value: 3, note: 'a "quoted"\nnote' });
    expect(result.content[0].text).toBe(JSON.stringify(result.structuredContent));
    expect(result).not.toHaveProperty("isError");
  });

  test("JSON text of an operation arrives as it is, on one line", async () => {
    const result = await call("list_entries");
    expect(result.structuredContent).toMatchObject({ items: [{ note: 'Dørsøjle "A"', amount_kg_co2e: 12.5 }] });
    expect(JSON.parse(result.content[0].text)).toEqual(result.structuredContent);
    expect(result.content[0].text).not.toContain("\n");
  });

  test("2026-07-28 results are marked complete and name the server", async () => {
    const { body, headers } = modern("tools/call", { name: "echo_number", arguments: { value: 1 } });
    expect(payload(await post(mcpFixture().endpoint, body, headers))).toMatchObject({
      result: {
        resultType: "complete",
        structuredContent: { value: 1 },
        _meta: { "io.modelcontextprotocol/serverInfo": { name: "carbon-ledger" } },
      },
    });
  });

  test("arguments may be absent or null where none are needed", async () => {
    expect((await call("list_entries", null)).isError).toBeUndefined();
    expect((await call("echo_number", { value: 2, note: null })).structuredContent).toEqual({ value: 2, note: null });
  });
});

describe("failures are results that a model can read", () => {
  test.each([
    ["arguments that are a list", [1], "arguments must be a JSON object"],
    ["arguments that are text", "value=1", "arguments must be a JSON object"],
    ["a missing argument", {}, "value"],
    ["a wrong type", { value: "3" }, "value"],
    ["a value out of bounds", { value: 11 }, "value"],
    ["an unknown argument", { value: 1, colour: "red" }, "allowed: value, note"],
  ])("[contract 7.2.2] %s is request.validation_failed", async (_, args, detail) => {
    const result = await call("echo_number", args);
    expect(errorOf(result)).toEqual({
      code: "request.validation_failed",
      title: "Request validation failed",
      detail: expect.stringContaining(detail) as unknown,
    });
    expect(result._meta?.["issues"]).toHaveLength(1);
  });

  test("[contract 7.2.3] a missing scope is named beside the body, and no granted scope anywhere", async () => {
    const result = await call("echo_number", { value: 1 }, { scopes: ["reports:read", "quota:read"] });
    expect(errorOf(result)).toMatchObject({ code: "auth.scope_required", title: "Scope required" });
    expect(result._meta).toEqual({ scope_required: "emissions:read" });
    expect(JSON.stringify(result)).not.toMatch(/reports:read|quota:read/);
  });

  test("an OAuth caller is also told where to ask for the scope", async () => {
    const result = await call("echo_number", { value: 1 }, { scopes: [], principal: "oauth" });
    expect(result._meta?.["mcp/www_authenticate"]).toEqual([
      'Bearer error="insufficient_scope", scope="emissions:read", resource_metadata="https://carbon.example/' +
        '.well-known/oauth-protected-resource/api/mcp"',
    ]);
  });

  test("a missing plan feature is named beside the body", async () => {
    const result = await call("list_gated", {});
    expect(errorOf(result)).toMatchObject({ code: "subscription.feature_required" });
    expect(result._meta).toEqual({ feature: "supplyChain" });
  });

  test("[contract 2.1.tool-error, 7.2.1] an unknown id is resource.not_found with exactly three keys", async () => {
    const result = await call("get_missing", { id: "0198c0de-0000-7000-8000-000000000009" });
    expect(Object.keys(errorOf(result) as object)).toEqual(["code", "title", "detail"]);
  });

  test("a consultant without a grant is refused in-band", async () => {
    const contextFor = (): never => {
      throw new ServiceError("third_party.no_active_grant", "No grant for this company.");
    };
    expect(errorOf(await call("echo_number", { value: 1 }, { contextFor }))).toMatchObject({
      code: "third_party.no_active_grant",
    });
  });

  test("an unexpected error shows nothing of the inside and is logged with it", async () => {
    const fixture = mcpFixture();
    const response = await post(fixture.endpoint, legacy("tools/call", { name: "fail_hard" }));
    expect(response.body).not.toMatch(/relation|srv|select|stack|\.ts/);
    expect(response.body).toContain("server.internal_error");
    expect(fixture.logged).toHaveLength(1);
    expect(fixture.logged[0]).toMatchObject({ what: "tools/call fail_hard", err: expect.any(Error) as unknown });
  });

  test.each([
    ["unknown", { name: "no_such_tool" }],
    ["not offered as a tool", { name: "hidden_operation" }],
    ["a name of every object", { name: "__proto__" }],
    ["no string", { name: 7 }],
    ["absent", {}],
  ])("a tool that is %s is -32602 and draws nothing", async (_, params) => {
    const fixture = mcpFixture();
    const response = await post(fixture.endpoint, legacy("tools/call", params));
    expect(payload(response)).toMatchObject({ id: 1, error: { code: -32602 } });
    expect(fixture.charged).toEqual([]);
  });
});

describe("rate limits", () => {
  const write = countedWrite();
  const operations = [...fixtureOperations, write.operation];

  test("[contract 4.2.bucket] reads draw from the read bucket, writes from the write bucket, everything else from none", async () => {
    const fixture = mcpFixture({ operations });
    await post(fixture.endpoint, legacy("tools/call", { name: "echo_number", arguments: { value: 1 } }));
    await post(fixture.endpoint, legacy("tools/call", { name: "create_thing", arguments: { name: "a" } }));
    for (const method of ["initialize", "ping", "tools/list", "resources/list", "prompts/list", "server/discover"]) {
      await post(fixture.endpoint, legacy(method));
    }
    expect(fixture.charged).toEqual(["read", "write"]);
  });

  test("every tool answer carries the bucket's headers, failures too", async () => {
    const { endpoint } = mcpFixture({ budget: 9 });
    for (const args of [{ value: 1 }, { value: 99 }]) {
      const response = await post(endpoint, legacy("tools/call", { name: "echo_number", arguments: args }));
      expect(response.headers["x-ratelimit-limit"]).toBe("600");
    }
    expect((await post(endpoint, legacy("ping"))).headers["x-ratelimit-limit"]).toBeUndefined();
  });

  test("an empty bucket is HTTP 429 with Retry-After and -32001, and nothing runs", async () => {
    const before = write.runs();
    const { endpoint } = mcpFixture({ operations, budget: 0 });
    const response = await post(endpoint, legacy("tools/call", { name: "create_thing", arguments: { name: "a" } }, 8));
    expect(response.status).toBe(429);
    expect(response.headers).toMatchObject({ "retry-after": "17", "x-ratelimit-remaining": "0" });
    expect(payload(response)).toMatchObject({ id: 8, error: { code: -32001, data: { code: "rate_limit.exceeded" } } });
    expect(write.runs()).toBe(before);
  });
});

describe("tools/list", () => {
  interface Tool {
    readonly name: string;
    readonly inputSchema: object;
    readonly outputSchema: object;
    readonly annotations: Readonly<Record<string, unknown>>;
  }
  const write = countedWrite();
  const list = async (): Promise<readonly Tool[]> => {
    const { endpoint } = mcpFixture({ operations: [...fixtureOperations, write.operation] });
    const answer = payload(await post(endpoint, legacy("tools/list")));
    // The next test compares the names; a wrong shape fails there.
    return (answer as { result: { tools: readonly Tool[] } }).result.tools;
  };

  test("names every tool once, by layer, and no other operation", async () => {
    const names = (await list()).map((tool) => tool.name);
    expect(names.at(-1)).toBe("list_gated");
    expect(names).not.toContain("hidden_operation");
    expect(new Set(names).size).toBe(names.length);
    expect((await list()).map((tool) => tool.name)).toEqual(names);
  });

  test("[contract 4.2.read-only, 4.2.not-destructive, 4.2.idempotent, 4.2.closed-world] reads and writes carry their hints", async () => {
    const annotations = new Map((await list()).map((tool) => [tool.name, tool.annotations]));
    const fixed = { destructiveHint: false, openWorldHint: false };
    expect(annotations.get("echo_number")).toEqual({
      readOnlyHint: true,
      idempotentHint: true,
      ...fixed,
    });
    expect(annotations.get("create_thing")).toMatchObject({ readOnlyHint: false, idempotentHint: true, ...fixed });
  });

  test("schemas are closed for arguments, small, and valid JSON Schema 2020-12", async () => {
    const ajv = addFormats.default(new Ajv2020.default({ strict: true, allowUnionTypes: false }));
    for (const tool of await list()) {
      expect(tool.inputSchema).toMatchObject({ type: "object", additionalProperties: false });
      expect(tool.outputSchema).toMatchObject({ type: "object" });
      const text = JSON.stringify(tool);
      expect(text).not.toMatch(/\$schema|"type":\[|9007199254740991|"pattern"/);
      ajv.compile(tool.inputSchema);
      ajv.compile(tool.outputSchema);
    }
  });

  test("a tool whose result is no object is a mistake found at start", () => {
    const listing = fixtureOperations.map((operation) => ({ ...operation, output: operation.output.array() }));
    expect(() => mcpFixture({ operations: listing })).toThrow(/must be an object/);
  });
});
