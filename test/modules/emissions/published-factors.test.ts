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

/** Published for 2026 (flat file 1.2 of 10 July 2026), read in copies of it; the file itself is not at hand. */
const KNOWN_2026: readonly FlatRow[] = [
  {
    id: "1_100_1004_6",
    scope: "Scope 1",
    levels: ["Fuels", "Gaseous fuels", "Natural gas"],
    unit: "kWh (Gross CV)",
    kg: "0.18231",
  },
  {
    id: "1_100_1004_1",
    scope: "Scope 1",
    levels: ["Fuels", "Gaseous fuels", "Natural gas"],
    unit: "cubic metres",
    kg: "2.02633",
  },
  {
    id: "7_400_4000_5",
    scope: "Scope 2",
    levels: ["UK electricity", "Electricity generated", "Electricity: UK", "kWh"],
    unit: "kWh",
    kg: "0.13096",
  },
  {
    id: "13_402_4000_5",
    levels: ["Transmission and distribution", "T&D- UK electricity", "Electricity: UK", "kWh"],
    unit: "kWh",
    kg: "0.01299",
  },
  {
    id: "10_401_4003_5",
    scope: "Scope 2",
    levels: ["Heat and steam", "Heat and steam", "District heat and steam", "kWh"],
    unit: "kWh",
    kg: "0.17529",
  },
  { id: "11_100_1000_8", levels: ["WTT- fuels", "Gaseous fuels", "Butane"], unit: "litres", kg: "0.19765" },
];

describe("a set that is imported", () => {
  const gas = request("energy.stationary.natural_gas", "100 kWh_gross", { region: "GB" });

  it("of 2026, on a made-up file of the same sheet with known values, leads to the same categories", async () => {
    const factors = await imported(flatFile(2026, KNOWN_2026));
    expect(factors).toHaveLength(KNOWN_2026.length);
    for (const factor of factors) expect(isMappedFactor(factor), factor.name_en).toBe(true);
    const from = catalogWith({ factors });
    const asked = { ...gas, factor_key: "desnz.2026.1_100_1004_6" };
    expect(entryOf({ ...asked, transaction_date: "2026-03-01" }, from)).toMatchObject({
      location_based_kg: "18.231",
      factor: { key: "desnz.2026.1_100_1004_6" },
      inputs: { factor_choice: { rule: "person" } },
    });
  });

  it("of 2026 has the values known of it", async ({ skip }) => {
    const file = sharedFile("2026-11/desnz-2026/desnz-2026-core.csv");
    if (file === null) {
      skip("needs ../shared/data/2026-11/desnz-2026/desnz-2026-core.csv");
      return;
    }
    const { data } = Papa.parse<Record<string, string>>(file.toString("utf8"), { header: true, skipEmptyLines: true });
    expect(data).toHaveLength(56);
    const known = new Map(data.map((row) => [row["flat_file_id"]?.replace(/_1$/, ""), row["kg_co2e"]]));
    for (const { id, kg } of KNOWN_2026) expect(known.get(id), id).toBe(kg);
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
