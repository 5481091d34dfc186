import { describe, expect, test } from "vitest";
import { buildDocument } from "../../../../src/modules/reports/presentation/build-document.ts";
import type { MeasuredFacts } from "../../../../src/modules/emissions/index.ts";
import { answer, measuredRow, reportSnapshot, scopeRow } from "../../../support/report-snapshots.ts";

type Inputs = NonNullable<Parameters<typeof reportSnapshot>[1]>["inputs"];

function report(measured: readonly MeasuredFacts[], inputs: Inputs = []) {
  const snapshot = reportSnapshot(
    { measured: measured.map((row) => ({ ...row, scope: 3 })), scopes: [scopeRow({ scope: 3 })] },
    { inputs, category_names: { "purchases.materials.wood": { en: "Wood", da: "Træ" } } },
  );
  const { facts, missing_inputs, sections } = buildDocument(snapshot, { standard_type: "vsme_basic", language: "en" });
  return {
    value: (id: string) => facts.find((fact) => fact.id === id)?.value,
    of: (concept: string) => facts.filter((fact) => fact.concept === `vsme:${concept}`),
    missing: (datapoint: string) => missing_inputs.find((one) => one.datapoint === datapoint),
    status: (id: string) => sections.find((section) => section.id === id)?.status,
  };
}

const WATER = "TotalAmountOfWaterWithdrawnFromAllSites";

describe("water of B6", () => {
  test("is what invoices measured, in m3", () => {
    const { value, missing } = report([
      measuredRow("purchases.water.supply", ["120.5", "m3"]),
      measuredRow("purchases.water.supply", ["500", "l"]),
    ]);
    expect(value(WATER)).toBe(121);
    expect(missing(WATER)).toBeUndefined();
  });

  test("is not told when a part of it was calculated from money, and says how much depends on it", () => {
    const { value, missing } = report([
      measuredRow("purchases.water.supply", ["120.5", "m3"], { market_based_kg: "20" }),
      measuredRow("purchases.water.supply", [null, null], { market_based_kg: "3.5" }),
    ]);
    expect(value(WATER)).toBeUndefined();
    expect(missing(WATER)).toMatchObject({ kg_co2e_at_stake: 23.5 });
  });

  test("follows the company's answer, and consumption is withdrawal less discharge", () => {
    const { value } = report(
      [measuredRow("purchases.water.supply", ["120", "m3"])],
      [
        answer(WATER, 300),
        answer("HasWaterConsumingProcesses", true),
        answer("WaterDischargeFromUndertakingProductionProcesses", 40.25),
      ],
    );
    expect([value(WATER), value("TotalWaterConsumption")]).toEqual([300, 259.75]);
  });

  test("has no consumption where the discharge is more than was withdrawn", () => {
    const { value, missing } = report(
      [measuredRow("purchases.water.supply", ["10", "m3"])],
      [answer("HasWaterConsumingProcesses", true), answer("WaterDischargeFromUndertakingProductionProcesses", 40)],
    );
    expect(value("TotalWaterConsumption")).toBeUndefined();
    expect(missing("TotalWaterConsumption")).toBeDefined();
  });
});

const PAPER = "W-200101-Non-Hazardous-PaperAndCardboardMember";
const MIXED = "W-200301-Non-Hazardous-MixedMunicipalWasteMember";

