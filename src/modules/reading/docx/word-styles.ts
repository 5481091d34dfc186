import type { XmlElement } from "../xml/tree.ts";
import { all, at, child } from "../xml/values.ts";
import { attribute, pointsOf, sizeOf, valueAt } from "./word-elements.ts";

/** Where a tab leads: how far from the left margin, in points, and which end of the text stands there. */
export interface TabStop {
  readonly position: number;
  readonly align: "left" | "right" | "center";
}

/** How a paragraph is set, as far as it tells what belongs together. */
export interface ParagraphStyle {
  /** Of letters, in points. */
  readonly size: number;
  readonly align: TabStop["align"];
  readonly tabs: readonly TabStop[];
}

/** Styles that one may rest on, the one on the next. */
const BASES_MAX = 20;
/** Word's own, where nothing states a size. */
const SIZE_DEFAULT = 10;

/** Tells how a paragraph is set: what it states itself, its style, the styles that one rests on, and the document's default. */
export function paragraphStyles(styles: XmlElement | null): (paragraph: XmlElement) => ParagraphStyle {
  const byId = new Map<string, XmlElement>();
  for (const style of all(styles ?? undefined, "style")) byId.set(attribute(style, "styleId") ?? "", style);
  const defaults = at(styles ?? undefined, "docDefaults", "rPrDefault", "rPr");
  const usual = [...byId.values()].find(
    (style) => attribute(style, "type") === "paragraph" && /^(?:1|true|on)$/.test(attribute(style, "default") ?? ""),
  );
  return (paragraph) => {
    const own = child(paragraph, "pPr");
    const id = valueAt(own, "pStyle");
    const chain = basesOf(id === undefined ? usual : (byId.get(id) ?? usual), byId);
    const properties = [own, ...chain.map((style) => child(style, "pPr"))];
    const sizes = [...chain.map((style) => valueAt(style, "rPr", "sz")), valueAt(defaults, "sz")];
    return {
      size: sizes.map(sizeOf).find((size) => size !== null) ?? SIZE_DEFAULT,
      align: alignOf(properties.map((one) => valueAt(one, "jc")).find((value) => value !== undefined)),
      tabs: tabsOf(properties.find((one) => child(one, "tabs") !== undefined)),
    };
  };
}

function basesOf(style: XmlElement | undefined, byId: ReadonlyMap<string, XmlElement>): XmlElement[] {
  const chain: XmlElement[] = [];
  for (let next = style; next !== undefined && chain.length < BASES_MAX;) {
    chain.push(next);
    next = byId.get(valueAt(next, "basedOn") ?? "");
  }
  return chain;
}

function tabsOf(properties: XmlElement | undefined): TabStop[] {
  const tabs = all(child(properties, "tabs"), "tab").flatMap((tab): TabStop[] => {
    const position = pointsOf(attribute(tab, "pos"));
    const kind = attribute(tab, "val");
    return position === null || kind === "clear" || kind === "bar" ? [] : [{ position, align: alignOf(kind) }];
  });
  return tabs.toSorted((tab, other) => tab.position - other.position);
}

/** Numbers at a decimal tab end beside each other, as at one to the right. */
function alignOf(value: string | undefined): TabStop["align"] {
  if (value === "center") return "center";
  return value === "right" || value === "end" || value === "decimal" ? "right" : "left";
}
