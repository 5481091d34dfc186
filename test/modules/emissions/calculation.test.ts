import { describe, expect, it } from "vitest";
import { DEFAULT_CALCULATION_SETTINGS } from "../../../src/modules/emissions/index.ts";
import {
  catalog,
  catalogWith,
  entriesOf,
  entryOf,
  reviewReasonOf,
  request,
  shippedFactor,
} from "../../support/calculation.ts";

const DESNZ = "DESNZ, greenhouse gas reporting: conversion factors 2025";

describe("published worked examples", () => {
  it("245 Nm3 of Danish gas in 2023 are 554.3615 kg CO2e (Evida, CO2 factor of grid gas 2023)", () => {
    const entry = entryOf(request("energy.stationary.natural_gas", "245 Nm3", { transaction_date: "2023-02-01" }));
    expect(entry).toMatchObject({
      scope: 1,
      scope3_category: null,
      market_based_kg: "554.3615",
      location_based_kg: "554.3615",
      formula: "245 Nm3 x 2.2627 kg CO2e/Nm3 = 554.3615 kg CO2e",
      calculation_method: "fuel_based",
      data_quality_score: 2,
      market_based_fallback: false,
      conversions: [],
    });
    expect(entry.factor).toMatchObject({ key: "fuel.dk.natural_gas.2023.nm3", year: 2023, region: "DK" });
  });

  it.each([
    ["natural gas, gross calorific value, tab Fuels", "energy.stationary.natural_gas", "10000 kWh_gross", "1829.6"],
    ["diesel (average biofuel blend), tab Fuels", "transport.own.diesel", "1000 l", "2570.82"],
    ["petrol (average biofuel blend), tab Fuels", "transport.own.petrol", "1000 l", "2069.16"],
    ["wood pellets, tab Bioenergy", "energy.stationary.wood_pellets", "2 t", "110.38778"],
    ["R410A leakage, tab Refrigerant & other", "energy.fugitive.r410a", "2.5 kg", "4810"],
    ["HFC-134a leakage, tab Refrigerant & other", "energy.fugitive.r134a", "1 kg", "1300"],
    [
      "short-haul economy flight with RF, tab Business travel- air",
      "transport.travel.air_short",
      "1200 passenger_km",
      "150.912",
    ],
    ["national rail, tab Business travel- land", "transport.travel.rail", "300 passenger_km", "10.638"],
    ["HGV (all diesel), average laden, tab Freighting goods", "transport.upstream.road", "5000 tonne_km", "508.15"],
    ["water supply, tab Water supply", "purchases.water.supply", "120 m3", "22.956"],
    ["commercial waste to landfill, tab Waste disposal", "waste.operations.residual_landfill", "3 t", "1561.5981"],
  ])(`${DESNZ}: %s`, (_name, category, stated, kg) => {
    expect(entryOf(request(category, stated)).location_based_kg).toBe(kg);
  });

  it("gas by net calorific value is the UK's in the United Kingdom, and the European Union's default in a member state", () => {
    const counted = (region: string) => entryOf(request("energy.stationary.natural_gas", "10000 kWh_net", { region }));
    expect(counted("GB").location_based_kg).toBe("2027");
    expect(counted("DK")).toMatchObject({
      location_based_kg: "2021.562",
      factor: { region: "EU" },
      data_quality_score: 2,
    });
  });

  it("1,000 EUR in the factor's price year are 1,000 times the factor per EUR (GHG Protocol, spend-based method)", () => {
    const entry = entryOf(request("purchases.services.consulting", "1000 EUR", { transaction_date: "2023-05-01" }));
    expect(entry).toMatchObject({
      scope: 3,
      scope3_category: 1,
      market_based_kg: "62.44",
      calculation_method: "spend_based",
      data_quality_score: 4,
      formula: "1000 EUR x 0.06244 kg CO2e/EUR = 62.44 kg CO2e",
      conversions: [],
    });
  });
});

