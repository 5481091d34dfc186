import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isRecord } from "../../../src/interfaces/mcp/json-rpc.ts";
import { toolOperations } from "../../../src/interfaces/mcp/tool-list.ts";
import { OPERATIONS } from "../../../src/operations.ts";
import { send, viaMcp } from "../../contract/calls.ts";
import type { TestKey } from "../../support/app.ts";
import { consultant, consultantKey, grant } from "../../support/consultants.ts";
import { type Demo, demoTenant } from "../../support/demo.ts";
import { call } from "../../support/http-client.ts";

/** GET /api/mcp/schema over a company with data: what it shows can be done as it stands. */
let demo: Demo;
let key: TestKey;
let tools: readonly Readonly<Record<string, unknown>>[];

beforeAll(async () => {
  demo = await demoTenant();
  key = await demo.app.key(demo.tenant);
  const document: unknown = JSON.parse((await call(demo.app.main, "/api/mcp/schema")).text);
  tools = isRecord(document) && Array.isArray(document["tools"]) ? document["tools"].filter(isRecord) : [];
});
afterAll(() => demo.close());

/** What the company must have before a list of it has anything. */
const MADE_FIRST: Readonly<Record<string, string>> = {
  list_reports: "$attested_report_id",
  list_scenarios: "$scenario_id",
  list_webhooks: "$webhook_id",
};

interface Example {
  readonly input: Readonly<Record<string, unknown>>;
  readonly ids_from: Readonly<Record<string, string>>;
}

function exampleOf(name: string): Example {
  // The shape is what this file tests.
  const found = tools.find((tool) => tool["name"] === name)?.["example"] as Partial<Example>;
  return { input: found.input ?? {}, ids_from: found.ids_from ?? {} };
}

/** The id in an answer, or that of its first item. */
function idOf(answer: unknown): unknown {
  if (!isRecord(answer)) return undefined;
  const items: unknown = answer["items"];
  return Array.isArray(items) ? idOf(items[0]) : answer["id"];
}

