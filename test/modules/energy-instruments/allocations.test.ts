import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { FAILURE_TEXTS } from "../../../web/features/energy/failure-texts.ts";
import type { AllocationRecord } from "../../../src/modules/energy-instruments/allocation-record.ts";
import { invoke } from "../../../src/core/invoke.ts";
import { allocateEnergyInstruments } from "../../../src/modules/energy-instruments/allocate-energy-instruments.ts";
import { applyRun, prepareNextMonth } from "../../../src/modules/energy-instruments/apply-run.ts";
import type { InstrumentRecord } from "../../../src/modules/energy-instruments/instrument-record.ts";
import { catalogSource, importFactors } from "../../../src/modules/factors/index.ts";
import { ingestingSite } from "../../support/ingesting-site.ts";
import type { RecordingCompany } from "../../support/recording-site.ts";
import { CONTRACT, guarantee, instrumentCalls, noticeCodes } from "./instruments.ts";

let site: Awaited<ReturnType<typeof ingestingSite>>;
let calls: ReturnType<typeof instrumentCalls>;

beforeAll(async () => {
  site = await ingestingSite();
  calls = instrumentCalls(site);
});
afterAll(() => site.close());

/** 100 MWh over 2025: the newest factor of Denmark's generation of before, 2024's, is 0.064 kg CO2e/kWh (data/factors/eea.csv). */
const YEAR = {
  category_id: "energy.electricity.grid_dk",
  description: "El 2025",
  quantity: 100_000,
  unit: "kWh",
  transaction_date: "2025-12-31",
  service_period_start: "2025-01-01",
  service_period_end: "2025-12-31",
  reason: "Yearly statement",
};

const OF_2025 = "from=2025-01-01&to=2025-12-31";

interface Summary {
  readonly by_scope: Readonly<Record<string, number | null>>;
  readonly scope2: Readonly<Record<string, number>>;
}

interface Entry {
  readonly id: string;
  readonly scope: string;
  readonly co2e_market_based_kg: number;
  readonly co2e_location_based_kg: number;
  readonly transaction_date: string;
  readonly biogenic_co2_kg: number;
  readonly emission_factor_id: string;
  readonly allocation_pending: boolean;
}

const summary = async (by: RecordingCompany): Promise<Summary> =>
  (await site.get(by, `/emissions/summary?${OF_2025}`)) as Summary;

const entries = async (by: RecordingCompany): Promise<readonly Entry[]> =>
  await site.items<Entry>(by, `/emissions?${OF_2025}&limit=200`);

const asked = { market: "DK", year: 2025 };

async function requested(by: RecordingCompany, body: object = {}): Promise<AllocationRecord> {
  const answer = await site.post(by, { ...asked, ...body }, {}, "/energy-allocations");
  expect(answer.status, answer.text).toBe(202);
  return answer.json() as unknown as AllocationRecord;
}

/** Asks for an allocation and lets the service work until it has ended. */
async function applied(by: RecordingCompany, body: object = {}): Promise<AllocationRecord> {
  const { id } = await requested(by, body);
  await site.drain();
  return (await site.get(by, `/energy-allocations/${id}`)) as AllocationRecord;
}

const round = (kg: number): number => Math.round(kg * 1e6) / 1e6;
const sum = (values: readonly number[]): number => round(values.reduce((one, other) => one + other, 0));

