import Ajv2020 from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { invoke } from "../../../src/core/invoke.ts";
import { toJsonText } from "../../../src/core/json-text.ts";
import { isRecord } from "../../../src/interfaces/mcp/json-rpc.ts";
import {
  describeTool,
  describeTools,
  TOOLS_LIST_BYTES_MAX,
  toolOperations,
} from "../../../src/interfaces/mcp/tool-list.ts";
import { OPERATIONS } from "../../../src/operations.ts";
import { type Fixture, legacy, mcpFixture, payload, post } from "../../support/mcp-fixture.ts";
import { type RegisteredTools, registeredTools } from "../../support/mcp-registered.ts";

const tools = toolOperations(OPERATIONS);
const described = describeTools(tools);
const bytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

describe("the weight of tools/list", () => {
  test("every argument is described, in at most 60 characters", () => {
    for (const { name, inputSchema } of described) {
      for (const [argument, schema] of Object.entries(Object(inputSchema["properties"]))) {
        const { description = "" } = Object(schema);
        expect([name, argument, description.length > 0 && description.length <= 60]).toEqual([name, argument, true]);
      }
    }
  });

  test("all tools fit in what assistants are to pay for", () => {
    expect(bytes(described)).toBeLessThanOrEqual(TOOLS_LIST_BYTES_MAX);
  });

  // What they take, the results have to leave out.
  test("input schemas take less than half of it", () => {
    const inputs = described.reduce((sum, tool) => sum + bytes(tool.inputSchema), 0);
    expect(inputs).toBeLessThan(TOOLS_LIST_BYTES_MAX / 2);
  });

  // What a model chains calls by: without them it has to guess, or to call once only to see the shape.
  test.each([
    ["get_emissions_summary", ["total_co2e_kg", "by_scope", "scope2", "data_quality", "items.month"]],
    ["list_emissions", ["items.id", "items.scope", "items.co2e_market_based_kg", "items.category_id", "next_cursor"]],
    ["get_emission_lineage", ["emission_entry", "activity", "document", "emission_factor", "calculation", "audit"]],
    ["list_activities", ["items.id", "items.supplier_name", "items.amount", "items.currency", "items.status"]],
    ["generate_report", ["id", "status", "missing_inputs", "generated_report_id"]],
    ["get_report_status", ["id", "status", "progress_pct", "failure_reason", "generated_report_id"]],
    ["list_suppliers", ["items.id", "items.supplier_name", "items.enterprise_trade_amount", "items.disclosure_status"]],
  ])("the result of %s names its members and those of its rows", (name, expected) => {
    const operation = tools.find((tool) => tool.name === name);
    if (operation === undefined) throw new Error(`${name} is not registered`);
    const named = membersOf(described.find((tool) => tool.name === name)?.outputSchema);
    expect(named).toEqual(expect.arrayContaining(expected));
    expect(named).toEqual(membersOf(describeTool(operation).outputSchema));
  });

  test("what a list of values says is not said again in words", () => {
    for (const { name, inputSchema } of described) {
      for (const [argument, schema] of Object.entries(Object(inputSchema["properties"]))) {
        const { description = "", enum: values = [] } = Object(schema);
        const words = new Set(String(description).split(/[^\w+]+/));
        const isRepeated = values.length > 2 && (values as string[]).every((value) => words.has(value));
        expect([name, argument, isRepeated]).toEqual([name, argument, false]);
      }
    }
  });

  test.each(described.map((tool) => [tool.name, tool] as const))("%s is described within bounds", (name, tool) => {
    expect(name).toMatch(/^[a-z][a-z0-9_]{1,63}$/);
    expect(tool.title.length).toBeGreaterThan(3);
    expect(tool.description.length).toBeLessThanOrEqual(1_000);
    expect(bytes(tool)).toBeLessThanOrEqual(2_200);
    expect(JSON.stringify(tool)).not.toMatch(/\$schema|"type":\[|9007199254740991/);
  });
});

describe("advertised schemas are true", () => {
  const ajv = addFormats.default(new Ajv2020.default({ strict: false }));

  test.each(tools.map((operation) => [operation.name, operation] as const))(
    "of %s, for its example",
    (_, operation) => {
      const listed = described.find((tool) => tool.name === operation.name);
      const { output } = operation.example;
      expect(ajv.validate(describeTool(operation).outputSchema, output), ajv.errorsText()).toBe(true);
      expect(ajv.validate(listed?.outputSchema ?? {}, output), ajv.errorsText()).toBe(true);
      const withIds = JSON.parse(
        JSON.stringify(operation.example.input).replace(/"\$\w+"/g, `"${crypto.randomUUID()}"`),
      );
      expect(ajv.validate(listed?.inputSchema ?? {}, withIds), ajv.errorsText()).toBe(true);
    },
  );
});

describe("the service's own operations", () => {
  let registered: RegisteredTools;
  let fixture: Fixture;
  beforeAll(async () => {
    registered = await registeredTools();
    fixture = mcpFixture({ operations: registered.operations, contextFor: () => registered.context() });
  });
  afterAll(async () => registered.close());

  const call = async (name: string, args: unknown): Promise<unknown> =>
    payload(await post(fixture.endpoint, legacy("tools/call", { name, arguments: args })));

  test("a tool answers with exactly what the operation returns", async () => {
    for (const [name, args] of [
      ["list_emissions", { limit: 2 }],
      ["get_emissions_summary", {}],
      ["get_emissions_by_scope3_category", {}],
      ["get_quota_status", {}],
      ["list_emission_categories", { limit: 5 }],
    ] as const) {
      const operation = tools.find((tool) => tool.name === name);
      if (operation === undefined) throw new Error(`${name} is not registered`);
      const expected: unknown = JSON.parse(toJsonText(await invoke(operation, registered.context(), args)));
      expect(await call(name, args)).toMatchObject({ result: { structuredContent: expected } });
    }
  });

  test("a list is walked with its own cursor, and a foreign cursor is refused in-band", async () => {
    const first = await call("list_emissions", { limit: 2 });
    const cursor = structured(first)["next_cursor"];
    expect(cursor).toEqual(expect.any(String));
    const second = structured(await call("list_emissions", { limit: 2, cursor }));
    expect(second).toMatchObject({ items: [{}], next_cursor: null });
    expect(await call("list_activities", { cursor })).toMatchObject({ result: { isError: true } });
    expect(JSON.stringify(await call("list_activities", { cursor }))).toContain("pagination.invalid_cursor");
  });

  test("an unknown id is resource.not_found in-band", async () => {
    const answer = await call("get_emission_lineage", { id: "0198c0de-0000-7000-8000-00000000dead" });
    expect(JSON.stringify(answer)).toContain("resource.not_found");
  });

  test("[contract 2.3.categories] svc://emission-categories is the whole live taxonomy", async () => {
    const answer = await post(fixture.endpoint, legacy("resources/read", { uri: "svc://emission-categories" }));
    const text = /"text":("(?:[^"\\]|\\.)*")/.exec(answer.body)?.[1] ?? '""';
    const taxonomy: unknown = JSON.parse(JSON.parse(text) as string);
    expect(isRecord(taxonomy) && taxonomy["count"]).toBeGreaterThan(100);
  });

  test("no tool of the registry shows its inside when it is called with nonsense", async () => {
    for (const operation of tools) {
      for (const args of [
        undefined,
        [],
        { id: "x", cursor: "x", limit: -1, scope: 9 },
        { id: "'; drop table x; --" },
      ]) {
        const response = await post(fixture.endpoint, legacy("tools/call", { name: operation.name, arguments: args }));
        expect(response.status).toBe(200);
        expect(response.body).not.toMatch(/\bat [\w.]+ \(|\.ts:\d|syntax error|relation "/);
      }
    }
    for (const [name, args] of [
      ["list_emission_factors", { q: "\u0000", source: "%_\\" }],
      ["list_emissions", { category_id: "\u0000" }],
      ["list_emissions", { category_id: "\ud800" }],
      ["get_factor_citations", { id: "\u0000" }],
      ["list_emission_categories", { parent_id: "\u0000" }],
    ] as const) {
      expect(JSON.stringify(await call(name, args))).not.toContain("server.internal_error");
    }
    expect(fixture.logged).toEqual([]);
  });
});

/** Names of the members of a result, and of the rows in its items as items.<name>. */
function membersOf(schema: unknown): string[] {
  const properties: Readonly<Record<string, unknown>> = Object(Object(schema)["properties"]);
  return Object.entries(properties).flatMap(([name, member]) => {
    const rows = name === "items" ? membersOf(Object(member)["items"]) : [];
    return [name, ...rows.map((row) => `items.${row}`)];
  });
}

/** The structuredContent of an answer; fails the test where there is none. */
function structured(answer: unknown): Readonly<Record<string, unknown>> {
  const result = isRecord(answer) ? answer["result"] : undefined;
  const content = isRecord(result) ? result["structuredContent"] : undefined;
  if (!isRecord(content)) throw new Error(`no structured content in ${JSON.stringify(answer)}`);
  return content;
}
