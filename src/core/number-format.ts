import { decimal } from "./quantity.ts";

/** Languages in which figures are printed. */
export type NumberLanguage = "da" | "en";

const MARKS = { da: { point: ",", group: "." }, en: { point: ".", group: "," } } as const;
const MINUS = "\u2212";

/**
 * A figure as people read it: "1.234,5" in Danish, "1,234.5" in English, with a true minus sign. Without `decimals` every
 * digit of the value is shown; with it, exactly that many, rounded half up (away from zero) as all figures are.
 */
export function formatNumber(value: number, language: NumberLanguage, decimals?: number): string {
  const exact = decimal(value);
  const text = (decimals === undefined ? exact : exact.round(decimals)).abs().toFixed(decimals);
  const [whole = "0", fraction] = text.split(".");
  const { point, group } = MARKS[language];
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, group);
  const isNegative = exact.lt(0) && /[1-9]/.test(text);
  return `${isNegative ? MINUS : ""}${grouped}${fraction === undefined ? "" : `${point}${fraction}`}`;
}
