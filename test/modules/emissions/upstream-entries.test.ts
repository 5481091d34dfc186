import type { LineAttribute } from "../../../src/modules/emissions/index.ts";
import { describe, expect, it } from "vitest";
import { UPSTREAM_KEYS } from "../../../src/modules/emissions/upstream.ts";
import { fuelOf, propertiesOf } from "../../../src/modules/emissions/fuel-properties.ts";
import { unitPath } from "../../../src/modules/emissions/unit-path.ts";
import { parseUnit } from "../../../src/core/units.ts";
import { catalog, entriesOf, request, shippedFactor } from "../../support/calculation.ts";

describe("scope 3 category 3 upstream entries", () => {
  it("every upstream factor is shipped, in the unit of its fuel or in one that heating value or density lead to", () => {
    for (const [key, entries] of UPSTREAM_KEYS) {
      for (const upstream of entries) {
        const factor = shippedFactor(upstream.key);
        const [own, supply] = [parseUnit(shippedFactor(key).unit), parseUnit(factor.unit)];
        const values = propertiesOf(fuelOf(key) ?? "", "DK", 2025);
        const isReached = own !== null && supply !== null && unitPath(own, supply, values) !== null;
        expect(isReached, `${key} by ${upstream.key}`).toBe(true);
        expect([factor.scope, factor.scope3_category]).toEqual([3, 3]);
        expect(catalog.category(upstream.category_key)?.default_scope3_category).toBe(3);
      }
    }
  });

  it.each([
    ["energy.stationary.natural_gas", "1000 kWh_net", "wtt.natural_gas.kWh_gross"],
    ["energy.stationary.natural_gas", "1 t", "wtt.natural_gas.kWh_gross"],
    ["energy.stationary.heating_oil", "1000 kWh_net", "wtt.gas_oil.l"],
    ["energy.stationary.fuel_oil", "1 t", "wtt.fuel_oil.l"],
    ["energy.stationary.lpg", "11 kg", "wtt.lpg.l"],
  ])("%s of %s by the European Union's default value brings its supply along", (category, quantity, key) => {
    const [fuel, supply] = entriesOf(request(category, quantity));
    expect(fuel?.factor.region).toBe("EU");
    expect(supply?.factor.key).toBe(key);
  });

  it("every shipped well-to-tank factor of a fuel accompanies a fuel", () => {
    const used = new Set([...UPSTREAM_KEYS.values()].flat().map(({ key }) => key));
    const shipped = catalog.categories().flatMap((category) => category.default_factor_key ?? []);
    for (const key of shipped.filter((name) => name.startsWith("wtt."))) expect(used.has(key), key).toBe(true);
  });

  it("diesel brings its upstream emissions, biogenic CO2 stays outside the scopes", () => {
    const [fuel, upstream] = entriesOf(request("transport.own.diesel", "100 l"));
    expect(fuel).toMatchObject({ scope: 1, location_based_kg: "257.082", biogenic_co2_kg: "14", is_upstream: false });
    expect(upstream).toMatchObject({
      scope: 3,
      scope3_category: 3,
      category_key: "energy.upstream.wtt_fuels",
      location_based_kg: "61.101",
      is_upstream: true,
      market_based_fallback: false,
    });
  });

  it("Danish natural gas per Nm3 brings its upstream emissions by the heating value that its bills are made with", () => {
    const [fuel, upstream, ...more] = entriesOf(request("energy.stationary.natural_gas", "1800 Nm3"));
    expect(more).toEqual([]);
    expect(fuel?.scope).toBe(1);
    // 1,800 Nm3 x 12.157 kWh/Nm3 x 0.03021 kg CO2e/kWh (DESNZ 2025).
    expect(upstream).toMatchObject({ scope: 3, scope3_category: 3, location_based_kg: "661.073346" });
    expect(upstream?.formula).toContain("1800 Nm3 x 12.157 kWh_gross/Nm3");
    expect(JSON.stringify(upstream?.conversions)).toContain("HMN GasNet");
  });

  it("propane by weight brings its supply along by its density", () => {
    const [, upstream, ...more] = entriesOf(request("energy.stationary.propane", "11 kg"));
    expect(more).toEqual([]);
    // 11 kg at 514.933 kg/m3, of 1,000 l each, x 0.1817 kg CO2e/l (DESNZ 2025).
    expect(Number(upstream?.location_based_kg)).toBeCloseTo((11 / 514.933) * 1000 * 0.1817, 6);
    expect(upstream?.factor.key).toBe("wtt.propane.l");
  });

  it("a fuel without an upstream factor of its unit says that category 3 lacks its part", () => {
    const butane: LineAttribute = { name: "fuel", value: "butane", origin: "person" };
    const entries = entriesOf({ ...request("energy.stationary.lpg", "2 t"), attributes: [butane] });
    expect(entries).toHaveLength(1);
    expect(entries[0]?.inputs["upstream_note"]).toContain("per t");
  });

  it("fuel that others burn has no companion, and neither has a refrigerant", () => {
    expect(entriesOf(request("sold.use.fuel", "100 l"))).toHaveLength(1);
    expect(entriesOf(request("energy.fugitive.r32", "1 kg"))).toHaveLength(1);
  });
});
