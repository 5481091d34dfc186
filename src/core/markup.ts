import { xmlText } from "./xml-text.ts";

/** Text that is markup already; made only by `markup`. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Value = string | number | Markup | readonly Markup[];

/** Template tag for HTML and XHTML: every value becomes text, except Markup made by the same tag. */
export function markup(strings: TemplateStringsArray, ...values: readonly Value[]): Markup {
  return new Markup(strings.map((part, index) => part + rendered(values[index])).join(""));
}

export const NOTHING = new Markup("");

function rendered(value: Value | undefined): string {
  if (value === undefined) return "";
  if (value instanceof Markup) return value.text;
  if (typeof value === "string" || typeof value === "number") return xmlText(String(value));
  return value.map((part) => part.text).join("");
}
