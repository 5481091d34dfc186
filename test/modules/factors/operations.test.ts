import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Context } from "../../../src/core/context.ts";
import { ServiceError } from "../../../src/core/errors.ts";
import { invoke } from "../../../src/core/invoke.ts";
import type { Operation } from "../../../src/core/operation.ts";
import { catalogSource, importFactors } from "../../../src/modules/factors/index.ts";
import { listEmissionCategories } from "../../../src/modules/categorization/list-emission-categories.ts";
import { getEmissionFactor } from "../../../src/modules/factors/get-emission-factor.ts";
import { listEmissionFactors } from "../../../src/modules/factors/list-emission-factors.ts";
import { type TestDatabase, testDatabase } from "../../support/database.ts";
import { sharedFile } from "../../support/shared-data.ts";

interface Listed {
  readonly id: string;
  readonly key: string;
  readonly region: string;
  readonly factor_value: number;
  readonly factor: { readonly value: number; readonly unit: string } | null;
  readonly [field: string]: unknown;
}
interface Listing {
  readonly items: Listed[];
  readonly next_cursor: string | null;
}

let db: TestDatabase;
let ctx: Context;
let catalog: ReturnType<typeof catalogSource>;
beforeAll(async () => {
  db = await testDatabase();
  catalog = catalogSource(db.database.system, db.clock);
  ctx = db.context(await db.tenant(), undefined, { catalog });
});
afterAll(async () => {
  await db.close();
});

/** Runs an operation and proves that its answer has the declared shape. */
async function run(operation: Operation, input: unknown, context = ctx): Promise<Listing> {
  const output = await invoke(operation, context, input);
  operation.output.parse(output);
  // Both lists have these members; the line above has just checked the real shape.
  return output as Listing;
}

async function codeOf(operation: Operation, input: unknown, context = ctx): Promise<string> {
  try {
    await invoke(operation, context, input);
  } catch (error) {
    if (error instanceof ServiceError) return error.code;
    throw error;
  }
  return "none";
}

async function walk(operation: Operation, filters: object, limit: number): Promise<Listed[]> {
  const items: Listed[] = [];
  let cursor: string | null = null;
  do {
    const page: Listing = await run(operation, { ...filters, limit, ...(cursor === null ? {} : { cursor }) });
    items.push(...page.items);
    cursor = page.next_cursor;
  } while (cursor !== null);
  return items;
}

