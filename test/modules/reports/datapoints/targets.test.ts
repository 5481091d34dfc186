import { describe, expect, test } from "vitest";
import { buildDocument } from "../../../../src/modules/reports/presentation/build-document.ts";
import type { YearScopeFacts } from "../../../../src/modules/emissions/index.ts";
import { answer, reportSnapshot, scopeRow, target } from "../../../support/report-snapshots.ts";

type Given = NonNullable<Parameters<typeof reportSnapshot>[1]>;

function report(given: Given, years: readonly YearScopeFacts[] = []) {
  const snapshot = reportSnapshot({ scopes: [scopeRow({ scope: 1 })], years }, given);
  const document = buildDocument(snapshot, { standard_type: "vsme_comprehensive", language: "en" });
  const c3 = document.facts.filter(({ section }) => section === "C3");
  return {
    facts: Object.fromEntries(c3.map(({ id, value }) => [id, value])),
    listed: document.targets,
    section: document.sections.find(({ id }) => id === "C3"),
  };
}

const BASE_YEAR = "GreenhouseGasEmissionReductionTargetBaseYear";
const BOTH = "TotalGrossMarketBasedScope1AndScope2GHGEmissions";

describe("the targets of C3", () => {
  test("give base year, target year, both values in tonnes and the reduction", () => {
    expect(report({ targets: [target()] }).facts).toMatchObject({
      HasReductionTargets: true,
      [BASE_YEAR]: "2024",
      GreenhouseGasEmissionReductionTargetYear: "2030",
      [`${BOTH}.BaselineYearMember`]: 48,
      [`${BOTH}.TargetYearMember`]: 24,
      ReductionTargetPercent: 50,
    });
  });

  test.each([
    ["1", "market_based", "GrossScope1GreenhouseGasEmissions"],
    ["2", "location_based", "GrossLocationBasedScope2GreenhouseGasEmissions"],
    ["2", "market_based", "GrossMarketBasedScope2GreenhouseGasEmissions"],
    ["3", "market_based", "GrossScope3GreenhouseGasEmissions"],
    ["1+2", "location_based", "TotalGrossLocationBasedScope1AndScope2GHGEmissions"],
    ["all", "market_based", "TotalGrossMarketBasedGHGEmissions"],
  ] as const)("of scope %s, %s, are values of %s", (scope, scope2_method, concept) => {
    const { facts } = report({ targets: [target({ scope, scope2_method })] });
    expect(facts[`${concept}.BaselineYearMember`]).toBe(48);
    expect(facts[`${concept}.TargetYearMember`]).toBe(24);
  });

  test("of two scopes with the same years add up", () => {
    const targets = [
      target({ scope: "1", baseline_emissions: 30_000, target_emissions: 15_000 }),
      target({ scope: "2", baseline_emissions: 18_000, target_emissions: 3_000 }),
    ];
    const { facts } = report({ targets });
    expect(facts[`${BOTH}.BaselineYearMember`]).toBe(48);
    expect(facts[`${BOTH}.TargetYearMember`]).toBe(18);
  });

  test("are those of the widest one's years; one of a category and an intensity are only listed", () => {
    const targets = [
      target({ name: "Flights", category: "transport.travel", scope: "3", target_year: 2028 }),
      target({ name: "Per revenue", target_type: "intensity", intensity_metric: "DKK million", scope: "all" }),
      target({ name: "Vans", scope: "1", target_year: 2027 }),
      target(),
    ];
    const { facts, listed } = report({ targets });
    expect(facts["GreenhouseGasEmissionReductionTargetYear"]).toBe("2030");
    expect(facts["GrossScope1GreenhouseGasEmissions.TargetYearMember"]).toBeUndefined();
    expect(listed.map(({ name }) => name)).toEqual(["Flights", "Per revenue", "Vans", "Halve scope 1 and 2 by 2030"]);
  });

  test("yield to answers that describe another pair of years, as a whole", () => {
    const inputs = [
      answer(BASE_YEAR, "2020"),
      answer("GreenhouseGasEmissionReductionTargetYear", "2030"),
      answer("GrossScope1GreenhouseGasEmissions.BaselineYearMember", 150),
      answer("GrossLocationBasedScope2GreenhouseGasEmissions.BaselineYearMember", 75),
      answer("GrossScope3GreenhouseGasEmissions.BaselineYearMember", 300),
    ];
    const { facts } = report({ targets: [target()], inputs });
    expect(facts[BASE_YEAR]).toBe("2020");
    expect(facts[`${BOTH}.BaselineYearMember`]).toBeUndefined();
    // EFRAG's example: 150 + 75 = 225, + 300 = 525.
    expect(facts["TotalGrossLocationBasedScope1AndScope2GHGEmissions.BaselineYearMember"]).toBe(225);
    expect(facts["TotalGrossLocationBasedGHGEmissions.BaselineYearMember"]).toBe(525);
  });
});

