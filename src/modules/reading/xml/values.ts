import { cutText } from "../../../core/cut-text.ts";
import { decimal, decimalText, isDecimalText } from "../../../core/quantity.ts";
import type { XmlElement } from "./tree.ts";

/** Longest text kept of one element; a longer one is cut. A cell of a table has the same bound (contract 10.2). */
const TEXT_MAX = 32_767;
const NAME_MAX = 500;

/** Text that needs no cleaning, which is nearly all: printable Latin letters, single inner blanks. */
const PLAIN = /^[!-~¡-¬®-ſ]+(?: [!-~¡-¬®-ſ]+){0,40}$/;

/** First child of that name. */
export function child(element: XmlElement | undefined, name: string): XmlElement | undefined {
  return element?.children.find((childElement) => childElement.name === name);
}

/** First element at that path of names, or undefined. */
export function at(element: XmlElement | undefined, ...path: readonly string[]): XmlElement | undefined {
  let descendant = element;
  for (const name of path) descendant = child(descendant, name);
  return descendant;
}

/** All children of that name, in order. */
export function all(element: XmlElement | undefined, name: string): XmlElement[] {
  return element?.children.filter((childElement) => childElement.name === name) ?? [];
}

/** Trimmed text with inner white space and control characters as single blanks; null when there is none. */
export function textOf(element: XmlElement | undefined): string | null {
  if (element === undefined) return null;
  return cleanText(element.text);
}

/** Text at a path, see `textOf`. */
export function textAt(element: XmlElement | undefined, ...path: readonly string[]): string | null {
  return textOf(at(element, ...path));
}

/** The same for names and numbers of documents, which are cut at 500 characters. */
export function nameAt(element: XmlElement | undefined, ...path: readonly string[]): string | null {
  return codeOf(textAt(element, ...path), NAME_MAX);
}

/** A code, number or name without blanks around it, cut at so many characters; null: there is none. */
export function codeOf(text: string | null | undefined, characters_max: number): string | null {
  const code = text?.trim() ?? "";
  return code === "" ? null : cutText(code, characters_max);
}

/** Blanks for control and direction characters: text from outside must not rearrange what a person later reads. */
export function cleanText(text: string): string | null {
  if (text.length < NAME_MAX && PLAIN.test(text)) return text;
  const clean = cutText(text, TEXT_MAX)
    .replaceAll(/[\s\p{Cc}\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]+/gu, " ")
    .trim();
  return clean === "" ? null : clean;
}

/**
 * Decimal text of a number as XML Schema writes it (a sign, digits, a point; "64." and ".5" included), or null.
 * Exponents and thousands separators are not numbers there.
 */
export function decimalOf(text: string | null): string | null {
  if (text === null || text.length > 40 || !/^[+-]?(?:\d+\.?\d*|\.\d+)$/.test(text)) return null;
  const plain = text
    .replace(/^\+/, "")
    .replace(/^(-?)\./, "$10.")
    .replace(/\.$/, "");
  return isDecimalText(plain) ? decimalText(decimal(plain)) : null;
}

/** Decimal text of the number at a path, or null. */
export function decimalAt(element: XmlElement | undefined, ...path: readonly string[]): string | null {
  return decimalOf(textAt(element, ...path));
}

/** ISO date of "2026-05-29" with or without time or offset, or of "20260529" (UN/CEFACT format 102); null otherwise. */
export function dateOf(text: string | null): string | null {
  const parts = text === null ? null : /^(\d{4})-?(\d{2})-?(\d{2})/.exec(text);
  if (parts === null) return null;
  const iso = `${parts[1]}-${parts[2]}-${parts[3]}`;
  const time = Date.parse(`${iso}T00:00:00Z`);
  const isReal = !Number.isNaN(time) && new Date(time).toISOString().startsWith(iso);
  return isReal && iso >= "1900" && iso < "2200" ? iso : null;
}

/** ISO date at a path, or null. */
export function dateAt(element: XmlElement | undefined, ...path: readonly string[]): string | null {
  return dateOf(textAt(element, ...path));
}

/** Upper-case code such as a currency or country when it has exactly `length` letters, else null. */
export function letterCode(text: string | null, length: number): string | null {
  const code = text?.toUpperCase() ?? "";
  return code.length === length && /^[A-Z]+$/.test(code) ? code : null;
}
