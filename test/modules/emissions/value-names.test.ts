import { expect, test } from "vitest";
import { factorRows } from "../../../src/modules/emissions/factor-choice/attribute-table.ts";
import { attributeValues, valueNames } from "../../../src/modules/emissions/factor-choice/value-names.ts";

test("every value that a factor has is named in both languages, once, and nothing else is", () => {
  const valuesOfFactors = factorRows().flatMap(({ attributes }) =>
    Object.entries(attributes).flatMap(([name, value]) => (name === "country" ? [] : [`${name} ${value}`])),
  );
  const named = attributeValues().map(({ attribute, value }) => `${attribute} ${value}`);
  expect(named.toSorted()).toEqual([...new Set(valuesOfFactors)].toSorted());
});

test("names of one attribute tell its values apart, without the marks of a code", () => {
  for (const language of ["name_da", "name_en"] as const) {
    const names = attributeValues().map((row) => `${row.attribute} ${row[language]}`);
    expect(new Set(names).size).toBe(names.length);
    expect(attributeValues().filter((row) => row[language].includes("_"))).toEqual([]);
  }
});

test.each([
  ["waste_treatment", "incineration", "forbrænding med energiudnyttelse", "incineration with energy recovery"],
  ["vehicle_class", "class_ii", "klasse II (1,305-1,74 t)", "class II (1.305-1.74 t)"],
  ["cabin_class", "first", "første klasse", "first class"],
  ["haul", "domestic", "indenrigs", "domestic"],
  ["country", "GB", "Storbritannien", "United Kingdom"],
  ["refrigerant", "r402a", "r402a", "r402a"],
] as const)("%s %s is %s, or %s; what nobody named stands for itself", (attribute, value, name_da, name_en) => {
  expect(valueNames(attribute, value)).toEqual({ name_da, name_en });
});
