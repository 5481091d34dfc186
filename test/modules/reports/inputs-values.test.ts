import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testApp, type TestApp } from "../../support/app.ts";
import { answersOverRest, type AnswersOverRest, refusedField } from "../../support/report-inputs.ts";

let app: TestApp;
let rest: AnswersOverRest;

beforeAll(async () => {
  app = await testApp();
  rest = answersOverRest(app, await app.key(await app.db.tenant()));
});
afterAll(() => app.close());

const TEXT = "DescriptionOfMainBusinessRelationships";
const SET = "SustainabilityIssueAddressedByPracticePolicyAndOrFutureInitiative";
const DAY = "DateOfAdoptionOfTransitionPlanForUndertakingNotHavingAdoptedTransitionPlanYet";
const YEAR = "GreenhouseGasEmissionReductionTargetYear";
const PAY_GAP = "PercentageGapInPayBetweenFemaleAndMaleEmployees";
const COVERED = "PercentageOfEmployeesCoveredByCollectiveBargainingAgreements";
const ACCIDENTS = "NumberOfRecordableWorkRelatedAccidentsInTheReportingPeriod";
const AIR = "AmountOfEmissionToAir";
const MEMBERS_OF_SET = ["vsme:ClimateChangeMember", "vsme:OwnWorkforceMember"];

interface Kept {
  readonly value: unknown;
}

describe("what is accepted is kept as it is", () => {
  test.each<[string, string, Record<string, unknown>]>([
    ["a number with decimals", "NumberOfEmployees", { value: 14.75 }],
    ["zero", ACCIDENTS, { value: 0 }],
    ["a large amount", "Turnover", { value: 999_999_999_999.25 }],
    ["a percentage", COVERED, { value: 81.25 }],
    ["women earning more", PAY_GAP, { value: -3.5 }],
    ["no", "HasGovernanceBody", { value: false }],
    ["a choice", "UndertakingsLegalForm", { value: "vsme:CooperativeMember" }],
    ["a set in the catalog's order", SET, { value: MEMBERS_OF_SET }],
    ["a leap day", DAY, { value: "2028-02-29" }],
    ["a year", YEAR, { value: "2030" }],
    ["a currency", "ReportCurrency", { value: "EUR" }],
    ["text of several lines in any script", TEXT, { value: "Træ, 木, עץ\n\t50 % 🌲" }],
    ["a member of a fixed axis", AIR, { member: "vsme:AmmoniaNH3Member", value: 12.5 }],
    ["a row of the company's own", "CityOfSite", { member: "DK_01-a", value: "Odense" }],
    ["a parameter of an energy carrier", "CarrierDensity", { member: "energy.stationary.natural_gas", value: 0.8 }],
    ["a country", "CountryOfSite", { member: "a", value: "country:DK" }],
  ])("%s", async (_name, datapoint, body) => {
    const answer = await rest.set(datapoint, body);
    expect(answer.status, answer.text).toBe(200);
    expect((answer.json() as unknown as Kept).value).toEqual(body["value"]);
  });

  test("a text is trimmed and has plain line breaks", async () => {
    const answer = await rest.set(TEXT, { value: "  One\r\ntwo\r\nthree \n" });
    expect((answer.json() as unknown as Kept).value).toBe("One\ntwo\nthree");
  });
});

