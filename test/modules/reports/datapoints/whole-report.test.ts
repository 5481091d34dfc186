import { describe, expect, test } from "vitest";
import { buildDocument } from "../../../../src/modules/reports/presentation/build-document.ts";
import { vsmeCatalog } from "../../../../src/modules/reports/datapoints/catalog.ts";
import type { Datapoint } from "../../../../src/modules/reports/datapoints/datapoint.ts";
import { GAS_SOURCES, STATED_NONE } from "../../../../src/modules/reports/datapoints/known-gases.ts";
import type { Fact, FactValue } from "../../../../src/modules/reports/datapoints/fact.ts";
import { reportDocument } from "../../../../src/modules/reports/presentation/report-document.ts";
import { answer, measuredRow, reportSnapshot, scopeRow, target } from "../../../support/report-snapshots.ts";

const catalog = vsmeCatalog();

/** Questions that are answered with no the second time, so that the other branch of the standard is told. */
const OTHER_BRANCH = new Set(["PubliclyAvailableDisclosure", "HasTransitionPlan"]);

/** Values that conditions ask for. */
const CHOSEN: Readonly<Record<string, FactValue>> = {
  NumberOfEmployees: 200,
  // Parts that add up to their wholes: what contradicts itself is told as missing.
  NumberOfMaleEmployees: 170,
  NumberOfPermanentContractEmployees: 190,
  NumberOfEmployeesForCountryOfEmploymentContract: 200,
  TotalRevenuesDerivedFromFossilFuelCoalOilAndGasSector: 30,
  BasisForReporting: "vsme:ConsolidatedMember",
  ReportCurrency: "EUR",
  Turnover: 1_000_000,
  TotalEnergyConsumption: 80,
  TotalAmountOfWaterWithdrawnFromAllSites: 20,
  AverageHourlyPayOfFemaleEmployees: 190,
  AverageHourlyPayOfMaleEmployees: 200,
  GreenhouseGasEmissionReductionTargetBaseYear: "2020",
  GreenhouseGasEmissionReductionTargetYear: "2030",
  TypeOfContentCoveredByTheCodeOfConductOrHumanRightsPolicyForItsOwnWorkforce: ["vsme:OtherContentMember"],
  TypeOfHumanRightRelatedToTheConfirmedIncident: ["vsme:OtherContentMember"],
};

function valueOf(row: Datapoint, isSecond: boolean): FactValue {
  const chosen = CHOSEN[row.id];
  if (chosen !== undefined) return chosen;
  if (row.id === "UndertakingsLegalForm") {
    return isSecond ? "vsme:CooperativeMember" : "vsme:OtherUndertakingsLegalFormMember";
  }
  const [member = ""] = [...(catalog.lists.get(row.value_list ?? "")?.keys() ?? [])];
  switch (row.kind) {
    case "number":
      return 10;
    case "boolean":
      return !(isSecond && OTHER_BRANCH.has(row.id));
    case "enumeration":
      return member;
    case "enumeration_set":
      return [member];
    case "date":
      return "2027-06-30";
    case "year":
      return "2030";
    default:
      return `Text of ${row.id}`;
  }
}

function memberOf({ axis_list }: Datapoint): string | null {
  // What the ledger has entries of cannot be stated to be none.
  if (axis_list === "emission_source") return "cl:BiogenicCO2Member";
  if (axis_list === null || axis_list === "typed") return axis_list === null ? null : "row-1";
  return [...(catalog.lists.get(axis_list)?.keys() ?? [])][0] ?? null;
}

function everythingAnswered(isSecond: boolean) {
  const rows = catalog.datapoints.filter(({ source }) => source !== "ledger" && source !== "derived");
  const others = GAS_SOURCES.filter((source) => /Category/.test(source) && source !== "cl:Category6Member");
  const inputs = [
    ...rows.map((row) => answer(row.id, valueOf(row, isSecond), memberOf(row))),
    ...others.map((source) => answer(STATED_NONE, "There is nothing of it.", source)),
  ];
  const snapshot = reportSnapshot(
    { scopes: [scopeRow({ scope: 1 }), scopeRow({ scope: 2 }), scopeRow({ scope: 3, scope3_category: 6 })] },
    { inputs },
  );
  return buildDocument(snapshot, { standard_type: "vsme_comprehensive", language: "da" });
}

function idsOf(facts: readonly Fact[], { id, axis_list }: Datapoint): readonly Fact[] {
  return facts.filter((fact) => (axis_list === null ? fact.id === id : fact.id.startsWith(`${id}.`)));
}

