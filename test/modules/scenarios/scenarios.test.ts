import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { TenantIdentity } from "../../../src/core/context.ts";
import { statement } from "../../../src/core/statement.ts";
import type { ScenarioRecord, TiltagRecord } from "../../../src/modules/scenarios/scenario.ts";
import { testApp, type TestApp, type TestKey } from "../../support/app.ts";
import { consultant, consultantKey, grant } from "../../support/consultants.ts";
import { calculatedEntry, ledgerLine, record } from "../../support/ledger.ts";

let app: TestApp;
let tenant: TenantIdentity;
let own: TestKey;
let adviser: TestKey;
let rival: TestKey;

beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  app.db.clock.advance(60);
  tenant = await app.db.tenant();
  own = await app.key(tenant);
  adviser = await consultantFor(tenant);
  rival = await consultantFor(tenant);
});

async function consultantFor(client: TenantIdentity): Promise<TestKey> {
  const id = await consultant(app.db);
  await grant(app.db, client, id);
  return await consultantKey(app.db, id);
}

/** A call of the tenant's own key or of a consultant's, which names the tenant. */
async function send(as: TestKey, method: string, path: string, body?: unknown) {
  const answer = await app.as(as, `/api/v1/scenarios${path}`, {
    method,
    headers: { "content-type": "application/json", ...(as === own ? {} : { "x-svc-tenant": tenant.id }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const json: unknown = JSON.parse(answer.text);
  return { status: answer.status, json, text: answer.text };
}

const PLAN = { name: "Fossil-free workshop", base_year: 2025, target_year: 2028 };
const VANS = { name: "Electric vans", start_year: 2026, category_id: "transport.own", reduction_pct: 50 };

async function create(as: TestKey, given: Record<string, unknown> = {}): Promise<ScenarioRecord> {
  const answer = await send(as, "POST", "", { ...PLAN, ...given });
  expect(answer.status, answer.text).toBe(201);
  // The answer to a created scenario is its record.
  return answer.json as ScenarioRecord;
}
const get = async (as: TestKey, id: string) => (await send(as, "GET", `/${id}`)).json as ScenarioRecord;
const add = (as: TestKey, id: string, given: Record<string, unknown> = {}) =>
  send(as, "POST", `/${id}/tiltag`, { ...VANS, ...given });
const idsOf = async (as: TestKey) =>
  ((await send(as, "GET", "")).json as { items: ScenarioRecord[] }).items.map(({ id }) => id);

async function book(date: string, category_key: string, market_based_kg: string) {
  const entry = calculatedEntry({ category_key, market_based_kg, location_based_kg: market_based_kg });
  await record(app.db.context(tenant), [ledgerLine(1, { date, entries: [entry] })]);
}

const AUDIT = statement(`
  select action, subject, actor from audit_events
  where tenant_id = $1 and environment = $2 and (action like 'scenario.%' or action like 'tiltag.%')
  order by seq limit 50`);
const audited = async () =>
  (await app.db.context(tenant).db.rows<{ action: string; subject: string; actor: string }>(AUDIT)).map(
    ({ action, actor }) => [action, actor.split(":")[0]],
  );

describe("a company's own scenario", () => {
  test("is active, computed from the ledger's base year, with tiltag stacked in order", async () => {
    await book("2025-03-01", "transport.own.diesel", "10000");
    await book("2025-04-01", "energy.stationary.natural_gas", "5000");
    await book("2024-04-01", "energy.stationary.natural_gas", "777");
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
    expect(await audited()).toEqual([
      ["scenario.created", "api_key"],
      ["tiltag.added", "api_key"],
      ["tiltag.added", "api_key"],
    ]);
  });

  test("[spec 2.2.scenario] ranks its tiltag by the cost of a tonne; the worked case costs -472.58 DKK/t", async () => {
    await book("2025-03-01", "energy.stationary.natural_gas", "50000");
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
    await book("2025-03-01", "transport.own.diesel", "1000");
    const { id } = await create(own);
    expect((await add(own, id, given)).json).toMatchObject({ issues: [{ path, code }] });
    expect((await get(own, id)).tiltag).toEqual([]);
  });

  test("kg that another tiltag takes already are refused, with what is left", async () => {
    await book("2025-03-01", "transport.own.diesel", "1000");
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

describe("a consultant's scenario", () => {
  test("[spec 3.draft, 3.review] is a draft, waits for review once submitted, and is the company's to approve", async () => {
    const { id, ...draft } = await create(adviser);
    expect(draft).toMatchObject({ status: "draft", created_by_consultant: true });
    expect((await add(adviser, id)).status).toBe(201);
    expect((await send(own, "POST", `/${id}/submit`)).json).toMatchObject({ code: "third_party.endpoint_only" });
    expect((await send(adviser, "POST", `/${id}/submit`)).json).toMatchObject({ id, status: "pending_review" });
    expect((await send(adviser, "POST", `/${id}/approve`)).json).toMatchObject({ code: "third_party.endpoint_only" });
    expect((await send(own, "POST", `/${id}/approve`)).json).toMatchObject({ id, status: "approved" });
    expect((await send(own, "POST", `/${id}/archive`)).json).toMatchObject({ id, status: "archived" });
    expect((await audited()).map(([action]) => action)).toEqual([
      "scenario.created",
      "tiltag.added",
      "scenario.submitted",
      "scenario.approved",
      "scenario.archived",
    ]);
  });

  test("a rejection keeps its reason", async () => {
    const { id } = await create(adviser);
    await send(adviser, "POST", `/${id}/submit`);
    const answer = await send(own, "POST", `/${id}/reject`, { reason: "Prices of 2024" });
    expect(answer.json).toMatchObject({ status: "rejected", review_reason: "Prices of 2024" });
  });

  test("[spec 3.review] submitting anything but a draft is refused and changes nothing", async () => {
    const { id } = await create(adviser);
    await send(adviser, "POST", `/${id}/submit`);
    const before = await get(own, id);
    const refused = { status: 400, json: { code: "request.validation_failed", issues: [{ code: "wrong_status" }] } };
    expect(await send(adviser, "POST", `/${id}/submit`)).toMatchObject(refused);
    const active = await create(own);
    expect(await send(adviser, "POST", `/${active.id}/submit`)).toMatchObject(refused);
    expect(await get(own, id)).toEqual(before);
    expect((await get(own, active.id)).status).toBe("active");
  });

  test("only the one who is to write may add tiltag: nobody after submission, no consultant to an active plan", async () => {
    const { id } = await create(adviser);
    const active = await create(own);
    expect((await add(own, id)).json).toMatchObject({ issues: [{ code: "wrong_status" }] });
    expect((await add(adviser, active.id)).json).toMatchObject({ issues: [{ code: "wrong_status" }] });
    await send(adviser, "POST", `/${id}/submit`);
    expect((await add(adviser, id)).json).toMatchObject({ issues: [{ code: "wrong_status" }] });
  });

  test("is hidden from other consultants until the company approves it, and never from the company", async () => {
    const active = await create(own);
    const { id } = await create(adviser);
    expect(await idsOf(own)).toEqual([id, active.id]);
    expect(await idsOf(adviser)).toEqual([id, active.id]);
    expect(await idsOf(rival)).toEqual([active.id]);
    const unknown = await send(rival, "GET", "/0198c0de-0000-7000-8000-00000000dead");
    for (const path of [`/${id}`, `/${id}/tiltag`]) {
      expect((await send(rival, "GET", path)).json).toMatchObject({ code: "resource.not_found" });
    }
    expect((await send(rival, "POST", `/${id}/submit`)).json).toMatchObject({ code: "resource.not_found" });
    expect(unknown.status).toBe(404);
    await send(adviser, "POST", `/${id}/submit`);
    expect(await idsOf(rival)).toEqual([active.id]);
    await send(own, "POST", `/${id}/approve`);
    expect(await idsOf(rival)).toEqual([id, active.id]);
  });

  test("submit_scenario_for_review works as a tool, and names its argument when that is wrong", async () => {
    const { id } = await create(adviser);
    const call = async (as: TestKey, args: unknown) => {
      const body = { jsonrpc: "2.0", id: 1, method: "tools/call" };
      const params = { name: "submit_scenario_for_review", arguments: args };
      const answer = await app.as(as, "/api/mcp", {
        method: "POST",
        headers: {
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
          ...(as === own ? {} : { "x-svc-tenant": tenant.id }),
        },
        body: JSON.stringify({ ...body, params }),
      });
      return answer.text;
    };
    expect(await call(own, { scenario_id: id })).toContain("third_party.endpoint_only");
    expect(await call(adviser, { scenario_id: "no" })).toContain("scenario_id");
    expect(await call(adviser, { scenario_id: id, reason: "x" })).toContain("allowed: scenario_id");
    expect(await call(adviser, { scenario_id: id })).toContain("pending_review");
  });
});

test("[spec 4.2.scenarios] a plan without scenarioBuilder is refused, and told which feature it lacks", async () => {
  const small = await app.key(await app.db.tenant({ plan: "starter" }));
  const answer = await app.as(small, "/api/mcp", {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "list_scenarios", arguments: {} },
    }),
  });
  expect(answer.text).toContain("scenarioBuilder");
});
