import { readFileSync } from "node:fs";
import { join } from "node:path";
import Papa from "papaparse";
import { describe, expect, it } from "vitest";
import type { EmissionFactor } from "../../../src/core/catalog.ts";
import {
  DEFAULT_CALCULATION_SETTINGS,
  factorCandidates,
  isMappedFactor,
} from "../../../src/modules/emissions/index.ts";
import { publishedFamily, publishedRows } from "../../../src/modules/emissions/factor-choice/published-table.ts";
import { factorVersion } from "../../../src/modules/factors/factor-version.ts";
import { importDesnz } from "../../../src/modules/factors/import/desnz.ts";
import {
  catalog,
  catalogWith,
  entriesOf,
  entryOf,
  request,
  reviewReasonOf,
  tables,
} from "../../support/calculation.ts";
import { type FlatRow, flatFile } from "../../support/flat-file.ts";
import { sharedFile } from "../../support/shared-data.ts";

async function imported(bytes: Buffer): Promise<EmissionFactor[]> {
  return (await importDesnz(bytes, null)).rows.map(({ row }) => factorVersion(row));
}

/** A day of the year that a factor describes, in the country that it does, or in Denmark. */
const atItsTime = ({ valid_year }: EmissionFactor, region = "DK") => ({
  transaction_date: `${valid_year}-06-15`,
  region,
});

describe("the mapping of published keys", () => {
  it("leads every item to leaves of the taxonomy, once per unit", () => {
    const leaves = new Set(tables.categories.filter(({ level }) => level === 3).map(({ key }) => key));
    const families = publishedRows().flatMap((row) => row.units.map((unit) => publishedFamily(row, unit)));
    expect(new Set(families).size).toBe(families.length);
    expect(families).toHaveLength(2606);
    for (const { name, categories } of publishedRows()) {
      for (const category of categories) expect(leaves, name).toContain(category);
    }
  });

  it("reaches the whole set of 2025 by calculation, but for ten rows that docs/factor-choice.md names", async ({
    skip,
  }) => {
    const file = sharedFile("desnz-2025-flat-file.xlsx");
    if (file === null) {
      skip("needs ../shared/data/desnz-2025-flat-file.xlsx");
      return;
    }
    await reachesWholeSet(file);
  });

  async function reachesWholeSet(file: Buffer): Promise<void> {
    const factors = await imported(file);
    const inScopes = factors.filter(({ scope }) => scope !== null);
    expect([factors.length, inScopes.length]).toEqual([2672, 2616]);
    const unmapped = inScopes.filter((factor) => !isMappedFactor(factor));
    expect(new Set(unmapped.map(({ name_en }) => name_en))).toEqual(
      new Set([
        "Fuels, Liquid fuels, Naphtha",
        "Fuels, Liquid fuels, Refinery miscellaneous",
        "Material use, Construction, Average construction, Primary material production",
        "Material use, Construction, Asbestos, Primary material production",
        "Material use, Construction, Soils, Closed-loop source",
      ]),
    );
    expect(unmapped).toHaveLength(10);
    const from = catalogWith({ factors });
    const byFamily = new Map(
      publishedRows().flatMap((row) => row.units.map((unit) => [publishedFamily(row, unit), row] as const)),
    );
    for (const factor of inScopes.filter((candidate) => isMappedFactor(candidate))) {
      const row = byFamily.get(factor.key.replace(".2025.", ".*."));
      for (const category of row?.categories ?? []) {
        const asked = request(category, `2 ${factor.unit}`, atItsTime(factor, row?.attributes.country));
        expect(entryOf({ ...asked, factor_key: factor.key }, from).factor.key, `${category} ${factor.name_en}`).toBe(
          factor.key,
        );
      }
    }
  }
});

const fixture = (name: string) => readFileSync(join(import.meta.dirname, "../../fixtures/desnz", name), "utf8");

function csvOf(text: string): Record<string, string>[] {
  return Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true }).data;
}

/**
 * What is known of the set of 2026 (flat file 1.2 of 10 July 2026), read in copies of it: the file itself is not at hand. 55 of 56
 * values stand for 64 rows of the sheet; the 56th (household waste to digestion) is of a row that 2025 did not have. The ids and words
 * are those of 2025.
 */
const known2026 = csvOf(fixture("known-2026.csv"));
const KNOWN_2026: readonly FlatRow[] = known2026.map((row) => ({
  id: row["id"] ?? "",
  scope: row["scope"] ?? "",
  levels: [1, 2, 3, 4].map((level) => row[`level_${level}`] ?? ""),
  column_text: row["column_text"] ?? "",
  unit: row["unit"] ?? "",
  kg: row["kg_co2e"] ?? "",
}));

