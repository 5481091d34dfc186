import type { ExtractedFact } from "./inline-xbrl-reader.ts";
import { sharedFile } from "./shared-data.ts";

export const TAXONOMY_FILE = "efrag-vsme-taxonomy-2026-05-01.json";

interface Concept {
  readonly dataType: string;
  readonly periodType: "instant" | "duration";
  readonly abstract?: boolean;
  readonly other?: { readonly ee20DomainMembers?: readonly string[]; readonly typedElement?: string };
}

interface Table {
  readonly explicitDimensions?: Readonly<Record<string, readonly string[]>>;
  readonly typedDimensions?: readonly string[];
  readonly primaryItems: readonly (readonly [depth: number, concept: string])[];
}

/** EFRAG's taxonomy as its converter holds it. */
export interface VsmeTaxonomy {
  readonly entryPoint: string;
  readonly namespaces: Readonly<Record<string, string>>;
  readonly concepts: Readonly<Record<string, Concept>>;
  /** By role; under `_defaults` the default member of each axis that has one. */
  readonly dimensions: Readonly<Record<string, Readonly<Record<string, Table | string>>>>;
}

/** Null where the published file is not beside the repository. */
export function vsmeTaxonomy(): VsmeTaxonomy | null {
  const file = sharedFile(TAXONOMY_FILE);
  return file === null ? null : (JSON.parse(file.toString("utf8")) as VsmeTaxonomy);
}

/** Units of each item type (the taxonomy's measurement guidance and EFRAG's converter). */
const UNITS: Readonly<Record<string, RegExp>> = {
  "dtr-types:ghgEmissionsItemType": /^utr:tCO2e$/,
  "dtr-types:ghgEmissionsPerMonetaryItemType": /^utr:tCO2e iso4217:[A-Z]{3}$/,
  "dtr-types:energyItemType": /^utr:MWh$/,
  "dtr-types:massItemType": /^utr:(kg|t)$/,
  "dtr-types:volumeItemType": /^utr:m3$/,
  "dtr-types:areaItemType": /^utr:(ha|sqkm)$/,
  "dtr-types:percentItemType": /^xbrli:pure$/,
  "xbrli:decimalItemType": /^xbrli:pure$/,
  "xbrli:monetaryItemType": /^iso4217:[A-Z]{3}$/,
};

/** Lexical forms of the other item types. */
const FORMS: Readonly<Record<string, RegExp>> = {
  "xbrli:booleanItemType": /^(true|false)$/,
  "xbrli:dateItemType": /^\d{4}-\d{2}-\d{2}$/,
  "xbrli:gYearItemType": /^\d{4}$/,
};

/** "{namespace}local" with the taxonomy's own prefix; "?:local" where it has none. */
export function taxonomyName({ namespaces }: VsmeTaxonomy, expanded: string): string {
  const [, namespace = "", local = ""] = /^\{(.*)\}(.*)$/.exec(expanded) ?? [];
  const [prefix] = Object.entries(namespaces).find(([, known]) => known === namespace) ?? ["?"];
  return `${prefix}:${local}`;
}

/** What the taxonomy does not allow about a fact: concept, period type, unit, form, member or dimensions. */
export function taxonomyFaults(taxonomy: VsmeTaxonomy, fact: ExtractedFact): string[] {
  const concept = taxonomy.concepts[taxonomyName(taxonomy, fact.concept)];
  if (concept === undefined || concept.abstract === true) return [`${fact.concept} is no reportable concept`];
  const { dataType, periodType } = concept;
  const unit = fact.unit?.map((measure) => taxonomyName(taxonomy, measure)).join(" ") ?? null;
  const faults: [is_right: boolean, fault: string][] = [
    ["instant" in fact.period === (periodType === "instant"), "period type"],
    [UNITS[dataType] === undefined ? unit === null : UNITS[dataType].test(unit ?? ""), `unit ${unit ?? "none"}`],
    [FORMS[dataType]?.test(fact.value) ?? true, `form of ${fact.value}`],
    [fact.is_escaped === dataType.endsWith("textBlockItemType"), "escape"],
    [areMembers(taxonomy, concept, fact.value), `member ${fact.value}`],
    [isInTable(taxonomy, fact), `dimensions ${Object.values(fact.dimensions).join()}`],
  ];
  return faults.flatMap(([is_right, fault]) => (is_right ? [] : [`${fact.id}: ${fault}`]));
}

function areMembers({ namespaces }: VsmeTaxonomy, { other }: Concept, value: string): boolean {
  const domain = other?.ee20DomainMembers?.map((member) => {
    const [prefix = "", local = ""] = member.split(":");
    return `${namespaces[prefix] ?? ""}#${local}`;
  });
  return domain === undefined || value.split(" ").every((name) => domain.includes(name));
}

/** Tables are closed: a context is right when one table of its concept has exactly its dimensions. */
function isInTable(taxonomy: VsmeTaxonomy, fact: ExtractedFact): boolean {
  const given = new Map(
    Object.entries(fact.dimensions).map(([axis, member]) => [taxonomyName(taxonomy, axis), member]),
  );
  const name = taxonomyName(taxonomy, fact.concept);
  const own = tables(taxonomy).filter(({ primaryItems }) => primaryItems.some(([, concept]) => concept === name));
  if (own.length === 0) return given.size === 0;
  return own.some(({ explicitDimensions = {}, typedDimensions = [] }) => {
    const axes = [...Object.keys(explicitDimensions), ...typedDimensions];
    if ([...given.keys()].some((axis) => !axes.includes(axis))) return false;
    return axes.every((axis) => {
      const member = given.get(axis);
      const members = explicitDimensions[axis];
      if (members === undefined) return member !== undefined;
      // A default member is what is not named.
      const standing = member === undefined ? taxonomy.dimensions["_defaults"]?.[axis] : taxonomyName(taxonomy, member);
      return typeof standing === "string" && members.includes(standing);
    });
  });
}

function tables({ dimensions }: VsmeTaxonomy): Table[] {
  return Object.values(dimensions).flatMap((role) =>
    Object.values(role).filter((table): table is Table => typeof table !== "string"),
  );
}