describe("list_emission_factors", () => {
  test("every page walked gives the whole catalog once, rows of one load in a stable order", async () => {
    const all = await walk(listEmissionFactors, {}, 60);
    expect(all).toHaveLength(5945);
    expect(new Set(all.map(({ id }) => id)).size).toBe(5945);
    const large = await walk(listEmissionFactors, {}, 200);
    expect(large.map(({ id }) => id)).toEqual(all.map(({ id }) => id));
  });

  test("filters combine, and words find Danish names in either case", async () => {
    const gas = await walk(listEmissionFactors, { q: "naturgas DANSK", region: "dk" }, 50);
    expect(gas.map(({ key }) => key).sort()).toEqual(
      [2020, 2021, 2022, 2023].map((year) => `fuel.dk.natural_gas.${year}.nm3`),
    );
    const year = await walk(listEmissionFactors, { q: "naturgas", region: "DK", year: 2022 }, 50);
    expect(year.map(({ key }) => key)).toEqual(["fuel.dk.natural_gas.2022.nm3"]);
    expect((await walk(listEmissionFactors, { q: "ØSTRIG" }, 50)).map(({ key }) => key).sort()).toEqual([
      "electricity.at.generation.2023.kwh",
      "electricity.at.generation.2024.kwh",
      "electricity.at.production_mix.kwh",
    ]);
    expect(await walk(listEmissionFactors, { source: "figaro" }, 200)).toHaveLength(60);
    expect(await codeOf(listEmissionFactors, { region: "DK-DK1" })).toBe("request.validation_failed");
    expect(await walk(listEmissionFactors, { q: "generation denmark", region: "DK", year: 2023 }, 50)).toMatchObject([
      { key: "electricity.dk.generation.2023.kwh" },
    ]);
    expect(await walk(listEmissionFactors, { q: "100%_\\'; drop" }, 50)).toEqual([]);
  });

  test("category takes the start of a key or a category id, with what lies below and every year", async () => {
    const spend = await walk(listEmissionFactors, { category: "spend.dk" }, 200);
    expect(spend).toHaveLength(60);
    const gas = await walk(listEmissionFactors, { category: "energy.stationary.natural_gas" }, 50);
    expect(gas.map(({ key }) => key).sort()).toEqual(
      [2020, 2021, 2022, 2023].map((year) => `fuel.dk.natural_gas.${year}.nm3`),
    );
    const group = await walk(listEmissionFactors, { category: "energy.stationary" }, 200);
    expect(group.map(({ key }) => key)).toContain("fuel.wood_pellets.t");
    expect(await codeOf(listEmissionFactors, { category: "no.such" })).toBe("request.validation_failed");
    // Known, but of another region: nothing is there, and nothing is wrong.
    expect(await walk(listEmissionFactors, { category: "spend.dk", region: "GB" }, 50)).toEqual([]);
  });

  test("what a source does not say is null, never zero", async () => {
    const [ember] = await walk(listEmissionFactors, { category: "electricity.dk.production_mix" }, 50);
    expect(ember).toMatchObject({
      factor_value: 0.1433,
      gas_split: null,
      biogenic_co2_kg: null,
      boundary: "life_cycle",
      scope: "2",
    });
    const [pellets] = await walk(listEmissionFactors, { category: "fuel.wood_pellets.t" }, 50);
    expect(pellets).toMatchObject({
      unit_numerator: "kg CO2e",
      unit_denominator: "t",
      biogenic_co2_kg: 1677.18,
      gwp_set: "AR5",
    });
  });

  test("a page of 200 rows stays under 120,000 characters", async () => {
    let cursor: string | null = null;
    do {
      const page: Listing = await run(listEmissionFactors, { limit: 200, ...(cursor === null ? {} : { cursor }) });
      expect(JSON.stringify(page).length).toBeLessThan(120_000);
      cursor = page.next_cursor;
    } while (cursor !== null);
  });

  test("a cursor is bound to its filters, and bad arguments are named", async () => {
    const { next_cursor } = await run(listEmissionFactors, { region: "DK", limit: 5 });
    expect(await codeOf(listEmissionFactors, { region: "DK", cursor: next_cursor })).toBe("none");
    expect(await codeOf(listEmissionFactors, { region: "SE", cursor: next_cursor })).toBe("pagination.invalid_cursor");
    expect(await codeOf(listEmissionFactors, { region: "Denmark" })).toBe("request.validation_failed");
    expect(await codeOf(listEmissionFactors, { year: 1800 })).toBe("request.validation_failed");
    const blind = db.context(ctx.tenant, ["emissions:read"], { catalog });
    expect(await codeOf(listEmissionFactors, {}, blind)).toBe("auth.scope_required");
  });

  test("imported keys of the United Kingdom are found by region and words", async ({ skip }) => {
    const file = sharedFile("desnz-2025-flat-file.xlsx");
    if (file === null) {
      skip("needs ../shared/data/desnz-2025-flat-file.xlsx");
      return;
    }
    await importFactors(db.database.admin, "desnz", file);
    const found = await walk(
      listEmissionFactors,
      { region: "GB", q: "butane fuels", year: 2025, category: "desnz" },
      200,
    );
    expect(found.length).toBeGreaterThan(3);
    const page = await run(listEmissionFactors, { category: "desnz", limit: 200 });
    expect(JSON.stringify(page).length).toBeLessThan(120_000);
  });

  test("the supply of a fuel is told by its Danish term, and the version stays the one that was stored", async () => {
    const all = await walk(listEmissionFactors, { region: "GB", q: "wtt diesel", year: 2025, category: "wtt" }, 50);
    const diesel = all.find(({ key }) => key === "wtt.diesel.l");
    expect(diesel?.["name_da"]).toBe("Diesel (gennemsnitlig iblanding af biobrændstof), opstrøms brændselsproduktion");
    const stored = (await catalog()).factor("wtt.diesel.l");
    expect(stored?.name_da).toBe("Diesel (gennemsnitlig iblanding af biobrændstof), opstrøms (well-to-tank)");
    const told = await run(getEmissionFactor, { id: String(diesel?.["id"]) });
    expect(told).toMatchObject({ name_da: diesel?.["name_da"], content_hash: stored?.content_hash });
  });
});

describe("list_emission_categories", () => {
  test("walks the whole taxonomy in its order, with names, parents and factors", async () => {
    const all = await walk(listEmissionCategories, {}, 50);
    expect(all).toHaveLength(185);
    expect(all.map(({ id }) => id)).toEqual((await catalog()).categories().map(({ key }) => key));
    const gas = all.find(({ id }) => id === "energy.stationary.natural_gas");
    expect(gas).toMatchObject({
      name_da: "Naturgas",
      name_en: "Natural gas",
      level: 3,
      parent: "energy.stationary",
      default_scope: "1",
      factor: { value: 2.2627, unit: "Nm3" },
      spend_factor: null,
    });
    expect(JSON.stringify(await run(listEmissionCategories, { limit: 200 })).length).toBeLessThan(120_000);
  });

  test("can be walked down from the themes", async () => {
    const themes = await walk(listEmissionCategories, { level: 1 }, 50);
    expect(themes).toHaveLength(9);
    expect(themes.every(({ parent }) => parent === null)).toBe(true);
    const groups = await walk(listEmissionCategories, { parent_id: "energy" }, 2);
    expect(groups.length).toBeGreaterThan(2);
    expect(groups.every(({ parent }) => parent === "energy")).toBe(true);
    expect(await walk(listEmissionCategories, { parent_id: "energy.stationary.natural_gas" }, 50)).toEqual([]);
    expect(await codeOf(listEmissionCategories, { parent_id: "unknown" })).toBe("request.validation_failed");
  });

  test("a cursor of another list or filter is refused", async () => {
    const factors = await run(listEmissionFactors, { limit: 5 });
    expect(await codeOf(listEmissionCategories, { cursor: factors.next_cursor })).toBe("pagination.invalid_cursor");
    const { next_cursor } = await run(listEmissionCategories, { level: 3, limit: 5 });
    expect(await codeOf(listEmissionCategories, { level: 2, cursor: next_cursor })).toBe("pagination.invalid_cursor");
    expect(await codeOf(listEmissionCategories, { level: 4 })).toBe("request.validation_failed");
  });
});
