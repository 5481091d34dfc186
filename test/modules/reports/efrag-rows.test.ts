import { describe, expect, test } from "vitest";
import { fillEfragTemplate } from "../../../src/modules/reports/forms/efrag/fill-template.ts";
import { documentOf, fact, filled } from "../../support/efrag-filled.ts";
import { fixtureTemplate } from "../../support/efrag-fixture.ts";

const GENERAL = "General Information";
const ENVIRONMENT = "Environmental Disclosures";

describe("rows of a template", () => {
  test("sites have one number in all tables, in the order of the report", async () => {
    const site = (key: string) => ({ "typed vsme:IdentifierOfSiteTypedAxis": `<vsme:TYP>${key}</vsme:TYP>` });
    const at = await filled([
      fact("CityOfSite", "Vejle", site("works")),
      fact("CityOfSite", "Aarhus", site("shop")),
      fact("AreaOfSiteInBiodiversitySensitiveArea", "1.5", { ...site("shop"), units: "utr:ha" }),
      fact("SiteLocatedNearABiodiversitySensitiveArea", "True", { ...site("shop"), transform: "fixed-true" }),
    ]);
    expect([at(GENERAL, "F406"), at(GENERAL, "F407")]).toEqual(["Vejle", "Aarhus"]);
    expect([at(ENVIRONMENT, "C188"), at(ENVIRONMENT, "G188"), at(ENVIRONMENT, "K188")]).toEqual(["2", "1.5", "true"]);
    expect(at(ENVIRONMENT, "C186")).toBe("hectares (ha)");
    expect(at(ENVIRONMENT, "G184")).toBe("true");
  });

  test("one kind of waste by mass and by volume takes two rows", async () => {
    const axis = { "vsme:TypeOfWasteAxis": "waste:W-200101-Non-Hazardous-PaperAndCardboardMember" };
    const at = await filled([
      fact("WasteDivertedToRecycleOrReuseMass", "1200", { ...axis, units: "utr:kg" }),
      fact("WasteDirectedToDisposalVolume", "3", { ...axis, units: "utr:m3" }),
    ]);
    expect([at(ENVIRONMENT, "J323"), at(ENVIRONMENT, "G323")]).toEqual(["1200", "kilograms (kg)"]);
    expect([at(ENVIRONMENT, "K324"), at(ENVIRONMENT, "G324")]).toEqual(["3", "cubic meters (m3)"]);
    expect(at(ENVIRONMENT, "D323")).toBe(at(ENVIRONMENT, "D324"));
  });

  test("more rows than the template has are refused, none is dropped", async () => {
    const subsidiaries = Array.from({ length: 101 }, (_, index) =>
      fact("NameOfTheSubsidiary", `S${index}`, {
        "typed vsme:IdentifierOfSubsidiaryTypedAxis": `<vsme:TYP>${index}</vsme:TYP>`,
      }),
    );
    await expect(fillEfragTemplate(documentOf(subsidiaries), fixtureTemplate())).rejects.toThrow(
      /has 100 rows .* has 101/,
    );
    const at = await filled(subsidiaries.slice(0, 100));
    expect(at(GENERAL, "D391")).toBe("S99");
  });

  test("disclosures that are kept back are ticked, a whole disclosure with all of its parts", async () => {
    const concept = "ListOfOmittedDisclosuresDeemedToBeClassifiedOrSensitiveInformation";
    const at = await filled([{ ...fact(concept, ""), value: ["vsme:B6-WaterMember", "vsme:B8GenderMember"] }]);
    const boxes = (cells: readonly string[]) => cells.map((cell) => at("Table of Contents & Validation", cell));
    expect(boxes(["D30", "D31", "D39"])).toEqual(["true", "true", "true"]);
    expect(boxes(["D21", "D33", "D38"])).toEqual([null, null, null]);
  });

  test("fuels that the template converts alike stand there by name, all others by their energy", async () => {
    const carrier = { unit: "l", source: "invoices", name: "" };
    const at = await filled(
      [
        fact("EnergyConsumptionFromFuels", "17.033"),
        fact("EnergyConsumptionFromFuels", "5", {
          "vsme:BreakdownOfEnergyConsumptionAxis": "vsme:RenewableEnergyMember",
        }),
      ],
      {
        energy_carriers: [
          {
            ...carrier,
            carrier: "transport.own.diesel",
            renewable: false,
            quantity: 600,
            mwh: 6.02,
            density_kg_per_litre: 0.84,
            net_calorific_value_tj_per_gg: 43,
          },
          {
            ...carrier,
            carrier: "transport.own.offroad",
            renewable: false,
            quantity: 400,
            mwh: 4.013,
            density_kg_per_litre: 0.84,
            net_calorific_value_tj_per_gg: 43,
          },
          {
            ...carrier,
            carrier: "transport.own.petrol",
            renewable: false,
            quantity: 220,
            mwh: 2,
            density_kg_per_litre: 0.7,
            net_calorific_value_tj_per_gg: 44.3,
          },
          {
            ...carrier,
            carrier: "energy.stationary.straw",
            renewable: true,
            quantity: 1,
            mwh: 5,
            density_kg_per_litre: null,
            net_calorific_value_tj_per_gg: 14.5,
          },
        ],
      },
    );
    const row = (number: number) => ["A", "B", "C"].map((column) => at("Fuel Converter", `${column}${number}`));
    expect(row(10)).toEqual(["Gas/Diesel oil", "L - Liter", "1000"]);
    expect(row(11)).toEqual(["Other 1", "t - tonne", "5"]);
    expect(row(12)).toEqual(["Other 2", "t - tonne", "2"]);
    expect(["B52", "C52", "F52"].map((cell) => at("Fuel Conversion Parameters", cell))).toEqual([
      "Solid",
      "3.6",
      "Renewable",
    ]);
    expect(at("Fuel Conversion Parameters", "F53")).toBe("Non-renewable");
    expect(at("Fuel Converter", "D23")).toBe("true");
  });
});
