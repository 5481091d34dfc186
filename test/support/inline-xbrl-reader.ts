import { decimal, decimalText } from "../../src/core/quantity.ts";
import { everyElement, parseXml, textOf, type XmlElement } from "./xml-document.ts";

const IX = "http://www.xbrl.org/2013/inlineXBRL";
const XBRLI = "http://www.xbrl.org/2003/instance";
const XBRLDI = "http://xbrl.org/2006/xbrldi";
const IXT = "http://www.xbrl.org/inlineXBRL/transformation/2020-02-12";

/** A fact as a processor extracts it (Inline XBRL 1.1, 14): names are expanded to "{namespace}local". */
export interface ExtractedFact {
  readonly id: string;
  readonly concept: string;
  readonly context: string;
  readonly entity: { readonly scheme: string; readonly identifier: string };
  readonly period: { readonly instant: string } | { readonly from: string; readonly to: string };
  /** Axis to member; the member of a typed axis is the text of its element. */
  readonly dimensions: Readonly<Record<string, string>>;
  /** Measures of numerator and denominator; null for what is no number. */
  readonly unit: readonly string[] | null;
  readonly unit_id: string | null;
  /** INF or an integer; null for what is no number. */
  readonly decimals: string | null;
  /** After transformation, scale and sign; of escaped facts the markup. */
  readonly value: string;
  readonly is_escaped: boolean;
  readonly is_hidden: boolean;
}

export interface ExtractedReport {
  readonly root: XmlElement;
  readonly facts: readonly ExtractedFact[];
  readonly contexts: readonly string[];
  readonly units: readonly string[];
  readonly schema_refs: readonly string[];
  /** Prefixes of the root element. */
  readonly namespaces: ReadonlyMap<string, string>;
}

/** Reads the facts out of an Inline XBRL document, without any knowledge of who wrote it. @throws Error when it is none */
export function extractFacts(xhtml: string): ExtractedReport {
  const root = parseXml(xhtml);
  const namespaces = new Map(
    Object.entries(root.attributes).flatMap(([name, value]) =>
      name.startsWith("xmlns:") ? [[name.slice(6), value] as const] : [],
    ),
  );
  const all = [...everyElement(root)];
  const of = (uri: string, local: string) => all.filter((element) => element.uri === uri && element.local === local);
  const resources = {
    expand: expander(namespaces),
    contexts: byId(of(XBRLI, "context")),
    units: byId(of(XBRLI, "unit")),
  };
  const hidden = new Set(of(IX, "hidden").flatMap((element) => [...everyElement(element)]));
  const facts = all
    .filter(({ uri, local }) => uri === IX && (local === "nonFraction" || local === "nonNumeric"))
    .map((element) => factOf(element, resources, hidden.has(element)));
  return {
    root,
    facts,
    contexts: of(XBRLI, "context").map(({ attributes }) => attributes["id"] ?? ""),
    units: of(XBRLI, "unit").map(({ attributes }) => attributes["id"] ?? ""),
    schema_refs: all
      .filter(({ local }) => local === "schemaRef")
      .map(({ attributes }) => attributes["xlink:href"] ?? ""),
    namespaces,
  };
}

interface Resources {
  readonly expand: (name: string) => string;
  readonly contexts: ReadonlyMap<string, XmlElement>;
  readonly units: ReadonlyMap<string, XmlElement>;
}

function byId(elements: readonly XmlElement[]): Map<string, XmlElement> {
  return new Map(elements.map((element) => [element.attributes["id"] ?? "", element]));
}

function expander(namespaces: ReadonlyMap<string, string>): (name: string) => string {
  return (name) => {
    const [prefix = "", local = ""] = name.trim().split(":");
    const namespace = namespaces.get(prefix);
    if (namespace === undefined) throw new Error(`the prefix of ${name} is not declared`);
    return `{${namespace}}${local}`;
  };
}

function factOf(element: XmlElement, resources: Resources, is_hidden: boolean): ExtractedFact {
  const { attributes } = element;
  const context = required(attributes, "contextRef");
  const is_number = element.local === "nonFraction";
  const is_escaped = attributes["escape"] === "true";
  const raw = is_escaped ? innerXml(element) : textOf(element);
  return {
    id: required(attributes, "id"),
    concept: resources.expand(required(attributes, "name")),
    context,
    ...contextOf(defined(resources.contexts, context), resources),
    unit: is_number ? measuresOf(defined(resources.units, required(attributes, "unitRef")), resources) : null,
    unit_id: is_number ? required(attributes, "unitRef") : null,
    decimals: is_number ? required(attributes, "decimals") : null,
    value: is_number ? numberOf(raw, attributes, resources) : transformed(raw, attributes["format"], resources),
    is_escaped,
    is_hidden,
  };
}

