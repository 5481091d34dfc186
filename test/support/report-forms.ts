import { readXlsx } from "../../src/modules/factors/index.ts";
import { drawnDocument } from "../../src/modules/reports/presentation/drawn-document.ts";
import { fillEfragTemplate } from "../../src/modules/reports/forms/efrag/fill-template.ts";
import type { FilledDocument } from "../../src/modules/reports/forms/efrag/reported-facts.ts";
import { renderInlineXbrl } from "../../src/modules/reports/forms/xhtml/render-inline-xbrl.ts";
import { printReport } from "../../src/modules/reports/forms/pdf/index.ts";
import type { ReportDocument } from "../../src/modules/reports/presentation/report-document.ts";
import type { ReportTerms } from "../../src/modules/reports/report.ts";
import type { Snapshot } from "../../src/modules/reports/snapshot/snapshot.ts";
import { renderWorkbook } from "../../src/modules/reports/forms/xlsx/render-workbook.ts";
import { isEngineInstalled } from "../../src/platform/typst/engine.ts";
import { cellsOf } from "./efrag-filled.ts";
import { fixtureTemplate } from "./efrag-fixture.ts";
import { type ExtractedFact, extractFacts } from "./inline-xbrl-reader.ts";
import { ABSENT_JUDGES, renderElsewhere, textOf } from "./printed-report.ts";
import { sharedFile } from "./shared-data.ts";

/** Every form of one report as its reader finds it. */
export interface ReportForms {
  readonly json: ReportDocument;
  /** Text of the pages; where no typesetter or reader is installed, the words that are handed to it. */
  readonly pdf: string;
  readonly xlsx: ReadonlyMap<string, readonly (readonly string[])[]>;
  readonly xhtml: string;
  /** Tagged facts of the page by their ids. */
  readonly tagged: ReadonlyMap<string, ExtractedFact>;
  /** Cells of EFRAG's workbook: the published one where it lies beside the repository; null for csrd. */
  readonly efrag: ((sheet: string, cell: string) => string | null) | null;
}

const DRAWABLE = new Set(Array.from({ length: 0x2300 }, (_, code) => code));

/** The report of a snapshot in its four forms and in EFRAG's workbook. */
export async function reportForms(
  snapshot: Snapshot,
  terms: Pick<ReportTerms, "standard_type" | "language">,
): Promise<ReportForms> {
  const all = { ...terms, report_year: snapshot.report_year, format: "json", template: "own" } as const;
  // The JSON form is the document, and the others are drawn from it.
  const json = JSON.parse(drawnDocument(snapshot, all).toString("utf8")) as ReportDocument;
  const sheets = await readXlsx(await renderWorkbook(json));
  const xhtml = (await renderInlineXbrl(json)).toString("utf8");
  const facts = json.taxonomy === null ? [] : extractFacts(xhtml).facts;
  return {
    json,
    pdf: await pagesOf(json),
    xlsx: new Map(
      sheets.map(({ name, rows }) => [name, rows.map(({ cells }) => cells.map((cell) => cell?.text ?? ""))]),
    ),
    xhtml,
    tagged: new Map(facts.map((fact) => [fact.id, fact])),
    efrag: terms.standard_type === "csrd" ? null : await efragOf(snapshot, { ...all, template: "efrag" }),
  };
}

async function pagesOf(document: ReportDocument): Promise<string> {
  const text =
    isEngineInstalled() && ABSENT_JUDGES.length === 0
      ? textOf(await renderElsewhere(document))
      : Buffer.from(printReport(document, DRAWABLE).get("print-model.json") ?? "").toString("utf8");
  return text.replaceAll(/\s+/g, " ");
}

async function efragOf(snapshot: Snapshot, terms: ReportTerms) {
  const filled = JSON.parse(drawnDocument(snapshot, terms).toString("utf8")) as FilledDocument;
  const template = sharedFile("efrag-vsme-digital-template-1.3.0.xlsx") ?? fixtureTemplate();
  return await cellsOf(await fillEfragTemplate(filled, template));
}
