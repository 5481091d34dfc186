import type { NumberLanguage } from "../../src/core/number-format.ts";

/** "1.240,5" in Danish, "1,240.5" in English; null: no number, or one that could be read in two ways. */
export function numberOf(text: string, language: NumberLanguage): number | null {
  const [point, group] = language === "da" ? [",", "."] : [".", ","];
  const trimmed = text.replaceAll(/\s/g, "");
  const form = new RegExp(`^-?(\\d{1,3}(\\${group}\\d{3})+|\\d+)(\\${point}\\d+)?$`);
  if (!form.test(trimmed)) return null;
  return Number(trimmed.replaceAll(group, "").replace(point, "."));
}
