import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import type { Context } from "../../../src/core/context.ts";
import { invoke } from "../../../src/core/invoke.ts";
import { decimal, decimalText } from "../../../src/core/quantity.ts";
import { loadReportInputs } from "../../../src/demo/report-inputs.ts";
import { loadScenarios } from "../../../src/demo/scenarios.ts";
import { loadTargets } from "../../../src/demo/targets.ts";
import type { Fact } from "../../../src/modules/reports/datapoints/fact.ts";
import { generateReport } from "../../../src/modules/reports/generate-report.ts";
import { renderReport } from "../../../src/modules/reports/index.ts";
import { renderInlineXbrl } from "../../../src/modules/reports/forms/xhtml/render-inline-xbrl.ts";
import { listReports } from "../../../src/modules/reports/list-reports.ts";
import { reportDocument, type ReportDocument } from "../../../src/modules/reports/presentation/report-document.ts";
import { type Demo, demoTenant } from "../../support/demo.ts";
import { extractFacts } from "../../support/inline-xbrl-reader.ts";
import { TAXONOMY_FILE, taxonomyFaults, vsmeTaxonomy } from "../../support/vsme-taxonomy.ts";
import { everyElement, textOf as textOfElement } from "../../support/xml-document.ts";

const LANGUAGES = ["da", "en"] as const;
const taxonomy = vsmeTaxonomy();

let demo: Demo;
let ctx: Context;
const documents = {} as Record<(typeof LANGUAGES)[number], ReportDocument>;

beforeAll(async () => {
  demo = await demoTenant();
  ctx = demo.app.db.context(demo.tenant);
  await loadTargets(ctx);
  await loadScenarios(ctx);
  await loadReportInputs(ctx);
  for (const language of LANGUAGES) documents[language] = await jsonReport(language);
});
afterAll(() => demo.close());

/** The JSON form of the demo company's report, as the service stores it. */
async function jsonReport(language: string): Promise<ReportDocument> {
  const terms = { report_year: 2025, standard_type: "vsme_comprehensive", format: "json", language };
  const { id } = z.object({ id: z.uuid() }).parse(await invoke(generateReport, ctx, terms));
  await renderReport(ctx, id);
  const { items } = z
    .object({ items: z.array(z.object({ sha256: z.string(), language: z.string() })) })
    .parse(await invoke(listReports, ctx, {}));
  const sha256 = items.find((report) => report.language === language)?.sha256 ?? "";
  return reportDocument.parse(JSON.parse((await ctx.files.read(sha256)).toString("utf8")));
}

function numbers({ facts }: ReportDocument): Fact[] {
  return facts.filter(({ kind }) => kind === "number");
}

/** Plain decimal text, without exponents. */
function exact(value: Fact["value"] | string): string {
  return decimalText(decimal(Number(value)));
}

describe.each(LANGUAGES)("the demo company's VSME Comprehensive report as Inline XBRL in %s", (language) => {
  test("has figures of every module, among them the ones of the ledger", () => {
    const ids = new Set(numbers(documents[language]).map(({ id }) => id));
    for (const id of [
      "TotalEnergyConsumption",
      "GrossScope1GreenhouseGasEmissions",
      "TotalNonHazardousWasteGeneratedMass",
      "Turnover",
    ]) {
      expect(ids).toContain(id);
    }
    expect(ids.size).toBeGreaterThan(50);
  });

  test("shows the figures of the JSON form, tagged or not", async () => {
    const { facts, root } = extractFacts((await renderInlineXbrl(documents[language])).toString("utf8"));
    const tagged = new Map(facts.map(({ id, value }) => [id, value]));
    const places = new Map([...everyElement(root)].map((element) => [element.attributes["id"], element]));
    const plain = (id: string) => spoken(textOfElement(places.get(id) ?? root), language);
    for (const { id, value, unit } of numbers(documents[language])) {
      const reported = tagged.get(id);
      const expected = decimal(exact(value)).times(unit === "percent" && reported !== undefined ? "0.01" : "1");
      expect([id, reported ?? exact(plain(id))]).toEqual([id, decimalText(expected)]);
    }
    expect(tagged.size).toBeGreaterThan(50);
  });

  test.skipIf(taxonomy === null)(
    `has only facts that the taxonomy allows (needs ../shared/data/${TAXONOMY_FILE})`,
    async () => {
      const { facts } = extractFacts((await renderInlineXbrl(documents[language])).toString("utf8"));
      expect(facts.flatMap((fact) => (taxonomy === null ? ["no taxonomy"] : taxonomyFaults(taxonomy, fact)))).toEqual(
        [],
      );
    },
  );
});

/** The figure that a printed text names. */
function spoken(text: string, language: "da" | "en"): string {
  const plain = language === "da" ? text.replaceAll(".", "").replace(",", ".") : text.replaceAll(",", "");
  return plain.replace("\u2212", "-");
}