describe("waste of B7", () => {
  test("is told by European waste code and treatment, with totals by hazard", () => {
    const { value, of } = report([
      measuredRow("waste.operations.paper", ["1.8", "t"]),
      measuredRow("waste.operations.residual_incineration", ["600", "kg"]),
      measuredRow("waste.operations.residual_landfill", ["150", "kg"]),
      measuredRow("waste.operations.hazardous", ["12", "kg"]),
      measuredRow("waste.operations.wastewater", ["90", "m3"]),
    ]);
    expect(value(`WasteDivertedToRecycleOrReuseMass.${PAPER}`)).toBe(1800);
    expect(value(`WasteDirectedToDisposalMass.${MIXED}`)).toBe(750);
    expect(value(`TotalWasteRecycledReusedAndDirectedToDisposalMass.${MIXED}`)).toBe(750);
    expect(value("TotalHazardousWasteGeneratedMass")).toBe(12);
    expect(value("TotalNonHazardousWasteGeneratedMass")).toBe(2550);
    expect(value("TotalWasteGeneratedMass")).toBe(2562);
    expect(of("WasteDirectedToDisposalMass")[0]?.label).toBe(
      "Waste directed to disposal (mass): 20 03 01 - Non-Hazardous - Mixed municipal waste",
    );
  });

  test("of a kind whose treatment no invoice tells has a total only", () => {
    const { value, of } = report([measuredRow("waste.operations.construction", ["3", "t"])]);
    expect(of("WasteDirectedToDisposalMass")).toEqual([]);
    expect(of("TotalWasteRecycledReusedAndDirectedToDisposalMass").map((fact) => fact.value)).toEqual([3000]);
    expect(value("TotalNonHazardousWasteGeneratedMass")).toBe(3000);
  });

  test("of which a part was calculated from money has neither this kind nor the total", () => {
    const { value, missing } = report([
      measuredRow("waste.operations.paper", ["1.8", "t"]),
      measuredRow("waste.operations.residual_incineration", ["600", "kg"], { market_based_kg: "4" }),
      measuredRow("waste.operations.residual_incineration", [null, null], { market_based_kg: "2" }),
    ]);
    expect(value(`WasteDivertedToRecycleOrReuseMass.${PAPER}`)).toBe(1800);
    expect(value(`WasteDirectedToDisposalMass.${MIXED}`)).toBeUndefined();
    expect(value("TotalNonHazardousWasteGeneratedMass")).toBeUndefined();
    expect(missing("TotalNonHazardousWasteGeneratedMass")?.kg_co2e_at_stake).toBe(6);
  });

  test("follows the company's own breakdown, whose rows make the totals", () => {
    const { value, of } = report(
      [measuredRow("waste.operations.paper", ["1.8", "t"])],
      [
        answer("WasteDivertedToRecycleOrReuseMass", 4000, "waste:W-200101-Non-Hazardous-PaperAndCardboardMember"),
        answer("WasteDirectedToDisposalMass", 1000, "waste:W-200101-Non-Hazardous-PaperAndCardboardMember"),
        answer("WasteDirectedToDisposalMass", 70, "waste:W-130101-Hazardous-HydraulicOilsContainingPcbsMember"),
        answer("WasteDivertedToRecycleOrReuseMass", 0, "waste:W-130101-Hazardous-HydraulicOilsContainingPcbsMember"),
      ],
    );
    expect(value(`TotalWasteRecycledReusedAndDirectedToDisposalMass.${PAPER}`)).toBe(5000);
    expect(value("TotalHazardousWasteGeneratedMass")).toBe(70);
    expect(value("TotalNonHazardousWasteGeneratedMass")).toBe(5000);
    expect(value("TotalWasteGeneratedMass")).toBe(5070);
    const hazardous =
      "TotalWasteRecycledReusedAndDirectedToDisposalMass.W-130101-Hazardous-HydraulicOilsContainingPcbsMember";
    expect(of("TotalHazardousWasteGeneratedMass")[0]?.provenance.derived_from).toEqual([hazardous]);
  });
});

describe("materials of B7", () => {
  const measured = [
    measuredRow("purchases.materials.wood", ["22", "t"]),
    measuredRow("purchases.materials.glass", [null, null], { market_based_kg: "800" }),
  ];
  const significant = answer("OperatesWithSignificantMaterialFlows", true);

  test("are told of a company with significant flows, by name and weight; not weighed ones are missing", () => {
    const { of, value, missing } = report(measured, [significant]);
    expect(of("NameOfMaterialUsed").map((fact) => fact.value)).toEqual(["Wood"]);
    expect(value("WeightOfMaterialUsed.wood")).toBe(22_000);
    expect(value("TotalMassOfMaterialUsed")).toBeUndefined();
    expect(missing("TotalMassOfMaterialUsed")).toMatchObject({ kg_co2e_at_stake: 800, datapoints_at_stake: 1 });
  });

  test("are not told of any other company", () => {
    const { of } = report(measured, [answer("OperatesWithSignificantMaterialFlows", false)]);
    expect(of("WeightOfMaterialUsed")).toEqual([]);
  });

  test("follow the company's own list", () => {
    const { of, value } = report(measured, [
      significant,
      answer("NameOfMaterialUsed", "Packaging", "1"),
      answer("WeightOfMaterialUsed", 1500, "1"),
    ]);
    expect(of("NameOfMaterialUsed").map((fact) => fact.value)).toEqual(["Packaging"]);
    expect(value("TotalMassOfMaterialUsed")).toBe(1500);
  });
});
