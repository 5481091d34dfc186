import { readFileSync } from "node:fs";
import { join } from "node:path";
import Papa from "papaparse";
import { describe, expect, test } from "vitest";
import { decimal, decimalText } from "../../../src/core/quantity.ts";
import { readCatalogTables } from "../../../src/modules/factors/index.ts";
import { shippedTables } from "../../support/catalog.ts";
import { sharedFile } from "../../support/shared-data.ts";

const { price_indices: shipped } = await readCatalogTables(shippedTables);

/** ISO 3166-1 alpha-3, as the World Bank names the countries that are shipped. */
const COUNTRIES: Readonly<Record<string, string>> = {
  AUT: "AT",
  BEL: "BE",
  CHE: "CH",
  CHN: "CN",
  DEU: "DE",
  DNK: "DK",
  ESP: "ES",
  FIN: "FI",
  FRA: "FR",
  GBR: "GB",
  IRL: "IE",
  ITA: "IT",
  NLD: "NL",
  NOR: "NO",
  POL: "PL",
  SWE: "SE",
  USA: "US",
};

/** Levels with 2015 = 100 by country and year, chained from the published inflation of each year in percent. */
function chained(text: string): Map<string, number> {
  const { data } = Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true });
  const inflation = new Map(data.map((row) => [`${row["Country Code"]} ${row["Year"]}`, Number(row["CPI"])]));
  const levels = new Map<string, number>();
  for (const [code, region] of Object.entries(COUNTRIES)) {
    if (!inflation.has(`${code} 2015`)) continue;
    levels.set(`${region} 2015`, 100);
    for (let year = 2016; inflation.has(`${code} ${year}`); year += 1) {
      levels.set(
        `${region} ${year}`,
        (levels.get(`${region} ${year - 1}`) ?? NaN) * (1 + (inflation.get(`${code} ${year}`) ?? NaN) / 100),
      );
    }
    for (let year = 2014; year >= 2010; year -= 1) {
      levels.set(
        `${region} ${year}`,
        (levels.get(`${region} ${year + 1}`) ?? NaN) / (1 + (inflation.get(`${code} ${year + 1}`) ?? NaN) / 100),
      );
    }
  }
  return levels;
}

function shippedLevels(series: string): Map<string, number> {
  const rows = shipped.filter((row) => row.series === series);
  return new Map(rows.map(({ region, year, index_value }) => [`${region} ${year}`, Number(index_value)]));
}

describe("the shipped price levels", () => {
  test("of Denmark and Sweden are chained from the World Bank's inflation, by a committed extract of its file", () => {
    const extract = readFileSync(join(import.meta.dirname, "../../fixtures/prices/worldbank-cpi-extract.csv"), "utf8");
    const levels = chained(extract);
    expect(levels.size).toBe(30);
    for (const [name, level] of levels) expect(shippedLevels("CPI all items").get(name), name).toBeCloseTo(level, 4);
    expect(shippedLevels("CPI all items").get("DK 2024")).toBe(118.8167);
  });

  test("of consumer prices are all of the World Bank's whole file, and no others", ({ skip }) => {
    const file = sharedFile("2026-11/prices/worldbank-cpi-inflation-2025-07.csv");
    if (file === null) {
      skip("needs the World Bank's inflation of July 2025 (../shared/data/2026-11/prices)");
      return;
    }
    const levels = chained(file.toString("utf8"));
    const own = shippedLevels("CPI all items");
    expect([...own.keys()].toSorted()).toEqual([...levels.keys()].toSorted());
    for (const [name, level] of levels) expect(own.get(name), name).toBeCloseTo(level, 4);
  });

  test("of the euro area are those that were read of Eurostat's table, and say that they are transcribed", ({
    skip,
  }) => {
    const area = shipped.filter(({ region }) => region === "EA");
    expect(area.map(({ year }) => year)).toEqual(Array.from({ length: 16 }, (_, index) => 2010 + index));
    for (const { source } of area) expect(source).toMatch(/^Eurostat, .*transcribed$/);
    const file = sharedFile("2026-11/prices/price-index-annual-2015=100.csv");
    if (file === null) {
      skip("needs ../shared/data/2026-11/prices/price-index-annual-2015=100.csv");
      return;
    }
    const { data } = Papa.parse<Record<string, string>>(file.toString("utf8"), { header: true });
    const read = data.filter((row) => row["region"] === "EA");
    expect(area.map(({ year, index_value }) => [String(year), decimalText(decimal(index_value))])).toEqual(
      read.map((row) => [row["year"], decimalText(decimal(row["index_value"] ?? ""))]),
    );
  });
});
