import { z } from "zod";
import { shippedRows } from "../shipped-rows.ts";
import { ATTRIBUTE_NAMES, type AttributeName } from "./attributes.ts";

const rowCells = z.strictObject({
  attribute: z.enum(ATTRIBUTE_NAMES),
  value: z.string().min(1),
  name_da: z.string().min(1),
  name_en: z.string().min(1),
});

/** All rows of data/attribute-values.csv, in its order. @throws Error at a row that does not fit: it ships with the code. */
export const attributeValues = shippedRows("attribute-values.csv", rowCells);

/** What people call something, in Danish and in English. */
interface Names {
  readonly name_da: string;
  readonly name_en: string;
}

const countries = {
  da: new Intl.DisplayNames(["da"], { type: "region" }),
  en: new Intl.DisplayNames(["en"], { type: "region" }),
};

/** What people call a value of an attribute; one without words, as a person may state, stands for itself. */
export function valueNames(attribute: AttributeName, value: string): Names {
  if (attribute === "country") return countryNames(value);
  const known = attributeValues().find((row) => row.attribute === attribute && row.value === value);
  return { name_da: known?.name_da ?? value, name_en: known?.name_en ?? value };
}

/** The names of a country by its code (ISO 3166-1 alpha-2). */
export function countryNames(code: string): Names {
  return { name_da: countries.da.of(code) ?? code, name_en: countries.en.of(code) ?? code };
}
