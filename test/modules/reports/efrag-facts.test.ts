import { describe, expect, test } from "vitest";
import type { Fact } from "../../../src/modules/reports/datapoints/fact.ts";
import { reportFacts } from "../../../src/modules/reports/datapoints/report-facts.ts";
import { factOfSample, readSampleFacts } from "../../support/efrag-sample.ts";
import { ownValue, rowOf, sampleSnapshot } from "../../support/efrag-snapshot.ts";
import { sharedFile } from "../../support/shared-data.ts";

const bytes = sharedFile("efrag-vsme-template-1.3.0-facts.json");

/** Every fact of the sample whose value is another one here, with ours and the reason. Nothing else may differ. */
const OTHER_VALUES: Readonly<Record<string, readonly [ours: Fact["value"], reason: string]>> = {
  TotalLocationBasedGreenhouseGasEmissionsIntensityValue: [0.014893617021, "12 decimals instead of all 17 digits"],
  "EnergyConsumptionFromFuels.NonRenewableEnergyMember": [
    10.033,
    "to the kWh; EFRAG multiplies TJ by 277.778, not by 1,000/3.6",
  ],
  "EnergyConsumptionFromFuels.RenewableEnergyMember": [6.375, "to the kWh; the same factor"],
  EnergyConsumptionFromFuels: [16.408, "to the kWh; the same factor"],
  EmployeeTurnoverRate: [28.41, "percentages have 2 decimals"],
  PercentageOfEmployeesCoveredByCollectiveBargainingAgreements: [92.72, "percentages have 2 decimals"],
  ListOfOmittedDisclosuresDeemedToBeClassifiedOrSensitiveInformation: [
    ["vsme:B6-WaterMember"],
    "a disclosure that is kept back as a whole stands for its parts, which EFRAG's template lists as well",
  ],
};

/** Facts of the sample that a report of the same figures does not have. */
const MISSING: Readonly<Record<string, string>> = {
  TotalHazardousWasteGeneratedVolume:
    "the template says 0 m3 where all waste is given by mass; nothing is said of volumes here",
  TotalNonHazardousWasteGeneratedVolume: "the same",
  TotalWasteGeneratedVolume: "the same",
};

/** Facts of ours that the sample does not have. */
const MORE: Readonly<Record<string, string>> = {
  GrossMarketBasedScope2GreenhouseGasEmissions:
    "the ledger always has scope 2 both ways; the sample leaves the optional one out",
  TotalGrossMarketBasedScope1AndScope2GHGEmissions: "follows from it",
  TotalGrossMarketBasedGHGEmissions: "follows from it",
  TotalMarketBasedGreenhouseGasEmissionsIntensityValue: "follows from it",
  Scope1AndScope2GreenhouseGasEmissionsIntensityValueLocationBased: "the template drops it where scope 3 is reported",
  Scope1AndScope2GreenhouseGasEmissionsIntensityValueMarketBased: "the same",
};

function key({ concept, dimensions }: Fact): string {
  return [concept.slice(concept.indexOf(":") + 1), ...Object.values(dimensions).map(localName)].join(".");
}

function localName(member: string): string {
  return member.replace(/^vsme:/, "");
}

/** Sets have no order. */
function comparable(value: Fact["value"]): Fact["value"] {
  return Array.isArray(value) ? value.toSorted() : value;
}

describe.skipIf(bytes === null)("the facts of EFRAG's sample, from a ledger and answers", () => {
  const sample = readSampleFacts(bytes ?? Buffer.from('{"facts":[]}'));
  const expected = sample.map(factOfSample);
  const facts = reportFacts(sampleSnapshot(sample), { standard_type: "vsme_comprehensive", language: "en" }).facts;
  const ours = new Map(facts.map((fact) => [key(fact), fact]));

  test("the sample has 144 facts, no two with the same concept and members", () => {
    expect(new Set(expected.map(key)).size).toBe(144);
  });

  test("each of them comes out with its concept, members, value, unit and kind of period, or is named with the reason", () => {
    const missing: string[] = [];
    const values: Record<string, Fact["value"]> = {};
    for (const fact of expected) {
      const row = rowOf(fact);
      const own = ours.get(key(fact));
      if (own === undefined) {
        missing.push(key(fact));
        continue;
      }
      expect([key(own), own.dimensions, own.kind]).toEqual([key(fact), fact.dimensions, fact.kind]);
      expect([key(own), Object.keys(own.period)]).toEqual([key(fact), Object.keys(fact.period)]);
      expect([key(own), own.unit]).toEqual([key(fact), reportUnit(fact, row.unit)]);
      const [a, b] = [comparable(own.value), comparable(ownValue(fact, row))];
      if (JSON.stringify(a) !== JSON.stringify(b)) values[key(fact)] = a;
    }
    expect(missing.toSorted()).toEqual(Object.keys(MISSING).toSorted());
    expect(values).toEqual(Object.fromEntries(Object.entries(OTHER_VALUES).map(([name, [value]]) => [name, value])));
  });

  test("figures of the base year and of the target year are of those years", () => {
    const periods = (member: string) =>
      facts.filter(({ dimensions }) => dimensions["vsme:ReportingScopesAxis"] === member).map(({ period }) => period);
    const [base, target] = [periods("vsme:BaselineYearMember"), periods("vsme:TargetYearMember")];
    expect(base.length + target.length).toBe(10);
    expect(new Set(base.map((period) => JSON.stringify(period)))).toEqual(
      new Set([JSON.stringify({ from: "2020-01-01", to: "2020-12-31" })]),
    );
    expect(new Set(target.map((period) => JSON.stringify(period)))).toEqual(
      new Set([JSON.stringify({ from: "2030-01-01", to: "2030-12-31" })]),
    );
  });

  test("what comes out beside them is the service's own, or named with the reason", () => {
    const known = new Set(expected.map(key));
    const more = facts.filter((fact) => fact.concept.startsWith("vsme:") && !known.has(key(fact))).map(key);
    expect(more.toSorted()).toEqual(Object.keys(MORE).toSorted());
  });
});

/** Waste and pollutants are in kg and areas in ha here; the sample chooses a unit for each row. */
function reportUnit({ unit }: Fact, own: string | null): string | null {
  const isChosen = (unit === "utr:t" && own === "utr:kg") || (unit === "utr:sqm" && own === "utr:ha");
  return isChosen ? own : unit;
}
