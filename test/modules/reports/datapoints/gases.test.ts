import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { buildDocument } from "../../../../src/modules/reports/presentation/build-document.ts";
import type { ScopeFacts } from "../../../../src/modules/emissions/index.ts";
import { answer, reportSnapshot, scopeRow } from "../../../support/report-snapshots.ts";

type Inputs = NonNullable<Parameters<typeof reportSnapshot>[1]>["inputs"];

function report(scopes: readonly ScopeFacts[], inputs: Inputs = []) {
  const { facts, currency, scope3_categories } = buildDocument(reportSnapshot({ scopes }, { inputs }), {
    standard_type: "vsme_basic",
    language: "en",
  });
  return { value: (id: string) => facts.find((fact) => fact.id === id)?.value, facts, currency, scope3_categories };
}

const SCOPES = [
  scopeRow({ scope: 1, market_based_kg: "24500.4", biogenic_co2_kg: "1039.2", entry_count: 14 }),
  scopeRow({ scope: 2, market_based_kg: "12400", location_based_kg: "11200", entry_count: 12 }),
  scopeRow({ scope: 3, scope3_category: 1, market_based_kg: "100000", location_based_kg: "100000" }),
  scopeRow({ scope: 3, scope3_category: 6, market_based_kg: "20250", location_based_kg: "20250" }),
];

describe("greenhouse gases of B3", () => {
  test("are the ledger's scopes in tonnes, scope 2 both ways, with the entries behind them", () => {
    const { value, facts } = report(SCOPES);
    expect(value("GrossScope1GreenhouseGasEmissions")).toBe(24.5);
    expect(value("GrossLocationBasedScope2GreenhouseGasEmissions")).toBe(11.2);
    expect(value("GrossMarketBasedScope2GreenhouseGasEmissions")).toBe(12.4);
    expect(value("TotalGrossLocationBasedScope1AndScope2GHGEmissions")).toBe(35.7);
    expect(value("TotalGrossMarketBasedScope1AndScope2GHGEmissions")).toBe(36.9);
    expect(value("GrossScope3GreenhouseGasEmissions")).toBe(120.25);
    expect(value("TotalGrossLocationBasedGHGEmissions")).toBe(155.95);
    expect(value("TotalGrossMarketBasedGHGEmissions")).toBe(157.15);
    expect(value("BiogenicCO2Emissions")).toBe(1.039);
    expect(facts.find(({ id }) => id === "GrossScope1GreenhouseGasEmissions")?.provenance).toEqual({
      source: "ledger",
      entry_count: 14,
    });
  });

  test("tell scope 3 by category: a fact for those that have entries, a row for all", () => {
    const { facts, scope3_categories } = report(SCOPES);
    const rows = facts.filter(({ concept }) => concept === "cl:GrossScope3GreenhouseGasEmissionsByCategory");
    expect(rows).toMatchObject([
      {
        id: "GrossScope3GreenhouseGasEmissionsByCategory.Category1Member",
        label: "1. Purchased goods and services",
        value: 100,
        dimensions: { "cl:Scope3CategoryAxis": "cl:Category1Member" },
      },
      { label: "6. Business travel", value: 20.25 },
    ]);
    expect(scope3_categories).toHaveLength(15);
    expect(scope3_categories.reduce((sum, row) => sum + (row.value ?? 0), 0)).toBe(120.25);
    expect(scope3_categories.filter(({ value }) => value === null).every(({ status }) => status === "unknown")).toBe(
      true,
    );
  });

  test("are never taken from an answer", () => {
    const { value } = report(SCOPES, [answer("GrossScope1GreenhouseGasEmissions", 1)]);
    expect(value("GrossScope1GreenhouseGasEmissions")).toBe(24.5);
  });
});

describe("intensities", () => {
  test("are tonnes per unit of turnover, in the currency of the report, exact before they are rounded", () => {
    const { value, facts } = report(SCOPES, [answer("Turnover", 14_800_000)]);
    // 35,700.4 kg / 1,000 / 14.8 million
    expect(value("Scope1AndScope2GreenhouseGasEmissionsIntensityValueLocationBased")).toBe(0.000002412189);
    expect(value("TotalMarketBasedGreenhouseGasEmissionsIntensityValue")).toBe(0.00001061827);
    const fact = facts.find(({ id }) => id === "TotalMarketBasedGreenhouseGasEmissionsIntensityValue");
    expect(fact).toMatchObject({
      unit: "utr:tCO2e/iso4217:DKK",
      decimals: 12,
      provenance: { source: "derived", derived_from: ["Turnover", "TotalGrossMarketBasedGHGEmissions"] },
    });
  });

  test("are told per million, too, because people read these", () => {
    const { facts } = report(SCOPES, [answer("Turnover", 14_800_000)]);
    // 155,950.4 kg / 1,000 / 14.8
    expect(facts.find(({ id }) => id === "TotalIntensityPerMillionTurnover")).toMatchObject({
      concept: "cl:TotalIntensityPerMillionTurnover",
      value: 10.537,
      unit: "utr:tCO2e/cl:million DKK",
      decimals: 3,
    });
  });

  test("are given in the currency that the company says", () => {
    const { facts, currency } = report(SCOPES, [answer("Turnover", 23_500), answer("ReportCurrency", "EUR")]);
    expect(currency).toBe("EUR");
    expect(facts.find(({ id }) => id === "Turnover")?.unit).toBe("iso4217:EUR");
  });

  test.each([
    ["turnover is not given", []],
    ["turnover is zero", [answer("Turnover", 0)]],
    ["turnover is negative", [answer("Turnover", -5)]],
  ])("are not there when %s", (_name, inputs) => {
    const { value } = report(SCOPES, inputs);
    expect(value("Scope1AndScope2GreenhouseGasEmissionsIntensityValueLocationBased")).toBeUndefined();
  });
});

const KG = fc.integer({ min: 0, max: 50_000_000 }).map((grams) => (grams / 1000).toFixed(3));

test("totals are the sums of their parts, whatever the ledger holds", () => {
  const three = fc.array(KG, { minLength: 1, maxLength: 15 });
  const rows = fc.record({ one: KG, market: KG, location: KG, three });
  fc.assert(
    fc.property(rows, ({ one, market, location, three }) => {
      const { value } = report([
        scopeRow({ scope: 1, market_based_kg: one }),
        scopeRow({ scope: 2, market_based_kg: market, location_based_kg: location }),
        ...three.map((kg, index) => scopeRow({ scope: 3, scope3_category: index + 1, market_based_kg: kg })),
      ]);
      const of = (id: string) => Number(value(id));
      const both = of("TotalGrossMarketBasedScope1AndScope2GHGEmissions");
      const scope2 = of("GrossMarketBasedScope2GreenhouseGasEmissions");
      // Each figure is rounded by itself, to the kilogram: a sum of three may be off by less than two.
      expect(Math.abs(of("GrossScope1GreenhouseGasEmissions") + scope2 - both)).toBeLessThan(0.002);
      const all = of("TotalGrossMarketBasedGHGEmissions");
      expect(Math.abs(both + of("GrossScope3GreenhouseGasEmissions") - all)).toBeLessThan(0.002);
      const exact = [one, market, ...three].reduce((sum, kg) => sum + Math.round(Number(kg) * 1000), 0);
      expect(Math.abs(all * 1e6 - exact)).toBeLessThanOrEqual(501);
    }),
    { numRuns: 200 },
  );
});