describe("the scopes of the base year", () => {
  const whole = 0b1111_1111_1111;
  const years = (month_mask: number): YearScopeFacts[] => [
    { year: 2024, scope: 1, market_based_kg: "30000", location_based_kg: "30000", month_mask },
    { year: 2024, scope: 2, market_based_kg: "18000", location_based_kg: "15000", month_mask },
    { year: 2024, scope: 3, market_based_kg: "90000", location_based_kg: "90000", month_mask },
  ];

  test("are the ledger's where it has the whole year and the target's base is its sum", () => {
    const { facts } = report({ targets: [target({ baseline_months: 12 })] }, years(whole));
    expect(facts["GrossScope1GreenhouseGasEmissions.BaselineYearMember"]).toBe(30);
    expect(facts["GrossLocationBasedScope2GreenhouseGasEmissions.BaselineYearMember"]).toBe(15);
    expect(facts["GrossScope3GreenhouseGasEmissions.BaselineYearMember"]).toBe(90);
    expect(facts["TotalGrossLocationBasedGHGEmissions.BaselineYearMember"]).toBe(135);
  });

  test.each([
    ["the ledger lacks a month", target(), whole - 1],
    ["the base was stated otherwise", target({ baseline_emissions: 52_000 }), whole],
  ])("are not told when %s", (_name, one, mask) => {
    const { facts } = report({ targets: [one] }, years(mask));
    expect(facts["GrossScope1GreenhouseGasEmissions.BaselineYearMember"]).toBeUndefined();
  });
});

describe("without targets", () => {
  test("the question is asked, and nothing else of C3 that depends on it", () => {
    const { section } = report({});
    const [first] = section?.missing ?? [];
    expect(first).toMatchObject({ datapoint: "HasReductionTargets" });
    expect(first?.datapoints_at_stake).toBeGreaterThan(20);
    expect(section?.missing.map(({ datapoint }) => datapoint)).not.toContain(BASE_YEAR);
  });

  test("answered with no they do not apply", () => {
    const inputs = [answer("HasReductionTargets", false), answer("OperatesInHighClimateImpactSectors", false)];
    expect(report({ inputs }).section).toMatchObject({ status: "not_applicable", missing: [] });
  });
});

test("main actions are the tiltag of the plans that the company follows, unless it tells its own", () => {
  const planned = [
    { name: "Heat plan", category_id: "energy.heat", start_year: 2026 },
    { name: "Electric vans", category_id: null, start_year: 2027 },
  ];
  const id = "DisclosureOfListOfMainActionsTheEntitySeeksInOrderToAchieveItsTargets";
  expect(report({ targets: [target()], planned }).facts[id]).toBe("2026: Heat plan\n2027: Electric vans");
  expect(report({ targets: [target()], planned, inputs: [answer(id, "Our own words")] }).facts[id]).toBe(
    "Our own words",
  );
});
