import { describe, expect, it } from "vitest";
import type { ProductChoice, ProductFootprint } from "../../../src/modules/emissions/index.ts";
import { entryOf, reviewReasonOf, request } from "../../support/calculation.ts";

const OAK: ProductFootprint = {
  id: "0198c0de-0000-7000-8000-000000000061",
  pact_id: "3fa1c7d2-0b5e-4c8e-9a41-2f6d7e8b9c01",
  spec_version: "3.0.3",
  company_name: "Skovens Trælast A/S",
  product_name: "Egeplanke 32 mm",
  declared_unit: "m3",
  declared_amount: "1",
  kg_co2e: "118.4",
  valid_from: "2026-01-01T00:00:00.000000Z",
  valid_to: "2029-01-01T00:00:00.000000Z",
  reference_year: 2026,
  geography: "DK",
  gwp_set: "AR6",
  primary_data_share: "62.5",
  content_hash: "a".repeat(64),
};

const timber = "purchases.materials.wood";

function bought(quantity: string, changes: Partial<ProductFootprint> = {}): ProductChoice {
  const [value = "", unit = ""] = quantity.split(" ");
  const footprint = { ...OAK, ...changes };
  // The tests name units of this service.
  return { kind: "match", footprint, quantity: { value, unit: unit as "m3" }, matched_by: "article number EG-32" };
}

describe("a product footprint of the supplier", () => {
  it("goes before money: 6 m3 x 118.4 kg CO2e/m3 = 710.4 kg CO2e, with everything to do it again", () => {
    const asked = { ...request(timber, "38000 DKK"), product: bought("6 m3") };
    const entry = entryOf(asked);
    expect(entry).toMatchObject({
      scope: 3,
      scope3_category: 1,
      category_key: timber,
      market_based_kg: "710.4",
      location_based_kg: "710.4",
      biogenic_co2_kg: "0",
      calculation_method: "supplier_specific",
      data_quality_score: 2,
      formula: "6 m3 x 118.4 kg CO2e/m3 = 710.4 kg CO2e",
      conversions: [],
      is_upstream: false,
    });
    expect(entry.inputs).toMatchObject({
      pcf_record_id: OAK.id,
      pact_id: OAK.pact_id,
      pact_spec_version: "3.0.3",
      valid_from: OAK.valid_from,
      valid_to: OAK.valid_to,
      matched_by: "article number EG-32",
      quantity: "6",
      unit: "m3",
    });
    expect(entry.factor).toMatchObject({
      id: OAK.id,
      value: "118.4",
      unit: "m3",
      boundary: "cradle_to_gate",
      gwp_set: "AR6",
    });
  });

  it("goes before an average factor per kilogram as well", () => {
    const average = entryOf(request(timber, "1000 kg"));
    expect(average.calculation_method).toBe("average_data");
    const changes = { declared_unit: "kg", kg_co2e: "0.2" } as const;
    const own = entryOf({ ...request(timber, "1000 kg"), product: bought("1000 kg", changes) });
    expect([own.calculation_method, own.market_based_kg]).toEqual(["supplier_specific", "200"]);
  });

  it("is converted exactly, divided once, and by the declared amount", () => {
    const litres = entryOf({ ...request(timber, "1 DKK"), product: bought("250 l") });
    expect(litres.formula).toBe("0.25 m3 x 118.4 kg CO2e/m3 = 29.6 kg CO2e");
    expect(litres.conversions).toMatchObject([{ kind: "unit", from: "l", to: "m3", note: "250 l = 0.25 m3" }]);
    const dozen = bought("30 piece", { declared_unit: "piece", declared_amount: "12", kg_co2e: "4.2" });
    const pieces = entryOf({ ...request(timber, "1 DKK"), product: dozen });
    expect(pieces.formula).toBe("30 piece / 12 piece x 4.2 kg CO2e/12 piece = 10.5 kg CO2e");
    expect(pieces.factor.unit).toBe("12 piece");
    const third = bought("1 piece", { declared_unit: "piece", declared_amount: "3", kg_co2e: "1" });
    expect(entryOf({ ...request(timber, "1 DKK"), product: third }).market_based_kg).toBe(`0.${"3".repeat(24)}`);
  });

  it("gives a credit note negative emissions", () => {
    expect(entryOf({ ...request(timber, "-100 DKK"), product: bought("-2 m3") }).market_based_kg).toBe("-236.8");
  });

  it.each([
    ["50", 2],
    ["49.9", 3],
    [null, 3],
  ])("has its data quality from a primary data share of %s percent: %i", (primary_data_share, score) => {
    const product = bought("1 m3", { primary_data_share });
    expect(entryOf({ ...request(timber, "1 DKK"), product }).data_quality_score).toBe(score);
  });

  it("leaves energy in scope 2 and freight in category 4, whatever was released", () => {
    const power = bought("1000 kWh", { declared_unit: "kWh", kg_co2e: "0" });
    const asked = { ...request("energy.electricity.grid_dk", "1000 kWh"), product: power };
    expect(entryOf(asked).scope).toBe(2);
    expect(entryOf(asked).calculation_method).not.toBe("supplier_specific");
    const freight = bought("5000 tonne_km", { declared_unit: "tonne_km", kg_co2e: "0" });
    expect(entryOf({ ...request("transport.upstream.road", "5000 tonne_km"), product: freight }).market_based_kg).toBe(
      "508.15",
    );
  });

  it("that cannot be used leaves the next best method, and the lineage says why", () => {
    const note = "The product's footprint x is valid from 2026-01-01 to 2029-01-01: it was not used.";
    const entry = entryOf({ ...request(timber, "1000 DKK"), product: { kind: "unusable", note } });
    expect(entry.calculation_method).toBe("spend_based");
    expect(entry.conversions[0]).toEqual({
      kind: "choice",
      from: "product_footprint",
      to: "next best method",
      factor: null,
      note,
    });
    const neither = { ...request(timber, "1 DKK"), amount: null, product: { kind: "unusable", note } as const };
    expect(reviewReasonOf(neither).code).toBe("no_amount_or_quantity");
  });
});
