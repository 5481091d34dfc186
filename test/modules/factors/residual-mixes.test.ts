import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { catalogSource, importFactors } from "../../../src/modules/factors/index.ts";
import { residualMixOf } from "../../../src/modules/emissions/residual-mix.ts";
import { testClock } from "../../support/context.ts";
import { type TestDatabase, testDatabase } from "../../support/database.ts";
import { sharedPath } from "../../support/shared-data.ts";
import { type Sheet, workbook } from "../../support/workbook.ts";
import { existsSync, readFileSync } from "node:fs";

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.close());

/**
 * A made-up workbook of the published layout as far as it is known: the sheet "Residual Mixes", countries in the first columns, g CO2 per
 * kWh in column Q. The publisher's own file was not at hand.
 */
function residualMixes(year: number, printed: Readonly<Record<string, string | number>>, head = "gCO2/kWh"): Buffer {
  const blank = Array.from({ length: 13 }, () => "");
  const sheet: Sheet = [
    [`Residual Mixes ${year}`],
    ["Country", "", "Share", ...blank, head],
    ...Object.entries(printed).map(([country, figure]) => [country, "", "", ...blank, figure]),
  ];
  return workbook({ Introduction: [["European Residual Mixes"]], "Residual Mixes": sheet });
}

const imported = async (bytes: Buffer, release: string | null) =>
  await importFactors(db.database.admin, "aib", bytes, release);

test("the workbook is read by country, NA gives no factor and a printed zero is refused", async () => {
  const file = residualMixes(2031, { Denmark: 448.9, DE: "701.47", "Czech Republic": 589.81, Austria: "NA", NL: 0 });
  const report = await imported(file, "2031 v1.0 2032-05-26");
  expect(report).toMatchObject({ read: 5, inserted: 3, unchanged: 0 });
  expect(report.skipped).toEqual([{ reason: expect.stringContaining("NA") as string, count: 1 }]);
  expect(report.rejected).toEqual([{ line: 7, reason: expect.stringContaining('NL: "0"') as string }]);
  const catalog = await catalogSource(db.database.system, testClock("2032-06-01T00:00:00Z"))();
  expect(catalog.factor("electricity.dk.residual_mix.2031.kwh")).toMatchObject({
    kg_co2e_per_unit: "0.4489",
    region: "DK",
    valid_year: 2031,
    boundary: "generation",
    name_da: "El, Danmark, residualmiks 2031",
    source: "AIB, European Residual Mixes 2031",
  });
  expect(catalog.factor("electricity.cz.residual_mix.2031.kwh")?.kg_co2e_per_unit).toBe("0.58981");
  expect((await imported(file, "2031 v1.0 2032-05-26")).unchanged).toBe(3);
});

describe("a file is refused", () => {
  test.each([
    ["without year and edition", residualMixes(2025, { DK: 1 }), null, "required"],
    ["of another year than the one named", residualMixes(2024, { DK: 1 }), "2025 v1.0", "other_year"],
    [
      "whose column Q is something else",
      residualMixes(2025, { DK: 1 }, "mgRW/kWh"),
      "2025 v1.0",
      "not_the_residual_mixes",
    ],
    ["without the sheet", workbook({ Sheet1: [["Denmark"]] }), "2025 v1.0", "not_the_residual_mixes"],
  ] as const)("%s", async (_what, file, release, code) => {
    await expect(imported(file, release)).rejects.toMatchObject({ extras: { issues: [{ code }] } });
  });
});

test("an edition that leaves a country out has none of it, whatever the editions before say", async () => {
  await imported(residualMixes(2041, { NL: 379.89, DK: 582.75 }), "2041 v1");
  await imported(residualMixes(2042, { NL: "NA", DK: 421.89 }), "2042 v1");
  const catalog = await catalogSource(db.database.system, testClock("2043-06-01T00:00:00Z"))();
  const mix = (country: string, year: number, choice: "none" | "aib" | "energinet" = "aib") => {
    const found = residualMixOf(catalog, choice, { country, year });
    return found.kind === "found" ? [found.factor.valid_year, found.factor.kg_co2e_per_unit] : found.because;
  };
  expect(mix("NL", 2041)).toEqual([2041, "0.37989"]);
  expect(mix("NL", 2042)).toContain("2042 have none of NL");
  expect(mix("NL", 2044)).toContain("not available is not zero");
  expect(mix("DK", 2044)).toEqual([2042, "0.42189"]);
  expect(mix("DK", 2042, "none")).toContain("has chosen no residual mix");
  // Until Energinet's own figure is imported, AIB's does not stand for it.
  expect(mix("DK", 2042, "energinet")).toContain("not imported");
  expect(mix("NL", 2041, "energinet")).toEqual([2041, "0.37989"]);
});

const ready = sharedPath("data", "2026-11", "import-ready", "aib-residual-mix.csv");
test.skipIf(!existsSync(ready))("rows of 2023 to 2025 that are ready to import are taken as they are", async () => {
  const report = await importFactors(db.database.admin, "csv", readFileSync(ready));
  expect(report).toMatchObject({ read: 76, rejected: [] });
  const catalog = await catalogSource(db.database.system, testClock("2026-11-20T00:00:00Z"))();
  const mix = (country: string, year: number) => residualMixOf(catalog, "aib", { country, year });
  expect(mix("DK", 2025)).toMatchObject({ factor: { kg_co2e_per_unit: "0.4489" } });
  expect(mix("NL", 2023)).toMatchObject({ factor: { kg_co2e_per_unit: "0.37989" } });
  expect(mix("NL", 2025).kind).toBe("missing");
  expect(mix("AT", 2024).kind).toBe("missing");
});
