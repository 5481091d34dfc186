import { describe, expect, test } from "vitest";
import { buildDocument } from "../../../../src/modules/reports/presentation/build-document.ts";
import type { ReportInputRow } from "../../../../src/modules/reports/datapoints/report-input.ts";
import { answer, measuredRow, reportSnapshot, scopeRow, yearFacts } from "../../../support/report-snapshots.ts";

const SCOPES = [scopeRow({ scope: 1 }), scopeRow({ scope: 2 })];

function report(inputs: readonly ReportInputRow[], language: "da" | "en" = "en", scopes = SCOPES) {
  const snapshot = reportSnapshot({ scopes }, { inputs });
  const document = buildDocument(snapshot, { standard_type: "vsme_comprehensive", language });
  return {
    document,
    section: (id: string) => document.sections.find((section) => section.id === id),
    missing: (id: string) => document.missing_inputs.find(({ datapoint }) => datapoint === id),
  };
}

const not = (datapoint: string, status: "omitted" | "not_applicable"): ReportInputRow => ({
  ...answer(datapoint, ""),
  value: null,
  status,
});

describe("what is missing", () => {
  test("is what the standard always asks for and nobody has given, with what depends on it", () => {
    const { missing, section } = report([]);
    // Turnover, the two intensities of scope 1 and 2, the two of all scopes, and two of them per million.
    expect(missing("Turnover")).toMatchObject({ datapoints_at_stake: 7, kg_co2e_at_stake: null });
    expect(missing("Scope1AndScope2GreenhouseGasEmissionsIntensityValueLocationBased")).toBeUndefined();
    expect(section("B3")?.missing.map(({ datapoint }) => datapoint)).toContain(
      "Scope1AndScope2GreenhouseGasEmissionsIntensityValueLocationBased",
    );
    expect(missing("GPSLocationOfSite")).toBeUndefined();
  });

  test("is the question of whether something applies, not what depends on its answer", () => {
    const { missing } = report([]);
    expect(missing("MustReportPollutants")).toMatchObject({ datapoints_at_stake: 6 });
    expect(missing("AmountOfEmissionToAir")).toBeUndefined();
    const { missing: after } = report([
      answer("MustReportPollutants", true),
      answer("PubliclyAvailableDisclosure", false),
    ]);
    expect(after("MustReportPollutants")).toBeUndefined();
    expect(after("AmountOfEmissionToAir")).toMatchObject({ datapoints_at_stake: 1 });
    expect(after("URLOrLinkToThePubliclyAvailableDisclosure")).toBeUndefined();
  });

  test("depends on the number of employees where the standard says so", () => {
    const rate = "EmployeeTurnoverRate";
    const gap = "PercentageGapInPayBetweenFemaleAndMaleEmployees";
    const missing = (employees: number) => {
      const found = report([answer("NumberOfEmployees", employees)]);
      return [found.missing(rate) !== undefined, found.missing(gap) !== undefined];
    };
    expect([missing(49), missing(50), missing(149), missing(150)]).toEqual([
      [false, false],
      [true, false],
      [true, false],
      [true, true],
    ]);
  });

  test("begins with the doubts of the ledger and goes on with what most depends on", () => {
    const measured = [measuredRow("purchases.water.supply", [null, null], { scope: 3, market_based_kg: "40" })];
    const snapshot = reportSnapshot(
      {
        ...yearFacts({ scopes: SCOPES, measured, months_with_data: 9, pending_review_count: 4 }),
        market_based_fallback_count: 3,
        market_based_fallback_kg: "812.5",
      },
      { is_year_over: false },
    );
    const { missing_inputs } = buildDocument(snapshot, { standard_type: "vsme_basic", language: "da" });
    const told = missing_inputs.filter(({ description }) => !/ukendt|ikke vides/.test(description));
    expect(told.slice(0, 5).map(({ datapoint, kg_co2e_at_stake }) => [datapoint, kg_co2e_at_stake])).toEqual([
      ["ledger", null],
      ["ledger", null],
      ["ledger", null],
      ["ledger", 812.5],
      ["TotalAmountOfWaterWithdrawnFromAllSites", 40],
    ]);
    expect(missing_inputs[1]?.description).toBe("Kun 9 af 12 måneder har emissionsposter");
    const stakes = told.slice(5).map(({ datapoints_at_stake }) => datapoints_at_stake);
    expect(stakes).toEqual(stakes.toSorted((a, b) => b - a));
  });
});

