import { z } from "zod";
import { shippedRows } from "../shipped-rows.ts";
import type { Attributes } from "./attributes.ts";

const cell = z.string().regex(/^(?:[a-z][a-z0-9_]*|[A-Z]{2})?$/, "is no value of an attribute");
const listed = z
  .string()
  .min(1)
  .transform((text) => text.split("|"));
const rowCells = z
  .strictObject({
    published: z.literal("desnz"),
    item: z.string().regex(/^\d+_\d+_\d+$/),
    units: listed,
    name: z.string().min(1),
    categories: listed,
    part: z.enum(["upstream", ""]),
    fuel: cell,
    blend: cell,
    vehicle_class: cell,
    waste_type: cell,
    waste_treatment: cell,
    refrigerant: cell,
    haul: cell,
    cabin_class: cell,
    material: cell,
    material_origin: cell,
    country: cell,
  })
  .transform(({ published, item, units, name, categories, part, ...cells }) => ({
    published,
    item,
    units,
    name,
    categories,
    part,
    attributes: Object.fromEntries(Object.entries(cells).filter(([, value]) => value !== "")),
  }));

/** An item of a publisher's set, in the units in which it is published, and the categories whose lines it is about. */
export interface PublishedRow {
  readonly published: string;
  /** The publisher's id without the unit: the same in every year. */
  readonly item: string;
  readonly units: readonly string[];
  /** As the publisher words it: an id that another year uses for something else leads nowhere. */
  readonly name: string;
  readonly categories: readonly string[];
  /** upstream: the supply of fuels alone, beside the one that counts the journey. */
  readonly part: "upstream" | "";
  readonly attributes: Attributes;
}

/** All rows of data/published-keys.csv, in its order. @throws Error at a row that does not fit: it ships with the code. */
export const publishedRows: () => readonly PublishedRow[] = shippedRows("published-keys.csv", rowCells);

const KEY = /^(desnz)\.(?:19|20)\d\d\.(\d+_\d+_\d+)_(\d+)$/;

/** An item in one unit, of whatever year: the family of the keys under which it is imported. */
export function publishedFamily({ published, item }: PublishedRow, unit: string): string {
  return `${published}.*.${item}_${unit}`;
}

/** The family of a key of an imported set; null: it is of none that a mapping is kept of. */
export function familyOfPublished(factor_key: string): string | null {
  const [, published, item, unit] = KEY.exec(factor_key) ?? [];
  return published === undefined ? null : `${published}.*.${item}_${unit}`;
}

let indexed: Indexed | undefined;

interface Indexed {
  readonly byCategory: ReadonlyMap<string, readonly PublishedRow[]>;
  readonly byFamily: ReadonlyMap<string, PublishedRow>;
}

function index(): Indexed {
  if (indexed !== undefined) return indexed;
  const byCategory = new Map<string, PublishedRow[]>();
  const byFamily = new Map<string, PublishedRow>();
  for (const row of publishedRows()) {
    for (const unit of row.units) byFamily.set(publishedFamily(row, unit), row);
    for (const category of row.categories) {
      const rows = byCategory.get(category);
      if (rows === undefined) byCategory.set(category, [row]);
      else rows.push(row);
    }
  }
  indexed = { byCategory, byFamily };
  return indexed;
}

/** The items that are about lines of a category, in the order of the table. */
export function publishedOfCategory(category_key: string): readonly PublishedRow[] {
  return index().byCategory.get(category_key) ?? [];
}

/** Whether an imported factor leads to a category: the mapping knows its key, and it is worded as when the mapping was made. */
export function isMappedFactor({ key, name_en }: { readonly key: string; readonly name_en: string }): boolean {
  const family = familyOfPublished(key);
  return family !== null && index().byFamily.get(family)?.name === name_en;
}
