import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { SCOPES } from "../../src/core/scopes.ts";
import { OPERATIONS } from "../../src/operations.ts";
import type { TestKey } from "../support/app.ts";
import { type Demo, demoTenant } from "../support/demo.ts";
import { call } from "../support/http-client.ts";
import { viaMcp, viaRest } from "./calls.ts";
import { SPECIFIED_TOOLS } from "./specified-tools.ts";

/** Fields and facts that the specification names, on the answers of the demo company. */
let demo: Demo;
let key: TestKey;

beforeAll(async () => {
  demo = await demoTenant();
  key = await demo.app.key(demo.tenant);
});
afterAll(() => demo.close());

async function ask<Shape extends z.ZodType>(name: string, args: unknown, shape: Shape): Promise<z.output<Shape>> {
  const answer = await viaMcp(demo, key, name, args);
  expect(answer.is_error, answer.text).toBe(false);
  return shape.parse(answer.body);
}

/** Null: not known, which is not zero. */
const figure = z.looseObject({ co2e_kg: z.union([z.number(), z.null()]) });

test("[contract 2.1.quota, 4.2.quota] the quota has a limit, what is used and left, its period and the tier", async () => {
  const quota = await ask(
    "get_quota_status",
    {},
    z.object({ limit: z.int(), used: z.int(), available: z.int(), period: z.looseObject({}), tier: z.string() }),
  );
  expect(quota.used).toBeGreaterThan(0);
  expect(quota.limit - quota.used).toBe(quota.available);
  expect(quota.tier).toBe("enterprise");
});

test("[contract 2.1.category] a category has both names, its level, parent, default scope and factor value", async () => {
  const category = z.looseObject({
    name_da: z.string().min(1),
    name_en: z.string().min(1),
    level: z.int().min(1).max(3),
    parent: z.union([z.string(), z.null()]),
    default_scope: z.union([z.enum(["1", "2", "3"]), z.null()]),
    factor: z.union([z.looseObject({ value: z.number() }), z.null()]),
  });
  const { items } = await ask("list_emission_categories", { limit: 200 }, z.looseObject({ items: z.array(category) }));
  expect(items.some((item) => item.factor !== null && item.default_scope !== null && item.parent !== null)).toBe(true);
});

test("[contract 2.1.scope3, 8.scope3] scope 3 is split into the 15 categories and one unclassified bucket", async () => {
  const split = await ask(
    "get_emissions_by_scope3_category",
    {},
    z.looseObject({ categories: z.array(figure.extend({ number: z.int() })), unclassified: figure }),
  );
  expect(split.categories.map((row) => row.number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]);
});

test("[contract 2.2.data-source] a data source has its connector, its status and what is pending", async () => {
  const source = z.looseObject({ connector: z.string(), status: z.string(), pending_count: z.int().min(0) });
  const { items } = await ask("list_data_sources", {}, z.looseObject({ items: z.array(source).min(1) }));
  expect(items[0]?.connector).toBe("upload");
});

test("[contract 4.2.summary, 4.4.summary] the summary is by scope, and with group_by a series of months with the same sum", async () => {
  const byScope = z.looseObject({
    total_co2e_kg: z.number(),
    by_scope: z.strictObject({ "1": z.number(), "2": z.number(), "3": z.number() }),
  });
  const period = { from: "2025-01-01", to: "2025-12-31" };
  const whole = await ask("get_emissions_summary", period, byScope);
  expect(whole.total_co2e_kg).toBeGreaterThan(0);
  const [one, two, three] = Object.values(whole.by_scope);
  expect((one ?? 0) + (two ?? 0) + (three ?? 0)).toBeCloseTo(whole.total_co2e_kg, 4);
  const series = await ask(
    "get_emissions_summary",
    { ...period, group_by: "month" },
    z.looseObject({ total_co2e_kg: z.number(), items: z.array(z.looseObject({ total_co2e_kg: z.number() })) }),
  );
  expect(series.items.length).toBe(12);
  const sum = series.items.reduce((total, month) => total + month.total_co2e_kg, 0);
  expect(sum).toBeCloseTo(whole.total_co2e_kg, 4);
  const overRest = await viaRest(demo, key, operation("get_emissions_summary"), period);
  expect(byScope.parse(overRest.json())).toEqual(whole);
});

test("[contract 4.2.by-category] emissions by category are largest first, of all scopes or of one", async () => {
  const shape = z.looseObject({ items: z.array(z.looseObject({ co2e_kg: z.number() })) });
  const all = await ask("get_emissions_by_category", {}, shape);
  const sums = all.items.map((row) => row.co2e_kg);
  expect(sums).toEqual(sums.toSorted((a, b) => b - a));
  const first = await ask("get_emissions_by_category", { scope: "1" }, shape);
  expect(first.items.length).toBeGreaterThan(0);
  expect(first.items.length).toBeLessThan(all.items.length);
});

test("[contract 4.1.body] what is no JSON-RPC 2.0 object is refused as such", async () => {
  for (const body of ["[]", '"x"', '{"id":1,"method":"ping"}', '{"jsonrpc":"1.0","id":1,"method":"ping"}']) {
    const headers = { "content-type": "application/json" };
    const answer = await demo.app.as(key, "/api/mcp", { method: "POST", headers, body });
    expect([answer.status, JSON.parse(answer.text)]).toMatchObject([400, { jsonrpc: "2.0", error: { code: -32600 } }]);
  }
});

test("[contract 5.3] the scopes that the specification names exist", () => {
  const named = [...SPECIFIED_TOOLS.map((tool) => tool.scope), "activities:bulk"];
  expect(named.filter((scope) => !SCOPES.some((known) => known === scope))).toEqual([]);
});

test("[contract 9.1] the version is in the path: another version is no API", async () => {
  const authorization = `Bearer ${key.key}`;
  expect((await call(demo.app.main, "/api/v1/me", { headers: { authorization } })).status).toBe(200);
  expect((await call(demo.app.main, "/api/v2/me", { headers: { authorization } })).status).toBe(404);
});

function operation(name: string): (typeof OPERATIONS)[number] {
  const found = OPERATIONS.find((one) => one.name === name);
  if (found === undefined) throw new Error(`${name} is not registered`);
  return found;
}
