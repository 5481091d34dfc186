import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Context } from "../../../src/core/context.ts";
import { invoke } from "../../../src/core/invoke.ts";
import { generateReport } from "../../../src/modules/reports/generate-report.ts";
import { getReportFile } from "../../../src/modules/reports/get-report-file.ts";
import { getReportStatus } from "../../../src/modules/reports/get-report-status.ts";
import { renderReport } from "../../../src/modules/reports/index.ts";
import { setReportInputs } from "../../../src/modules/reports/inputs/set-report-inputs.ts";
import type { ReportJob } from "../../../src/modules/reports/report.ts";
import { reportDocument, type ReportDocument } from "../../../src/modules/reports/presentation/report-document.ts";
import { createTarget } from "../../../src/modules/targets/create-target.ts";
import { testDatabase, type TestDatabase } from "../../support/database.ts";
import { calculatedEntry, ledgerLine, record } from "../../support/ledger.ts";
import { fileOf } from "../../support/stored-file.ts";

let db: TestDatabase;
let report: ReportDocument;

let line = 0;

async function book(ctx: Context, date: string, entry: Parameters<typeof calculatedEntry>[0]): Promise<void> {
  line += 1;
  await record(ctx, [ledgerLine(line, { date, entries: [calculatedEntry(entry)] })]);
}

async function csrd(ctx: Context, language: "da" | "en" = "en", report_year = 2025): Promise<ReportDocument> {
  // The operations answer with the job and the file.
  const terms = { report_year, standard_type: "csrd", format: "json", language };
  const { id } = (await invoke(generateReport, ctx, terms)) as ReportJob;
  await renderReport(ctx, id);
  const { generated_report_id } = (await invoke(getReportStatus, ctx, { id })) as ReportJob;
  const bytes = await fileOf(await invoke(getReportFile, ctx, { id: generated_report_id }));
  return reportDocument.parse(JSON.parse(bytes.toString("utf8")));
}

const electricity = { scope: 2 as const, category_key: "energy.electricity.grid_dk" };

/** One entry a month, each of `kg` and `kwh`. */
async function bookYear(ctx: Context, year: number, { kg, kwh }: { kg: string; kwh: string }): Promise<void> {
  for (let month = 1; month <= 12; month += 1) {
    const inputs = { quantity: kwh, unit: "kWh_net" };
    const date = `${year}-${String(month).padStart(2, "0")}-01`;
    await book(ctx, date, { market_based_kg: kg, location_based_kg: kg, inputs });
  }
}

/** Two years of an invented company, with a target from the first and the answers of people. */
async function company(): Promise<Context> {
  const ctx = db.context(await db.tenant());
  await bookYear(ctx, 2024, { kg: "100", kwh: "250" });
  await bookYear(ctx, 2025, { kg: "80", kwh: "200" });
  const kwh = { quantity: "1500", unit: "kWh" };
  await book(ctx, "2025-06-01", { ...electricity, market_based_kg: "300", location_based_kg: "120", inputs: kwh });
  await book(ctx, "2025-07-01", { scope: 3, scope3_category: 6, market_based_kg: "1000", location_based_kg: "1000" });
  await invoke(createTarget, ctx, {
    name: "60 % by 2030",
    baseline_year: 2024,
    target_year: 2030,
    target_reduction_percent: 60,
    scope: "all",
  });
  const inputs = [
    { datapoint: "Turnover", value: 10_000_000 },
    { datapoint: "CarrierRenewableShare", member: "energy.electricity.grid_dk", value: 40 },
    { datapoint: "E1NuclearEnergyConsumption", value: 0.2 },
    { datapoint: "E1Scope1ShareUnderEmissionTrading", value: 0 },
    { datapoint: "E1HasRemovals", value: false },
    { datapoint: "E1UsesCarbonCredits", value: true },
    { datapoint: "E1CarbonCreditProject", member: "a", value: "Peatland, Gold Standard" },
    { datapoint: "E1CancelledCarbonCredits", member: "a", value: 10 },
    { datapoint: "E1CancelledCarbonCredits", member: "b", value: 2.5 },
    { datapoint: "E1HasTransitionPlan", value: true },
    { datapoint: "E1TransitionPlanCompatibility", status: "omitted", note: "Classified." },
  ];
  await invoke(setReportInputs, ctx, { report_year: 2025, inputs });
  return ctx;
}

beforeAll(async () => {
  db = await testDatabase();
  report = await csrd(await company());
});
afterAll(() => db.close());

const value = (id: string, of: ReportDocument = report) => of.facts.find((fact) => fact.id === id)?.value;
const section = (id: string, of: ReportDocument = report) => of.sections.find((one) => one.id === id);