describe("units", () => {
  it("a converted unit is a step of its own, in the formula and in the inputs", () => {
    const entry = entryOf(request("energy.electricity.grid_dk", "1.5 MWh"));
    expect(entry.location_based_kg).toBe("96");
    expect(entry.formula).toMatch(/^1\.5 MWh x 1000 kWh\/MWh x 0\.064 kg CO2e\/kWh = 96 kg CO2e/);
    expect(entry.inputs).toMatchObject({ stated_quantity: "1.5", stated_unit: "MWh", quantity: "1500", unit: "kWh" });
    expect(entry.conversions).toContainEqual(
      expect.objectContaining({ kind: "unit", from: "MWh", to: "kWh", factor: "1000" }),
    );
  });

  it("kilograms of waste and litres of water are divided exactly", () => {
    expect(entryOf(request("waste.operations.residual_landfill", "250 kg")).location_based_kg).toBe("130.133175");
    expect(entryOf(request("purchases.water.supply", "1500 l")).location_based_kg).toBe("0.28695");
  });

  it("district heating in GJ is divided once, at the end", () => {
    const entry = entryOf(request("energy.heat.district_heating", "3.6 GJ", { transaction_date: "2023-01-31" }));
    expect(entry.location_based_kg).toBe("105");
  });

  it.each([
    ["energy.stationary.natural_gas", "245 m3"],
    ["energy.electricity.grid_dk", "100 kWh_gross"],
    ["transport.own.diesel", "100 km"],
    ["transport.travel.rail", "100 km"],
    ["transport.travel.hotel", "3 day"],
    ["purchases.water.supply", "3 piece"],
    ["energy.heat.district_heating", "100 bogus"],
  ])("%s in %s is a unit mismatch, also when an amount is known", (category, stated) => {
    const asked = { ...request(category, stated), amount: { value: "1000", currency: "DKK" } };
    expect(reviewReasonOf(asked).code).toBe("unit_mismatch");
  });

  it("the British cubic metre of gas serves British companies only", () => {
    const entry = entryOf(request("energy.stationary.natural_gas", "100 m3", { region: "GB" }));
    expect(entry.factor.key).toBe("fuel.natural_gas.m3");
  });
});

describe("versions of a factor", () => {
  const gasIn = (year: number) =>
    entryOf(request("energy.stationary.natural_gas", "1 Nm3", { transaction_date: `${year}-06-01` }));

  it("the version of the transaction's year is used without a remark", () => {
    expect(gasIn(2021)).toMatchObject({ location_based_kg: "2.1966", conversions: [] });
  });

  it("else the nearest earlier, else the nearest later one, and the choice is recorded", () => {
    expect(gasIn(2025).factor.year).toBe(2023);
    expect(gasIn(2025).conversions).toContainEqual(
      expect.objectContaining({ kind: "choice", from: "2025", to: "2023", factor: null }),
    );
    expect(gasIn(2018).factor.year).toBe(2020);
    expect(gasIn(2018).conversions).toContainEqual(expect.objectContaining({ from: "2018", to: "2020" }));
  });

  it("a factor more than two years away lowers the data quality", () => {
    expect(gasIn(2025).data_quality_score).toBe(2);
    expect(gasIn(2026).data_quality_score).toBe(3);
  });

  it("a factor of another country is recorded as a choice", () => {
    expect(entryOf(request("transport.own.diesel", "1 l")).conversions).toContainEqual(
      expect.objectContaining({ kind: "choice", from: "DK", to: "GB" }),
    );
  });
});