describe("a company that has answered everything", () => {
  const documents = [everythingAnswered(false), everythingAnswered(true)];

  test("reports every datapoint of the catalog that applies to it, and lacks none", () => {
    for (const document of documents) {
      reportDocument.parse(document);
      expect(document.sections.map(({ id, missing }) => [id, missing])).toEqual(
        document.sections.map(({ id }) => [id, []]),
      );
      expect(document.missing_inputs).toEqual([]);
    }
    const facts = documents.flatMap((document) => document.facts);
    const reported = catalog.datapoints.filter(({ requirement }) => requirement !== "helper");
    expect(reported.filter((row) => idsOf(facts, row).length === 0).map(({ id }) => id)).toEqual([]);
  });

  test("never reports what only serves other figures", () => {
    const helpers = catalog.datapoints.filter(({ requirement }) => requirement === "helper");
    expect(helpers.length).toBeGreaterThan(10);
    const facts = documents.flatMap((document) => document.facts);
    expect(helpers.filter((row) => idsOf(facts, row).length > 0)).toEqual([]);
  });

  test("has each fact once, in one disclosure, with unit and digits as the catalog says", () => {
    for (const { facts, sections } of documents) {
      const ids = facts.map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      expect(sections.flatMap(({ fact_ids }) => fact_ids)).toEqual(ids);
      for (const { kind, unit, decimals, value, value_label } of facts) {
        expect(unit === null).toBe(kind !== "number");
        expect(decimals === null).toBe(kind !== "number");
        if (typeof value === "number") expect(Number(value.toFixed(decimals ?? 0))).toBe(value);
        expect(value_label !== null).toBe(["boolean", "enumeration", "enumeration_set"].includes(kind));
      }
    }
  });

  test("tells the figures of a target of the target's years, everything else of the report year", () => {
    const periods = new Map(documents[0]?.facts.map(({ id, period }) => [id, period]));
    expect(periods.get("GrossScope1GreenhouseGasEmissions")).toEqual({ from: "2025-01-01", to: "2025-12-31" });
    expect(periods.get("GrossScope1GreenhouseGasEmissions.BaselineYearMember")).toEqual({
      from: "2020-01-01",
      to: "2020-12-31",
    });
    expect(periods.get("GrossScope1GreenhouseGasEmissions.TargetYearMember")).toMatchObject({ from: "2030-01-01" });
    expect(periods.get("NumberOfEmployees")).toEqual({ instant: "2025-12-31" });
  });
});

test("the basic module has no disclosure of the comprehensive one and says so", () => {
  const snapshot = reportSnapshot({ scopes: [scopeRow({ scope: 1 })] }, { targets: [target()] });
  const basic = buildDocument(snapshot, { standard_type: "vsme_basic", language: "en" });
  expect(basic.sections.map(({ id }) => id)).toEqual(Array.from({ length: 11 }, (_, index) => `B${index + 1}`));
  expect(basic.facts.filter(({ section }) => section.startsWith("C"))).toEqual([]);
  expect(basic.facts.find(({ id }) => id === "BasisForPreparation")).toMatchObject({
    value: "vsme:OptionABasicModuleOnlyMember",
    value_label: "Option A (Basic Module only)",
  });
});

test("rows keep the company's own keys apart, whatever is in them", () => {
  const keys = ["a", "x:a", "", "a b", "A", "../a", "10", "1a", "9", "010"];
  const inputs = keys.map((key) => answer("CityOfSite", `City ${key}`, key));
  const { facts } = buildDocument(reportSnapshot({ scopes: [scopeRow({ scope: 1 })] }, { inputs }), {
    standard_type: "vsme_basic",
    language: "en",
  });
  const cities = facts.filter(({ concept }) => concept === "vsme:CityOfSite");
  expect(new Set(cities.map(({ id }) => id)).size).toBe(keys.length);
  expect(cities.map(({ dimensions }) => dimensions["vsme:IdentifierOfSiteTypedAxis"])).toEqual([
    "9",
    "010",
    "10",
    "",
    "../a",
    "1a",
    "A",
    "a",
    "a b",
    "x:a",
  ]);
});

test("the same snapshot gives the same document, byte for byte, in whichever order the answers were read", () => {
  const inputs = [
    answer("CityOfSite", "Odense", "10"),
    answer("CityOfSite", "Aarhus", "2"),
    answer("Turnover", 5),
    answer("WeightOfMaterialUsed", 5, "b"),
    answer("WeightOfMaterialUsed", 7, "a"),
    answer("OperatesWithSignificantMaterialFlows", true),
  ];
  const measured = [measuredRow("energy.electricity.grid_dk", ["5000", "kWh"])];
  const texts = [inputs, inputs.toReversed()].map((rows) => {
    const snapshot = reportSnapshot({ scopes: [scopeRow({ scope: 2 })], measured }, { inputs: rows });
    const { snapshot_id, ...document } = buildDocument(snapshot, { standard_type: "vsme_basic", language: "en" });
    expect(snapshot_id).toMatch(/^[0-9a-f]{64}$/);
    return JSON.stringify(document);
  });
  expect(texts[0]).toBe(texts[1]);
  expect(texts[0]?.indexOf("Aarhus")).toBeLessThan(texts[0]?.indexOf("Odense") ?? -1);
});
