import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { catalogTexts } from "../../scripts/words/catalog-texts.ts";
import { findTerms, readTerms } from "../../scripts/words/find-terms.ts";

const terms = readTerms(readFileSync(join(import.meta.dirname, "../../scripts/words/terms.json"), "utf8"));
const catalog = (da: unknown, en: unknown): Readonly<Record<string, unknown>> => ({ TEXTS: { da, en } });
const wrong = (da: unknown, en: unknown): string[] => findTerms(terms, catalogTexts(catalog(da, en)));

describe("texts of the application", () => {
  test("that say a term in both languages are right, compounds and inflections as well", () => {
    expect(wrong({ a: "Leverandørens bilagslinjer venter" }, { a: "Lines of the supplier wait" })).toEqual([]);
    expect(wrong({ a: (n: number) => `${n} udledninger` }, { a: (n: number) => `${n} emissions` })).toEqual([]);
  });

  test.each([
    ["a term that one language says with another word", { a: "Vælg en leverandør" }, { a: "Choose a company" }],
    ["a banned word", { a: "Indtast venligst et tal" }, { a: "Enter a figure" }],
    ["a banned word in English", { a: "Tryk på en linje" }, { a: "Click a line" }],
    ["a text that one language lacks", { a: "Et tal", b: "To tal" }, { a: "A figure" }],
    ["a banned word in a text that is made", { a: (n: string) => `${n} emissioner, emission` }, { a: () => "None" }],
    ["one deep in the catalog", { a: { b: ["Restmix", "Afdeling"] } }, { a: { b: ["Residual mix", "Division"] } }],
  ])("are told: %s", (_what, da, en) => {
    expect(wrong(da, en)).not.toEqual([]);
  });

  test("are made with a country where they name one", () => {
    const name = (code: string): string => new Intl.DisplayNames("da", { type: "region" }).of(code) ?? code;
    expect(catalogTexts(catalog({ a: name }, { a: name }))).toEqual([
      { path: "TEXTS.a", da: "Danmark", en: "Danmark" },
    ]);
  });
});
