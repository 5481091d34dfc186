import { describe, expect, test } from "vitest";
import type { EmissionFactor, ExchangeRate } from "../../../src/core/catalog.ts";
import { catalogFromRows } from "../../../src/modules/factors/index.ts";
import { isEarlierRate } from "../../../src/core/exchange-rate.ts";
import { shippedCatalog } from "../../support/catalog.ts";

const shipped = await shippedCatalog();

function rate(currency: string, day: string, kind: ExchangeRate["kind"], per_eur: string): ExchangeRate {
  return { currency, day, kind, per_eur, source: "test" };
}

function factor(overrides: Partial<EmissionFactor>): EmissionFactor {
  const base = shipped.factor("fuel.dk.natural_gas.2023.nm3");
  if (base === undefined) throw new Error("the shipped catalog has this factor");
  return { ...base, ...overrides };
}

const NOTHING = { factors: [], categories: [], exchange_rates: [], price_indices: [] };

describe("the catalog snapshot", () => {
  test("a family holds the same factor of every year, oldest first", () => {
    expect(shipped.family("fuel.dk.natural_gas.2021.nm3").map(({ valid_year }) => valid_year)).toEqual([
      2020, 2021, 2022, 2023,
    ]);
    expect(shipped.family("electricity.dk.generation.2024.kwh").map(({ key }) => key)).toEqual([
      "electricity.dk.generation.2023.kwh",
      "electricity.dk.generation.2024.kwh",
    ]);
    expect(shipped.family("fuel.unknown")).toEqual([]);
  });

  test("the newest release of a key wins, releases compared as numbers", () => {
    const rows = ["2026.4", "2026.10", "2026.9"].map((release) => factor({ id: release, release }));
    const catalog = catalogFromRows({ ...NOTHING, factors: rows });
    expect(catalog.factor("fuel.dk.natural_gas.2023.nm3")?.release).toBe("2026.10");
    expect(catalog.family("fuel.dk.natural_gas.2023.nm3").map(({ release }) => release)).toEqual(["2026.10"]);
  });

  test("a rate is the day's, else the nearest earlier within ten days, else the year's average, else the central rate", () => {
    const catalog = catalogFromRows({
      ...NOTHING,
      exchange_rates: [
        rate("DKK", "2025-04-17", "daily", "7.4670"),
        rate("DKK", "2025-12-31", "annual_average", "7.4610"),
        rate("DKK", "1999-01-01", "central_rate", "7.46038"),
      ],
    });
    const per_eur = (day: string) => catalog.exchangeRate("DKK", day)?.per_eur;
    expect(per_eur("2025-04-17")).toBe("7.4670");
    expect(per_eur("2025-04-27")).toBe("7.4670");
    expect(per_eur("2025-04-28")).toBe("7.4610");
    expect(per_eur("2025-04-16")).toBe("7.4610");
    expect(per_eur("2024-04-16")).toBe("7.46038");
    expect(per_eur("1998-12-31")).toBeUndefined();
    expect(catalog.exchangeRate("USD", "2025-04-17")).toBeNull();
    expect(catalog.exchangeRate("EUR", "2025-04-17")?.per_eur).toBe("1");
  });

  test("a month's average goes before the year's, and after the last published one the newest is taken and told", () => {
    const catalog = catalogFromRows({
      ...NOTHING,
      exchange_rates: [
        rate("SEK", "2025-12-31", "annual_average", "11.0663"),
        rate("SEK", "2025-12-31", "monthly_average", "10.8956"),
        rate("SEK", "2026-03-31", "monthly_average", "10.7614"),
      ],
    });
    const told = (day: string) => {
      const found = catalog.exchangeRate("SEK", day);
      return found === null ? null : [found.per_eur, isEarlierRate(found, day)];
    };
    expect(told("2025-12-01")).toEqual(["10.8956", false]);
    expect(told("2025-07-01")).toEqual(["11.0663", false]);
    expect(told("2026-03-31")).toEqual(["10.7614", false]);
    expect(told("2026-11-20")).toEqual(["10.7614", true]);
    // A month in between has the newest one before it.
    expect(told("2026-02-10")).toEqual(["10.8956", true]);
    expect(told("2014-12-31")).toBeNull();
  });

  test("price levels of a region come from one series, so that their ratio means something", () => {
    const level = (series: string, year: number, index_value: string) => ({
      region: "DK",
      series,
      year,
      index_value,
      source: "test",
    });
    const catalog = catalogFromRows({
      ...NOTHING,
      price_indices: [level("a", 2024, "1"), level("b", 2023, "110"), level("b", 2024, "112")],
    });
    expect(catalog.priceIndex("DK", 2024)?.index_value).toBe("112");
    expect(catalog.priceIndex("DK", 2023)?.index_value).toBe("110");
    expect(catalog.priceIndex("SE", 2023)).toBeNull();
    // No level of a year: the newest before it.
    expect(catalog.priceIndex("DK", 2026)?.year).toBe(2024);
    expect(catalog.priceIndex("DK", 2022)).toBeNull();
    const further = catalogFromRows({
      ...NOTHING,
      price_indices: [level("a", 2025, "1"), level("b", 2023, "110"), level("b", 2024, "112")],
    });
    expect(further.priceIndex("DK", 2026)?.series).toBe("a");
  });
});
