import { describe, expect, it } from "vitest";
import type { ExchangeRate } from "../../../src/core/catalog.ts";
import { decimal, decimalText } from "../../../src/core/quantity.ts";
import { catalogFromRows } from "../../../src/modules/factors/index.ts";
import { catalogWith, entryOf, request, shippedFactor, tables } from "../../support/calculation.ts";

const consulting = "purchases.services.consulting";

function rate(currency: string, day: string, kind: ExchangeRate["kind"], per_eur: string): ExchangeRate {
  return { currency, day, kind, per_eur, source: "test series" };
}

describe("spend", () => {
  it("kroner use the central rate when no daily one is loaded, and every step is visible", () => {
    const entry = entryOf(request(consulting, "7460.38 DKK", { transaction_date: "2023-05-01" }));
    expect(entry.market_based_kg).toBe("62.44");
    expect(entry.formula).toBe("7460.38 DKK / 7.46038 DKK/EUR x 0.06244 kg CO2e/EUR = 62.44 kg CO2e");
    expect(entry.conversions).toEqual([
      expect.objectContaining({ kind: "currency", from: "DKK", to: "EUR", factor: "0.134041429525037598620982" }),
    ]);
    expect(entry.inputs["exchange_rates"]).toMatchObject([{ per_eur: "7.46038", kind: "central_rate" }]);
  });

  it("a daily rate goes before the year's average, and that before the central rate", () => {
    const average = rate("DKK", "2023-12-31", "annual_average", "8");
    const daily = rate("DKK", "2023-04-28", "daily", "10");
    const asked = request(consulting, "1000 DKK", { transaction_date: "2023-05-01" });
    expect(entryOf(asked, catalogWith({ exchange_rates: [average] })).market_based_kg).toBe("7.805");
    expect(entryOf(asked, catalogWith({ exchange_rates: [average, daily] })).market_based_kg).toBe("6.244");
  });

  it("without a price index nothing is deflated, the step says so, and the data quality is the lowest", () => {
    const entry = entryOf(request(consulting, "1000 EUR"), catalogFromRows({ ...tables, price_indices: [] }));
    expect(entry.market_based_kg).toBe("62.44");
    expect(entry.data_quality_score).toBe(5);
    expect(entry.conversions).toContainEqual(
      expect.objectContaining({ kind: "price_level", from: "2025 prices", to: "2023 prices", factor: null }),
    );
  });

  it("with an index the amount is deflated to the factor's price year", () => {
    const index = (year: number, index_value: string) => ({
      region: "DK",
      series: "consumer prices",
      year,
      index_value,
      source: "test series",
    });
    const loaded = catalogWith({ price_indices: [index(2023, "100"), index(2025, "125")] });
    const entry = entryOf(request(consulting, "1000 EUR"), loaded);
    expect(entry.market_based_kg).toBe("49.952");
    expect(entry.data_quality_score).toBe(4);
    expect(entry.formula).toContain("x 100 / 125 (price level 2025 to 2023)");
    expect(entry.conversions).toContainEqual(expect.objectContaining({ kind: "price_level", factor: "0.8" }));
  });

  it("the index that comes along deflates by the country's consumer prices", () => {
    const entry = entryOf(request(consulting, "1000 EUR", { transaction_date: "2024-06-15" }));
    // 1,000 x 117.2083 / 118.8167 x 0.06244
    expect(Number(entry.market_based_kg)).toBeCloseTo(61.594_761, 6);
    expect(entry.data_quality_score).toBe(4);
    expect(entry.inputs).not.toHaveProperty("price_index_distant");
    expect(entry.formula).toContain("x 117.2083 / 118.8167 (price level 2024 to 2023)");
  });

  it("after the last published year the last index counts, and the entry says so", () => {
    const entry = entryOf(request(consulting, "1000 EUR", { transaction_date: "2026-11-15" }));
    expect(Number(entry.market_based_kg)).toBeCloseTo(61.594_761, 6);
    expect(entry.inputs).toMatchObject({ price_index_distant: true });
    expect(entry.conversions).toContainEqual(
      expect.objectContaining({
        kind: "price_level",
        from: "2026 prices",
        to: "2023 prices",
        note: expect.stringContaining("118.8167 in 2024, the newest published before 2026"),
      }),
    );
  });

  it("a factor per euro of a country without an index takes that of the euro area", () => {
    const czech = { ...shippedFactor("spend.dk.m69_70.eur"), key: "spend.cz.m69_70.eur", region: "CZ", id: "cz" };
    const asked = request(consulting, "1000 EUR", { region: "CZ", transaction_date: "2025-05-01" });
    const { formula } = entryOf(asked, catalogWith({ factors: [czech] }));
    expect(formula).toContain("x 123.15 / 128.75 (price level 2025 to 2023)");
  });

  it("credit notes give negative emissions", () => {
    const asked = request(consulting, "-1000 EUR", { transaction_date: "2023-06-15" });
    expect(entryOf(asked).market_based_kg).toBe("-62.44");
  });

  it("money serves where the quantity's category has no physical factor, and the choice is recorded", () => {
    const asked = { ...request(consulting, "12 hour"), amount: { value: "1000", currency: "EUR" } };
    const entry = entryOf(asked);
    expect(entry.calculation_method).toBe("spend_based");
    expect(entry.conversions[0]).toMatchObject({ kind: "choice", from: "quantity", to: "amount" });
  });

  it("a physical quantity goes before money", () => {
    const asked = { ...request("transport.travel.hotel", "2 room_night"), amount: { value: "1000", currency: "EUR" } };
    expect(entryOf(asked)).toMatchObject({ location_based_kg: "26.4", calculation_method: "average_data" });
  });

  it("a spend factor of the company's own country is used when one is loaded; else Denmark's, recorded", () => {
    const german = { ...shippedFactor("spend.dk.m69_70.eur"), key: "spend.de.m69_70.eur", region: "DE", id: "de" };
    const asked = request(consulting, "1000 EUR", { region: "DE", transaction_date: "2023-05-01" });
    const own = entryOf(asked, catalogWith({ factors: [german] }));
    expect([own.factor.id, own.data_quality_score]).toEqual(["de", 4]);
    const borrowed = entryOf(asked);
    expect(borrowed.data_quality_score).toBe(5);
    expect(borrowed.conversions).toContainEqual(expect.objectContaining({ kind: "choice", from: "DE", to: "DK" }));
  });

  it("electricity known by its price only is scope 2 with both results and a boundary note", () => {
    const entry = entryOf(request("energy.electricity.grid_dk", "1000 DKK"));
    expect(entry).toMatchObject({ scope: 2, calculation_method: "spend_based", market_based_fallback: true });
    expect(entry.market_based_kg).toBe(entry.location_based_kg);
    expect(entry.inputs).toHaveProperty("boundary_note");
  });

  it("a factor in another currency is reached by way of the euro", () => {
    const american = {
      ...shippedFactor("spend.dk.m69_70.eur"),
      key: "spend.us.m69_70.eur",
      region: "US",
      currency: "USD",
      unit: "USD",
      kg_co2e_per_unit: "0.2",
    };
    const loaded = catalogWith({
      factors: [american],
      exchange_rates: [rate("DKK", "2023-05-01", "daily", "7.5"), rate("USD", "2023-05-01", "daily", "1.1")],
    });
    const entry = entryOf(request(consulting, "750 DKK", { region: "US", transaction_date: "2023-05-01" }), loaded);
    expect(entry.formula).toBe("750 DKK / 7.5 DKK/EUR x 1.1 USD/EUR x 0.2 kg CO2e/USD = 22 kg CO2e");
    expect(entry.conversions.map(({ kind, from, to }) => [kind, from, to])).toEqual([
      ["currency", "DKK", "EUR"],
      ["currency", "EUR", "USD"],
    ]);
  });

  it("an auditor re-performs the result from the inputs alone", () => {
    const { inputs, market_based_kg } = entryOf(request(consulting, "123.45 DKK", { transaction_date: "2023-05-01" }));
    const text = (name: string) => String(inputs[name]);
    const amount = decimal(text("amount_excl_vat")).div("7.46038");
    expect(text("amount_in_factor_currency_and_price_level")).toBe(decimalText(amount));
    const again = amount.times(text("factor_kg_co2e_per_unit"));
    expect(again.minus(market_based_kg).abs().lte("0.00000000000000000001")).toBe(true);
  });
});
