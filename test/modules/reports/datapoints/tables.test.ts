import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { carrierTable, wasteTable } from "../../../../src/modules/reports/datapoints/carriers.ts";
import { vsmeCatalog } from "../../../../src/modules/reports/datapoints/catalog.ts";
import { openTemplate } from "../../../../src/modules/reports/forms/efrag/open-template.ts";
import { positionKey } from "../../../../src/modules/reports/forms/efrag/cell-position.ts";
import { shippedCatalog } from "../../../support/catalog.ts";
import { sharedPath } from "../../../support/shared-data.ts";

const templatePath = sharedPath("data", "efrag-vsme-digital-template-1.3.0.xlsx");

function textOf(cell: unknown): string {
  return typeof cell === "string" ? cell.toLowerCase() : "";
}

/** Leaves of the shipped taxonomy of categories. */
async function categoryKeys(): Promise<string[]> {
  const catalog = await shippedCatalog();
  return catalog
    .categories()
    .filter(({ level }) => level === 3)
    .map(({ key }) => key);
}

describe("data/vsme/fuels.csv", () => {
  test("has a row for every category of fuel, electricity and heat, and none of anything else", async () => {
    const keys = await categoryKeys();
    const isEnergy = (key: string) => /^(energy\.(stationary|electricity|heat)|transport\.own)\../.test(key);
    expect([...carrierTable().keys()].toSorted()).toEqual(keys.filter(isEnergy).toSorted());
  });

  test.skipIf(!existsSync(templatePath))("has EFRAG's parameters where it says so", async () => {
    const { book } = await openTemplate(readFileSync(templatePath));
    const cells = book.sheets.get("Fuel Conversion Parameters")?.cells;
    const at = (at_column: number, row: number) => cells?.get(positionKey({ column: at_column, row }))?.value ?? null;
    const fuels = new Map(
      Array.from({ length: 50 }, (_, index) => {
        const row = index + 2;
        const [perLitre, perM3] = [at(4, row), at(5, row)];
        return [
          textOf(at(1, row)),
          {
            calorific: Number(at(3, row)),
            density: perM3 === null ? perLitre && Number(perLitre) : Number(perM3) / 1000,
            state: textOf(at(2, row)),
            renewable: at(6, row) === "Renewable",
          },
        ] as const;
      }),
    );
    const own = [...carrierTable().values()].filter(({ source }) => source.startsWith("EFRAG"));
    expect(own.length).toBeGreaterThan(15);
    for (const row of own) {
      expect(fuels.get(row.fuel.toLowerCase()), row.category_key).toEqual({
        calorific: Number(row.net_calorific_value_tj_per_gg),
        density: row.density_kg_per_litre === null ? null : Number(row.density_kg_per_litre),
        state: row.state,
        renewable: row.renewable,
      });
    }
  });
});

test("data/vsme/waste.csv names kinds of waste that the taxonomy has, hazardous ones as such", async () => {
  const keys = await categoryKeys();
  const kinds = vsmeCatalog().lists.get("waste");
  for (const { category_key, waste_member, hazardous } of wasteTable().values()) {
    expect(keys).toContain(category_key);
    if (waste_member === null) continue;
    expect(kinds?.has(waste_member), waste_member).toBe(true);
    expect(/^waste:W-\d{6}-Hazardous-/.test(waste_member)).toBe(hazardous);
  }
});