describe("the examples of the schema document", () => {
  test("are 31, without a placeholder, and each id in them says which tool gives one", () => {
    expect(tools).toHaveLength(31);
    for (const { name, example } of tools) {
      expect(JSON.stringify(example), String(name)).not.toMatch(/"\$/);
      const { input, ids_from } = exampleOf(String(name));
      const ids = Object.entries(input).filter(([, value]) => value === "0198c0de-0000-7000-8000-000000000001");
      expect(Object.keys(ids_from), String(name)).toEqual(ids.map(([argument]) => argument));
      for (const source of Object.values(ids_from)) expect(tools.map((tool) => tool["name"])).toContain(source);
    }
  });

  test.each(toolOperations(OPERATIONS).map(({ name }) => name))("of %s runs on the demo company", async (name) => {
    const isForConsultants = OPERATIONS.find((one) => one.name === name)?.callers === "consultant";
    let caller = key;
    let headers: Readonly<Record<string, string>> = {};
    if (isForConsultants || name === "submit_scenario_for_review") {
      const organisation = await consultant(demo.app.db);
      caller = await consultantKey(demo.app.db, organisation);
      await grant(demo.app.db, demo.tenant, organisation);
      headers = { "x-svc-tenant": demo.tenant.id };
    }
    const run = (tool: string, input: unknown) => viaMcp(demo, caller, tool, input, headers);
    const { input, ids_from } = exampleOf(name);
    const ids: Record<string, unknown> = {};
    for (const [argument, source] of Object.entries(ids_from)) {
      const needed = MADE_FIRST[source];
      if (needed !== undefined) await demo.id(needed);
      ids[argument] = idOf((await run(source, exampleOf(source).input)).structured);
    }
    const answer = await run(name, { ...input, ...ids });
    expect(answer.is_error, answer.text).toBe(false);
  });
});

/** What of a total must be said where it is described, and the members that it has; empty: it is no object. */
const OF_TOTALS: readonly (readonly [member: string, says: RegExp, members: readonly string[]])[] = [
  ["data_from", /first UTC day with data.*null: none/i, []],
  ["data_to", /last such day, never after today/i, []],
  ["months_with_data", /UTC months from data_from to data_to with data/, []],
  ["basis", /percent .* adding up to 100, by method/i, ["product_pct", "quantity_pct", "spend_pct", "stated_pct"]],
  ["unknown", /nothing is counted .* nobody answered .* unknown/i, ["scopes", "scope3_categories", "reason"]],
  [
    "waiting",
    /waits for a person .* in no total; see list_review_items/,
    ["lines", "documents", "files", "money", "estimated_kg", "without_estimate"],
  ],
  ["pending_restatement_kg", /would change closed years .* not booked: list_restatements/, []],
  ["pending_restatement_count", /would change .* also where they sum to 0 kg/, []],
  ["is_complete", /nothing is unknown, waits, is contradicted or to be restated, .* every month up to today/i, []],
];

describe("the answers of totals, as the schema document describes them", () => {
  interface Described {
    readonly description?: string;
    readonly properties?: Readonly<Record<string, Described>>;
    readonly anyOf?: readonly Described[];
    readonly required?: readonly string[];
  }
  const ofTool = (name: string): Described =>
    tools.find((tool) => tool["name"] === name)?.["output_schema"] as Described;
  /** Of a member that may be null, what it is otherwise. */
  const membersOf = ({ properties, anyOf = [] }: Described): string[] =>
    Object.keys(properties ?? anyOf.find((one) => one.properties !== undefined)?.properties ?? {});

  test.each(["get_emissions_summary", "get_emissions_by_category", "get_emissions_by_scope3_category"])(
    "of %s always have and explain what a total rests on and what is not in it",
    (name) => {
      const { properties = {}, required = [] } = ofTool(name);
      for (const [member, says, members] of OF_TOTALS) {
        const described = properties[member] ?? {};
        expect(required, member).toContain(member);
        expect(described.description, member).toMatch(says);
        expect(membersOf(described), member).toEqual(members);
      }
    },
  );

  test("of the summary have what of scope 2 uses the grid's average and life-cycle factors", () => {
    const scope2 = ofTool("get_emissions_summary").properties?.["scope2"] ?? {};
    expect(scope2.required).toEqual(expect.arrayContaining(["market_based_fallback_kg", "life_cycle_kg"]));
  });
});

test("the schema document has a validator and is sent compressed", async () => {
  const plain = await call(demo.app.main, "/api/mcp/schema");
  const headers = { "accept-encoding": "br" };
  const small = await call(demo.app.main, "/api/mcp/schema", { headers });
  expect(small.headers["content-encoding"]).toBe("br");
  expect(small.bytes.length).toBeLessThan(plain.bytes.length / 4);
  expect(plain.headers["cache-control"]).toBe("public, max-age=300");
  const unchanged = await call(demo.app.main, "/api/mcp/schema", {
    headers: { "if-none-match": plain.headers["etag"] ?? "" },
  });
  expect([unchanged.status, unchanged.bytes.length]).toEqual([304, 0]);
  const head = await call(demo.app.main, "/api/mcp/schema", { method: "HEAD" });
  expect([head.status, head.headers["etag"]]).toEqual([200, plain.headers["etag"]]);
});

describe("requests that draw from no bucket", () => {
  const ask = (method: string, params: object = {}, path = "/api/mcp") =>
    send(demo, key, path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
    });

  test.each([
    ["initialize", { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "t", version: "1" } }],
    ["tools/list", {}],
    ["resources/list", {}],
    ["resources/read", { uri: "svc://ghg-scopes" }],
    ["prompts/list", {}],
    ["prompts/get", { name: "value_chain_briefing", arguments: { year: "2025" } }],
  ])("[contract 8.headers] %s says what is left of the reads, and takes none", async (method, params) => {
    demo.app.db.clock.advance(60);
    const first = await ask(method, params);
    expect(first.status, first.text).toBe(200);
    expect(first.headers["x-ratelimit-limit"]).toBe("600");
    expect(first.headers["x-ratelimit-remaining"]).toBe("600");
    expect(first.headers["x-ratelimit-reset"]).toMatch(/^\d+$/);
  });

  test("are answered at the address with a slash at its end as well", async () => {
    const answer = await ask("tools/list", {}, "/api/mcp/");
    expect(answer.text).toBe((await ask("tools/list")).text);
    expect((await call(demo.app.main, "/api/mcp/")).status).toBe(405);
  });

  test("name no member twice", async () => {
    const body = '{"jsonrpc":"2.0","id":1,"method":"ping","method":"tools/list"}';
    const answer = await send(demo, key, "/api/mcp", { method: "POST", body });
    expect(answer.json()).toMatchObject({ error: { code: -32700 } });
  });
});
