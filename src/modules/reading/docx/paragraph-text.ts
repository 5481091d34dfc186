import type { XmlElement } from "../xml/tree.ts";
import { child } from "../xml/values.ts";
import { isOn, sizeOf, valueAt, wordName } from "./word-elements.ts";

/** What stands in a paragraph, in order. */
export type Piece =
  | { readonly kind: "text"; readonly text: string; readonly size: number | null }
  | { readonly kind: "tab" | "line" | "page" }
  /** Paragraphs in a frame of their own. */
  | { readonly kind: "box"; readonly content: XmlElement };

/** What was deleted or moved away, small print above letters, and properties; instructions of fields are no texts. */
const UNPRINTED: ReadonlySet<string> = new Set(["del", "moveFrom", "rt", "pPr", "rPr"]);

/**
 * What is printed of a paragraph: results of fields, links and tracked insertions included; hidden texts, deletions and
 * instructions of fields left out.
 */
export function piecesOf(paragraph: XmlElement): Piece[] {
  const pieces: Piece[] = [];
  collect(paragraph, null, pieces);
  return pieces;
}

function collect(element: XmlElement, size: number | null, pieces: Piece[]): void {
  for (const inner of element.children) {
    const name = wordName(inner);
    if (UNPRINTED.has(name)) continue;
    if (name === "r") collectRun(inner, pieces);
    else if (name === "txbxContent") pieces.push({ kind: "box", content: inner });
    else if (inner.name === "AlternateContent") collectAlternative(inner, size, pieces);
    else if (!take(name, inner, size, pieces)) collect(inner, size, pieces);
  }
}

function collectRun(run: XmlElement, pieces: Piece[]): void {
  const properties = child(run, "rPr");
  if (isOn(properties, "vanish")) return;
  collect(run, sizeOf(valueAt(properties, "sz")), pieces);
}

/** The same content for newer and for older programs: one of them is printed (ECMA-376 part 3, 10). */
function collectAlternative(element: XmlElement, size: number | null, pieces: Piece[]): void {
  const one = child(element, "Choice") ?? child(element, "Fallback");
  if (one !== undefined) collect(one, size, pieces);
}

/** False: it is nothing of its own, but may hold something. */
function take(name: string, element: XmlElement, size: number | null, pieces: Piece[]): boolean {
  switch (name) {
    case "t":
      pieces.push({ kind: "text", text: element.text, size });
      return true;
    case "noBreakHyphen":
      pieces.push({ kind: "text", text: "-", size });
      return true;
    case "tab":
    case "ptab":
      pieces.push({ kind: "tab" });
      return true;
    case "br":
      pieces.push({ kind: breakOf(element) });
      return true;
    case "cr":
      pieces.push({ kind: "line" });
      return true;
    default:
      return false;
  }
}

function breakOf({ attributes }: XmlElement): "page" | "line" {
  return Object.values(attributes).includes("page") ? "page" : "line";
}
