import { describe, expect, test } from "vitest";
import { renderInlineXbrl } from "../../../src/modules/reports/forms/xhtml/render-inline-xbrl.ts";
import {
  DEFAULT_MEMBERS,
  NAMESPACES,
  TEXT_BLOCKS,
  TYPED_AXES,
} from "../../../src/modules/reports/forms/xhtml/taxonomy.ts";
import { everyDatapointDocument } from "../../support/every-datapoint-document.ts";
import { everyKindDocument } from "../../support/every-kind-document.ts";
import { type ExtractedFact, extractFacts } from "../../support/inline-xbrl-reader.ts";
import { TAXONOMY_FILE, taxonomyFaults, taxonomyName, vsmeTaxonomy } from "../../support/vsme-taxonomy.ts";

const given = vsmeTaxonomy();

describe.skipIf(given === null)(`against the taxonomy (needs ../shared/data/${TAXONOMY_FILE})`, () => {
  // Without the file nothing of this runs.
  const taxonomy = given ?? { entryPoint: "", namespaces: {}, concepts: {}, dimensions: {} };
  const own = Object.entries(taxonomy.concepts).filter(([name]) => name.startsWith("vsme:"));
  const reportable = own.filter(([, { abstract }]) => abstract !== true);

  test("namespaces, text blocks, default members and typed axes are the taxonomy's", () => {
    for (const [prefix, namespace] of Object.entries(NAMESPACES)) {
      if (prefix in taxonomy.namespaces) expect([prefix, namespace]).toEqual([prefix, taxonomy.namespaces[prefix]]);
    }
    const blocks = reportable.filter(([, { dataType }]) => dataType.endsWith("textBlockItemType"));
    expect(TEXT_BLOCKS).toEqual(new Set(blocks.map(([name]) => name)));
    expect(DEFAULT_MEMBERS).toEqual(taxonomy.dimensions["_defaults"]);
    const typed = own.filter(([, { other }]) => other?.typedElement !== undefined);
    expect(TYPED_AXES).toEqual(new Set(typed.map(([name]) => name)));
    expect(new Set(typed.map(([, { other }]) => other?.typedElement))).toEqual(new Set(["vsme:TYP"]));
  });

  test.each([
    ["every kind of fact in Danish", everyKindDocument("da")],
    ["every kind of fact in English", everyKindDocument("en")],
    ["every datapoint of the catalog", everyDatapointDocument("en")],
  ])("%s is as the taxonomy allows", async (_, document) => {
    const { facts, schema_refs } = extractFacts((await renderInlineXbrl(document)).toString("utf8"));
    expect(schema_refs).toEqual([taxonomy.entryPoint]);
    expect(facts.flatMap((fact) => taxonomyFaults(taxonomy, fact))).toEqual([]);
  });

  test("every reportable concept of the taxonomy is one of the facts", async () => {
    const { facts } = extractFacts((await renderInlineXbrl(everyDatapointDocument("da"))).toString("utf8"));
    const reported = new Set(facts.map(({ concept }) => taxonomyName(taxonomy, concept)));
    expect(reportable.map(([name]) => name).filter((name) => !reported.has(name))).toEqual([]);
    expect(reportable.length).toBeGreaterThan(140);
  });

  // What checks the facts must itself be able to find a fault.
  test.each([
    ["an unknown concept", { concept: "{https://xbrl.efrag.org/taxonomy/vsme/2026-05-01/vsme}Turnovr" }],
    ["another period type", { period: { instant: "2025-12-31" } }],
    ["another unit", { unit: ["{http://www.xbrl.org/2009/utr}MWh"] }],
    [
      "a dimension that its table has not",
      { dimensions: { "{https://xbrl.efrag.org/taxonomy/vsme/2026-05-01/vsme}TypeOfWasteAxis": "{x}y" } },
    ],
  ] as [string, Partial<ExtractedFact>][])("%s would be found", async (_, change) => {
    const { facts } = extractFacts((await renderInlineXbrl(everyKindDocument("en"))).toString("utf8"));
    const turnover = facts.find(({ id }) => id === "Turnover");
    if (turnover === undefined) throw new Error("no fact");
    expect(taxonomyFaults(taxonomy, { ...turnover, ...change })).toHaveLength(1);
  });
});
