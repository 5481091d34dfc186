import { Big } from "big.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { invoke } from "../../src/core/invoke.ts";
import { allocateEnergyInstruments } from "../../src/modules/energy-instruments/allocate-energy-instruments.ts";
import type { AllocationRecord } from "../../src/modules/energy-instruments/allocation-record.ts";
import { applyRun } from "../../src/modules/energy-instruments/apply-run.ts";
import { catalogSource, importFactors } from "../../src/modules/factors/index.ts";
import { allocationCalls, YEAR_2025 } from "../modules/energy-instruments/allocation-calls.ts";
import { CONTRACT, guarantee, instrumentCalls } from "../modules/energy-instruments/instruments.ts";
import { ingestingSite } from "../support/ingesting-site.ts";
import type { RecordingCompany } from "../support/recording-site.ts";
import { digits, ELECTRICITY_EXAMPLES, type ElectricityExample, value } from "./published-examples.ts";

let site: Awaited<ReturnType<typeof ingestingSite>>;
let register: ReturnType<typeof instrumentCalls>;
let year: ReturnType<typeof allocationCalls>;

beforeAll(async () => {
  site = await ingestingSite();
  register = instrumentCalls(site);
  year = allocationCalls(site);
  const mixes = ELECTRICITY_EXAMPLES.flatMap(({ residual_mix_kg_per_kwh: mix }) => (mix === undefined ? [] : [mix]));
  const [mix = ""] = new Set(mixes);
  // One installation has one residual mix of a country and year: the examples that print one print the same.
  expect(new Set(mixes)).toEqual(new Set([mix]));
  expect(await importFactors(site.app.db.database.admin, "csv", Buffer.from(residualMix(mix)))).toMatchObject({
    inserted: 1,
    rejected: [],
  });
});
afterAll(() => site.close());

describe("market-based electricity: contracts and certificates are registered and allocated, the rest takes the residual mix", () => {
  test.each(ELECTRICITY_EXAMPLES.map((example) => ({ name: `${example.id}, ${example.title}`, ...example })))(
    "$name",
    async (example) => {
      const by = await site.company();
      if (example.residual_mix_kg_per_kwh !== undefined) {
        expect((await site.put(by, "/settings", { residual_mix: "aib" })).status).toBe(200);
      }
      await site.recorded(by, { ...YEAR_2025, quantity: value(example.consumed_kwh).toNumber() });
      for (const instrument of example.instruments) await register.registered(by, statedOf(instrument));
      const before = await year.unmoved(by);
      await allocate(by);
      const { scope2 } = await year.summary(by);
      const { printed_market_based_t: printed } = example;
      expect(new Big(scope2["market_based_kg"] ?? Number.NaN).div(1000).toFixed(digits(printed))).toBe(printed);
      // Nothing stands in for what the example prints, and the location-based figure is the grid's as before.
      expect(scope2["market_based_fallback_kg"]).toBe(0);
      expect(await year.unmoved(by)).toEqual(before);
      await year.addsUp(by);
      await site.intact(by);
    },
  );
});

function statedOf({ kind, mwh, kg_co2e_per_kwh, technology }: ElectricityExample["instruments"][number]): object {
  const held = value(mwh).toNumber();
  const rate = { technology, kg_co2e_per_kwh: Number(kg_co2e_per_kwh) };
  if (kind === "guarantee_of_origin") return { ...guarantee(held), ...rate };
  const certificates = kind === "contract" ? "none_issued" : "cancelled_by_supplier";
  return { ...CONTRACT, ...rate, kind, mwh: held, certificates };
}

/** As the service does it when its catalogue has been read after the import. */
async function allocate({ tenant }: RecordingCompany): Promise<void> {
  const { database, clock } = site.app.db;
  const ctx = site.app.db.context(tenant, undefined, { catalog: catalogSource(database.system, clock) });
  const { id } = (await invoke(allocateEnergyInstruments, ctx, year.asked)) as AllocationRecord;
  await applyRun(ctx, id ?? "");
}

/** The rows that an operator imports. */
function residualMix(kg_per_kwh: string): string {
  const row = {
    key: "electricity.dk.residual_mix.2025.kwh",
    name_en: "Residual mix of the worked examples",
    name_da: "Residualmiks i regneeksemplerne",
    scope: "2",
    scope3_category: "",
    unit: "kWh",
    kg_co2e_per_unit: kg_per_kwh,
    co2_kg: "",
    ch4_kg_co2e: "",
    n2o_kg_co2e: "",
    biogenic_co2_kg: "",
    region: "DK",
    valid_year: "2025",
    currency: "",
    price_year: "",
    boundary: "generation",
    gwp_set: "",
    release: "1",
    source: "Worked examples",
    source_url: "https://tools.gera.services/scope2-market-vs-location-based",
    licence: "published fact",
    note: "",
  };
  return `${Object.keys(row).join(",")}\n${Object.values(row).join(",")}\n`;
}