describe("the status of a disclosure", () => {
  test.each([
    ["B11", [], "missing_input"],
    ["B11", [answer("HasConvictionsOrFines", false)], "not_applicable"],
    [
      "B11",
      [
        answer("HasConvictionsOrFines", true),
        answer("TotalNumberOfConvictionsForTheViolationOfAntiCorruptionAndAntiBriberyLaws", 1),
        answer("TotalAmountOfFinesForTheViolationOfAnticorruptionAndAntibriberyLaws", 5000),
      ],
      "reported",
    ],
    [
      "B9",
      [
        not("NumberOfRecordableWorkRelatedAccidentsInTheReportingPeriod", "omitted"),
        not("RateOfRecordableWorkRelatedAccidentsInTheReportingPeriod", "omitted"),
        not("NumberOfFatalitiesAsAResultOfWorkRelatedInjuriesAndWorkRelatedIllHealth", "not_applicable"),
      ],
      "omitted",
    ],
    ["C5", [answer("NumberOfEmployees", 12)], "not_applicable"],
  ] as const)("%s", (id, inputs, status) => {
    expect(report(inputs).section(id)?.status).toBe(status);
  });
});

describe("what the company does not report", () => {
  test("is not in the report although the ledger knows it, and nothing is derived from it", () => {
    const omitted = [
      answer("Turnover", 1_000_000),
      not("GrossScope3GreenhouseGasEmissions", "omitted"),
      not("TotalGrossMarketBasedGHGEmissions", "omitted"),
    ];
    const { document, missing } = report(omitted, "en", [...SCOPES, scopeRow({ scope: 3, scope3_category: 1 })]);
    const ids = document.facts.map(({ id }) => id);
    expect(ids).not.toContain("GrossScope3GreenhouseGasEmissions");
    expect(ids).not.toContain("TotalMarketBasedGreenhouseGasEmissionsIntensityValue");
    expect(ids).toContain("TotalLocationBasedGreenhouseGasEmissionsIntensityValue");
    expect(missing("TotalGrossMarketBasedGHGEmissions")).toBeUndefined();
  });

  test("is listed in B1 as soon as a whole disclosure is left out", () => {
    const list = "ListOfOmittedDisclosuresDeemedToBeClassifiedOrSensitiveInformation";
    const value = (inputs: readonly ReportInputRow[]) =>
      report(inputs).document.facts.find(({ id }) => id === list)?.value;
    const water = [
      not("TotalAmountOfWaterWithdrawnFromAllSites", "omitted"),
      not("AmountOfWaterWithdrawnAtSitesLocatedInAreasOfHighWaterStress", "omitted"),
    ];
    expect(value([...water, answer("HasWaterConsumingProcesses", false)])).toEqual(["vsme:B6-WaterMember"]);
    // A part that is missing is not omitted; a part that is told is not either.
    expect(value(water.slice(1))).toBeUndefined();
    expect(value([...water, answer("HasWaterConsumingProcesses", true)])).toBeUndefined();
  });

  // A report that was frozen with an answer to the breakdown as a whole is rendered by it.
  test.each([
    ["one member of a breakdown", "waste:W-200102-Non-Hazardous-GlassMember", [1000]],
    ["a breakdown as a whole, of which no row is told either", null, []],
  ])("may be %s", (_name, member, told) => {
    const measured = [
      measuredRow("waste.operations.paper", ["1", "t"], { scope: 3 }),
      measuredRow("waste.operations.glass", ["2", "t"], { scope: 3 }),
    ];
    const recycled = "WasteDivertedToRecycleOrReuseMass";
    const snapshot = reportSnapshot(
      { scopes: SCOPES, measured },
      { inputs: [{ ...not(recycled, "omitted"), member }] },
    );
    const { facts } = buildDocument(snapshot, { standard_type: "vsme_basic", language: "en" });
    const rows = facts.filter(({ id }) => id.startsWith(recycled));
    expect(rows.map(({ value }) => value)).toEqual(told);
  });

  test("does not count as known when it is a question", () => {
    const { missing } = report([not("HasGovernanceBody", "omitted")]);
    expect(missing("HasGovernanceBody")).toBeUndefined();
    expect(missing("GenderDiversityRatioInGovernanceBody")).toBeUndefined();
  });
});
