import { type Formats, useFormats } from "../../app/language.ts";
import type { Operations } from "../../app/operations.gen.ts";
import type { Parameters, Sentences } from "./sentences.ts";
import { TOLD_DA } from "./told-texts-da.ts";
import { TOLD_EN } from "./told-texts-en.ts";

/** A sentence of the ledger as a code and what stands in it. */
export type Told = Operations["get_emission_lineage"]["output"]["activity_split"]["reasons"][number];

const SENTENCES: Readonly<Record<"da" | "en", Sentences>> = { da: TOLD_DA, en: TOLD_EN };

/**
 * Decimal text, or several numbers with units and signs between them: the reader's decimal mark stands in it. Accounts, codes and years
 * are no numbers.
 */
const NUMBERS = new Set(
  "quantity rate base index price amount kg kwh percent expression equation relation value worth distance days weeks hours per stated".split(
    " ",
  ),
);

/** Tells codes of lineages in the reader's language. */
export function useTold(): (told: Told) => string {
  const formats = useFormats();
  return ({ code, parameters }) => {
    const sentence = SENTENCES[formats.language][code];
    return sentence === undefined ? code : sentence(shown(parameters, formats));
  };
}

/** What stands in a sentence, with the days and numbers of the reader's language. */
export function shown(parameters: Parameters, formats: Formats): Parameters {
  return Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => {
      if (value === undefined) return [name, value];
      if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return [name, formats.day(value)];
      if (NUMBERS.has(name)) return [name, inMarks(value, formats.language)];
      return [name, value];
    }),
  );
}

/** Every digit stays: a calculation can be done again with what is shown. */
function inMarks(text: string, language: "da" | "en"): string {
  const signs = text
    .replaceAll(" x ", " × ")
    .replaceAll("kWh_gross", language === "da" ? "kWh (øvre)" : "kWh (gross)")
    .replaceAll("kWh_net", language === "da" ? "kWh (nedre)" : "kWh (net)");
  return language === "da" ? signs.replaceAll(/(\d)\.(\d)/g, "$1,$2") : signs;
}