describe("60 MWh of guarantees and 20 MWh of a contract over 100 MWh", () => {
  let by: RecordingCompany;
  let bought: InstrumentRecord;
  let before: { readonly summary: Summary; readonly entries: readonly Entry[] };

  beforeAll(async () => {
    by = await site.company();
    await site.recorded(by, YEAR);
    bought = await calls.registered(by, guarantee(60));
    await calls.registered(by, { ...CONTRACT, kg_co2e_per_kwh: 0.05, technology: "biogas" });
    before = { summary: await summary(by), entries: await entries(by) };
  });

  test("a rehearsal tells what it would do and writes nothing", async () => {
    const { id, status, effect, months } = await requested(by, { dry_run: true });
    expect({ id, status }).toEqual({ id: null, status: "proposed" });
    // 100,000 x 0.064; 60,000 x 0 + 20,000 x 0.05 + 20,000 x 0.064.
    expect(effect).toMatchObject({
      market_based_before_kg: 6400,
      market_based_after_kg: 2280,
      location_based_kg: 6400,
      changed_entry_count: 12,
      pending_entry_count: 0,
      closed_period_ends: [],
    });
    // January: 31 of 365 days are 0.084932 of the year, 8493.2 kWh; of it three fifths of guarantees.
    expect(months[0]).toMatchObject({ month: "2025-01", consumed_kwh: 8493.2 });
    expect(months[0]?.parts.map(({ kwh }) => kwh)).toEqual([5095.92, 1698.64]);
    expect(await summary(by)).toEqual(before.summary);
  });

  test("applied, both methods are as calculated by hand, and what is location-based is as it was", async () => {
    expect(await applied(by)).toMatchObject({ status: "applied", failure: null });
    const after = await summary(by);
    expect(after.scope2).toEqual({
      market_based_kg: 2280,
      location_based_kg: 6400,
      market_based_fallback_kg: 1280,
      life_cycle_kg: before.summary.scope2["life_cycle_kg"],
    });
    expect(after.by_scope["3"]).toBe(before.summary.by_scope["3"]);
    const now = await entries(by);
    const used = now.filter(({ scope }) => scope === "2");
    expect(sum(used.map(({ co2e_market_based_kg }) => co2e_market_based_kg))).toBe(2280);
    const kept = (list: readonly Entry[]) =>
      list
        .map(({ scope, co2e_location_based_kg, transaction_date, biogenic_co2_kg, emission_factor_id }) =>
          JSON.stringify([transaction_date, scope, co2e_location_based_kg, biogenic_co2_kg, emission_factor_id]),
        )
        .toSorted();
    expect(kept(now)).toEqual(kept(before.entries));
    await site.intact(by);
  });

  test("the lineage lists the parts, which add up to the figure, and the entry before", async () => {
    const january = (await entries(by)).find(
      ({ scope, transaction_date }) => scope === "2" && transaction_date.startsWith("2025-01"),
    );
    const lineage = (await site.get(by, `/emissions/${january?.id}/lineage`)) as {
      calculation: {
        formula: string;
        inputs: { market: { kind: string; kwh: string; kg_co2e: string; instrument_id: string }[] };
      };
      companions: unknown[];
      other_months: unknown[];
      history: { superseded_entries: { co2e_market_based_kg: number }[] };
    };
    const { market } = lineage.calculation.inputs;
    expect(market.map(({ kind, kwh, kg_co2e }) => [kind, kwh, kg_co2e])).toEqual([
      ["instrument", "5095.92", "0"],
      ["instrument", "1698.64", "84.932"],
      ["grid", "1698.64", "108.71296"],
    ]);
    expect(market[0]?.instrument_id).toBe(bought.id);
    expect(sum(market.map(({ kg_co2e }) => Number(kg_co2e)))).toBe(january?.co2e_market_based_kg);
    // Losses of distribution, scope 3 category 3: 4.3 % of the 543.5648 kg by the grid, whatever covers it in the market.
    expect(lineage.companions).toMatchObject([{ scope: "3", co2e_market_based_kg: 23.373286 }]);
    // Eleven months, each with its losses.
    expect(lineage.other_months).toHaveLength(22);
    expect(lineage.history.superseded_entries).toMatchObject([{ co2e_market_based_kg: 543.5648 }]);
  });

  test("what comes later says that it is not allocated, until the allocation is applied anew", async () => {
    const made = await site.recorded(by, { ...YEAR, description: "Efterregning", quantity: 1000 });
    const late = async () => (await entries(by)).filter(({ allocation_pending }) => allocation_pending);
    expect(await late()).toHaveLength(12);
    expect((await requested(by, { dry_run: true })).effect).toMatchObject({ pending_entry_count: 12 });
    expect((await summary(by)).scope2["market_based_kg"]).toBe(2344);
    expect(await applied(by)).toMatchObject({ status: "applied" });
    expect(await late()).toEqual([]);
    // 101,000 kWh, 80,000 of them allocated: 1000 + 21,000 x 0.064.
    expect((await summary(by)).scope2).toMatchObject({ market_based_kg: 2344, location_based_kg: 6464 });
    // A correction of the line counts it anew; taken back, it is what was calculated, and waits for the next allocation too.
    const line = `/activities/${made.activity_id}`;
    await site.change(by, `${line}/correct`, { facts: { quantity: 2000, unit: "kWh" }, reason: "Misread" });
    expect((await summary(by)).scope2["location_based_kg"]).toBe(6528);
    await site.change(by, `${line}/undo`, { reason: "It was right" });
    expect((await summary(by)).scope2["location_based_kg"]).toBe(6464);
    expect(await late()).toHaveLength(12);
    await site.intact(by);
  });

  test("taken back by an empty allocation, the figures are those of before", async () => {
    expect(await applied(by, { allocations: [] })).toMatchObject({ status: "applied", instruments: [] });
    const { scope2 } = await summary(by);
    expect(scope2["market_based_kg"]).toBe(scope2["location_based_kg"]);
    await site.intact(by);
  });
});

