import { xmlText } from "../../../../core/xml-text.ts";

/** An attribute of a start tag, from the text between its name and its end. */
export function attributeOf(attributes: string, name: string): string | undefined {
  const value = new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(attributes)?.[1];
  return value === undefined ? undefined : unescapeXml(value);
}

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** Undoes XML's own five entities and character references; others stay as they are. */
export function unescapeXml(text: string): string {
  if (!text.includes("&")) return text;
  return text.replaceAll(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos));/gi, (whole, hex, digits, name) => {
    if (typeof name === "string") return ENTITIES[name.toLowerCase()] ?? whole;
    const code = typeof hex === "string" ? Number.parseInt(hex, 16) : Number(digits);
    return code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole;
  });
}

/**
 * Text for a cell: what XML cannot hold is shown as U+FFFD, and text that looks like the escape of a control character
 * ("_x0007_", ECMA-376 part 1, 22.9.2.19) stays text.
 */
export function escapeCellText(text: string): string {
  return xmlText(text.replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, "_x005F_"));
}