function required(attributes: Readonly<Record<string, string>>, name: string): string {
  const value = attributes[name];
  if (value === undefined) throw new Error(`a fact has no ${name}`);
  return value;
}

function defined(elements: ReadonlyMap<string, XmlElement>, id: string): XmlElement {
  const element = elements.get(id);
  if (element === undefined) throw new Error(`${id} is not defined`);
  return element;
}

function contextOf(
  context: XmlElement,
  { expand }: Resources,
): Pick<ExtractedFact, "entity" | "period" | "dimensions"> {
  const all = [...everyElement(context)];
  const text = (local: string) =>
    textOf(all.find((element) => element.uri === XBRLI && element.local === local) ?? context);
  const identifier = all.find(({ local }) => local === "identifier");
  const members = all.filter(({ uri }) => uri === XBRLDI);
  if (
    members.some(
      (member) => !context.children.some((part) => part.local === "scenario" && part.children.includes(member)),
    )
  )
    throw new Error("a dimension stands outside of the scenario");
  return {
    entity: { scheme: identifier?.attributes["scheme"] ?? "", identifier: text("identifier") },
    period: all.some(({ local }) => local === "instant")
      ? { instant: text("instant") }
      : { from: text("startDate"), to: text("endDate") },
    dimensions: Object.fromEntries(
      members.map((member) => {
        const axis = expand(required(member.attributes, "dimension"));
        return [axis, member.local === "explicitMember" ? expand(textOf(member)) : typedText(member)];
      }),
    ),
  };
}

function typedText(member: XmlElement): string {
  const [element, ...others] = member.children;
  if (element === undefined || others.length > 0) throw new Error("a typed member has one element");
  return textOf(element);
}

function measuresOf(unit: XmlElement, { expand }: Resources): string[] {
  const measures = [...everyElement(unit)]
    .filter(({ local }) => local === "measure")
    .map((measure) => expand(textOf(measure)));
  const is_divided = unit.children[0]?.local === "divide";
  if (measures.length !== (is_divided ? 2 : 1)) throw new Error("a unit has one measure, or one over another");
  return measures;
}

function numberOf(raw: string, attributes: Readonly<Record<string, string>>, resources: Resources): string {
  const scale = Number(attributes["scale"] ?? "0");
  const plain = decimal(transformed(raw, attributes["format"], resources)).times(decimal(`${scale < 0 ? 0.01 : 1}`));
  if (scale !== 0 && scale !== -2) throw new Error("a scale that this reader does not know");
  return decimalText(attributes["sign"] === "-" ? plain.times(-1) : plain);
}

/** Transformation registry 4, the formats that a report may use. */
function transformed(raw: string, format: string | undefined, { expand }: Resources): string {
  switch (format === undefined ? null : expand(format)) {
    case null:
      return raw;
    case `{${IXT}}num-dot-decimal`:
      return matching(raw, /^\d{1,3}(,\d{3})*(\.\d+)?$/).replaceAll(",", "");
    case `{${IXT}}num-comma-decimal`:
      return matching(raw, /^\d{1,3}(\.\d{3})*(,\d+)?$/)
        .replaceAll(".", "")
        .replace(",", ".");
    case `{${IXT}}fixed-true`:
      return "true";
    case `{${IXT}}fixed-false`:
      return "false";
    case `{${IXT}}date-day-month-year`:
      return matching(raw, /^\d{2}-\d{2}-\d{4}$/)
        .split("-")
        .reverse()
        .join("-");
    default:
      throw new Error(`unknown format ${format}`);
  }
}

function matching(raw: string, pattern: RegExp): string {
  if (!pattern.test(raw)) throw new Error(`${raw} has not the form of its format`);
  return raw;
}

function innerXml({ content }: XmlElement): string {
  const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  return content
    .map((part) => (typeof part === "string" ? escaped(part) : `<${part.local}>${innerXml(part)}</${part.local}>`))
    .join("");
}
