import { readFileSync } from "node:fs";
import { join } from "node:path";
import Papa from "papaparse";
import { describe, expect, test } from "vitest";
import { readCatalogTables } from "../../../src/modules/factors/index.ts";
import { factorVersion } from "../../../src/modules/factors/factor-version.ts";
import { importDesnz } from "../../../src/modules/factors/import/desnz.ts";
import { publishedIds } from "../../../src/modules/factors/import/published-ids.ts";
import { shippedTables } from "../../support/catalog.ts";
import { type PublishedSheet, publishedWorkbook } from "../../support/published-workbook.ts";
import { sharedFile } from "../../support/shared-data.ts";

const { factors: shipped } = await readCatalogTables(shippedTables);
const ofYear = (year: number) => shipped.filter(({ key }) => key.startsWith(`desnz.${year}.`));
const shippedByKey = new Map(shipped.map((factor) => [factor.key, factor]));
const ids = publishedIds(ofYear(2025));

const fixture = (name: string) => readFileSync(join(import.meta.dirname, "../../fixtures/desnz", name), "utf8");

async function readFactors(file: Buffer) {
  const { rows, rejected, skipped } = await importDesnz(file, null, ids);
  return { factors: rows.map(({ row }) => factorVersion(row)), rejected, skipped };
}

/** The rows of the flat file of 2025 that are committed, on a sheet like the publisher's. */
function flatExtract(): Buffer {
  const [, ...lines] = Papa.parse<string[]>(fixture("flat-2025-extract.csv"), { skipEmptyLines: true }).data;
  const header = ["ID", "Scope", "Level 1", "Level 2", "Level 3", "Level 4", "Column Text", "UOM", "GHG/Unit"];
  const table = [[...header, "GHG Conversion Factor 2025"], ...lines];
  const rows = table.map((cells, index) => [index + 5, cells.map((text) => (text === "" ? null : text))] as const);
  return publishedWorkbook([
    { name: "Front page", rows: [[1, ["Version:", "1"]]] },
    { name: "Factors by Category", rows },
  ]);
}

describe("the UK Government's set of 2025", () => {
  test("reads as the shipped rows, by a committed extract of the flat file", async () => {
    const { factors, rejected, skipped } = await readFactors(flatExtract());
    expect(rejected).toEqual([]);
    expect(factors.map(({ key }) => key)).toEqual([
      "desnz.2025.1_100_1000_8",
      "desnz.2025.3_200_2000_3",
      "desnz.2025.5_303_3081_4",
      "desnz.2025.7_400_4000_5",
      "desnz.2025.20_507_5291_15",
      "desnz.2025.99_604_1011_8",
      "desnz.2025.99_400_4001_5",
    ]);
    // Blank cells are not available: a gas without a figure of that kind, a plug-in hybrid of a size that is not built.
    expect(skipped).toContainEqual({ reason: "no value published", count: 2 });
    for (const factor of factors) expect(shippedByKey.get(factor.key)).toEqual(factor);
  });

  test("is the whole flat file and nothing else", async ({ skip }) => {
    const file = sharedFile("desnz-2025-flat-file.xlsx");
    if (file === null) {
      skip("needs ../shared/data/desnz-2025-flat-file.xlsx");
      return;
    }
    const { factors, rejected } = await readFactors(file);
    expect(rejected).toEqual([]);
    expect(factors).toEqual(ofYear(2025));
  });
});

describe("the UK Government's set of 2024", () => {
  const extract = publishedWorkbook(JSON.parse(fixture("full-set-2024-extract.json")) as PublishedSheet[]);

  test("reads as the shipped rows, by a committed extract of the full set, under the ids of the flat file", async () => {
    const { factors, rejected } = await readFactors(extract);
    expect(rejected).toEqual([]);
    expect(factors).toHaveLength(60);
    const found = new Map(factors.map((factor) => [factor.key, factor]));
    expect(found.get("desnz.2024.1_100_1000_8")).toMatchObject({
      name_en: "Fuels, Gaseous fuels, Butane",
      unit: "l",
      kg_co2e_per_unit: "1.74532",
      co2_kg: "1.74296",
      ch4_kg_co2e: "0.00144",
      n2o_kg_co2e: "0.00092",
      valid_year: 2024,
      gwp_set: "AR5",
      release: "2024-v1.1",
      source: "UK Government GHG Conversion Factors 2024 (DESNZ), full set",
    });
    // Diesel with biofuel carries the biogenic CO2 that another sheet has.
    expect(found.get("desnz.2024.1_101_1011_8")).toMatchObject({
      kg_co2e_per_unit: "2.51279",
      biogenic_co2_kg: "0.16",
    });
    expect(found.get("desnz.2024.7_400_4000_5")).toMatchObject({ scope: 2, boundary: "generation", region: "GB" });
    expect(factors.find(({ region }) => region === "JP")).toMatchObject({ unit: "room_night", kg_co2e_per_unit: "39" });
    // Named "Combustion" in 2024.
    expect(found.get("desnz.2024.20_500_5178_15")?.name_en).toMatch(/Incineration with Energy Recovery$/);
    for (const factor of factors) expect(shippedByKey.get(factor.key)).toEqual(factor);
  });

  test("has no row for what no id is known of, and says so", async () => {
    const { rows, rejected } = await importDesnz(extract, null);
    expect(rows).toEqual([]);
    expect(rejected[0]?.reason).toMatch(/^no published id is known of "Fuels, Gaseous fuels, Butane" per tonnes$/);
  });

  test("is the whole full set and nothing else", async ({ skip }) => {
    const file = sharedFile("desnz-2024-full-set.xlsx");
    if (file === null) {
      skip("needs ../shared/data/desnz-2024-full-set.xlsx");
      return;
    }
    const { factors, rejected } = await readFactors(file);
    expect(rejected).toEqual([]);
    expect(factors).toEqual(ofYear(2024));
    expect(factors.filter(({ scope }) => scope !== null)).toHaveLength(2616);
  });
});
