import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decimal, decimalText } from "../../../src/core/quantity.ts";
import { xmlReadable } from "../../../src/core/xml-text.ts";
import type { Fact } from "../../../src/modules/reports/datapoints/fact.ts";
import { renderInlineXbrl } from "../../../src/modules/reports/forms/xhtml/render-inline-xbrl.ts";
import type { ReportDocument } from "../../../src/modules/reports/presentation/report-document.ts";
import { everyKindDocument } from "../../support/every-kind-document.ts";
import { everyDatapointDocument } from "../../support/every-datapoint-document.ts";
import { type ExtractedFact, type ExtractedReport, extractFacts } from "../../support/inline-xbrl-reader.ts";
import { sha256Elsewhere } from "../../support/render-elsewhere.ts";
import { everyElement, parseXml, textOf } from "../../support/xml-document.ts";

const LANGUAGES = ["da", "en"] as const;

async function extracted(document: ReportDocument): Promise<ExtractedReport> {
  return extractFacts((await renderInlineXbrl(document)).toString("utf8"));
}

/** The facts that have a concept of the taxonomy, as a processor must find them. */
function expectedFacts({ facts }: ReportDocument, { namespaces }: ExtractedReport) {
  const expand = (name: string) =>
    name.replace(/^([^:]+):/, (_, prefix: string) => `{${namespaces.get(prefix) ?? ""}}`);
  const names = (fact: Fact) => [fact.concept, ...Object.keys(fact.dimensions)];
  const tagged = facts.filter((fact) => names(fact).every((name) => name.startsWith("vsme:")));
  return tagged.map((fact) => ({
    id: fact.id,
    concept: expand(fact.concept),
    period: fact.period,
    dimensions: Object.fromEntries(
      Object.entries(fact.dimensions).map(([axis, member]) => [
        expand(axis),
        axis.includes("Typed") ? member : expand(member),
      ]),
    ),
    unit: fact.unit === null ? null : (fact.unit === "percent" ? "xbrli:pure" : fact.unit).split("/").map(expand),
    decimals: fact.decimals === null ? null : String(fact.unit === "percent" ? fact.decimals + 2 : fact.decimals),
    value: expectedValue(fact, namespaces),
  }));
}

function expectedValue({ kind, value, unit }: Fact, namespaces: ReadonlyMap<string, string>): string {
  if (kind === "number") return decimalText(decimal(Number(value)).times(unit === "percent" ? "0.01" : "1"));
  if (kind !== "enumeration" && kind !== "enumeration_set") return xmlReadable(String(value));
  const names = [value]
    .flat()
    .map((name) => String(name).replace(/^([^:]+):/, (_, prefix: string) => `${namespaces.get(prefix) ?? ""}#`));
  return names.sort((one, other) => (one < other ? -1 : 1)).join(" ");
}

/** What a text block says; its lines are parted by br. */
function valueOf({ value, is_escaped }: ExtractedFact): string {
  if (!is_escaped) return value;
  return textOf(parseXml(`<block>${value.replaceAll("<br></br>", "\n")}</block>`));
}

function compared(fact: ExtractedFact) {
  const { id, concept, period, dimensions, unit, decimals } = fact;
  return { id, concept, period, dimensions, unit, decimals, value: valueOf(fact) };
}

function inOrder<Item extends { readonly id: string }>(items: readonly Item[]): Item[] {
  return [...items].sort((one, other) => (one.id < other.id ? -1 : 1));
}

test.each(LANGUAGES)("every datapoint of the catalog in %s is read back exactly", async (language) => {
  const document = everyDatapointDocument(language);
  const report = await extracted(document);
  expect(inOrder(report.facts.map(compared))).toEqual(inOrder(expectedFacts(document, report)));
  expect(report.facts.length).toBeGreaterThan(150);
});