describe("the climate chapter", () => {
  test("has the table of emissions with base year, previous year, year and change", () => {
    expect(value("E1GrossScope1")).toBe(0.96);
    expect(value("E1GrossScope1.ComparativeMember")).toBe(1.2);
    expect(value("E1GrossScope1Change")).toBe(-20);
    expect([value("E1GrossLocationBasedScope2"), value("E1GrossMarketBasedScope2")]).toEqual([0.12, 0.3]);
    // Of scope 2 nothing is known in the year before: that is not zero, and there is no total of that year.
    expect(value("E1GrossMarketBasedScope2.ComparativeMember")).toBeUndefined();
    expect(value("E1TotalMarketBased.ComparativeMember")).toBeUndefined();
    expect(value("E1GrossMarketBasedScope2Change")).toBeUndefined();
    expect([value("E1TotalLocationBased"), value("E1TotalMarketBased")]).toEqual([2.08, 2.26]);
    expect(value("E1TotalMarketBasedChange")).toBeUndefined();
    expect([value("E1BaseYear"), value("E1TotalMarketBased.BaseYearMember")]).toEqual(["2024", 1.2]);
    expect(value("E1GrossScope3ByCategory.Category6Member")).toBe(1);
    // Per million of net revenue: 2.26 t / 10 million.
    expect(value("E1IntensityMarketBased")).toBe(0.226);
    const fact = report.facts.find(({ id }) => id === "E1GrossScope1.ComparativeMember");
    expect(fact?.period).toEqual({ from: "2024-01-01", to: "2024-12-31" });
  });

  test("compares whole years only: of a year that the ledger has in part there is no column and no change", async () => {
    const ctx = db.context(await db.tenant());
    await book(ctx, "2024-11-01", {});
    await bookYear(ctx, 2025, { kg: "80", kwh: "200" });
    const later = await csrd(ctx);
    expect(value("E1GrossScope1", later)).toBe(0.96);
    expect(later.facts.filter(({ id }) => /Comparative|BaseYear|Change/.test(id))).toEqual([]);
    const part = db.context(await db.tenant());
    await bookYear(part, 2024, { kg: "100", kwh: "250" });
    await book(part, "2025-01-01", {});
    const begun = await csrd(part);
    expect(value("E1GrossScope1.ComparativeMember", begun)).toBe(1.2);
    expect(value("E1GrossScope1Change", begun)).toBeUndefined();
  });

  test("says of each scope 3 category what is told of it", async () => {
    const ctx = await company();
    const member = "cl:Category7Member";
    const inputs = [
      { datapoint: "E1Scope3CategoryIsSignificant", member, value: false },
      { datapoint: "E1Scope3OmissionReason", member, value: "Everybody cycles." },
    ];
    await invoke(setReportInputs, ctx, { report_year: 2025, inputs });
    const labels = new Map((await csrd(ctx)).facts.map(({ id, label }) => [id, label]));
    expect(labels.get("E1GrossScope3ByCategory.Category6Member")).toBe("6. Business travel");
    expect(labels.get("E1Scope3CategoryIsSignificant.Category7Member")).toBe(
      "The scope 3 category is significant: 7. Employee commuting",
    );
    expect(labels.get("E1Scope3OmissionReason.Category7Member")).toMatch(/^Reason why .*: 7\. Employee commuting$/);
  });

  test("has the energy by source: nothing is called fossil that may be nuclear", async () => {
    // 2.4 MWh of fuel and 1.5 MWh of electricity, of which people have documented 40 % as renewable.
    expect(value("E1TotalEnergyConsumption")).toBe(3.9);
    expect(value("E1PurchasedRenewableEnergy")).toBe(0.6);
    expect(value("E1RenewableEnergyConsumption")).toBe(0.6);
    expect(value("E1NonRenewableEnergyConsumption")).toBe(3.3);
    expect(value("E1FossilEnergyConsumption")).toBe(3.1);
    expect(value("E1RenewableEnergyShare")).toBe(15.38);
    const unasked = db.context(await db.tenant());
    await book(unasked, "2025-05-01", { inputs: { quantity: "2000", unit: "kWh_net" } });
    const other = await csrd(unasked);
    expect(value("E1NonRenewableEnergyConsumption", other)).toBe(2);
    expect(value("E1FossilEnergyConsumption", other)).toBeUndefined();
    expect(other.missing_inputs.map(({ datapoint }) => datapoint)).toContain("E1NuclearEnergyConsumption");
  });

  test("tells fossil fuels apart in high climate impact sectors, unless one of them is not known in MWh", async () => {
    const ctx = db.context(await db.tenant());
    const litres = (quantity: string) => ({ inputs: { quantity, unit: "l" } });
    await book(ctx, "2025-05-01", { category_key: "transport.own.diesel", ...litres("1000") });
    await book(ctx, "2025-05-02", { category_key: "transport.own.petrol", ...litres("100") });
    await book(ctx, "2025-05-03", {
      inputs: { quantity: "2000", unit: "kWh_net" },
      category_key: "energy.stationary.natural_gas",
    });
    const sectors = async (is_high: boolean) => {
      const inputs = [{ datapoint: "E1HighClimateImpactSectors", value: is_high }];
      await invoke(setReportInputs, ctx, { report_year: 2025, inputs });
    };
    await sectors(false);
    expect(value("E1PetroleumConsumption", await csrd(ctx))).toBeUndefined();
    await sectors(true);
    const told = await csrd(ctx);
    // 1,000 l x 0.84 kg/l x 43 MJ/kg / 3,600 + 100 l x 0.74 kg/l x 44.3 MJ/kg / 3,600.
    expect(value("E1PetroleumConsumption", told)).toBe(10.944);
    expect(value("E1NaturalGasConsumption", told)).toBe(2);
    await book(ctx, "2025-05-04", { category_key: "transport.own.car_km", inputs: { quantity: "500", unit: "km" } });
    const unsure = await csrd(ctx);
    expect(value("E1PetroleumConsumption", unsure)).toBeUndefined();
    expect(section("E1-5", unsure)?.missing.map(({ datapoint }) => datapoint)).toContain("E1PetroleumConsumption");
  });

  test("has the targets of the company, with the yearly reduction that they mean", () => {
    expect(value("E1HasTargets")).toBe(true);
    const row = ["Scope", "BaseYear", "Year", "BaselineValue", "Value", "ReductionPercent", "AnnualPercent"];
    expect(row.map((name) => value(`E1Target${name}.1`))).toEqual([
      "cl:TargetAllScopes",
      "2024",
      "2030",
      1.2,
      0.48,
      60,
      10,
    ]);
  });

  test("has what only people know, row by row, with totals, and says what is left out on purpose", () => {
    expect(value("E1CarbonCreditProject.a")).toBe("Peatland, Gold Standard");
    expect(value("E1TotalCancelledCarbonCredits")).toBe(12.5);
    expect(value("E1TransitionPlanCompatibility")).toBeUndefined();
    const missing = section("E1-1")?.missing.map(({ datapoint }) => datapoint) ?? [];
    expect(missing).toContain("E1TransitionPlanLevers");
    expect(missing).not.toContain("E1TransitionPlanCompatibility");
    // No removals, so that nothing is asked about them.
    expect(section("E1-7")?.missing.map(({ datapoint }) => datapoint)).not.toContain("E1RemovedEmissions");
  });

  test("calls no disclosure inapplicable whose question in another one has no answer yet", async () => {
    expect(section("E1-9")).toMatchObject({ status: "missing_input", missing: [] });
    const ctx = await company();
    await invoke(setReportInputs, ctx, {
      report_year: 2025,
      inputs: [{ datapoint: "E1ClimateRisksAreMaterial", value: false }],
    });
    expect(section("E1-9", await csrd(ctx))).toMatchObject({ status: "not_applicable", missing: [] });
  });

  test("is numbered and named as the version of the standard for its year, in the language of the report", async () => {
    expect(report).toMatchObject({ standard_version: "esrs_2023", taxonomy: null, standard_type: "csrd" });
    const inOrder = "E1-1 E1.IRO-1 E1.SBM-3 E1-2 E1-3 E1-4 E1-5 E1-6 E1-7 E1-8 E1-9";
    expect(report.sections.map(({ id }) => id).join(" ")).toBe(inOrder);
    const danish = await csrd(await company(), "da");
    expect(section("E1-5", danish)?.title).toBe("Energiforbrug og energimiks");
    expect(danish.facts.map(({ id, value: of }) => [id, of])).toEqual(
      report.facts.map(({ id, value: of }) => [id, of]),
    );
  });

  test("uses the draft's numbers only for years that the draft is for", async () => {
    const ctx = db.context(await db.tenant());
    const before = db.clock.now().toISOString();
    db.clock.set("2028-02-01T00:00:00.000Z");
    await book(ctx, "2027-05-01", {});
    const later = await csrd(ctx, "en", 2027);
    db.clock.set(before);
    expect(later).toMatchObject({ standard_version: "esrs_2026_draft", report_year: 2027 });
    expect(section("E1-8", later)?.fact_ids).toContain("E1GrossScope1");
  });

  test("every fact is in exactly one disclosure, and every source of a figure is a fact of the report", () => {
    const ids = report.facts.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(report.sections.flatMap(({ fact_ids }) => fact_ids).toSorted()).toEqual(ids.toSorted());
    for (const { id, provenance } of report.facts) {
      for (const source of provenance.derived_from ?? []) expect(ids, id).toContain(source);
    }
  });
});