test("the rest takes the residual mix that the company has chosen, not one that is imported, and no part of it is a fallback then", async () => {
  const by = await site.company();
  await site.recorded(by, { ...YEAR, category_id: "energy.electricity.grid_dk1" });
  await calls.registered(by, guarantee(60));
  await calls.registered(by, CONTRACT);
  const { database, clock } = site.app.db;
  const file = [
    "key,name_en,name_da,scope,scope3_category,unit,kg_co2e_per_unit,co2_kg,ch4_kg_co2e,n2o_kg_co2e,biogenic_co2_kg,region,valid_year,currency,price_year,boundary,gwp_set,release,source,source_url,licence,note",
    "electricity.dk.residual_mix.2025.kwh,Residual mix 2025,Residualmiks 2025,2,,kWh,0.4489,0.4489,,,,DK,2025,,,generation,,1,Test,https://example.org,CC0-1.0,",
  ].join("\n");
  expect(await importFactors(database.admin, "csv", Buffer.from(file))).toMatchObject({ inserted: 1, rejected: [] });
  const ctx = site.app.db.context(by.tenant, undefined, { catalog: catalogSource(database.system, clock) });
  const imported = await invoke(allocateEnergyInstruments, ctx, { ...asked, dry_run: true });
  expect(imported).toMatchObject({ residual_mix: null, residual_mix_missing: { code: "not_chosen" } });
  expect((await site.put(by, "/settings", { residual_mix: "aib" })).status).toBe(200);
  const { id } = (await invoke(allocateEnergyInstruments, ctx, asked)) as AllocationRecord;
  await applyRun(ctx, id ?? "");
  const run = (await site.get(by, `/energy-allocations/${id}`)) as AllocationRecord;
  expect(run).toMatchObject({
    status: "applied",
    residual_mix: { kg_co2e_per_kwh: 0.4489, year: 2025 },
    residual_mix_missing: null,
  });
  // 20,000 x 0.4489; the grid of West Denmark stays location-based.
  const { scope2 } = await summary(by);
  expect(scope2).toMatchObject({ market_based_kg: 8978, market_based_fallback_kg: 0 });
  await site.intact(by);
});

test("losses and upstream of electricity, scope 3 category 3, are not touched and stay with their entry", async () => {
  const by = await site.company();
  const british = { category_id: "energy.electricity.grid_other", country: "GB", transaction_date: "2025-06-30" };
  const period = { service_period_start: "2025-06-01", service_period_end: "2025-06-30" };
  await site.recorded(by, { ...YEAR, ...british, ...period, quantity: 10_000 });
  const before = await entries(by);
  const upstream = (list: readonly Entry[]) => list.filter(({ scope }) => scope === "3").map(({ id }) => id);
  expect(upstream(before).length).toBeGreaterThan(0);
  const rego = { ...guarantee(4), registry: "REGO", market: "GB", origin_country: "GB" };
  await calls.registered(by, rego);
  expect(await applied(by, { market: "GB" })).toMatchObject({ status: "applied" });
  const after = await entries(by);
  expect(upstream(after)).toEqual(upstream(before));
  // DESNZ 2025: 0.177 kg CO2e/kWh; 4,000 of 10,000 kWh are allocated.
  expect((await summary(by)).scope2).toMatchObject({ market_based_kg: 1062, location_based_kg: 1770 });
  const main = after.find(({ scope }) => scope === "2");
  const lineage = (await site.get(by, `/emissions/${main?.id}/lineage`)) as { companions: { id: string }[] };
  expect(lineage.companions.map(({ id }) => id).toSorted()).toEqual(upstream(after).toSorted());
  await site.intact(by);
});