describe("scope 2", () => {
  it("both results are always given; without a residual mix the market-based one says that it is the grid average", () => {
    const entry = entryOf(request("energy.electricity.grid_dk", "1000 kWh"));
    expect(entry).toMatchObject({ scope: 2, market_based_kg: "64", location_based_kg: "64" });
    expect(entry.market_based_fallback).toBe(true);
    expect(entry.formula).toContain("no residual mix is in force");
    expect(entry.inputs).toHaveProperty("market_based_note");
  });

  it.each(["district_heating", "steam"])(
    "energy.heat.%s has neither a grid nor a residual mix: both results are by its one factor, which the entry says",
    (kind) => {
      const category = `energy.heat.${kind}`;
      const entry = entryOf(request(category, "1000 kWh"));
      expect(entry).toMatchObject({ scope: 2, market_based_kg: entry.location_based_kg, market_based_fallback: false });
      expect(entry.formula).toContain("(market-based: the same, no factor of the supplying network is loaded)");
      expect(entry.formula).not.toContain("residual");
      expect(JSON.stringify(entry.inputs)).not.toContain("esidual mix");
      expect(entry.inputs["market_based_note"]).toContain("supplying network");
    },
  );

  it("heat by the factor of its own network says so, and not that none is loaded", () => {
    const heat = request("energy.heat.district_heating", "84000 kWh");
    const entry = entryOf({ ...heat, factor_key: "heat.dk.network.horsens.2023.kwh" });
    expect(entry.factor.key).toBe("heat.dk.network.horsens.2023.kwh");
    expect(entry).toMatchObject({ market_based_kg: entry.location_based_kg, market_based_fallback: false });
    expect(entry.formula).toMatch(/ \(market-based: the same\)$/);
    expect(entry.inputs["market_based_note"]).toContain("supplying network's own");
  });

  it("a life-cycle factor says so and gets no category 3 companion", () => {
    const norwegian = request("energy.electricity.grid_other", "1000 kWh", { region: "NO" });
    const entries = entriesOf({ ...norwegian, factor_key: "electricity.no.production_mix.kwh" });
    expect(entries).toHaveLength(1);
    expect(entries[0]?.factor.boundary).toBe("life_cycle");
    expect(entries[0]?.inputs["boundary_note"]).toContain("life-cycle");
  });

  it("British grid electricity is generation only: losses and upstream are category 3 companions", () => {
    const entries = entriesOf(request("energy.electricity.grid_other", "1000 kWh", { region: "GB" }));
    expect(entries.map((entry) => [entry.category_key, entry.scope, entry.location_based_kg])).toEqual([
      ["energy.electricity.grid_other", 2, "177"],
      ["energy.upstream.wtt_electricity", 3, "45.9"],
      ["energy.upstream.td_losses", 3, "18.53"],
    ]);
    expect(entries.map((entry) => entry.is_upstream)).toEqual([false, true, true]);
    expect(entries[0]?.inputs).not.toHaveProperty("boundary_note");
  });

  it("a loaded residual mix is the market-based factor, with its own term in the formula", () => {
    const mix = {
      ...shippedFactor("electricity.dk.generation.2024.kwh"),
      id: "residual",
      key: "electricity.dk.residual_mix.2025.kwh",
      kg_co2e_per_unit: "0.5",
    };
    const entry = entryOf(request("energy.electricity.grid_dk1", "1000 kWh"), catalogWith({ factors: [mix] }), {
      ...DEFAULT_CALCULATION_SETTINGS,
      residual_mix: "aib",
    });
    expect(entry).toMatchObject({ market_based_kg: "500", location_based_kg: "64", market_based_fallback: false });
    expect(entry.formula).toContain("market-based: 1000 kWh x 0.5 kg CO2e/kWh = 500 kg CO2e");
    expect(entry.inputs["market_based_factor"]).toMatchObject({ id: "residual" });
  });

  it("another country's grid is that of the company's country, never Denmark's", () => {
    const german = entryOf(request("energy.electricity.ev_charging", "100 kWh", { region: "DE" }));
    expect(german.factor.key).toBe("electricity.de.generation.2024.kwh");
    const danish = entryOf(request("energy.electricity.ev_charging", "100 kWh"));
    expect(danish.factor.key).toBe("electricity.dk.generation.2024.kwh");
    expect(reviewReasonOf(request("energy.electricity.grid_other", "100 kWh")).code).toBe("country_unclear");
  });
});

describe("flights", () => {
  it("the company's choice on effects besides CO2 picks the factor and is recorded", () => {
    const flight = request("transport.travel.air_long", "9000 passenger_km");
    const withEffects = entryOf(flight, catalog, { aviation_non_co2: true });
    const without = entryOf(flight, catalog, { aviation_non_co2: false });
    expect(withEffects.location_based_kg).toBe("1053.36");
    expect(without.location_based_kg).toBe("623.34");
    expect(without.factor.key).toBe("travel.air.long.economy.direct.pkm");
    for (const entry of [withEffects, without]) {
      expect(entry.conversions).toContainEqual(expect.objectContaining({ from: "aviation_non_co2", kind: "choice" }));
    }
  });
});

describe("what goes to review", () => {
  it.each([
    ["unclassified.pending", "1000 DKK", "unclassified"],
    ["no.such.category", "1000 DKK", "unclassified"],
    ["energy", "1000 DKK", "unclassified"],
    ["energy.process.other", "1000 DKK", "category_needs_person"],
    ["energy.electricity.own_generation", "1000 kWh", "category_needs_person"],
    ["energy.stationary.natural_gas", "1000 DKK", "quantity_missing"],
    ["purchases.services.consulting", "5 hour", "no_amount_or_quantity"],
    ["purchases.services.consulting", "100 UAH", "exchange_rate_missing"],
  ])("%s with %s: %s", (category, stated, code) => {
    expect(reviewReasonOf(request(category, stated)).code).toBe(code);
  });

  it("neither quantity nor amount", () => {
    const asked = { ...request("transport.own.diesel", "1 l"), quantity: null };
    expect(reviewReasonOf(asked).code).toBe("no_amount_or_quantity");
  });
});
