import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Context } from "../../../src/core/context.ts";
import { invoke } from "../../../src/core/invoke.ts";
import { statement } from "../../../src/core/statement.ts";
import { allTargets } from "../../../src/modules/targets/index.ts";
import { createTarget } from "../../../src/modules/targets/create-target.ts";
import { getTarget } from "../../../src/modules/targets/get-target.ts";
import { listTargets } from "../../../src/modules/targets/list-targets.ts";
import { recordTargetMetric } from "../../../src/modules/targets/record-target-metric.ts";
import type { TargetDetails, TargetListItem } from "../../../src/modules/targets/target.ts";
import { withdrawTarget } from "../../../src/modules/targets/withdraw-target.ts";
import { testDatabase, type TestDatabase } from "../../support/database.ts";
import { calculatedEntry, ledgerLine, record } from "../../support/ledger.ts";

let db: TestDatabase;
let ctx: Context;

beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.close());
beforeEach(async () => {
  db.clock.set("2026-06-15T12:00:00.000Z");
  ctx = db.context(await db.tenant());
});

const TERMS = { name: "Halve by 2030", baseline_year: 2024, target_year: 2030, target_reduction_percent: 50 };
const STATED = { ...TERMS, baseline_emissions: 900 };
const INTENSITY = { ...STATED, target_type: "intensity", intensity_metric: "DKK million revenue" };

// Each of these operations answers with the target.
const create = async (input: object) => (await invoke(createTarget, ctx, input)) as TargetDetails;
const withdraw = async (id: string, reason = "Set twice") =>
  (await invoke(withdrawTarget, ctx, { id, reason })) as TargetDetails;
const list = async (input: object = {}) =>
  ((await invoke(listTargets, ctx, input)) as { items: TargetListItem[] }).items.map(({ id }) => id);
const EVENTS = statement(`
  select action, subject, payload from audit_events
  where tenant_id = $1 and environment = $2 and action like 'target.%' order by seq limit 20`);
const actions = async () => (await ctx.db.rows<{ action: string }>(EVENTS)).map(({ action }) => action);

async function book(month: number): Promise<void> {
  const entry = calculatedEntry({
    scope: 1,
    category_key: "energy.stationary.natural_gas",
    market_based_kg: "100",
    location_based_kg: "100",
  });
  await record(ctx, [ledgerLine(month, { date: `2024-${String(month).padStart(2, "0")}-15`, entries: [entry] })]);
}

describe("a withdrawn target", () => {
  test("leaves lists and reports, and stays readable with when, by whom and why", async () => {
    const { id } = await create(STATED);
    const kept = await create({ ...STATED, name: "Another" });
    const withdrawn = await withdraw(id);
    expect(withdrawn).toMatchObject({
      status: "withdrawn",
      progress: null,
      withdrawn_by: ctx.principal.actor,
      withdrawal_reason: "Set twice",
    });
    expect(await list()).toEqual([kept.id]);
    expect(await list({ withdrawn: true })).toEqual([id]);
    expect((await allTargets(ctx.db, new Date("2026-06-30T12:00:00Z"))).map((target) => target.id)).toEqual([kept.id]);
    expect(await invoke(getTarget, ctx, { id })).toMatchObject(withdrawn);
    expect(await actions()).toEqual(["target.created", "target.created", "target.withdrawn"]);
  });

  test("keeps its first reason when it is withdrawn again, and the audit log tells once", async () => {
    const { id } = await create(STATED);
    const first = await withdraw(id);
    expect(await withdraw(id, "Another reason")).toEqual(first);
    expect(await actions()).toEqual(["target.created", "target.withdrawn"]);
  });

  test("takes no metric values, and another may be set with its terms", async () => {
    const { id } = await create(INTENSITY);
    await withdraw(id);
    await expect(invoke(recordTargetMetric, ctx, { id, year: 2025, value: 10 })).rejects.toMatchObject({
      extras: { issues: [{ path: "id", code: "withdrawn" }] },
    });
    expect((await create(INTENSITY)).id).not.toBe(id);
  });

  test("of another company is not found, and is not withdrawn", async () => {
    const { id } = await create(STATED);
    const other = db.context(await db.tenant());
    await expect(invoke(withdrawTarget, other, { id, reason: "x" })).rejects.toMatchObject({
      code: "resource.not_found",
    });
    expect(await list()).toEqual([id]);
  });
});

