/** Stands for a character that the typeface cannot draw. */
export const REPLACEMENT = "\u25a1";

/** Written over what is there, or turning the order of what follows: such text could read unlike what it is. */
const INVISIBLE = /[\p{Cf}\p{Co}\p{Cs}]/gu;
const LINE_END = /\r\n?|[\u0085\u2028\u2029]/gu;
const CONTROL = /[^\P{Cc}\n]+/gu;
/** More than two marks on one letter reach into the lines around it. */
const STACKED_MARKS = /(\p{M}{2})\p{M}+/gu;

/** Makes text printable: what cannot be drawn is shown as such, what cannot be seen is gone. Line ends stay. */
export type Printable = (text: string) => string;

/** @param drawable code points of the typeface */
export function printableText(drawable: ReadonlySet<number>): Printable {
  return (text) =>
    Array.from(readable(text), (character) => {
      const code = character.codePointAt(0) ?? 0;
      return character === "\n" || drawable.has(code) ? character : REPLACEMENT;
    })
      .join("")
      // A run of them says no more than one.
      .replaceAll(/\u25a1{2,}/g, REPLACEMENT);
}

/** The same value with every text in it made printable. */
export function printableValue<Value>(value: Value, printable: Printable): Value {
  // The copy has the shape of the original, text for text.
  return copied(value, printable) as Value;
}

function copied(value: unknown, printable: Printable): unknown {
  if (typeof value === "string") return printable(value);
  if (Array.isArray(value)) return value.map((item) => copied(item, printable));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, copied(item, printable)]));
}

function readable(text: string): string {
  return text
    .normalize("NFC")
    .replace(LINE_END, "\n")
    .replace(CONTROL, " ")
    .replace(INVISIBLE, "")
    .replace(STACKED_MARKS, "$1")
    .replace(/[^\S\n]+/gu, " ")
    .replace(/ *\n[\n ]*/gu, "\n")
    .trim();
}
