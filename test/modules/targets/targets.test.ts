import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Context, TenantIdentity } from "../../../src/core/context.ts";
import { invoke } from "../../../src/core/invoke.ts";
import { statement } from "../../../src/core/statement.ts";
import { createTarget } from "../../../src/modules/targets/create-target.ts";
import { getTarget } from "../../../src/modules/targets/get-target.ts";
import { listTargets } from "../../../src/modules/targets/list-targets.ts";
import { recordTargetMetric } from "../../../src/modules/targets/record-target-metric.ts";
import type { TargetListItem, TargetRecord } from "../../../src/modules/targets/target.ts";
import { testDatabase, type TestDatabase } from "../../support/database.ts";
import { calculatedEntry, ledgerLine, record } from "../../support/ledger.ts";

let db: TestDatabase;
let tenant: TenantIdentity;
let ctx: Context;

beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.close());
beforeEach(async () => {
  db.clock.set("2026-06-15T12:00:00.000Z");
  tenant = await db.tenant();
  ctx = db.context(tenant);
});

const create = async (input: Record<string, unknown>): Promise<TargetRecord> =>
  // The operation answers with the record that it made.
  (await invoke(createTarget, ctx, { ...TERMS, ...input })) as TargetRecord;
const list = async (of: Context = ctx): Promise<TargetListItem[]> =>
  ((await invoke(listTargets, of, {})) as { items: TargetListItem[] }).items;

const TERMS = { name: "Halve by 2030", baseline_year: 2024, target_year: 2030, target_reduction_percent: 50 };

async function book(date: string, market_based_kg: string, location_based_kg = market_based_kg, scope: 1 | 2 = 1) {
  const category_key = scope === 1 ? "energy.stationary.natural_gas" : "energy.electricity.grid_dk";
  const entry = calculatedEntry({ scope, category_key, market_based_kg, location_based_kg });
  await record(ctx, [ledgerLine(1, { date, entries: [entry] })]);
}

const EVENTS = statement(`
  select event, data from outbox_events where tenant_id = $1 and environment = $2 order by id limit 10`);
const AUDIT = statement(`
  select action, subject, payload from audit_events
  where tenant_id = $1 and environment = $2 and action like 'target.%' order by seq limit 10`);

describe("creating a target", () => {
  test("[contract 4.2.targets] computes the base from the ledger's calendar year, tells once and writes the audit log", async () => {
    await book("2023-12-31", "7");
    await book("2024-01-01", "600.5");
    await book("2024-12-31", "100", "150", 2);
    await book("2025-03-01", "500");
    const target = await create({ accept_incomplete_base_year: true });
    expect(target).toMatchObject({
      scope: "all",
      target_type: "absolute",
      scope2_method: "market_based",
      framework: "own",
      baseline_emissions: 700.5,
      baseline_months: 2,
      target_emissions: 350.25,
      status: "on_track",
      progress: { current_year: 2025, current_kg: 500, expected_kg: 642.125, on_track: true, months_with_data: 1 },
    });
    expect(await ctx.db.rows(EVENTS)).toEqual([
      { event: "target.created", data: expect.objectContaining({ id: target.id, baseline_emissions: 700.5 }) },
    ]);
    const audited = { baseline_emissions: "700.5", baseline_months: 2, target_reduction_percent: "50" };
    expect(await ctx.db.rows(AUDIT)).toEqual([
      { action: "target.created", subject: target.id, payload: expect.objectContaining(audited) },
    ]);
    const [listed] = await list();
    expect(target).toMatchObject(listed ?? {});
    expect(await invoke(getTarget, ctx, { id: target.id })).toMatchObject(target);
  });

  test("takes scope 2 by the method asked for, and scopes as numbers too", async () => {
    await book("2024-05-01", "100", "150", 2);
    expect(
      await create({ scope: 2, scope2_method: "location_based", accept_incomplete_base_year: true }),
    ).toMatchObject({
      scope: "2",
      baseline_emissions: 150,
    });
  });

  test("keeps a base that the company states, and says that it was stated", async () => {
    const target = await create({ baseline_emissions: 1234.5, baseline_year: 2020 });
    expect(target).toMatchObject({
      baseline_emissions: 1234.5,
      baseline_months: null,
      status: "no_data",
      progress: null,
    });
  });

  test.each([
    ["a base year without emissions", {}, "baseline_year", "no_emissions"],
    ["a base year that is not over", { baseline_year: 2026 }, "baseline_year", "year_not_over"],
    ["a base year to come", { baseline_year: 2027, baseline_emissions: 5 }, "baseline_year", "in_future"],
    ["a target year that is the base year", { target_year: 2024 }, "target_year", "not_after_baseline"],
    [
      "a reduction below what a report shows",
      { target_reduction_percent: 1e-300 },
      "target_reduction_percent",
      "too_small",
    ],
    ["a base below what an answer shows", { baseline_emissions: 5e-324 }, "baseline_emissions", "too_small"],
    ["no reduction", { target_reduction_percent: 0 }, "target_reduction_percent", "too_small"],
    ["more than everything", { target_reduction_percent: 100.1 }, "target_reduction_percent", "too_big"],
    ["a name of 121 characters", { name: "x".repeat(121) }, "name", "too_big"],
    ["an unknown category", { category: "energy.magic" }, "category", "unknown_category"],
    ["a metric of an absolute target", { intensity_metric: "DKK million" }, "intensity_metric", "not_intensity"],
    ["an intensity without metric", { target_type: "intensity" }, "intensity_metric", "required"],
    [
      "an intensity without base",
      { target_type: "intensity", intensity_metric: "DKK million revenue" },
      "baseline_emissions",
      "required",
    ],
  ])("refuses %s and writes nothing", async (_name, input, path, code) => {
    await expect(create(input)).rejects.toMatchObject({
      code: "request.validation_failed",
      extras: { issues: [{ path, code }] },
    });
    expect(await list()).toEqual([]);
    expect(await ctx.db.rows(EVENTS)).toEqual([]);
  });

  test("an intensity target keeps its own unit and has no verdict until its metric has a value", async () => {
    await book("2025-01-01", "1");
    const target = await create(INTENSITY);
    expect(target).toMatchObject({ target_emissions: 450, progress: null, status: "no_data" });
  });
});