describe("a call that is repeated", () => {
  test("answers the target that stands, also when ten come at once", async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => create(STATED)));
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    expect(await create({ ...STATED, description: "Told in other words", baseline_emissions: 900.0 })).toEqual(
      answers[0],
    );
    expect(await actions()).toEqual(["target.created"]);
  });

  test.each([
    ["name", { name: "Halve" }],
    ["base", { baseline_emissions: 901 }],
    ["reduction", { target_reduction_percent: 51 }],
    ["scope", { scope: "1" }],
    ["method", { scope2_method: "location_based" }],
  ])("sets another target for another %s", async (_name, term) => {
    const { id } = await create(STATED);
    expect((await create({ ...STATED, ...term })).id).not.toBe(id);
  });

  test("with a base of the ledger finds the target although the ledger has changed since", async () => {
    const terms = { ...TERMS, accept_incomplete_base_year: true };
    await book(1);
    const first = await create(terms);
    await book(2);
    expect(await create(terms)).toMatchObject({ id: first.id, baseline_emissions: 100, baseline_months: 1 });
  });
});

describe("a base year that lacks months", () => {
  test("is refused with their number, unless it is accepted; the answer tells the months", async () => {
    for (const month of [11, 12]) await book(month);
    await expect(create(TERMS)).rejects.toMatchObject({
      extras: {
        issues: [
          { path: "baseline_year", code: "incomplete_year", message: expect.stringContaining("2 of the 12 months") },
        ],
      },
    });
    expect(await list()).toEqual([]);
    const accepted = await create({ ...TERMS, accept_incomplete_base_year: true });
    expect(accepted).toMatchObject({ baseline_emissions: 200, baseline_months: 2 });
  });

  test("is not asked about when all twelve have entries, nor for a base that the company states", async () => {
    await create(STATED);
    for (let month = 1; month <= 12; month += 1) await book(month);
    expect(await create(TERMS)).toMatchObject({ baseline_emissions: 1200, baseline_months: 12 });
  });
});

/** Earlier releases took any number above zero: such rows lie in companies' databases. */
describe("figures that no operation takes any more", () => {
  const ROW = statement(`
    insert into targets (tenant_id, environment, id, name, scope, target_type, intensity_metric, scope2_method, framework,
      baseline_year, baseline_emissions, target_year, target_reduction_percent, created_by)
    values ($1, $2, $3, 'old', 'all', $4, $5, 'market_based', 'own', 2023, $6, 2030, $7, 'test')`);
  const VALUE = statement(`
    insert into target_metrics (tenant_id, environment, id, target_id, year, value, recorded_by)
    values ($1, $2, $3, $4, 2024, $5, 'test')`);
  const tiny = (exponent: number) => `0.${"0".repeat(exponent - 1)}5`;
  const add = async (base: string, percent: string, metric: string | null = null) => {
    const id = ctx.newId();
    await ctx.db.transaction(async (tx) => {
      await tx.rows(ROW, [id, metric === null ? "absolute" : "intensity", metric === null ? null : "t", base, percent]);
      if (metric !== null) await tx.rows(VALUE, [ctx.newId(), id, metric]);
    });
    return id;
  };

  test("take down neither the list nor the report's targets: they have no verdict, and the others keep theirs", async () => {
    await book(3);
    const healthy = await create({ ...STATED, name: "healthy" });
    const broken = [
      await add(tiny(324), "50"),
      await add(tiny(310), tiny(300)),
      await add("900", tiny(300)),
      await add("900", "50", tiny(300)),
      await add(tiny(310), "50", "12"),
    ];
    const { items } = (await invoke(listTargets, ctx, {})) as { items: TargetListItem[] };
    expect(items).toHaveLength(6);
    const judged = items.filter(({ progress }) => progress !== null).map(({ id }) => id);
    expect(judged).toEqual([healthy.id]);
    const told = JSON.stringify(await allTargets(ctx.db, new Date("2026-06-30T12:00:00Z")));
    expect(told).not.toMatch(/Infinity|NaN|"(current_kg|achieved_pct|annual_reduction_needed_pct)":null/);
    for (const id of broken) expect(await withdraw(id)).toMatchObject({ status: "withdrawn" });
    expect(await list()).toEqual([healthy.id]);
  });
});
