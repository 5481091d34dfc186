import { decimal, decimalText } from "./quantity.ts";

const MARKS = {
  da: { group: ".", point: "," },
  en: { group: ",", point: "." },
} as const;

/**
 * A figure as a person reads it: 1.234,5 in Danish, 1,234.5 in English, with every digit that it has. It is not rounded
 * here: figures arrive rounded by `roundedNumber`. A negative one begins with "-".
 */
export function figureText(value: number, language: "da" | "en"): string {
  const { group, point } = MARKS[language];
  const [whole = "", fraction] = decimalText(decimal(value)).split(".");
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, group);
  return fraction === undefined ? grouped : `${grouped}${point}${fraction}`;
}
