import { afterAll, beforeAll, expect, test } from "vitest";
import { prepareNextMonth } from "../../../src/modules/energy-instruments/apply-run.ts";
import { verifyAudit } from "../../../src/modules/audit/index.ts";
import { compareRollups } from "../../../src/modules/emissions/index.ts";
import { ingestingSite } from "../../support/ingesting-site.ts";
import { calculatedEntry, GAS_FACTOR, ledgerBatch, ledgerLine, recordBatches } from "../../support/ledger.ts";
import type { RecordingCompany } from "../../support/recording-site.ts";
import { allocationCalls } from "./allocation-calls.ts";
import { guarantee, instrumentCalls } from "./instruments.ts";

/** Entries of electricity over 2025. `ALLOCATION_ENTRIES=100000` is the size that docs/energy-instruments.md tells the time of. */
const ENTRIES = Number(process.env["ALLOCATION_ENTRIES"] ?? 3000);
const LINES_PER_DOCUMENT = 250;
const DOCUMENTS_AT_ONCE = 4;
const SECONDS_MAX = 60;

let site: Awaited<ReturnType<typeof ingestingSite>>;
beforeAll(async () => {
  site = await ingestingSite();
});
afterAll(() => site.close());

const GRID = { ...GAS_FACTOR, key: "electricity.dk.flow_traced.2025.kwh", value: "0.123", unit: "kWh", year: 2025 };

/** 12.5 kWh: 1.5375 kg. */
const ENTRY = calculatedEntry({
  scope: 2,
  category_key: "energy.electricity.grid_dk",
  market_based_kg: "1.5375",
  location_based_kg: "1.5375",
  co2_kg: null,
  calculation_method: "average_data",
  market_based_fallback: true,
  factor: GRID,
  formula: "12.5 kWh x 0.123 kg CO2e/kWh = 1.5375 kg CO2e",
  inputs: { quantity: "12.5", unit: "kWh" },
});

async function seeded(by: RecordingCompany): Promise<void> {
  const ctx = site.app.db.context(by.tenant);
  const line = (number: number) => {
    const date = `2025-${String((number % 12) + 1).padStart(2, "0")}-15`;
    const activity = { service_period_start: null, service_period_end: null };
    return ledgerLine(number, { date, entries: [ENTRY], activity });
  };
  for (let from = 0; from < ENTRIES; from += LINES_PER_DOCUMENT * DOCUMENTS_AT_ONCE) {
    const documents = Array.from({ length: DOCUMENTS_AT_ONCE }, (_, index) =>
      Array.from({ length: LINES_PER_DOCUMENT }, (_line, at) => from + index * LINES_PER_DOCUMENT + at).filter(
        (number) => number < ENTRIES,
      ),
    );
    const batches = documents.filter((numbers) => numbers.length > 0).map((numbers) => ledgerBatch(numbers.map(line)));
    await recordBatches(ctx, batches);
  }
}

test(
  `${ENTRIES} entries are allocated in one run, which is ended in the middle and goes on`,
  { timeout: 900_000 },
  async () => {
    const by = await site.company();
    await seeded(by);
    const year = allocationCalls(site);
    const all_kg = Math.round(ENTRIES * 15_375) / 10_000;
    expect((await year.summary(by)).scope2).toMatchObject({ market_based_kg: all_kg, location_based_kg: all_kg });
    // Half of the kWh.
    const { registered } = instrumentCalls(site);
    await registered(by, { ...guarantee(Math.ceil(ENTRIES / 80)), mwh: (ENTRIES * 12.5) / 2000 });
    const ctx = site.app.db.context(by.tenant);
    const { id } = await year.requested(by);
    const started = performance.now();
    // What a process that is killed after five months leaves.
    for (let month = 0; month < 5; month += 1) expect(await prepareNextMonth(ctx, id ?? "")).toBe(true);
    expect((await year.summary(by)).scope2).toMatchObject({ market_based_kg: all_kg });
    await site.drain();
    const seconds = (performance.now() - started) / 1000;
    expect(await site.get(by, `/energy-allocations/${id}`)).toMatchObject({ status: "applied", failure: null });
    expect((await year.summary(by)).scope2).toMatchObject({
      market_based_kg: all_kg / 2,
      location_based_kg: all_kg,
      market_based_fallback_kg: all_kg / 2,
    });
    expect(seconds).toBeLessThan(SECONDS_MAX);
    if (ENTRIES > 10_000) process.stdout.write(`${ENTRIES} entries: ${seconds.toFixed(1)} s\n`);
    expect((await verifyAudit(ctx.db)).problems).toEqual([]);
    expect(await compareRollups(ctx.db)).toEqual([]);
  },
);
