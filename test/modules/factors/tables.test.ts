import Papa from "papaparse";
import { describe, expect, test } from "vitest";
import { decimal, decimalText } from "../../../src/core/quantity.ts";
import { readCatalogTables } from "../../../src/modules/factors/index.ts";
import { shippedTables } from "../../support/catalog.ts";
import { earlierTables } from "../../support/earlier-release.ts";
import { sharedFile } from "../../support/shared-data.ts";

const tables = await readCatalogTables(shippedTables);

function reviewed(name: string): Record<string, string>[] | null {
  const file = sharedFile(name);
  if (file === null) return null;
  return Papa.parse<Record<string, string>>(file.toString("utf8"), { header: true, skipEmptyLines: true }).data;
}

function normal(text: string | undefined): string | null {
  return text === undefined || text === "" ? null : decimalText(decimal(text));
}

describe("the shipped tables", () => {
  test("hold every reviewed factor with its value, unit, gases, region, year, scope and address", async ({ skip }) => {
    const rows = reviewed("emission-factors.csv");
    if (rows === null) {
      skip("needs ../shared/data/emission-factors.csv");
      return;
    }
    expect(rows).toHaveLength(485);
    // Nine left the product with electricity 2026.2; the kept table of tests still holds them.
    const retired = /^electricity\.dk[12]?\.flow_traced\./;
    // Added later: refrigerants.test.ts, desnz-files.test.ts, transcribed-factors.test.ts.
    const later = /^refrigerant\.[^.]+\.ar[56]\.|^desnz\.|\.generation\.|^fuel\.eu\.|^heat\.dk\.network\./;
    expect(tables.factors.filter(({ key }) => !later.test(key))).toHaveLength(485 - 9);
    expect(tables.factors.filter(({ key }) => retired.test(key))).toEqual([]);
    expect(tables.factors).toHaveLength(485 - 9 + 55 + 2 * 2672 + 54 + 10 + 6);
    const earlier = await readCatalogTables(earlierTables);
    expect(earlier.factors.filter(({ key }) => retired.test(key))).toHaveLength(9);
    const own = new Map(earlier.factors.map((factor) => [factor.key, factor]));
    for (const row of rows) {
      expect(own.get(row["key"] ?? ""), row["key"]).toMatchObject({
        name_en: row["name_en"],
        name_da: row["name_da"],
        scope: Number(row["scope"]),
        scope3_category: row["scope3_category"] === "" ? null : Number(row["scope3_category"]),
        unit: row["unit"],
        kg_co2e_per_unit: normal(row["kg_co2e_per_unit"]),
        co2_kg: normal(row["co2"]),
        ch4_kg_co2e: normal(row["ch4"]),
        n2o_kg_co2e: normal(row["n2o"]),
        biogenic_co2_kg: normal(row["biogenic"]),
        region: row["region"],
        valid_year: Number(row["valid_year"]),
        source_url: row["source_url"],
      });
    }
  });

  test("hold every reviewed category in its order", ({ skip }) => {
    const rows = reviewed("emission-categories.csv");
    if (rows === null) {
      skip("needs ../shared/data/emission-categories.csv");
      return;
    }
    const later = ["energy.fugitive.other_refrigerant", "energy.electricity.own_generation_sold"];
    const keys = tables.categories.map(({ key }) => key);
    expect(keys.filter((key) => !later.includes(key))).toEqual(rows.map((row) => row["key"]));
    expect(keys).toHaveLength(185);
  });

  test("Danish names of categories have the Danish term for the production of a fuel before it is used", () => {
    expect(tables.categories.filter(({ name_da }) => /well-to-tank|wtt/i.test(name_da))).toEqual([]);
    const upstream = tables.categories.find(({ key }) => key === "energy.upstream.wtt_fuels");
    expect(upstream?.name_da).toBe("Opstrøms brændselsproduktion");
  });

  test("name each factor version once, with an id that follows from its identity alone", async () => {
    expect(new Set(tables.factors.map(({ id }) => id)).size).toBe(tables.factors.length);
    const again = await readCatalogTables(shippedTables);
    expect(again.factors.map(({ id }) => id)).toEqual(tables.factors.map(({ id }) => id));
    expect(again.content_hash).toBe(tables.content_hash);
  });

  test("categories point only to factors that exist, and stand behind their parents", () => {
    const factors = new Set(tables.factors.map(({ key }) => key));
    const seen = new Set<string>();
    for (const category of tables.categories) {
      for (const key of [category.default_factor_key, category.spend_factor_key]) {
        if (key !== null) expect(factors).toContain(key);
      }
      if (category.parent !== null) expect(seen).toContain(category.parent);
      seen.add(category.key);
    }
  });

  test("every factor says source, address and licence; spend factors say currency and price year", () => {
    for (const factor of tables.factors) {
      expect(factor.source_url).toMatch(/^https:\/\//);
      expect(factor.licence).not.toBe("");
      const isSpend = factor.unit === "EUR" || factor.unit === "USD";
      expect(factor.currency, factor.key).toBe(isSpend ? factor.unit : null);
      expect(factor.price_year === null, factor.key).toBe(!isSpend);
    }
  });

  test("life-cycle electricity and heat are marked, so that upstream is never counted twice", () => {
    const boundaries = (source: string) =>
      new Set(tables.factors.filter((factor) => factor.source.startsWith(source)).map(({ boundary }) => boundary));
    for (const source of ["Ember", "Bygningsreglementet"]) {
      expect([...boundaries(source)], source).toEqual(["life_cycle"]);
    }
    const generation = tables.factors.filter(({ boundary }) => boundary === "generation");
    const published = tables.factors.filter(({ key, scope }) => key.startsWith("desnz.") && scope === 2);
    expect(published).toHaveLength(142);
    const transcribed = tables.factors.filter(({ key }) => /\.generation\.|^heat\.dk\.network\./.test(key));
    expect(transcribed).toHaveLength(60);
    for (const { key, boundary } of transcribed) expect(boundary, key).toBe("generation");
    for (const { key, boundary } of published) expect(boundary, key).toBe("generation");
    const others = generation.filter((factor) => !published.includes(factor) && !transcribed.includes(factor));
    expect(others.map(({ key }) => key)).toEqual([
      "electricity.gb.location.kwh",
      "heat.gb.district.kwh",
      "electricity.gb.bev_car.km",
    ]);
  });

  test("no share-alike figure ships: whoever passes the tables on is bound by no such licence", () => {
    const shareAlike = tables.factors.filter(({ licence }) => /^(?:ODbL|CC-BY-SA)/.test(licence));
    expect(shareAlike.map(({ key }) => key)).toEqual([]);
  });

  test("a gas split adds up to the total within the rounding of its parts", () => {
    for (const { key, kg_co2e_per_unit, co2_kg, ch4_kg_co2e, n2o_kg_co2e } of tables.factors) {
      if (co2_kg === null || ch4_kg_co2e === null || n2o_kg_co2e === null) continue;
      const sum = Number(co2_kg) + Number(ch4_kg_co2e) + Number(n2o_kg_co2e);
      expect(Math.abs(sum - Number(kg_co2e_per_unit)), key).toBeLessThan(0.01);
    }
  });

  test("a table with a bad row is refused with its name and line", async () => {
    const spoiled = async (name: string) => {
      const text = await shippedTables(name);
      return name === "factors/evida.csv" ? text.replace("2.2627,", "2.26 27,") : text;
    };
    await expect(readCatalogTables(spoiled)).rejects.toThrow(/factors\/evida\.csv line 2: kg_co2e_per_unit/);
  });
});