describe("what is refused or not allocated", () => {
  test("stated parts beyond the instrument, the month or the months that it serves", async () => {
    const by = await site.company();
    await site.recorded(by, YEAR);
    const { id } = await calls.registered(by, guarantee(10));
    const uncancelled = await calls.registered(by, { ...guarantee(10), cancellation: undefined });
    const part = { instrument_id: id, month: "2025-01", kwh: 100 };
    const refused = async (allocations: readonly object[]) =>
      await calls.refused(by, "/energy-allocations", { ...asked, allocations });
    expect(await refused([{ ...part, kwh: 9000 }])).toEqual(["allocations more_than_consumed"]);
    const oversold = ["2025-01", "2025-02"].map((month) => ({ ...part, month, kwh: 6000 }));
    expect(await refused(oversold)).toEqual(["allocations more_than_held"]);
    expect(await refused([part, part])).toEqual(["allocations.1 repeated"]);
    expect(await refused([{ ...part, month: "2026-01" }])).toEqual([
      "allocations.0.month month_not_served",
      "allocations more_than_consumed",
    ]);
    expect(await refused([{ ...part, instrument_id: uncancelled.id }])).toEqual([
      "allocations.0.instrument_id not_cancelled",
    ]);
    const other = await site.company();
    expect(await calls.refused(other, "/energy-allocations", { ...asked, allocations: [part] })).toContain(
      "allocations.0.instrument_id unknown_energy_instrument",
    );
    expect(await applied(by, { allocations: [part] })).toMatchObject({ status: "applied" });
    expect((await summary(by)).scope2["market_based_kg"]).toBe(6393.6);
  });

  test("more MWh than the months consumed stay unused and are told; a withdrawn instrument is none", async () => {
    const by = await site.company();
    await site.recorded(by, { ...YEAR, quantity: 5000 });
    const { id } = await calls.registered(by, guarantee(8));
    const { effect } = await requested(by, { dry_run: true });
    expect(effect?.instruments).toMatchObject([{ id, left_kwh: 8000, unused_kwh: 3000 }]);
    expect(effect?.market_based_after_kg).toBe(0);
    await calls.done(by, id, "withdraw", { reason: "Sold" });
    expect((await requested(by, { dry_run: true })).effect).toMatchObject({
      instruments: [],
      market_based_after_kg: 320,
    });
  });

  test("a cancellation after the cut-off counts with a reason only, and the company chooses the cut-off", async () => {
    const by = await site.company();
    await site.recorded(by, { ...YEAR, quantity: 5000 });
    const cancellation = { ...guarantee(1).cancellation, date: "2026-04-15" };
    await calls.registered(by, { ...guarantee(5), cancellation });
    const { effect } = await requested(by, { dry_run: true });
    expect(noticeCodes(effect?.instruments[0]?.not_allocated_because ?? [])).toEqual(["cancelled_after_cut_off"]);
    expect(effect?.market_based_after_kg).toBe(320);
    const late = { ...asked, include_late: true };
    expect(await calls.refused(by, "/energy-allocations", late)).toEqual(["reason required"]);
    const reason = "The registry was slow";
    expect((await requested(by, { ...late, reason, dry_run: true })).effect?.market_based_after_kg).toBe(0);
    expect((await site.put(by, "/settings", { certificate_cut_off: "04-30" })).status).toBe(200);
    expect((await requested(by, { dry_run: true })).effect?.market_based_after_kg).toBe(0);
    expect((await site.put(by, "/settings", { certificate_cut_off: "02-30" })).status).toBe(400);
  });

  test("certificates of two years' consumption are split by kWh over all their months, and never oversold", async () => {
    const by = await site.company();
    await site.recorded(by, { ...YEAR, quantity: 30_000 });
    const next = {
      transaction_date: "2026-06-30",
      service_period_start: "2026-01-01",
      service_period_end: "2026-06-30",
    };
    await site.recorded(by, { ...YEAR, ...next, quantity: 10_000 });
    const cancellation = { ...guarantee(1).cancellation, consumption_from: "2025-01-01", consumption_to: "2026-12-31" };
    await calls.registered(by, { ...guarantee(20), cancellation });
    expect((await applied(by)).instruments).toMatchObject([{ kwh: 15_000 }]);
    const rest = await requested(by, { year: 2026, dry_run: true });
    expect(rest.effect?.instruments).toMatchObject([{ left_kwh: 5000, unused_kwh: 0 }]);
    expect(rest.instruments).toMatchObject([{ kwh: 5000 }]);
  });
});