const INTENSITY = {
  target_type: "intensity",
  intensity_metric: "DKK million revenue",
  baseline_emissions: 900,
  baseline_year: 2024,
  target_year: 2030,
};

describe("the metric of an intensity target", () => {
  const value = async (input: object): Promise<TargetRecord> =>
    (await invoke(recordTargetMetric, ctx, input)) as TargetRecord;

  test("gives it a verdict: 8,000 kg / 10 = 800 kg against 825; a later value of the year replaces the earlier", async () => {
    await book("2025-01-01", "8000");
    const { id } = await create(INTENSITY);
    const judged = { current_year: 2025, current_kg: 800, expected_kg: 825, on_track: true };
    expect(await value({ id, year: 2025, value: 10 })).toMatchObject({ status: "on_track", progress: judged });
    expect(await value({ id, year: 2025, value: 8 })).toMatchObject({
      status: "off_track",
      progress: { current_kg: 1000 },
    });
    const [listed] = await list();
    expect(listed).toMatchObject({ status: "off_track", progress: { current_kg: 1000 } });
    expect(await invoke(getTarget, ctx, { id })).toMatchObject({ progress: { current_kg: 1000 } });
    const audited = { year: 2025, value: "10", intensity_metric: "DKK million revenue" };
    expect(await ctx.db.rows(AUDIT)).toContainEqual({
      action: "target.metric_recorded",
      subject: id,
      payload: audited,
    });
  });

  test.each([
    ["an absolute target", {}, { year: 2025, value: 1 }, "id", "not_intensity"],
    ["a year before the base", INTENSITY, { year: 2023, value: 1 }, "year", "outside_target"],
    ["a year to come", INTENSITY, { year: 2027, value: 1 }, "year", "outside_target"],
    ["nothing to divide by", INTENSITY, { year: 2025, value: 0 }, "value", "too_small"],
  ])("is refused for %s and changes nothing", async (_name, terms, input, path, code) => {
    await book("2025-01-01", "8000");
    const { id, status } = await create({ ...terms, baseline_emissions: 900 });
    await expect(value({ id, ...input })).rejects.toMatchObject({
      code: "request.validation_failed",
      extras: { issues: [{ path, code }] },
    });
    expect(await list()).toMatchObject([{ status }]);
  });

  test("of another company's target is not found", async () => {
    const { id } = await create(INTENSITY);
    const other = db.context(await db.tenant());
    const refused = invoke(recordTargetMetric, other, { id, year: 2025, value: 1 });
    await expect(refused).rejects.toMatchObject({ code: "resource.not_found" });
  });
});

describe("listing targets", () => {
  test("follows the ledger: a correction of the current year changes the verdict, never the base", async () => {
    await book("2024-01-01", "1000");
    await book("2025-01-01", "900");
    const target = await create({ accept_incomplete_base_year: true });
    expect(target.status).toBe("on_track");
    await book("2025-02-01", "100");
    await book("2024-02-01", "500");
    expect(await list()).toMatchObject([
      { status: "off_track", baseline_emissions: 1000, progress: { current_kg: 1000 } },
    ]);
  });

  test("each environment and company has its own", async () => {
    await create({ baseline_emissions: 1 });
    expect(await list(db.context({ ...tenant, environment: "sandbox" }))).toEqual([]);
    expect(await list(db.context(await db.tenant()))).toEqual([]);
  });
});
