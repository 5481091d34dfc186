import { markup, type Markup, NOTHING } from "../../../../core/markup.ts";
import type { Fact } from "../../datapoints/fact.ts";
import { DEFAULT_MEMBERS, TYPED_AXES } from "./taxonomy.ts";

/** Who reports, as XBRL identifies it. */
export interface Entity {
  readonly scheme: string;
  readonly identifier: string;
}

/** The contexts and units of a document: each is defined once, in the order of its first use. */
export interface XbrlResources {
  contextOf(fact: Pick<Fact, "period" | "dimensions">): string;
  /** @param unit as facts name it; percentages are pure numbers. */
  unitOf(unit: string): string;
  /** Content of ix:resources. */
  markup(): readonly Markup[];
}

export function xbrlResources(entity: Entity): XbrlResources {
  const contexts = new Map<string, string>();
  const units = new Map<string, string>();
  const made: Markup[] = [];
  return {
    contextOf(fact) {
      const aspects = contextContent(entity, fact);
      const contextId = contexts.get(aspects.text);
      if (contextId !== undefined) return contextId;
      const id = `context-${contexts.size + 1}`;
      contexts.set(aspects.text, id);
      made.push(markup`<xbrli:context id="${id}">${aspects}</xbrli:context>\n`);
      return id;
    },
    unitOf(unit) {
      const measures = measuresOf(unit);
      const id = `unit-${measures.map((measure) => measure.replace(/^.*:/, "")).join("-per-")}`;
      if (units.has(id)) return id;
      units.set(id, unit);
      made.push(markup`<xbrli:unit id="${id}">${unitContent(measures)}</xbrli:unit>\n`);
      return id;
    },
    markup: () => made,
  };
}

function contextContent(
  { scheme, identifier }: Entity,
  { period, dimensions }: Pick<Fact, "period" | "dimensions">,
): Markup {
  const when =
    "instant" in period
      ? markup`<xbrli:instant>${period.instant}</xbrli:instant>`
      : markup`<xbrli:startDate>${period.from}</xbrli:startDate><xbrli:endDate>${period.to}</xbrli:endDate>`;
  return markup`<xbrli:entity><xbrli:identifier scheme="${scheme}">${identifier}</xbrli:identifier></xbrli:entity><xbrli:period>${when}</xbrli:period>${scenario(dimensions)}`;
}

/** The taxonomy's tables are closed over the scenario (xbrldt:contextElement). */
function scenario(dimensions: Fact["dimensions"]): Markup {
  const members = Object.entries(dimensions)
    .filter(([axis, member]) => DEFAULT_MEMBERS[axis] !== member)
    .sort(([axis], [other]) => (axis < other ? -1 : 1))
    .map(([axis, member]) =>
      TYPED_AXES.has(axis)
        ? markup`<xbrldi:typedMember dimension="${axis}"><vsme:TYP>${member}</vsme:TYP></xbrldi:typedMember>`
        : markup`<xbrldi:explicitMember dimension="${axis}">${member}</xbrldi:explicitMember>`,
    );
  return members.length === 0 ? NOTHING : markup`<xbrli:scenario>${members}</xbrli:scenario>`;
}

function measuresOf(unit: string): string[] {
  return unit === "percent" ? ["xbrli:pure"] : unit.split("/");
}

function unitContent([numerator = "", denominator]: readonly string[]): Markup {
  const measure = (name: string) => markup`<xbrli:measure>${name}</xbrli:measure>`;
  if (denominator === undefined) return measure(numerator);
  return markup`<xbrli:divide><xbrli:unitNumerator>${measure(numerator)}</xbrli:unitNumerator><xbrli:unitDenominator>${measure(denominator)}</xbrli:unitDenominator></xbrli:divide>`;
}
