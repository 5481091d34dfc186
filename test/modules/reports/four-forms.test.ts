import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import type { Context } from "../../../src/core/context.ts";
import { invoke } from "../../../src/core/invoke.ts";
import { decimal, decimalText } from "../../../src/core/quantity.ts";
import { loadReportInputs } from "../../../src/demo/report-inputs.ts";
import { loadScenarios } from "../../../src/demo/scenarios.ts";
import { loadTargets } from "../../../src/demo/targets.ts";
import { readXlsx } from "../../../src/modules/factors/index.ts";
import type { Fact } from "../../../src/modules/reports/facts/fact.ts";
import { generateReport } from "../../../src/modules/reports/generate-report.ts";
import { renderReport } from "../../../src/modules/reports/index.ts";
import { renderInlineXbrl } from "../../../src/modules/reports/inline-xbrl/render-inline-xbrl.ts";
import { listReports } from "../../../src/modules/reports/list-reports.ts";
import { reportDocument, type ReportDocument } from "../../../src/modules/reports/report-document.ts";
import { renderWorkbook } from "../../../src/modules/reports/workbook/render-workbook.ts";
import { isEngineInstalled } from "../../../src/platform/typst/engine.ts";
import { type Demo, demoTenant } from "../../support/demo.ts";
import { extractFacts } from "../../support/inline-xbrl-reader.ts";
import { hasProgram, renderElsewhere, textOf } from "../../support/printed-report.ts";
import { TAXONOMY_FILE, taxonomyFaults, vsmeTaxonomy } from "../../support/vsme-taxonomy.ts";
import { everyElement, textOf as textOfElement } from "../../support/xml-document.ts";

const LANGUAGES = ["da", "en"] as const;
const taxonomy = vsmeTaxonomy();
const canReadPdf = isEngineInstalled() && hasProgram("pdftotext");

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

describe.each(LANGUAGES)("the demo company's VSME Comprehensive report in %s", (language) => {
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

  test("has the same figures in JSON and workbook", async () => {
    const [, sheet] = await readXlsx(await renderWorkbook(documents[language]));
    const cells = new Map(sheet?.rows.map(({ cells }) => [cells.at(-1)?.text, cells[3]?.text]));
    expect(numbers(documents[language]).map(({ id }) => [id, cells.get(id)])).toEqual(
      numbers(documents[language]).map(({ id, value }) => [id, exact(value)]),
    );
  });

  test("has the same figures in JSON and Inline XBRL, tagged or not", async () => {
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

  test.skipIf(!canReadPdf)(
    "has the same figures in JSON and PDF (needs the typesetting engine and pdftotext: apt-get install -y poppler-utils)",
    { timeout: 300_000 },
    async () => {
      const text = textOf(await renderElsewhere(documents[language]));
      const pattern =
        language === "da" ? /\u2212?\d{1,3}(?:\.\d{3})*(?:,\d+)?/g : /\u2212?\d{1,3}(?:,\d{3})*(?:\.\d+)?/g;
      const printed = new Set((text.match(pattern) ?? []).map((figure) => exact(spoken(figure, language))));
      const absent = numbers(documents[language]).filter(({ value }) => !printed.has(exact(value)));
      expect(absent.map(({ id, value }) => [id, value])).toEqual([]);
    },
  );
});

/** The figure that a printed text names. */
function spoken(text: string, language: "da" | "en"): string {
  const plain = language === "da" ? text.replaceAll(".", "").replace(",", ".") : text.replaceAll(",", "");
  return plain.replace("\u2212", "-");
}

test("both languages tell the same facts with the same values", () => {
  const told = ({ facts }: ReportDocument) =>
    facts.map(({ id, concept, value, unit }) => ({ id, concept, value, unit }));
  expect(told(documents.en).length).toBe(told(documents.da).length);
  expect(told(documents.en).filter(({ value }) => typeof value === "number")).toEqual(
    told(documents.da).filter(({ value }) => typeof value === "number"),
  );
});
