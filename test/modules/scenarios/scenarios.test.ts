import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { TiltagRecord } from "../../../src/modules/scenarios/scenario.ts";
import { testApp, type TestApp } from "../../support/app.ts";
import {
  add,
  audited,
  book,
  callTool,
  create,
  get,
  ownPlanner,
  PLAN,
  type Planner,
  send,
} from "../../support/scenarios.ts";

let app: TestApp;
let own: Planner;

beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  app.db.clock.advance(60);
  own = await ownPlanner(app, await app.db.tenant());
});

describe("a company's own scenario", () => {
  test("is active, computed from the ledger's base year, with tiltag stacked in order", async () => {
    await book(own, "2025-03-01", "transport.own.diesel", "10000");
    await book(own, "2025-04-01", "energy.stationary.natural_gas", "5000");
    await book(own, "2024-04-01", "energy.stationary.natural_gas", "777");
    const scenario = await create(own, { growth_pct: 10 });
    expect(scenario).toMatchObject({ status: "active", created_by_consultant: false, base_year_kg: 15000, tiltag: [] });
    expect((await add(own, scenario.id)).status).toBe(201);
    await add(own, scenario.id, { name: "Route planning", start_year: 2027, reduction_pct: 10 });
    expect((await get(own, scenario.id)).projection).toEqual([
      { year: 2025, baseline_kg: 15000, with_tiltag_kg: 15000 },
      { year: 2026, baseline_kg: 16500, with_tiltag_kg: 11000 },
      { year: 2027, baseline_kg: 18150, with_tiltag_kg: 11495 },
      { year: 2028, baseline_kg: 19965, with_tiltag_kg: 12644.5 },
    ]);
    expect((await get(own, scenario.id)).tiltag).toMatchObject([
      { name: "Electric vans", position: 1, annual_reduction_kg: 5500 },
      { name: "Route planning", position: 2, annual_reduction_kg: 605 },
    ]);
    expect(await audited(own)).toEqual([
      ["scenario.created", "api_key"],
      ["tiltag.added", "api_key"],
      ["tiltag.added", "api_key"],
    ]);
  });

  test("[contract 2.2.scenario] ranks its tiltag by the cost of a tonne; the worked case costs -472.58 DKK/t", async () => {
    await book(own, "2025-03-01", "energy.stationary.natural_gas", "50000");
    const { id } = await create(own);
    const pump = { name: "Heat pump", category_id: "energy", reduction_pct: undefined, reduction_kg: 12_000 };
    const money = { capex_dkk: 100_000, annual_opex_dkk: 2_000, annual_savings_dkk: 20_000 };
    await add(own, id, { ...pump, ...money, lifetime_years: 10, discount_rate_pct: 4 });
    await add(own, id, { ...pump, name: "Turn it down", reduction_kg: 1_000, annual_savings_dkk: 900 });
    const { items } = (await send(own, "GET", `/${id}/tiltag`)).json as { items: TiltagRecord[] };
    expect(items.map(({ name, rank }) => [name, rank])).toEqual([
      ["Turn it down", 1],
      ["Heat pump", 2],
    ]);
    expect(items[1]?.abatement_cost_dkk_per_tonne?.toFixed(2)).toBe("-472.58");
    expect(items[1]).toMatchObject({ annual_reduction_kg: 12_000, payback_years: 5.555556 });
  });

  test("without entries in its base year says so instead of showing zeros", async () => {
    const scenario = await create(own);
    expect(scenario).toMatchObject({ base_year_kg: null, projection: [] });
    expect((await add(own, scenario.id)).json).toMatchObject({ annual_reduction_kg: null, rank: null });
  });

  test.each([
    ["a target year that is the base year", { target_year: 2025 }, "target_year"],
    ["more than 50 years", { target_year: 2076 }, "target_year"],
    ["a base year to come", { base_year: 2027 }, "base_year"],
    ["a shrinkage to nothing", { growth_pct: -100 }, "growth_pct"],
  ])("refuses %s", async (_name, given, path) => {
    const answer = await send(own, "POST", "", { ...PLAN, ...given });
    expect([answer.status, answer.json]).toMatchObject([400, { issues: [{ path }] }]);
  });
});

describe("adding a tiltag", () => {
  test.each([
    ["both an amount and a percentage", { reduction_kg: 5 }, "reduction_pct", "one_reduction"],
    ["neither", { reduction_pct: undefined }, "reduction_kg", "one_reduction"],
    ["more than 100 %", { reduction_pct: 101 }, "reduction_pct", "too_big"],
    ["an investment without lifetime", { capex_dkk: 1 }, "lifetime_years", "required"],
    ["a start in the base year", { start_year: 2025 }, "start_year", "outside_scenario"],
    ["a start after the target year", { start_year: 2029 }, "start_year", "outside_scenario"],
    ["an unknown category", { category_id: "transport.magic" }, "category_id", "unknown_category"],
    ["kg that nobody emits", { reduction_pct: undefined, reduction_kg: 1001 }, "reduction_kg", "already_taken"],
  ])("refuses %s and adds nothing", async (_name, given, path, code) => {
    await book(own, "2025-03-01", "transport.own.diesel", "1000");
    const { id } = await create(own);
    expect((await add(own, id, given)).json).toMatchObject({ issues: [{ path, code }] });
    expect((await get(own, id)).tiltag).toEqual([]);
  });

  test("kg that another tiltag takes already are refused, with what is left", async () => {
    await book(own, "2025-03-01", "transport.own.diesel", "1000");
    const { id } = await create(own);
    await add(own, id, { reduction_pct: 60 });
    const answer = await add(own, id, { reduction_pct: undefined, reduction_kg: 500 });
    expect(answer.text).toContain("only 400 kg CO2e are left for it in 2026");
  });

  test("two at once get two positions", async () => {
    const { id } = await create(own);
    await Promise.all([add(own, id), add(own, id), add(own, id)]);
    expect((await get(own, id)).tiltag.map(({ position }) => position)).toEqual([1, 2, 3]);
  });
});

test("[contract 4.2.scenarios] a plan without scenarioBuilder is refused, and told which feature it lacks", async () => {
  const small = await ownPlanner(app, await app.db.tenant({ plan: "starter" }));
  expect(await callTool(small, "list_scenarios", {})).toContain("scenarioBuilder");
});