describe.each(LANGUAGES)("Inline XBRL in %s", (language) => {
  const document = everyKindDocument(language);

  test("holds exactly the facts of the document: concept, aspects, unit, accuracy and value", async () => {
    const report = await extracted(document);
    expect(inOrder(report.facts.map(compared))).toEqual(inOrder(expectedFacts(document, report)));
    expect(report.facts.length).toBeGreaterThan(30);
  });

  test("names the company by its EUID in every fact", async () => {
    const report = await extracted(document);
    const identifiers = new Set(report.facts.map(({ entity }) => `${entity.scheme} ${entity.identifier}`));
    expect([...identifiers]).toEqual([
      "https://e-justice.europa.eu/topics/registers-business-insolvency-land/business-registers-search-company-eu_en DKCVR.12345674",
    ]);
  });

  test("defines every context and unit once and uses each", async () => {
    const report = await extracted(document);
    expect(new Set(report.contexts)).toEqual(new Set(report.facts.map(({ context }) => context)));
    expect(new Set(report.units)).toEqual(new Set(report.facts.flatMap(({ unit_id }) => unit_id ?? [])));
    const same = report.facts.map((fact) => JSON.stringify([fact.entity, fact.period, fact.dimensions]));
    expect(new Set(same).size).toBe(report.contexts.length);
    const ids = [...everyElement(report.root)].flatMap(({ attributes }) => attributes["id"] ?? []);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test("shows what only this service reports, with its id and without a tag", async () => {
    const { root } = await extracted(document);
    const others = document.facts.filter(({ concept }) => !concept.startsWith("vsme:"));
    expect(others.length).toBeGreaterThan(1);
    for (const { id } of others) {
      const [place] = [...everyElement(root)].filter(({ attributes }) => attributes["id"] === id);
      expect(place?.name).toBe("span");
      expect(textOf(place ?? root)).toMatch(/^\u2212?\d/);
    }
  });

  test("members of enumerations are hidden, and the words on the page lead to them", async () => {
    const { root, facts } = await extracted(document);
    const hidden = facts.filter(({ is_hidden }) => is_hidden).map(({ id }) => id);
    expect(new Set(hidden)).toEqual(
      new Set(document.facts.filter(({ kind }) => kind.startsWith("enumeration")).map(({ id }) => id)),
    );
    const styles = [...everyElement(root)].flatMap(({ attributes }) => attributes["style"] ?? []);
    for (const id of hidden) expect(styles).toContain(`-sec-ix-hidden:${id};-ix-hidden:${id}`);
  });

  test("says in which language it is and which taxonomy it uses", async () => {
    const { root, schema_refs } = await extracted(document);
    expect(root.attributes["xml:lang"]).toBe(language);
    // The schema of Inline XBRL 1.1 has no other attribute for it.
    expect(root.attributes["lang"]).toBeUndefined();
    expect(schema_refs).toEqual([document.taxonomy]);
  });
});

test("the default member of an axis is no dimension of the context", async () => {
  const [fact] = everyKindDocument("en").facts.filter(({ concept }) =>
    concept.endsWith("GrossScope1GreenhouseGasEmissions"),
  );
  if (fact === undefined) throw new Error("no fact");
  const dimensions = { "vsme:ReportingScopesAxis": "vsme:CurrentlyStatedMember" };
  const report = await extracted(everyKindDocument("en", { facts: [{ ...fact, dimensions }] }));
  expect(report.facts.map((found) => found.dimensions)).toEqual([{}]);
});

test("a negative figure has its sign beside the digits", async () => {
  const [turnover] = everyKindDocument("da").facts.filter(({ concept }) => concept === "vsme:Turnover");
  if (turnover === undefined) throw new Error("no fact");
  const report = await extracted(everyKindDocument("da", { facts: [{ ...turnover, value: -1234.5, decimals: 2 }] }));
  expect(report.facts[0]?.value).toBe("-1234.5");
  const shown = [...everyElement(report.root)].find(({ attributes }) => attributes["id"] === turnover.id);
  expect(textOf(shown ?? report.root)).toBe("1.234,50");
});

test("a fact that no section names is told, and one that two sections name is told once", async () => {
  const document = everyKindDocument("en");
  const [first] = document.sections;
  if (first === undefined) throw new Error("no section");
  const report = await extracted({ ...document, sections: [first, { ...first, id: "B2" }] });
  expect(inOrder(report.facts.map(compared))).toEqual(inOrder(expectedFacts(document, report)));
});

test("any text and any row key make a page whose facts read back", async () => {
  const [text] = everyKindDocument("en").facts.filter(({ concept }) => concept.startsWith("vsme:Description"));
  const [site] = everyKindDocument("en").facts.filter(({ concept }) => concept === "vsme:AddressOfSite");
  if (text === undefined || site === undefined) throw new Error("no fact");
  const words = fc.string({ unit: "binary", maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(words, words, words, async (value, key, name) => {
      const dimensions = { "vsme:IdentifierOfSiteTypedAxis": key };
      const facts = [
        { ...text, value, label: name },
        { ...site, value: name, id: `AddressOfSite.${key}`, dimensions },
        {
          ...site,
          value: name,
          id: `AddressOfSite.${key}_x20_`,
          dimensions: { "vsme:IdentifierOfSiteTypedAxis": `${key}_x20_` },
        },
      ];
      const company = { name, country: "DK", registration_number: "12345674" };
      const report = await extracted(everyKindDocument("en", { facts, company, sections: [] }));
      expect(report.facts.map(valueOf)).toEqual([value, name, name].map(xmlReadable));
      expect(Object.values(report.facts[1]?.dimensions ?? {})).toEqual([xmlReadable(key)]);
      expect(new Set(report.facts.map(({ id }) => id)).size).toBe(3);
    }),
    { numRuns: 40 },
  );
});

test("another process, time zone and locale give the same bytes", async () => {
  const document = everyKindDocument("da");
  const here = createHash("sha256")
    .update(await renderInlineXbrl(document))
    .digest("hex");
  expect(await sha256Elsewhere("xhtml", document)).toBe(here);
});