describe("a run", () => {
  test("that ends in the middle shows nothing, and the next attempt goes on with the month after", async () => {
    const by = await site.company();
    await site.recorded(by, YEAR);
    await calls.registered(by, guarantee(60));
    const before = await summary(by);
    const { id } = await requested(by);
    const ctx = site.app.db.context(by.tenant);
    // A process that is killed after three months leaves just this.
    for (let month = 0; month < 3; month += 1) expect(await prepareNextMonth(ctx, id ?? "")).toBe(true);
    expect(await summary(by)).toEqual(before);
    expect(await site.get(by, `/energy-allocations/${id}`)).toMatchObject({ status: "preparing" });
    expect(await calls.refused(by, "/energy-allocations", asked)).toEqual(["year run_in_progress"]);
    await site.drain();
    expect(await site.get(by, `/energy-allocations/${id}`)).toMatchObject({ status: "applied" });
    expect((await summary(by)).scope2).toMatchObject({ market_based_kg: 2560, location_based_kg: 6400 });
    await site.intact(by);
  });

  test("whose consumption or instruments change before it is applied ends without effect, and says why", async () => {
    const by = await site.company();
    await site.recorded(by, YEAR);
    const { id } = await calls.registered(by, guarantee(60));
    const run = await requested(by);
    await calls.corrected(by, id, { version: 1, changes: { mwh: 50 }, reason: "Counted again" });
    await site.drain();
    const ended = (await site.get(by, `/energy-allocations/${run.id}`)) as AllocationRecord;
    expect(ended).toMatchObject({ status: "failed" });
    expect(ended.failure).toContain("was corrected or withdrawn since");
    expect(ended.failure_told).toMatchObject({ code: "instrument_changed", parameters: { name: expect.any(String) } });
    const second = await requested(by);
    await site.recorded(by, { ...YEAR, description: "Mere", quantity: 1000 });
    await site.drain();
    const changed = (await site.get(by, `/energy-allocations/${second.id}`)) as AllocationRecord;
    expect(changed.failure).toContain("The electricity of 2025-01 has changed since");
    expect(changed.failure_told).toEqual({ code: "consumption_changed", parameters: { month: "2025-01" } });
    for (const { code, parameters } of [ended.failure_told, changed.failure_told].filter((told) => told !== null)) {
      expect(FAILURE_TEXTS.da[code]?.(parameters)).toMatch(/imens\. Se et nyt forslag/);
      expect(FAILURE_TEXTS.en[code]?.(parameters)).toMatch(/meanwhile/);
    }
    expect((await summary(by)).scope2["market_based_kg"]).toBe(6464);
    await site.intact(by);
  });

  test("in a closed year needs a reason and an administrator, and is kept as a restatement", async () => {
    const by = await site.company();
    await site.recorded(by, YEAR);
    await calls.registered(by, guarantee(60));
    await site.change(by, "/financial-years/2025-12-31/close", {});
    const clerk = { ...by, key: await site.app.key(by.tenant, { scopes: ["activities:write", "emissions:read"] }) };
    expect(await calls.refused(clerk, "/energy-allocations", asked)).toEqual([
      "reason required",
      "year administrator_needed",
    ]);
    const reason = "Certificates were found after the year was closed";
    expect(await applied(by, { reason })).toMatchObject({ status: "applied", reason });
    expect((await summary(by)).scope2).toMatchObject({ market_based_kg: 2560, location_based_kg: 6400 });
    const kept = await site.items(by, "/financial-years/2025-12-31/restatements?state=restated");
    expect(kept).toMatchObject([
      {
        cause: "decision",
        reason,
        scopes: [
          {
            scope: "2",
            market_based_before_kg: 6400,
            market_based_after_kg: 2560,
            location_based_before_kg: 6400,
            location_based_after_kg: 6400,
          },
        ],
      },
    ]);
    await site.intact(by);
  });
});
