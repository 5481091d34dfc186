import { xmlText } from "../../../core/xml-text.ts";

/** Text that is XHTML already; made only by `markup`. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Value = string | number | Markup | readonly Markup[];

/** Template tag for well-formed XHTML: every value becomes text, except Markup made by the same tag. */
export function markup(strings: TemplateStringsArray, ...values: readonly Value[]): Markup {
  return new Markup(strings.map((part, index) => part + rendered(values[index])).join(""));
}

export const NOTHING = new Markup("");

/**
 * A name as the id of an element: an NCName (Namespaces in XML 1.0), each foreign character as its code. Different names
 * stay different.
 */
export function elementId(name: string): string {
  const code = (character: string) => `_x${(character.codePointAt(0) ?? 0).toString(16)}_`;
  return name.replaceAll(/[^A-Za-z0-9_.-]|_(?=x[0-9a-f]+_)/gu, code).replace(/^(?![A-Za-z])/, "_");
}

function rendered(value: Value | undefined): string {
  if (value === undefined) return "";
  if (value instanceof Markup) return value.text;
  if (typeof value === "string" || typeof value === "number") return xmlText(String(value));
  return value.map((part) => part.text).join("");
}
