import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { invoke } from "../../../src/core/invoke.ts";
import type { AllocationRecord } from "../../../src/modules/energy-instruments/allocation-record.ts";
import { allocateEnergyInstruments } from "../../../src/modules/energy-instruments/allocate-energy-instruments.ts";
import { applyRun } from "../../../src/modules/energy-instruments/apply-run.ts";
import { catalogSource, importFactors } from "../../../src/modules/factors/index.ts";
import { renderReport } from "../../../src/modules/reports/index.ts";
import type { ReportJob } from "../../../src/modules/reports/report.ts";
import type { ReportDocument } from "../../../src/modules/reports/presentation/report-document.ts";
import { ingestingSite } from "../../support/ingesting-site.ts";
import type { RecordingCompany } from "../../support/recording-site.ts";
import { allocationCalls, YEAR_2025 } from "./allocation-calls.ts";
import { CONTRACT, guarantee, instrumentCalls } from "./instruments.ts";

let site: Awaited<ReturnType<typeof ingestingSite>>;
let calls: ReturnType<typeof instrumentCalls>;
let year: ReturnType<typeof allocationCalls>;

beforeAll(async () => {
  site = await ingestingSite();
  calls = instrumentCalls(site);
  year = allocationCalls(site);
  expect(await importFactors(site.app.db.database.admin, "csv", Buffer.from(MIX))).toMatchObject({ inserted: 1 });
});
afterAll(() => site.close());

const MIX = [
  "key,name_en,name_da,scope,scope3_category,unit,kg_co2e_per_unit,co2_kg,ch4_kg_co2e,n2o_kg_co2e,biogenic_co2_kg,region,valid_year,currency,price_year,boundary,gwp_set,release,source,source_url,licence,note",
  "electricity.dk.residual_mix.2025.kwh,Residual mix 2025,Residualmiks 2025,2,,kWh,0.4489,0.4489,,,,DK,2025,,,generation,,1,Test,https://example.org,CC0-1.0,",
].join("\n");

/** The company's context with the catalogue as it is after the import. */
function afterImport({ tenant }: RecordingCompany) {
  const { database, clock } = site.app.db;
  return site.app.db.context(tenant, undefined, { catalog: catalogSource(database.system, clock) });
}

async function report(by: RecordingCompany, standard_type: string): Promise<ReportDocument> {
  const terms = { report_year: 2025, standard_type, format: "json", language: "en" };
  const job = (await site.post(by, terms, {}, "/reports")).json() as unknown as ReportJob;
  await renderReport(site.app.db.context(by.tenant), job.id);
  const { generated_report_id } = (await site.get(by, `/reports/jobs/${job.id}`)) as ReportJob;
  return (await site.get(by, `/reports/${generated_report_id}/file`)) as ReportDocument;
}

