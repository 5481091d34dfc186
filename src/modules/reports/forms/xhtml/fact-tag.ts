import { markup, Markup, NOTHING } from "../../../../core/markup.ts";
import { formatNumber } from "../../../../core/number-format.ts";
import { decimal } from "../../../../core/quantity.ts";
import type { Fact } from "../../datapoints/fact.ts";
import { decimalsOf } from "../pdf/fact-tables.ts";
import { elementId } from "./element-id.ts";
import { expandedName, TEXT_BLOCKS } from "./taxonomy.ts";
import type { XbrlResources } from "./xbrl-resources.ts";

export interface ShownFact {
  /** What stands in the page where the fact is told. */
  readonly shown: Markup;
  /** Content of ix:hidden: members of enumerations, whose names no reader wants to see. */
  readonly hidden: Markup;
}

/** How the facts of a page are written: with their tags, or the same text and ids without them. */
export type FactWriter = (fact: Fact) => ShownFact;

/** Facts of the taxonomy as Inline XBRL 1.1; what only this service reports (cl:) is told without a tag. */
export function taggedFacts(resources: XbrlResources, language: "da" | "en"): FactWriter {
  const plain = plainFacts(language);
  return (fact) => (isOfTaxonomy(fact) ? taggedFact(fact, resources, language) : plain(fact));
}

/** The same page for a standard that has no taxonomy in force: every fact has its id, so that tags can be added to it. */
export function plainFacts(language: "da" | "en"): FactWriter {
  return (fact) => ({
    shown: markup`<span id="${elementId(fact.id)}">${shownValue(fact, language)}</span>`,
    hidden: NOTHING,
  });
}

function isOfTaxonomy({ concept, dimensions }: Fact): boolean {
  return [concept, ...Object.keys(dimensions)].every((name) => name.startsWith("vsme:"));
}

function taggedFact(fact: Fact, resources: XbrlResources, language: "da" | "en"): ShownFact {
  if (fact.kind === "number") return { shown: numberTag(fact, resources, language), hidden: NOTHING };
  if (fact.kind === "enumeration" || fact.kind === "enumeration_set") return enumerationTag(fact, resources, language);
  const content = shownValue(fact, language);
  return { shown: textTag(fact, resources, [transformOf(fact, language), content]), hidden: NOTHING };
}

/** ix:nonFraction (Inline XBRL 1.1, 10): the digits as printed; sign and scale are attributes. */
function numberTag(fact: Fact, resources: XbrlResources, language: "da" | "en"): Markup {
  const value = Number(fact.value);
  const is_percent = fact.unit === "percent";
  const format = language === "da" ? "ixt:num-comma-decimal" : "ixt:num-dot-decimal";
  const sign = value < 0 ? markup` sign="-"` : NOTHING;
  // Percentages are printed as 12.5 and reported as 0.125.
  const scale = is_percent ? markup` scale="-2"` : NOTHING;
  const decimals = fact.decimals === null ? "INF" : String(fact.decimals + (is_percent ? 2 : 0));
  const tag = markup`<ix:nonFraction ${attributes(fact, resources)} unitRef="${resources.unitOf(fact.unit ?? "xbrli:pure")}" decimals="${decimals}" format="${format}"${scale}${sign}>${digits({ ...fact, value: Math.abs(value) }, language)}</ix:nonFraction>`;
  return value < 0 ? markup`\u2212${tag}` : tag;
}

/** ix:nonNumeric (Inline XBRL 1.1, 11); the value of a text block is its XHTML. */
function textTag(fact: Fact, resources: XbrlResources, [format, content]: readonly [Markup, Markup]): Markup {
  const escape = TEXT_BLOCKS.has(fact.concept) ? markup` escape="true"` : NOTHING;
  return markup`<ix:nonNumeric ${attributes(fact, resources)}${format}${escape}>${content}</ix:nonNumeric>`;
}

function transformOf({ kind, value }: Fact, language: "da" | "en"): Markup {
  if (kind === "boolean") return markup` format="ixt:fixed-${String(value)}"`;
  return kind === "date" && language === "da" ? markup` format="ixt:date-day-month-year"` : NOTHING;
}

function enumerationTag(fact: Fact, resources: XbrlResources, language: "da" | "en"): ShownFact {
  const id = elementId(fact.id);
  return {
    shown: markup`<span style="-sec-ix-hidden:${id};-ix-hidden:${id}">${shownValue(fact, language)}</span>`,
    hidden: markup`<ix:nonNumeric ${attributes(fact, resources)}>${memberNames(fact)}</ix:nonNumeric>`,
  };
}

/** Extensible Enumerations 2.0, 3.1.2: the names of a set stand in lexical order, none twice. */
function memberNames({ value }: Fact): string {
  const names = (Array.isArray(value) ? value : [String(value)]).map(expandedName);
  return [...new Set(names)].sort().join(" ");
}

function attributes(fact: Fact, resources: XbrlResources): Markup {
  return markup`id="${elementId(fact.id)}" name="${fact.concept}" contextRef="${resources.contextOf(fact)}"`;
}

/** A fact's value as a person reads it. */
function shownValue(fact: Fact, language: "da" | "en"): Markup {
  const { kind, value, value_label } = fact;
  if (kind === "number") return markup`${digits(fact, language)}`;
  if (kind === "date")
    return markup`${language === "da" ? String(value).split("-").reverse().join("-") : String(value)}`;
  if (kind === "text") return TEXT_BLOCKS.has(fact.concept) ? lines(String(value)) : markup`${String(value)}`;
  if (kind === "boolean") return markup`${value_label ?? YES_NO[language][value === true ? 0 : 1]}`;
  return markup`${value_label ?? (Array.isArray(value) ? value.join(", ") : String(value))}`;
}

/** As in print, but never with fewer digits than the figure has: what is shown is what is reported. */
function digits(fact: Fact, language: "da" | "en"): string {
  const value = Number(fact.value);
  const decimalPlaces = decimal(value).toFixed().split(".")[1]?.length ?? 0;
  return formatNumber(value, language, Math.max(decimalPlaces, decimalsOf(fact, value) ?? 0));
}

const YES_NO = { da: ["Ja", "Nej"], en: ["Yes", "No"] } as const;

function lines(text: string): Markup {
  return new Markup(markup`${text}`.text.replaceAll("\n", "<br/>"));
}