describe("what does not fit is refused, by name and with a code", () => {
  test.each<[string, string, Record<string, unknown>, string]>([
    ["text for a number", "Turnover", { value: "1000" }, "value invalid_type"],
    ["a negative amount", "Turnover", { value: -0.01 }, "value out_of_range"],
    ["a number beyond all companies", "Turnover", { value: 1e16 }, "value out_of_range"],
    ["a number that nobody can measure", "Turnover", { value: 1e-300 }, "value out_of_range"],
    [
      "a text in which nothing is to be seen",
      "NameOfTheSubsidiary",
      { member: "a", value: "\u200B" },
      "value invalid_text",
    ],
    ["more than all employees in percent", COVERED, { value: 100.1 }, "value out_of_range"],
    ["a pay gap above 100 %", PAY_GAP, { value: 101 }, "value out_of_range"],
    ["half an accident", ACCIDENTS, { value: 0.5 }, "value not_whole"],
    ["text for yes", "HasGovernanceBody", { value: "true" }, "value invalid_type"],
    ["a choice that there is not", "UndertakingsLegalForm", { value: "ApS" }, "value unknown_member"],
    ["a member of another list", "UndertakingsLegalForm", { value: "country:DK" }, "value unknown_member"],
    ["one member for a set", SET, { value: "vsme:ClimateChangeMember" }, "value invalid_type"],
    ["an empty set", SET, { value: [] }, "value invalid_type"],
    ["a member twice", SET, { value: [MEMBERS_OF_SET[0], MEMBERS_OF_SET[0]] }, "value repeated"],
    ["a set with an unknown member", SET, { value: [MEMBERS_OF_SET[0], "__proto__"] }, "value unknown_member"],
    ["a day that there is not", DAY, { value: "2027-02-29" }, "value invalid_date"],
    ["a day in another form", DAY, { value: "31-12-2026" }, "value invalid_date"],
    ["a year as a number", YEAR, { value: 2030 }, "value invalid_year"],
    ["a currency that there is not", "ReportCurrency", { value: "DKR" }, "value invalid_format"],
    ["blank text", TEXT, { value: " \n " }, "value empty"],
    ["text that is too long", TEXT, { value: "x".repeat(20_001) }, "value too_big"],
    ["a control character", TEXT, { value: "a\u0007b" }, "value invalid_text"],
    ["text that turns its direction", TEXT, { value: "a\u202Eb" }, "value invalid_text"],
    ["what XML cannot carry", TEXT, { value: "a\uFFFFb" }, "value invalid_text"],
    ["two lines for an address", "AddressOfSite", { member: "a", value: "Kajvej 14\n2150" }, "value invalid_text"],
    ["a country as text", "CountryOfSite", { member: "a", value: "Denmark" }, "value unknown_member"],
    ["no value", "Turnover", {}, "value required"],
    ["a value that is omitted", "Turnover", { status: "omitted", note: "why", value: 1 }, "value not_reported"],
    ["an omission without a reason", "Turnover", { status: "omitted" }, "note required"],
    ["a member where there is no dimension", "Turnover", { member: "a", value: 1 }, "member no_dimension"],
    ["no member where there is one", AIR, { value: 1 }, "member required"],
    ["a pollutant that there is not", AIR, { member: "vsme:CoffeeMember", value: 1 }, "member unknown_member"],
    ["a key with a blank", "CityOfSite", { member: "the shop", value: "Odense" }, "member invalid_key"],
    ["a key with a path", "CityOfSite", { member: "../a", value: "Odense" }, "member invalid_key"],
    ["a carrier that there is not", "CarrierDensity", { member: "coal", value: 1 }, "member unknown_member"],
    ["what the ledger computes", "GrossScope1GreenhouseGasEmissions", { value: 1 }, "datapoint computed"],
    ["what follows from other answers", "BasisForPreparation", { value: "x" }, "datapoint computed"],
  ])("%s", async (_name, datapoint, body, refusal) => {
    expect(refusedField(await rest.set(datapoint, body))).toBe(`400 ${refusal}`);
  });

  test("and nothing of it is written", async () => {
    const { items } = (await rest.send("GET", "/report-inputs?report_year=2025&section=C9")).json();
    expect(items?.map(({ id }) => id)).toContain("GenderDiversityRatioInGovernanceBody");
    const before = await rest.get("GenderDiversityRatioInGovernanceBody");
    await rest.set("GenderDiversityRatioInGovernanceBody", { value: -1 });
    expect((await rest.get("GenderDiversityRatioInGovernanceBody")).text).toBe(before.text);
  });
});

test("a datapoint takes as many rows as a company has sites, and no more", async () => {
  const rows = (from: number, count: number) =>
    Array.from({ length: count }, (_, index) => ({
      datapoint: "PostalCodeOfSite",
      member: `site-${from + index}`,
      value: "5000",
    }));
  for (const from of [0, 500]) {
    const answer = await rest.setMany(rows(from, 500), 2024);
    expect(answer.status, answer.text.slice(0, 300)).toBe(200);
  }
  expect(refusedField(await rest.setMany(rows(1000, 1), 2024))).toBe("400 member too_many_rows");
  expect((await rest.setMany(rows(0, 10), 2024)).json()).toMatchObject({ new_version_count: 0 });
});
