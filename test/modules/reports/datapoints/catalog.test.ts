import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { compileVsme } from "../../../../scripts/compile-vsme.ts";
import {
  parseCatalog,
  VSME_SECTIONS,
  VSME_TAXONOMY,
  vsmeCatalog,
} from "../../../../src/modules/reports/datapoints/catalog.ts";
import { DERIVED } from "../../../../src/modules/reports/datapoints/derived.ts";
import { sectionTitle } from "../../../../src/modules/reports/datapoints/section-titles.ts";
import { shippedTable } from "../../../../src/modules/reports/datapoints/shipped-tables.ts";
import { sharedPath } from "../../../support/shared-data.ts";

const root = join(import.meta.dirname, "../../../..");
const taxonomyPath = sharedPath("data", "efrag-vsme-taxonomy-2026-05-01.json");
const taxonomyText = existsSync(taxonomyPath) ? readFileSync(taxonomyPath, "utf8") : null;

describe("data/vsme", () => {
  test.skipIf(taxonomyText === null)("is what the taxonomy and the reviewed rules compile to", () => {
    const own = readFileSync(join(root, "scripts/vsme/own-datapoints.csv"), "utf8");
    const compiled = compileVsme(taxonomyText ?? "", own);
    expect(compiled.datapoints).toBe(shippedTable("datapoints"));
    // Danish names of countries are the run-time's own, whose wording changes with its version.
    const withoutCountries = (text: string) => text.split("\n").filter((line) => !line.startsWith("country,"));
    expect(withoutCountries(compiled.members)).toEqual(withoutCountries(shippedTable("members")));
  });

  test.skipIf(taxonomyText === null)("has every concept that the taxonomy reports, of its entry point", () => {
    const taxonomy = JSON.parse(taxonomyText ?? "{}") as {
      entryPoint: string;
      concepts: Record<string, { abstract?: boolean }>;
    };
    expect(VSME_TAXONOMY).toBe(taxonomy.entryPoint);
    const reported = Object.entries(taxonomy.concepts).filter(([, { abstract }]) => abstract !== true);
    const concepts = new Set(vsmeCatalog().datapoints.map(({ concept }) => concept));
    expect(reported).toHaveLength(143);
    expect(reported.map(([name]) => name).filter((name) => !concepts.has(name))).toEqual([]);
  });

  test("has all disclosures of both modules, with titles in both languages", () => {
    const sections = new Set(vsmeCatalog().datapoints.map(({ section }) => section));
    expect([...sections]).toEqual(VSME_SECTIONS);
    for (const section of sections) {
      expect(sectionTitle(section, "en")).not.toBe(section);
      expect(sectionTitle(section, "da")).not.toBe(sectionTitle(section, "en"));
    }
  });

  test("says of every derived figure that it is one, and derives from datapoints that are there", () => {
    const { by_id } = vsmeCatalog();
    for (const { datapoint, from } of DERIVED) {
      expect(by_id.get(datapoint)?.source, datapoint).toMatch(/^(derived|derived_or_input|ledger_or_input)$/);
      expect(from.filter((id) => !by_id.has(id))).toEqual([]);
    }
  });
});

describe("a table with a slip is refused", () => {
  const datapoints = shippedTable("datapoints");
  const members = shippedTable("members");
  const changed = (from: string, to: string) => {
    expect(datapoints).toContain(from);
    return datapoints.replace(from, to);
  };

  test.each([
    ["a row that is there twice", () => `${datapoints}${datapoints.split("\n").at(-2)}\n`, /there twice/],
    ["a number without unit", () => changed("number,utr:m3,3", "number,,3"), /numbers have a unit/],
    ["a list that is not there", () => changed(",nace,", ",nase,"), /no list nase/],
    ["a condition on nothing", () => changed("HasGovernanceBody,derived", "HasNothing,derived"), /names HasNothing/],
    ["a condition that is none", () => changed("NumberOfEmployees>=150", "more than 150"), /not a condition/],
    ["an unknown requirement", () => changed("if_applicable", "perhaps"), /requirement/],
    ["a column that is not known", () => datapoints.replace("label_da", "label_dk"), /label_d/],
  ])("%s", (_name, text, problem) => {
    expect(() => parseCatalog(text(), members)).toThrow(problem);
  });

  test("a member that is there twice", () => {
    expect(() => parseCatalog(datapoints, `${members}${members.split("\n")[1]}\n`)).toThrow(/is twice in the list/);
  });
});