describe("100 MWh, 60 MWh of cancelled guarantees, a contract of 20 MWh and a residual mix", () => {
  let by: RecordingCompany;
  let before: readonly string[];

  beforeAll(async () => {
    by = await site.company();
    expect((await site.put(by, "/settings", { residual_mix: "aib" })).status).toBe(200);
    await site.recorded(by, YEAR_2025);
    await calls.registered(by, guarantee(60));
    await calls.registered(by, { ...CONTRACT, technology: "biogas", kg_co2e_per_kwh: 0.0215 });
    before = await year.unmoved(by);
    const ctx = afterImport(by);
    const { id } = (await invoke(allocateEnergyInstruments, ctx, year.asked)) as AllocationRecord;
    await applyRun(ctx, id ?? "");
    expect(await site.get(by, `/energy-allocations/${id}`)).toMatchObject({ status: "applied" });
  });

  test("both methods are those of the hand calculation, and the items of the list add up to them", async () => {
    // Location-based: 100,000 x 0.064. Market-based: 60,000 x 0 + 20,000 x 0.0215 + 20,000 x 0.4489 = 430 + 8,978.
    expect((await year.summary(by)).scope2).toMatchObject({
      location_based_kg: 6400,
      market_based_kg: 9408,
      market_based_fallback_kg: 0,
    });
    await year.addsUp(by);
    expect(await year.unmoved(by)).toEqual(before);
    await site.intact(by);
  });

  test("January's lineage has the parts to the last digit", async () => {
    const january = (await year.entries(by)).find(
      ({ scope, transaction_date }) => scope === "2" && transaction_date.startsWith("2025-01"),
    );
    const { calculation } = (await site.get(by, `/emissions/${january?.id}/lineage`)) as {
      calculation: { inputs: { market: Record<string, string>[] } };
    };
    expect(
      calculation.inputs.market.map(({ kind, technology, kwh, kg_co2e }) => [kind, technology, kwh, kg_co2e]),
    ).toEqual([
      ["instrument", "wind", "5095.92", "0"],
      ["instrument", "biogas", "1698.64", "36.52076"],
      ["residual_mix", null, "1698.64", "762.519496"],
    ]);
    expect(january?.co2e_market_based_kg).toBe(799.040256);
  });

  test("the reports list the instruments with what each covers by both methods", async () => {
    const climate = await report(by, "csrd");
    expect(climate.scope2_parts).toMatchObject([
      {
        kind: "instrument",
        instrument_kind: "contract",
        name: "Solpark Syd",
        mwh: 20,
        market_based: 0.43,
        location_based: 1.28,
        share_pct: 20,
      },
      {
        kind: "instrument",
        instrument_kind: "guarantee_of_origin",
        technology: "wind",
        mwh: 60,
        market_based: 0,
        location_based: 3.84,
        share_pct: 60,
      },
      {
        kind: "residual_mix",
        name: "Residual mix 2025",
        mwh: 20,
        market_based: 8.978,
        location_based: 1.28,
        share_pct: 20,
      },
    ]);
    const told = (document: ReportDocument, id: string) =>
      document.facts.filter((fact) => fact.id === id || fact.id.startsWith(`${id}.`)).map(({ value }) => value);
    expect(told(climate, "E1GrossMarketBasedScope2")).toEqual([9.408]);
    expect(told(climate, "E1GrossLocationBasedScope2")).toEqual([6.4]);
    expect(told(climate, "E1UsesContractualInstruments")).toEqual([true]);
    expect(told(climate, "E1ContractualInstrumentType")).toEqual(["cl:InstrumentGuarantees", "cl:InstrumentPpa"]);
    expect(told(climate, "E1ContractualInstrumentEnergy")).toEqual([60, 20]);
    expect(told(climate, "E1ContractualInstrumentShare")).toEqual([60, 20]);
    const basic = await report(by, "vsme_basic");
    expect(told(basic, "GrossMarketBasedScope2GreenhouseGasEmissions")).toEqual([9.408]);
    // 60 MWh of wind and 20 MWh of biogas; of the residual mix nobody may claim that it is renewable.
    expect(told(basic, "EnergyConsumptionFromElectricity.RenewableEnergyMember")).toEqual([80]);
    expect(told(basic, "EnergyConsumptionFromElectricity.NonRenewableEnergyMember")).toEqual([20]);
  });
});

/** What the tables of the Guidance order and judge; it prints no figures with them that could be calculated. */
describe("tables of the Scope 2 Guidance", () => {
  test("6.3: certificates before contracts before supplier products before the residual mix", async () => {
    const by = await site.company();
    await site.recorded(by, YEAR_2025);
    const product = { ...CONTRACT, kind: "supplier_product", certificates: "cancelled_by_supplier" };
    const ids = [
      (await calls.registered(by, { ...product, mwh: 30, name: "Produkt" })).id,
      (await calls.registered(by, { ...CONTRACT, mwh: 30 })).id,
      (await calls.registered(by, guarantee(30))).id,
    ];
    const { months, instruments } = await year.requested(by, { dry_run: true });
    expect(months[0]?.parts.map(({ instrument_id }) => instrument_id)).toEqual(ids.toReversed());
    expect(months[0]?.rest_kwh).toBeCloseTo(849.32, 6);
    expect(instruments.map(({ kwh }) => kwh)).toEqual([30_000, 30_000, 30_000]);
  });

  test("6.2 and 6.3: without any of them both methods are the average of the grid, which is told", async () => {
    const by = await site.company();
    await site.recorded(by, YEAR_2025);
    expect((await year.summary(by)).scope2).toMatchObject({
      market_based_kg: 6400,
      location_based_kg: 6400,
      market_based_fallback_kg: 6400,
    });
  });

  test("7.1: the eight quality criteria are judged of each instrument", async () => {
    const by = await site.company();
    const judged = async (body: object) => {
      const { quality_criteria } = await calls.registered(by, body);
      return Object.fromEntries(quality_criteria.map(({ criterion, judgement }) => [criterion, judgement]));
    };
    expect(await judged(guarantee(1))).toEqual({
      emission_rate: "met",
      only_claim: "met",
      cancelled_for_company: "met",
      close_in_time: "met",
      same_market: "met",
      supplier_rate: "not_applicable",
      all_transferred: "not_applicable",
      residual_mix: "not_met",
    });
    const foreign = { ...CONTRACT, origin_country: "NO", certificates: undefined };
    expect(await judged(foreign)).toMatchObject({
      only_claim: "unknown",
      cancelled_for_company: "not_met",
      same_market: "not_met",
      all_transferred: "unknown",
    });
  });
});
