import { describe, expect, test } from "vitest";
import { helperAnswers } from "../../../src/modules/reports/forms/efrag/helper-answers.ts";
import type { ReportInputRow } from "../../../src/modules/reports/datapoints/report-input.ts";
import { fact, filled } from "../../support/efrag-filled.ts";

const SOCIAL = "Social Disclosures";
const ENVIRONMENT = "Environmental Disclosures";

function answer(datapoint: string, value: ReportInputRow["value"], status: ReportInputRow["status"] = "reported") {
  return { id: "0198c0de-0000-7000-8000-0000000000aa", datapoint, member: null, value, status, note: null };
}

describe("figures from which the template calculates", () => {
  test("only answers that are no datapoint of the report are handed over beside it", () => {
    const inputs = [
      answer("AverageHourlyPayOfMaleEmployees", 200),
      answer("AverageHourlyPayOfFemaleEmployees", null, "omitted"),
      answer("Turnover", 1_000_000),
    ];
    expect(helperAnswers(inputs)).toEqual([{ datapoint: "AverageHourlyPayOfMaleEmployees", member: null, value: 200 }]);
  });

  const answers = helperAnswers([
    answer("AverageHourlyPayOfMaleEmployees", 200),
    answer("AverageHourlyPayOfFemaleEmployees", 190),
    answer("TotalHoursWorked", 33_000),
  ]);
  const percent = { "numeric-scale": '"-2"' };

  test("they stand in the template's own cells, with the datapoint that follows", async () => {
    const facts = [
      fact("NumberOfEmployees", "20"),
      fact("PercentageGapInPayBetweenFemaleAndMaleEmployees", "5", percent),
      fact("RateOfRecordableWorkRelatedAccidentsInTheReportingPeriod", "0"),
    ];
    const at = await filled(facts, { answers });
    expect(["D148", "D149", "D150", "D141"].map((cell) => at(SOCIAL, cell))).toEqual(["200", "190", "0.05", "1650"]);
  });

  test("a datapoint that is kept back does not come out through the figures behind it", async () => {
    const at = await filled([fact("NumberOfEmployees", "20")], { answers });
    expect(["D148", "D149", "D150", "D141"].map((cell) => at(SOCIAL, cell))).toEqual([null, null, "-", null]);
  });

  test("where scope 3 is reported the template shows the intensity of all scopes only, and so it is filled", async () => {
    const intensity = fact("Scope1AndScope2GreenhouseGasEmissionsIntensityValueLocationBased", "0.01");
    const scope3 = fact("GrossScope3GreenhouseGasEmissions", "5");
    expect((await filled([intensity]))(ENVIRONMENT, "G66")).toBe("0.01");
    const both = await filled([intensity, scope3]);
    expect([both(ENVIRONMENT, "G66"), both(ENVIRONMENT, "D45")]).toEqual(["-", "5"]);
  });

  test("a transition plan is adopted, or planned for a day", async () => {
    const planned = await filled([
      { ...fact("DateOfAdoptionOfTransitionPlanForUndertakingNotHavingAdoptedTransitionPlanYet", "2027-06-30") },
    ]);
    expect(planned(ENVIRONMENT, "D57")).toBe("Adoption of a transition plan is planned in the future");
    expect(["I59", "I60", "I61"].map((cell) => planned(ENVIRONMENT, cell))).toEqual(["2027", "6", "30"]);
    const name =
      "DescriptionOfATransitionPlanForClimateChangeMitigationIncludingAnExplanationOfHowItIsContributingToReduceGhgEmissions";
    const adopted = await filled([fact(name, "Heat pumps by 2028.")]);
    expect(adopted(ENVIRONMENT, "D57")).toBe("A transition plan has already been adopted");
  });

  test("no reason for an exclusion from benchmarks is made up: only a plain no is ticked", async () => {
    const name = "UndertakingsAreExcludedFromAnyEuReferenceBenchmarksThatAreAlignedWithTheParisAgreement";
    const no = await filled([fact(name, "NO", { transform: "fixed-false" })]);
    expect([no("Governance Disclosures", "H26"), no("Governance Disclosures", "H27")]).toEqual(["true", "NO"]);
    const yes = await filled([fact(name, "YES", { transform: "fixed-true" })]);
    expect(["H22", "H23", "H24", "H25", "H26"].map((cell) => yes("Governance Disclosures", cell))).toEqual(
      Array.from({ length: 5 }, () => null),
    );
    expect(yes("Governance Disclosures", "H27")).toBe("YES");
  });
});
