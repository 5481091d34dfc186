import { zipSync, type Zippable } from "fflate";
import { vsmeCatalog } from "../../datapoints/catalog.ts";
import { RenderRefusal } from "../render-refusal.ts";
import { type CellPlan, emptyPlan, labelled } from "./cell-plan.ts";
import { cellName, positionKey, positionsOf } from "./cell-position.ts";
import { dropDowns } from "./drop-downs.ts";
import { differingFigures, placeFootnotes } from "./footnotes.ts";
import { FormulaError } from "./formula-values.ts";
import { placeFuels } from "./fuel-converter.ts";
import { openTemplate } from "./open-template.ts";
import { placeRepeatedRows } from "./repeated-rows.ts";
import { type FilledDocument, reportedFacts } from "./reported-facts.ts";
import { type CellEdit, editSheet } from "./sheet-cells.ts";
import { placeSingleCells } from "./single-cells.ts";
import { placeReportItself, placeSpecialCells } from "./special-cells.ts";
import { bookCalculation, calculateBook, type TemplateBook } from "./template-book.ts";
import { UnusableTemplate, WORKBOOK_PART, type WorkbookPackage } from "./template-package.ts";
import { knownRange } from "./template-tables.ts";

/**
 * EFRAG's VSME workbook with the report in it. Only cells change: formulas, validations, styles and every other part of
 * the file stay. What formulas give is written beside them, so that readers of stored values see it, and the workbook is
 * calculated again when it is opened. The same report and template give the same bytes.
 * @throws RenderRefusal when the template cannot be used or is too small for the report.
 */
export async function fillEfragTemplate(document: FilledDocument, template: Uint8Array): Promise<Buffer> {
  if (document.standard_type === "csrd") throw new RenderRefusal("EFRAG's template is for VSME reports only.");
  const { workbook, book } = await usableTemplate(template);
  const plan = plannedCells(document, book);
  const results = resultEdits(book, plan);
  const edits = (sheet: string): CellEdit[] => [...(plan.inputs.get(sheet) ?? []), ...(results.get(sheet) ?? [])];
  const changed = new Map<string, string>();
  for (const [sheet, part] of workbook.sheets) {
    changed.set(part, editSheet(textOf(workbook, part), edits(sheet)));
  }
  changed.set(WORKBOOK_PART, calculatedOnLoad(textOf(workbook, WORKBOOK_PART)));
  return zipped(workbook, changed);
}

async function usableTemplate(template: Uint8Array): ReturnType<typeof openTemplate> {
  try {
    return await openTemplate(template);
  } catch (error) {
    if (error instanceof UnusableTemplate) throw new RenderRefusal(`The template cannot be used: ${error.message}.`);
    throw error;
  }
}

function plannedCells(document: FilledDocument, book: TemplateBook): CellPlan {
  const plan = emptyPlan(book);
  chooseLanguage(plan, book, document.language);
  const catalog = vsmeCatalog();
  const words = { catalog, dropDowns: dropDowns(book, catalog, bookCalculation(book, plan.inputs)) };
  const facts = reportedFacts(document);
  placeReportItself(plan, document);
  placeSingleCells(plan, facts, words);
  placeSpecialCells(plan, facts, words);
  placeRepeatedRows(plan, facts, words);
  placeFuels(plan, document, facts, book);
  const valueOf = bookCalculation(book, plan.inputs);
  const differing = differingFigures(plan.figures, valueOf);
  placeFootnotes(plan, differing, valueOf, { ...words, language: document.language });
  return plan;
}

/** The workbook shows its texts in one of its languages; their names end in "[da]", "[en]" and so on. */
function chooseLanguage(plan: CellPlan, book: TemplateBook, language: string): void {
  const languages = knownRange("template_translations");
  const { sheet, first } = knownRange("template_selected_display_language");
  for (const position of positionsOf(languages)) {
    const name = book.sheets.get(languages.sheet)?.cells.get(positionKey(position))?.value;
    if (typeof name === "string" && name.endsWith(`[${language}]`)) plan.put(sheet, first, name, labelled("language"));
  }
}

/** What stands beside the formulas afterwards: the report's figure where it has one, else what the formula gives. */
function resultEdits(book: TemplateBook, plan: CellPlan): Map<string, CellEdit[]> {
  const figures = new Map(plan.figures.map((figure) => [`${figure.sheet}!${cellName(figure.position)}`, figure.value]));
  const results = new Map<string, CellEdit[]>();
  for (const { sheet, cell, calculated } of calculateBook(book, plan.inputs)) {
    const value = figures.get(`${sheet}!${cellName(cell.position)}`) ?? calculated ?? "";
    if (isSame(value, cell.value ?? "")) continue;
    const edit: CellEdit = { position: cell.position, kind: "result", value };
    results.set(sheet, [...(results.get(sheet) ?? []), edit]);
  }
  return results;
}

function isSame(a: CellEdit["value"], b: CellEdit["value"]): boolean {
  return a === b || (a instanceof FormulaError && b instanceof FormulaError && a.code === b.code);
}

function textOf({ parts }: WorkbookPackage, part: string): string {
  return (parts.get(part) ?? Buffer.alloc(0)).toString("utf8");
}

function calculatedOnLoad(workbook: string): string {
  return workbook.replace(/<calcPr\b(?![^>]*fullCalcOnLoad)/, '<calcPr fullCalcOnLoad="1"');
}

function zipped({ parts }: WorkbookPackage, changed: ReadonlyMap<string, string>): Buffer {
  // The container holds local times: these are the same digits in every time zone.
  const mtime = new Date(1980, 0, 1);
  const entries: Zippable = {};
  for (const [name, bytes] of parts) {
    const text = changed.get(name);
    entries[name] = [text === undefined ? bytes : Buffer.from(text, "utf8"), { mtime, level: 6 }];
  }
  return Buffer.from(zipSync(entries));
}
