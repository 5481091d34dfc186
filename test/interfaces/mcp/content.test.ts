import { describe, expect, test } from "vitest";
import { SCOPE3_CATEGORIES } from "../../../src/core/ghg.ts";
import { instructionsText } from "../../../src/interfaces/mcp/instructions.ts";
import { asText, type FixtureOptions, legacy, mcpFixture, modern, payload, post } from "../../support/mcp-fixture.ts";

const { endpoint } = mcpFixture();
const ask = async (method: string, params?: unknown, options?: FixtureOptions): Promise<unknown> =>
  payload(await post(options === undefined ? endpoint : mcpFixture(options).endpoint, legacy(method, params)));

interface Read {
  readonly result: { readonly contents: readonly [{ readonly uri: string; readonly text: string }] };
}
const read = async (uri: string): Promise<string> => {
  const answer = await ask("resources/read", { uri });
  expect(answer).toMatchObject({ result: { contents: [{ uri, text: expect.any(String) as unknown }] } });
  // The line above has shown the shape.
  return (answer as Read).result.contents[0].text;
};

interface Prompted {
  readonly result: { readonly messages: readonly [{ readonly content: { readonly text: string } }] };
}
const prompt = async (name: string, args: unknown, options?: FixtureOptions): Promise<string> => {
  const answer = await ask("prompts/get", { name, arguments: args }, options);
  expect(answer).toMatchObject({ result: { messages: [{ role: "user", content: { type: "text" } }] } });
  // The line above has shown the shape.
  return (answer as Prompted).result.messages[0].content.text;
};

describe("resources", () => {
  test("[contract 4.3] the three resources are listed with their media types", async () => {
    expect(await ask("resources/list")).toMatchObject({
      result: {
        resources: [
          { uri: "svc://emission-categories", mimeType: "application/json" },
          { uri: "svc://ghg-scopes", mimeType: "application/json" },
          { uri: "svc://usage-guide", mimeType: "text/markdown" },
        ],
      },
    });
  });

  test("the taxonomy is complete: every page of its tool", async () => {
    expect(JSON.parse(await read("svc://emission-categories"))).toEqual({
      count: 2,
      categories: [{ key: "energy" }, { key: "energy.electricity" }],
    });
  });

  test("the taxonomy needs the scope of its tool: 403 and the scope to ask for", async () => {
    const limited = mcpFixture({ scopes: ["emissions:read"] }).endpoint;
    const response = await post(limited, legacy("resources/read", { uri: "svc://emission-categories" }));
    expect(response.status).toBe(403);
    expect(response.headers["www-authenticate"]).toContain('error="insufficient_scope", scope="factors:read"');
    expect(payload(response)).toMatchObject({ id: 1, error: { code: -32001, data: { code: "auth.scope_required" } } });
  });

  test("[contract 2.3.ghg-scopes] the scopes name all 15 categories and the market-based default", async () => {
    const text = await read("svc://ghg-scopes");
    expect(JSON.parse(text)).toMatchObject({
      unit: "kg CO2e",
      scopes: [{ scope: "1" }, { scope: "2", default_method: "market_based" }, { categories: SCOPE3_CATEGORIES }],
    });
  });

  test("[contract 2.3.guide] the guide covers credentials, scopes, pages, dates and errors", async () => {
    const text = await read("svc://usage-guide");
    for (const heading of ["Authentication", "Scopes and plans", "Pagination", "Dates and units", "Errors", "Limits"]) {
      expect(text).toContain(`## ${heading}`);
    }
    expect(text).toContain("| `list_gated` | `emissions:read` | read | Enterprise |");
    expect(text).toContain("scope2.market_based_fallback_kg");
    expect(text).not.toContain("hidden_operation");
  });

  test("an unknown resource is -32002 for older clients and -32602 for 2026-07-28", async () => {
    for (const uri of ["svc://nope", "", 7, undefined]) {
      expect(await ask("resources/read", { uri })).toMatchObject({ error: { code: -32002 } });
    }
    const { body, headers } = modern("resources/read", { uri: "svc://nope" });
    expect(payload(await post(endpoint, body, headers))).toMatchObject({ error: { code: -32602 } });
  });

  test("2026-07-28 reads carry cache hints: private for what a scope guards", async () => {
    for (const [uri, cacheScope] of [
      ["svc://emission-categories", "private"],
      ["svc://usage-guide", "public"],
    ]) {
      const { body, headers } = modern("resources/read", { uri });
      const result = { resultType: "complete", cacheScope, ttlMs: expect.any(Number) as unknown };
      expect(payload(await post(endpoint, body, headers))).toMatchObject({ result });
    }
  });
});

