import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Context, TenantIdentity } from "../../../src/core/context.ts";
import { invoke } from "../../../src/core/invoke.ts";
import type { CalculatedEntry } from "../../../src/modules/emissions/calculation.ts";
import { freezeSnapshot } from "../../../src/modules/reports/snapshot/freeze-snapshot.ts";
import { setReportInputs } from "../../../src/modules/reports/inputs/set-report-inputs.ts";
import { type Snapshot, snapshotId } from "../../../src/modules/reports/snapshot/snapshot.ts";
import { addTiltag } from "../../../src/modules/scenarios/add-tiltag.ts";
import { archiveScenario } from "../../../src/modules/scenarios/archive-scenario.ts";
import { createScenarioDraft } from "../../../src/modules/scenarios/create-scenario-draft.ts";
import { createTarget } from "../../../src/modules/targets/create-target.ts";
import { testDatabase, type TestDatabase } from "../../support/database.ts";
import { calculatedEntry, GAS_FACTOR, ledgerLine, record } from "../../support/ledger.ts";

let db: TestDatabase;
let tenant: TenantIdentity;
let ctx: Context;

beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.close());
beforeEach(async () => {
  tenant = await db.tenant();
  ctx = db.context(tenant);
});

let line = 0;
async function book(date: string, entry: Partial<CalculatedEntry>): Promise<void> {
  line += 1;
  await record(ctx, [ledgerLine(line, { date, entries: [calculatedEntry(entry)] })]);
}

async function frozen(of: Context = ctx): Promise<Snapshot> {
  const snapshot = await of.db.transaction((tx) => freezeSnapshot(of, tx, { report_year: 2025 }));
  if (snapshot === null) throw new Error("the year has no entries");
  return snapshot;
}

const diesel = (quantity: string, market_based_kg: string): Partial<CalculatedEntry> => ({
  category_key: "transport.own.diesel",
  market_based_kg,
  location_based_kg: market_based_kg,
  inputs: { quantity, unit: "l" },
});