describe("a set that is imported", () => {
  const gas = request("energy.stationary.natural_gas", "100 kWh_gross", { region: "GB" });

  it("of 2026, on a made-up file of the same sheet with the values known of it, leads to the same categories", async () => {
    const factors = await imported(flatFile(2026, KNOWN_2026));
    expect(factors).toHaveLength(64);
    expect(new Set(known2026.map((row) => `${row["level_1"]} ${row["known_as"]}`)).size).toBe(55);
    for (const factor of factors) expect(isMappedFactor(factor), factor.name_en).toBe(true);
    const from = catalogWith({ factors });
    const asked = { ...gas, factor_key: "desnz.2026.1_100_1004_6" };
    expect(entryOf({ ...asked, transaction_date: "2026-03-01" }, from)).toMatchObject({
      location_based_kg: "18.231",
      factor: { key: "desnz.2026.1_100_1004_6" },
      inputs: { factor_choice: { rule: "person" } },
    });
  });

  it("of 2026 has all the values known of it but one", async ({ skip }) => {
    const file = sharedFile("2026-11/desnz-2026/desnz-2026-core.csv");
    if (file === null) {
      skip("needs ../shared/data/2026-11/desnz-2026/desnz-2026-core.csv");
      return;
    }
    const read = csvOf(file.toString("utf8"));
    expect(read).toHaveLength(56);
    const own = new Set(known2026.map((row) => [row["level_1"], row["known_as"], row["kg_co2e"]].join("|")));
    const left = read.filter(
      (row) => !own.has([row["level_1"], `${row["name"]} per ${row["unit"]}`, row["kg_co2e"]].join("|")),
    );
    expect(left.map((row) => `${row["name"]} per ${row["unit"]}`)).toEqual([
      "Household residual waste per tonnes anaerobic digestion",
    ]);
  });

  it("changes no figure of a line for which nobody names it", async () => {
    const from = catalogWith({ factors: await imported(flatFile(2025, KNOWN_2026)) });
    expect(entryOf(gas, from)).toEqual(entryOf(gas));
  });

  it("counts lines of the country that it describes alone, where it is a grid's", async () => {
    const from = catalogWith({ factors: await imported(flatFile(2025, KNOWN_2026)) });
    const factor_key = "desnz.2025.7_400_4000_5";
    const grid = { ...request("energy.electricity.grid_other", "10 kWh"), factor_key };
    expect(entryOf({ ...grid, region: "GB" }, from).location_based_kg).toBe("1.3096");
    const attributes = [{ name: "country", value: "SE", origin: "person" }] as const;
    expect(reviewReasonOf({ ...grid, attributes }, from)).toMatchObject({
      code: "no_factor",
      detail: expect.stringContaining(factor_key),
    });
  });

  it("brings the supply of a fuel along, in the same unit", async () => {
    const butane: FlatRow = {
      id: "1_100_1000_8",
      scope: "Scope 1",
      levels: ["Fuels", "Gaseous fuels", "Butane"],
      unit: "litres",
      kg: "1.74533",
    };
    const from = catalogWith({ factors: await imported(flatFile(2025, [...KNOWN_2026, butane])) });
    const asked = { ...request("energy.stationary.lpg", "100 l"), factor_key: "desnz.2025.1_100_1000_8" };
    expect(entriesOf(asked, from).map(({ factor, is_upstream }) => [factor.key, is_upstream])).toEqual([
      ["desnz.2025.1_100_1000_8", false],
      ["desnz.2025.11_100_1000_8", true],
    ]);
  });

  it("is offered once where it states the same figure of a gas twice", () => {
    const gas = request("energy.fugitive.other_refrigerant", "2 kg");
    const offered = factorCandidates(gas, catalog, DEFAULT_CALCULATION_SETTINGS);
    const kyotoOrNot = offered.filter(({ attributes }) => attributes.refrigerant === "r402a");
    expect(new Set(kyotoOrNot.map(({ factor }) => factor.kg_co2e_per_unit)).size).toBe(3);
    expect(kyotoOrNot).toHaveLength(3);
    expect(offered.filter(({ attributes }) => attributes.refrigerant === "r422a")).toHaveLength(1);
  });

  it("leads nowhere where the publisher's id means something else than when the mapping was made", async () => {
    const [first] = KNOWN_2026;
    if (first === undefined) throw new Error("no row");
    const reused = { ...first, levels: ["Fuels", "Gaseous fuels", "Hydrogen"] };
    const factors = await imported(flatFile(2027, [reused]));
    expect(factors.map((factor) => isMappedFactor(factor))).toEqual([false]);
    const asked = { ...gas, factor_key: "desnz.2027.1_100_1004_6", transaction_date: "2027-03-01" };
    expect(reviewReasonOf(asked, catalogWith({ factors })).code).toBe("no_factor");
  });
});