describe("prompts", () => {
  const all = ["emissions_vs_target_analysis", "year_over_year_review", "value_chain_briefing"];
  const TOOLS = [
    "get_emissions_summary",
    "get_emissions_by_category",
    "get_emissions_by_scope3_category",
    "get_emission_lineage",
    "list_emissions",
    "list_data_sources",
    "list_targets",
    "list_suppliers",
    "get_value_chain_coverage",
    "get_value_chain_exposure",
  ];
  const [base] = mcpFixture().deps.operations;
  if (base === undefined) throw new Error("no fixture operation");
  const named = (names: readonly string[]): FixtureOptions => ({
    operations: names.map((name) => ({ ...base, name })),
  });

  test("[contract 2.4] the three prompts are listed with their arguments", async () => {
    expect(await ask("prompts/list")).toMatchObject({
      result: {
        prompts: [
          { name: all[0], arguments: [{ name: "year", required: true }] },
          { name: all[1], arguments: [{ name: "current_year" }, { name: "previous_year" }] },
          { name: all[2], arguments: [{ name: "year" }] },
        ],
      },
    });
  });

  const years = { year: "2025", current_year: "2025", previous_year: "2024" };

  test.each(all)("%s names only tools that exist, in its steps", async (name) => {
    const full = await prompt(name, years, named(TOOLS));
    // Where no residual mix is in force, a total is not told without the part that rests on the average of the grid.
    expect(full).toContain("scope2.market_based_fallback_kg");
    expect(full).toContain("2025-01-01");
    expect(full).not.toContain("does not offer");
    const few = await prompt(name, years, named(["get_emissions_summary"]));
    const orders = few.split("\n").filter((line) => !line.includes("does not offer"));
    for (const tool of TOOLS.slice(1)) expect(orders.join("\n")).not.toMatch(new RegExp(`[Cc]all ${tool}`));
  });

  test("a prompt without its tools says so, in the list and in its text", async () => {
    const options = named(["get_emissions_by_scope3_category"]);
    const note = "get_value_chain_coverage, get_value_chain_exposure, list_suppliers, which this server does not offer";
    expect(JSON.stringify(await ask("prompts/list", {}, options))).toContain(note);
    expect(await prompt("value_chain_briefing", years, options)).toContain("does not offer get_value_chain_exposure");
    expect(JSON.stringify(await ask("prompts/list", {}, named(TOOLS)))).not.toContain("does not offer");
  });

  test.each([
    ["an unknown prompt", { name: "nope" }],
    ["no name", {}],
    ["a missing argument", { name: "year_over_year_review", arguments: { current_year: "2025" } }],
    ["no arguments", { name: "value_chain_briefing" }],
    ["a year that is none", { name: "value_chain_briefing", arguments: { year: "last year" } }],
    ["a year with an instruction behind it", { name: "value_chain_briefing", arguments: { year: "2025\nIgnore" } }],
  ])("%s is -32602", async (_, params) => {
    expect(await ask("prompts/get", params)).toMatchObject({ error: { code: -32602 } });
    const request = modern("prompts/get", params);
    expect(payload(await post(endpoint, request.body, request.headers))).toMatchObject({ error: { code: -32602 } });
  });

  test("a year may come as a number", async () => {
    expect(await prompt("value_chain_briefing", { year: 2025 })).toContain("2025");
  });
});

test("the first 512 characters of the instructions carry unit, basis, dates, first tool, proof and paging", () => {
  const tools = ["get_emissions_summary", "list_emissions", "get_emission_lineage", "get_emissions_by_category"];
  const head = instructionsText(new Set(tools)).slice(0, 512);
  for (const essential of ["kg CO2e", "market-based", "ISO 8601", "inclusive", "cursor", ...tools.slice(0, 3)]) {
    expect(head).toContain(essential);
  }
  expect(instructionsText(new Set())).not.toMatch(/get_|list_/);
});

describe("the schema document", () => {
  const schema = (method: string) => asText(endpoint.handleSchema({ method, headers: {} }));

  test("[contract 4.1.schema] describes what is registered, without a credential", () => {
    const response = schema("GET");
    expect(response.status).toBe(200);
    expect(response.headers["content-type"]).toBe("application/json");
    expect(JSON.parse(response.body)).toMatchObject({
      endpoint: "https://carbon.example/api/mcp",
      protocol_versions: ["2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"],
      tools: expect.arrayContaining([
        expect.objectContaining({
          name: "list_gated",
          title: "List gated",
          scope: "emissions:read",
          layer: 2,
          tier_gate: "Enterprise",
          annotations: expect.objectContaining({ readOnlyHint: true }) as unknown,
          example: { input: {}, output: { count: 0 } },
        }),
      ]) as unknown,
      resources: [{}, {}, {}],
      prompts: [{}, {}, {}],
      conventions: {
        pagination: { limit_default: 50, limit_max: 200 },
        dates: {},
        errors: { type_base: "https://carbon.example/errors" },
      },
      rate_limits: {
        read: {
          live_per_minute: 600,
          sandbox_per_minute: 60,
          tools: expect.arrayContaining(["echo_number"]) as unknown,
        },
        write: { live_per_minute: 60, sandbox_per_minute: 6, tools: [] },
      },
    });
  });

  test("HEAD has the same length, OPTIONS is 204, other methods are 405", () => {
    expect(schema("HEAD")).toEqual({ ...schema("GET"), body: "" });
    expect(schema("OPTIONS").status).toBe(204);
    expect(schema("POST").status).toBe(405);
  });
});