describe("the frozen figures", () => {
  test("add up what was measured by category and unit, and keep apart what was calculated from money", async () => {
    await book("2025-01-15", diesel("100.5", "250"));
    await book("2025-02-15", diesel("-10", "-25"));
    await book("2025-03-15", { ...diesel("0", "40"), inputs: { amount: "500", currency: "DKK" } });
    await book("2025-03-15", {
      scope: 3,
      scope3_category: 5,
      category_key: "waste.operations.paper",
      market_based_kg: "3",
      location_based_kg: "3",
      inputs: { quantity: "1.2", unit: "t" },
    });
    await book("2025-03-16", { scope: 3, scope3_category: 6, category_key: "transport.travel.rail" });
    const { facts } = await frozen();
    expect(facts.measured.map(({ quantity, ...row }) => ({ ...row, quantity: quantity && Number(quantity) }))).toEqual([
      row("transport.own.diesel", 1, [null, null], "40", 1),
      row("transport.own.diesel", 1, [90.5, "l"], "225", 2),
      row("waste.operations.paper", 3, [1.2, "t"], "3", 1),
    ]);
  });

  test("sum by month, year and category from every month that has entries", async () => {
    await book("2023-06-01", diesel("10", "30"));
    await book("2025-01-15", diesel("10", "30"));
    await book("2025-01-20", { ...electricity("200", "150") });
    await book("2025-12-31", diesel("20", "60"));
    const { facts, category_names } = await frozen();
    const texts = (rows: readonly { market_based_kg: string; location_based_kg: string }[]) =>
      rows.map((one) => [Number(one.market_based_kg), Number(one.location_based_kg)]);
    expect(facts.months.map(({ month, scope }) => [month, scope])).toEqual([
      [1, 1],
      [1, 2],
      [12, 1],
    ]);
    expect(texts(facts.months)).toEqual([
      [30, 30],
      [200, 150],
      [60, 60],
    ]);
    expect(facts.years.map(({ year, scope, month_mask }) => [year, scope, month_mask])).toEqual([
      [2023, 1, 0b10_0000],
      [2025, 1, 0b1000_0000_0001],
      [2025, 2, 0b1],
    ]);
    expect(facts.categories.map(({ category_key, entry_count }) => [category_key, entry_count])).toEqual([
      ["transport.own.diesel", 2],
      ["energy.electricity.grid_dk", 1],
    ]);
    expect(category_names["transport.own.diesel"]).toEqual({ en: "Diesel for vehicles", da: "Diesel til køretøjer" });
  });

  test("tell methods, factor versions and what fell back to the grid average", async () => {
    const other = { ...GAS_FACTOR, id: "01900000-0000-7000-8000-0000000000f2", key: "a.factor" };
    await book("2025-01-15", diesel("10", "30"));
    await book("2025-02-15", { ...diesel("10", "30.25"), factor: other, calculation_method: "average_data" });
    await book("2025-03-15", { ...electricity("200", "150"), market_based_fallback: true });
    const { facts, factor_names } = await frozen();
    expect(facts.methods).toEqual([
      { scope: 1, calculation_method: "average_data", market_based_kg: "30.25", weight_kg: "30.25", entry_count: 1 },
      { scope: 1, calculation_method: "fuel_based", market_based_kg: "30", weight_kg: "30", entry_count: 1 },
      { scope: 2, calculation_method: "fuel_based", market_based_kg: "200", weight_kg: "200", entry_count: 1 },
    ]);
    expect(facts.factors).toMatchObject([
      { key: "a.factor", market_based_kg: "30.25", entry_count: 1 },
      { key: GAS_FACTOR.key, market_based_kg: "230", entry_count: 2, source: "Evida", licence: "not stated" },
    ]);
    // Named in Danish where the catalog knows the same factor; another's name is its frozen copy's.
    expect(factor_names).toEqual({});
    expect([facts.market_based_fallback_count, facts.market_based_fallback_kg]).toEqual([1, "200"]);
  });

  test("name a factor of the catalog in both languages", async () => {
    const known = (await ctx.catalog()).factor("fuel.diesel.l");
    const copy = { ...GAS_FACTOR, key: "fuel.diesel.l", name_en: known?.name_en ?? "" };
    await book("2025-01-15", { ...diesel("10", "30"), factor: copy });
    const { factor_names } = await frozen();
    expect(factor_names).toEqual({ [GAS_FACTOR.id]: { en: known?.name_en, da: known?.name_da } });
    expect(known?.name_da).toMatch(/^Diesel \(gennemsnitlig/);
  });

  test("hold targets and the tiltag of the plans that are followed, in the order in which they begin", async () => {
    await book("2025-01-15", diesel("10", "30"));
    await invoke(createTarget, ctx, { ...createTarget.example.input, baseline_emissions: 1000 });
    const plan = async (name: string) =>
      ((await invoke(createScenarioDraft, ctx, { ...createScenarioDraft.example.input, name })) as { id: string }).id;
    const [followed, archived] = [await plan("Followed"), await plan("Archived")];
    const tiltag = async (scenario_id: string, name: string, start_year: number) =>
      await invoke(addTiltag, ctx, { scenario_id, name, start_year, reduction_pct: 5 });
    await tiltag(followed, "Electric vans", 2027);
    await tiltag(followed, "Heat plan", 2026);
    await tiltag(archived, "Never mind", 2026);
    await invoke(archiveScenario, ctx, { id: archived });
    const { targets, planned } = await frozen();
    expect(targets).toMatchObject([{ name: createTarget.example.input["name"], baseline_emissions: 1000 }]);
    expect(planned.map(({ name }) => name)).toEqual(["Heat plan", "Electric vans"]);
  });
});

describe("the identity of a snapshot", () => {
  const answered = (value: number) =>
    invoke(setReportInputs, ctx, { report_year: 2025, inputs: [{ datapoint: "Turnover", value }] });

  test("changes with an answer and a target, not with time or with the log", async () => {
    await book("2025-01-15", diesel("10", "30"));
    const first = snapshotId(await frozen());
    db.clock.set("2026-11-21T09:00:00.000Z");
    expect(snapshotId(await frozen())).toBe(first);
    await answered(5_000_000);
    const second = snapshotId(await frozen());
    expect(second).not.toBe(first);
    await invoke(createTarget, ctx, { ...createTarget.example.input, baseline_emissions: 1000 });
    expect(snapshotId(await frozen())).not.toBe(second);
  });

  test("another company's answers, targets and figures are not in it", async () => {
    await book("2025-01-15", diesel("10", "30"));
    await answered(5_000_000);
    const foreign = db.context(await db.tenant());
    await record(foreign, [ledgerLine(1, { date: "2025-05-01" })]);
    const { inputs, targets, facts } = await frozen(foreign);
    expect([inputs, targets]).toEqual([[], []]);
    expect(facts.categories).toHaveLength(1);
  });

  test("a year without entries has none", async () => {
    expect(await ctx.db.transaction((tx) => freezeSnapshot(ctx, tx, { report_year: 2001 }))).toBeNull();
  });
});

function electricity(market_based_kg: string, location_based_kg: string): Partial<CalculatedEntry> {
  return {
    scope: 2,
    category_key: "energy.electricity.grid_dk",
    market_based_kg,
    location_based_kg,
    inputs: { quantity: "1500", unit: "kWh" },
  };
}

function row(
  category_key: string,
  scope: number,
  [quantity, unit]: readonly [number | null, string | null],
  market_based_kg: string,
  entry_count: number,
) {
  return {
    category_key,
    scope,
    quantity,
    unit,
    market_based_kg,
    biogenic_co2_kg: "0",
    renewable_kwh: "0",
    entry_count,
  };
}
