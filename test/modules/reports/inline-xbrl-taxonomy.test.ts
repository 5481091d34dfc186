import { describe, expect, test } from "vitest";
import { renderInlineXbrl } from "../../../src/modules/reports/inline-xbrl/render-inline-xbrl.ts";
import {
  DEFAULT_MEMBERS,
  NAMESPACES,
  TEXT_BLOCKS,
  TYPED_AXES,
} from "../../../src/modules/reports/inline-xbrl/taxonomy.ts";
import { everyKindDocument } from "../../support/every-kind-document.ts";
import { everyDatapointDocument } from "../../support/every-datapoint-document.ts";
import { type ExtractedFact, extractFacts } from "../../support/inline-xbrl-reader.ts";
import { sharedFile } from "../../support/shared-data.ts";

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

interface Taxonomy {
  readonly entryPoint: string;
  readonly namespaces: Readonly<Record<string, string>>;
  readonly concepts: Readonly<Record<string, Concept>>;
  readonly dimensions: Readonly<Record<string, Readonly<Record<string, Table | string>>>>;
}

const NAME = "efrag-vsme-taxonomy-2026-05-01.json";
const file = sharedFile(NAME);

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

describe.skipIf(file === null)(`against the taxonomy (needs ../shared/data/${NAME})`, () => {
  // Skipped as a whole when the file is not there.
  const taxonomy = JSON.parse(file?.toString("utf8") ?? "{}") as Taxonomy;
  const prefixes = new Map(Object.entries(taxonomy.namespaces ?? {}).map(([prefix, namespace]) => [namespace, prefix]));
  const named = (expanded: string) =>
    expanded.replace(/^\{(.*)\}/, (_, namespace: string) => `${prefixes.get(namespace) ?? "?"}:`);
  const tables = Object.entries(taxonomy.dimensions ?? {}).flatMap(([role, found]) =>
    role === "_defaults" ? [] : Object.values(found).filter((table): table is Table => typeof table !== "string"),
  );

  test("namespaces, text blocks, default members and typed axes are the taxonomy's", () => {
    for (const [prefix, namespace] of Object.entries(NAMESPACES)) {
      if (prefix in taxonomy.namespaces) expect([prefix, namespace]).toEqual([prefix, taxonomy.namespaces[prefix]]);
    }
    const concepts = Object.entries(taxonomy.concepts).filter(([name]) => name.startsWith("vsme:"));
    const blocks = concepts.filter(
      ([, { dataType, abstract }]) => dataType.endsWith("textBlockItemType") && abstract !== true,
    );
    expect(TEXT_BLOCKS).toEqual(new Set(blocks.map(([name]) => name)));
    expect(DEFAULT_MEMBERS).toEqual(taxonomy.dimensions["_defaults"]);
    const typed = concepts.filter(([, { other }]) => other?.typedElement !== undefined);
    expect(TYPED_AXES).toEqual(new Set(typed.map(([name]) => name)));
    expect(new Set(typed.map(([, { other }]) => other?.typedElement))).toEqual(new Set(["vsme:TYP"]));
  });

  const documents = [
    ["every kind of fact in Danish", everyKindDocument("da")],
    ["every kind of fact in English", everyKindDocument("en")],
    ["every datapoint of the catalog", everyDatapointDocument("en")],
  ] as const;

  test.each(documents)("%s is as the taxonomy allows", async (_, document) => {
    const { facts, schema_refs } = extractFacts((await renderInlineXbrl(document)).toString("utf8"));
    expect(schema_refs).toEqual([taxonomy.entryPoint]);
    expect(facts.flatMap((fact) => faultsOf(fact))).toEqual([]);
  });

  test("every reportable concept of the taxonomy is one of the facts", async () => {
    const { facts } = extractFacts((await renderInlineXbrl(everyDatapointDocument("da"))).toString("utf8"));
    const reportable = Object.entries(taxonomy.concepts).filter(
      ([name, { abstract }]) => name.startsWith("vsme:") && abstract !== true,
    );
    const reported = new Set(facts.map(({ concept }) => named(concept)));
    expect(reportable.map(([name]) => name).filter((name) => !reported.has(name))).toEqual([]);
  });

  function faultsOf(fact: ExtractedFact): string[] {
    const concept = taxonomy.concepts[named(fact.concept)];
    if (concept === undefined || concept.abstract === true) return [`${fact.concept} is no reportable concept`];
    const { dataType, periodType } = concept;
    const unit = fact.unit === null ? null : fact.unit.map(unitName).join(" ");
    const expectedUnit = UNITS[dataType];
    const isUnitRight = expectedUnit === undefined ? unit === null : unit !== null && expectedUnit.test(unit);
    const members = concept.other?.ee20DomainMembers?.map((member) =>
      member.replace(/^[^:]+/, (prefix) => `${taxonomy.namespaces[prefix] ?? ""}#`).replace("#:", "#"),
    );
    return [
      ...("instant" in fact.period === (periodType === "instant") ? [] : [`${fact.id}: period`]),
      ...(isUnitRight ? [] : [`${fact.id}: unit ${unit ?? "none"}`]),
      ...(FORMS[dataType]?.test(fact.value) === false ? [`${fact.id}: ${fact.value}`] : []),
      ...(fact.is_escaped === dataType.endsWith("textBlockItemType") ? [] : [`${fact.id}: escape`]),
      ...(members === undefined || fact.value.split(" ").every((name) => members.includes(name))
        ? []
        : [`${fact.id}: member`]),
      ...(isInTable(fact) ? [] : [`${fact.id}: dimensions`]),
    ];
  }

  function unitName(expanded: string): string {
    return named(expanded);
  }

  /** Closed tables: a context is right when one table of its concept has exactly its dimensions. */
  function isInTable(fact: ExtractedFact): boolean {
    const dimensions = Object.entries(fact.dimensions).map(([axis, member]) => [named(axis), member] as const);
    const own = tables.filter(({ primaryItems }) => primaryItems.some(([, name]) => name === named(fact.concept)));
    if (own.length === 0) return dimensions.length === 0;
    return own.some(({ explicitDimensions = {}, typedDimensions = [] }) => {
      const axes = [...Object.keys(explicitDimensions), ...typedDimensions];
      const given = new Map(dimensions);
      const isComplete = axes.every((axis) => {
        const members = explicitDimensions[axis];
        const member = given.get(axis) ?? (DEFAULT_MEMBERS[axis] === undefined ? undefined : `default`);
        if (member === "default") return members?.includes(DEFAULT_MEMBERS[axis] ?? "") === true;
        return member !== undefined && (members === undefined || members.includes(named(member)));
      });
      return isComplete && dimensions.every(([axis]) => axes.includes(axis));
    });
  }
});
