import { describe, expect, test } from "vitest";
import { buildDocument } from "../../../../src/modules/reports/presentation/build-document.ts";
import type { MeasuredFacts } from "../../../../src/modules/emissions/index.ts";
import { answer, measuredRow, reportSnapshot, scopeRow } from "../../../support/report-snapshots.ts";

type Inputs = Parameters<typeof reportSnapshot>[1];

/** Facts of B3 by id, for these quantities and answers. */
function energy(measured: readonly MeasuredFacts[], inputs: NonNullable<Inputs>["inputs"] = []) {
  const snapshot = reportSnapshot({ measured, scopes: [scopeRow({ scope: 1 })] }, { inputs });
  const document = buildDocument(snapshot, { standard_type: "vsme_basic", language: "en" });
  const values = new Map(document.facts.map(({ id, value }) => [id, value]));
  return {
    value: (id: string) => values.get(id),
    carriers: document.energy_carriers,
    missing: document.missing_inputs,
    facts: document.facts,
  };
}

const FUELS = "EnergyConsumptionFromFuels";
const ELECTRICITY = "EnergyConsumptionFromElectricity";
const HEAT = "EnergyConsumptionFromOtherPurchased";

describe("fuels become energy by mass x net calorific value", () => {
  // 1,000 l x 0.84 kg/l x 43 MJ/kg / 3,600 MJ/MWh, as EFRAG's template converts its example.
  test.each([
    ["litres", "transport.own.diesel", "1000", "l", 10.033],
    ["cubic metres of a liquid", "transport.own.diesel", "1", "m3", 10.033],
    ["tonnes", "energy.stationary.wood_pellets", "2", "t", 8.667],
    ["cubic metres of a gas", "energy.stationary.natural_gas", "1000", "Nm3", 9.333],
    ["kWh by net calorific value", "energy.stationary.heating_oil", "1500", "kWh_net", 1.5],
    ["kWh by gross calorific value", "energy.stationary.natural_gas", "1000", "kWh_gross", 0.903],
    ["HVO with parameters of its own", "transport.own.hvo", "1000", "l", 9.444],
  ])("%s", (_name, category_key, quantity, unit, mwh) => {
    const { value, carriers } = energy([measuredRow(category_key, [quantity, unit])]);
    expect(value(FUELS)).toBe(mwh);
    expect(carriers).toMatchObject([{ carrier: category_key, unit, mwh }]);
  });

  test.each([
    ["kilometres", "transport.own.car_km", "1000", "km"],
    ["a fuel without parameters", "energy.stationary.straw", "5", "t"],
    ["a category that the table does not know", "energy.fuel.other", "5", "t"],
    ["litres of a liquefied gas, whose density is that of the gas", "energy.stationary.propane", "100", "l"],
    ["kWh without saying by which calorific value", "energy.stationary.biogas", "100", "kWh"],
  ])("%s are not converted, and then there is neither a sum of fuels nor a total", (_name, key, quantity, unit) => {
    const { value, missing } = energy([
      measuredRow(key, [quantity, unit], { scope: 1, market_based_kg: "250.5" }),
      measuredRow("transport.own.diesel", ["1000", "l"]),
      measuredRow("energy.electricity.grid_dk", ["5000", "kWh"]),
    ]);
    expect([value(FUELS), value(`${FUELS}.NonRenewableEnergyMember`), value("TotalEnergyConsumption")]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(value(ELECTRICITY)).toBe(5);
    expect(missing[0]).toMatchObject({ datapoint: "ledger", kg_co2e_at_stake: 250.5 });
    expect(missing[0]?.description).toContain(unit);
    expect(missing.find(({ datapoint }) => datapoint === "TotalEnergyConsumption")?.kg_co2e_at_stake).toBe(250.5);
  });

  test("fuel that was calculated from money alone hides no energy", () => {
    const { value, missing, carriers } = energy([
      measuredRow("transport.own.diesel", ["1000", "l"]),
      measuredRow("transport.own.diesel", [null, null]),
    ]);
    expect(value(FUELS)).toBeUndefined();
    expect(carriers[1]).toMatchObject({ quantity: null, unit: "", mwh: null });
    expect(missing[0]?.description).toContain("no quantity");
  });

  test("refrigerants and process emissions are no fuels", () => {
    const { value, missing } = energy([
      measuredRow("energy.fugitive.r134a", ["3", "kg_gas"], { scope: 1 }),
      measuredRow("energy.process.other", ["3", "t"], { scope: 1 }),
      measuredRow("transport.own.diesel", ["1000", "l"]),
    ]);
    expect(value(FUELS)).toBe(10.033);
    const doubts = missing.filter(({ datapoint }) => datapoint === "ledger").map(({ description }) => description);
    expect(doubts.filter((text) => /MWh|biofuel/.test(text))).toEqual([]);
  });
});

describe("answers change the conversion", () => {
  test("the company's own calorific value and density go before the table", () => {
    const { value, carriers } = energy(
      [measuredRow("energy.stationary.natural_gas", ["1000", "Nm3"])],
      [
        answer("CarrierNetCalorificValue", 48.5, "energy.stationary.natural_gas"),
        answer("CarrierDensity", 0.00082, "energy.stationary.natural_gas"),
      ],
    );
    // 1,000 m3 x 0.82 kg/m3 x 48.5 MJ/kg / 3,600
    expect(value(FUELS)).toBe(11.047);
    expect(carriers).toMatchObject([{ source: "given by the company", net_calorific_value_tj_per_gg: 48.5 }]);
  });

  test("energy in MWh stands for all of a category that cannot be converted, once", () => {
    const { value, carriers } = energy(
      [
        measuredRow("transport.own.car_km", ["12000", "km"]),
        measuredRow("transport.own.car_km", [null, null]),
        measuredRow("transport.own.diesel", ["1000", "l"]),
      ],
      [answer("CarrierEnergy", 7.25, "transport.own.car_km")],
    );
    expect(value(FUELS)).toBe(17.283);
    expect(value("TotalEnergyConsumption")).toBe(17.283);
    expect(carriers.map(({ carrier, mwh }) => [carrier, mwh])).toEqual([
      ["transport.own.diesel", 10.033],
      ["transport.own.car_km", 7.25],
    ]);
  });

  test("a documented renewable share splits a carrier", () => {
    const { value, carriers } = energy(
      [measuredRow("energy.heat.district_heating", ["100", "MWh"])],
      [answer("CarrierRenewableShare", 62.5, "energy.heat.district_heating")],
    );
    expect([value(HEAT), value(`${HEAT}.RenewableEnergyMember`)]).toEqual([100, 62.5]);
    expect(value(`${HEAT}.NonRenewableEnergyMember`)).toBe(37.5);
    expect(value("RenewableShareOfEnergyConsumption")).toBe(62.5);
    expect(carriers).toMatchObject([
      { renewable: true, quantity: 62.5, unit: "MWh", mwh: 62.5 },
      { renewable: false, quantity: 37.5, unit: "MWh", mwh: 37.5 },
    ]);
  });

  test("an answered sum replaces the ledger's, and the split of the ledger with it", () => {
    const { value, facts } = energy(
      [
        measuredRow("transport.own.car_km", ["12000", "km"]),
        measuredRow("energy.electricity.grid_dk", ["5000", "kWh"]),
      ],
      [answer(`${FUELS}.RenewableEnergyMember`, 2), answer(`${FUELS}.NonRenewableEnergyMember`, 6)],
    );
    expect([value(FUELS), value("TotalEnergyConsumption")]).toEqual([8, 13]);
    expect(facts.find(({ id }) => id === FUELS)?.provenance).toEqual({
      source: "derived",
      derived_from: [`${FUELS}.RenewableEnergyMember`, `${FUELS}.NonRenewableEnergyMember`],
    });
  });
});

describe("answers to a kind of energy and its split", () => {
  const measured = [measuredRow("energy.electricity.grid_dk", ["10000", "kWh"])];
  const [whole, green, grey] = [
    ELECTRICITY,
    `${ELECTRICITY}.RenewableEnergyMember`,
    `${ELECTRICITY}.NonRenewableEnergyMember`,
  ];

  test.each([
    ["one part goes with the ledger's whole", [answer(green, 4)], [10, 4, 6]],
    ["the other part too", [answer(grey, 9)], [10, 1, 9]],
    ["both parts are the whole", [answer(green, 4), answer(grey, 9)], [13, 4, 9]],
    ["whole and part give the rest", [answer(whole, 20), answer(green, 5)], [20, 5, 15]],
    ["the whole alone leaves the split unknown", [answer(whole, 20)], [20, undefined, undefined]],
    ["a part beyond the whole gives no negative rest", [answer(green, 11)], [10, 11, undefined]],
  ])("%s", (_name, inputs, values) => {
    const { value } = energy(measured, inputs);
    expect([value(whole), value(green), value(grey)]).toEqual(values);
    expect(value("TotalEnergyConsumption")).toBe(values[0]);
  });
});

describe("renewable", () => {
  test("is what a contract or the fuel itself says, and nothing else", () => {
    const { value } = energy([
      measuredRow("energy.electricity.grid_dk", ["5000", "kWh"]),
      measuredRow("energy.electricity.contract", ["3000", "kWh"]),
      measuredRow("energy.electricity.own_generation", ["2000", "kWh"]),
      measuredRow("transport.own.hvo", ["1000", "l"]),
      measuredRow("transport.own.diesel", ["1000", "l"]),
      measuredRow("energy.heat.district_heating", ["36", "GJ"]),
    ]);
    expect([value(ELECTRICITY), value(`${ELECTRICITY}.RenewableEnergyMember`)]).toEqual([8, 3]);
    expect(value("EnergyConsumptionFromSelfGeneratedElectricity.RenewableEnergyMember")).toBe(2);
    expect(value(`${FUELS}.RenewableEnergyMember`)).toBe(9.444);
    expect(value(`${FUELS}.NonRenewableEnergyMember`)).toBe(10.033);
    expect(value(`${HEAT}.NonRenewableEnergyMember`)).toBe(10);
    expect(value("TotalEnergyConsumption")).toBe(39.478);
    // (3 + 2 + 9.4444) / 39.4778
    expect(value("RenewableShareOfEnergyConsumption")).toBe(36.59);
  });

  test("a kind of energy that nobody knows of is not reported as zero", () => {
    const { value } = energy([measuredRow("energy.electricity.grid_dk", ["5000", "kWh"])]);
    expect(value(ELECTRICITY)).toBe(5);
    expect([value(FUELS), value("EnergyConsumptionFromSelfGeneratedElectricity")]).toEqual([undefined, undefined]);
    expect(energy([]).value("TotalEnergyConsumption")).toBeUndefined();
  });
});
