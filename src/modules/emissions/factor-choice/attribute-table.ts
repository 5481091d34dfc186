import { grouped } from "../../../core/grouped.ts";
import { z } from "zod";
import { shippedRows } from "../shipped-rows.ts";
import { ATTRIBUTE_NAMES, type AttributeName, type Attributes } from "./attributes.ts";

const cell = z.string().regex(/^(?:[a-z][a-z0-9_]*|[A-Z]{2})?$/, "is no value of an attribute");
const rowCells = z
  .strictObject({
    category_key: z.string().min(1),
    factor_key: z.string().min(1),
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
    network: cell,
    country: cell,
  })
  .transform(({ category_key, factor_key, ...cells }) => ({
    category_key,
    factor_key,
    attributes: Object.fromEntries(Object.entries(cells).filter(([, value]) => value !== "")),
  }));

/** A factor by which a category can be counted, and what it is about; an attribute that is absent does not matter to it. */
export interface FactorRow {
  readonly category_key: string;
  readonly factor_key: string;
  readonly attributes: Attributes;
}

let byCategory: ReadonlyMap<string, readonly FactorRow[]> | undefined;

/** All rows of data/factor-attributes.csv, in its order. @throws Error at a row that does not fit: it ships with the code. */
export const factorRows: () => readonly FactorRow[] = shippedRows("factor-attributes.csv", rowCells);

/** The rows of a category in the order of the table; none where its default factor is all that it has. */
export function rowsOfCategory(category_key: string): readonly FactorRow[] {
  byCategory ??= grouped(factorRows(), ({ category_key }) => category_key);
  return byCategory.get(category_key) ?? [];
}

/** The values that the factors of a category have of each attribute, in the order of the table. */
export function valuesOfCategory(category_key: string): ReadonlyMap<AttributeName, readonly string[]> {
  const rows = rowsOfCategory(category_key);
  return new Map(
    ATTRIBUTE_NAMES.flatMap((name): [AttributeName, readonly string[]][] => {
      const values = new Set(rows.flatMap(({ attributes }) => attributes[name] ?? []));
      return values.size === 0 ? [] : [[name, [...values]]];
    }),
  );
}

/** What the factors of a category differ in, with the values that they have; one value alone tells nothing apart. */
export function attributeClasses(
  category_key: string,
): readonly { readonly name: AttributeName; readonly values: readonly string[] }[] {
  return [...valuesOfCategory(category_key)].flatMap(([name, values]) => (values.length > 1 ? [{ name, values }] : []));
}
