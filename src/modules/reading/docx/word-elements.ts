import type { XmlElement } from "../xml/tree.ts";
import { at, child } from "../xml/values.ts";

/** WordprocessingML as Word writes it, and its strict form (ECMA-376, part 1 and part 4). */
const NAMESPACES: ReadonlySet<string> = new Set([
  "http://schemas.openxmlformats.org/wordprocessingml/2006/main",
  "http://purl.oclc.org/ooxml/wordprocessingml/main",
]);

/** Twentieths of a point. */
const TWIPS_PER_POINT = 20;

/** Name of an element of WordprocessingML; "": it is of another vocabulary, such as drawings or formulas. */
export function wordName({ name, namespace }: XmlElement): string {
  return NAMESPACES.has(namespace) ? name : "";
}

/** An attribute by its local name; undefined: not there. */
export function attribute({ attributes }: XmlElement, name: string): string | undefined {
  if (attributes[name] !== undefined) return attributes[name];
  const written = Object.keys(attributes).find((key) => key.endsWith(`:${name}`));
  return written === undefined ? undefined : attributes[written];
}

/** The `val` at a path below an element; undefined: there is none. */
export function valueAt(element: XmlElement | undefined, ...path: readonly string[]): string | undefined {
  const found = at(element, ...path);
  return found === undefined ? undefined : attribute(found, "val");
}

/** Whether a property is on: it is there and not set to off (ECMA-376 part 1, 17.17.4). */
export function isOn(properties: XmlElement | undefined, name: string): boolean {
  const property = child(properties, name);
  return property !== undefined && !/^(?:0|false|off)$/.test(attribute(property, "val") ?? "true");
}

/** A length in points; null: none is stated, or it is no number of twips within bounds. */
export function pointsOf(text: string | undefined): number | null {
  const isNumber = text !== undefined && /^-?\d{1,6}(?:\.\d{1,4})?$/.test(text);
  return isNumber ? Number(text) / TWIPS_PER_POINT : null;
}

/** Size of letters in points, of half points as they are stated; null: none is stated. */
export function sizeOf(text: string | undefined): number | null {
  const isNumber = text !== undefined && /^\d{1,4}$/.test(text);
  return isNumber ? Math.min(200, Math.max(1, Number(text) / 2)) : null;
}
