/**
 * Maintainers' tool: compiles the named cells of EFRAG's VSME digital template (MIT) into data/vsme/template-ranges.csv,
 * which is committed: what the service writes where, and what a workbook must have to be that template.
 * Run: npx tsx scripts/compile-template.ts <template.xlsx> [directory]
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Papa from "papaparse";
import {
  cellName,
  type CellPosition,
  type CellRange,
  parseRange,
  positionKey,
  positionsOf,
} from "../src/modules/reports/forms/efrag/cell-position.ts";
import { attributeOf, unescapeXml } from "../src/modules/reports/forms/efrag/sheet-text.ts";
import { readBook, type TemplateBook } from "../src/modules/reports/forms/efrag/template-book.ts";
import { openPackage, type WorkbookPackage } from "../src/modules/reports/forms/efrag/template-package.ts";
import { vsmeCatalog } from "../src/modules/reports/datapoints/catalog.ts";

const COLUMNS = ["name", "role", "concept", "member", "sheet", "first", "last", "content", "choices"];

/** A name that differs from the concept it stands for. */
const ALIASES: Readonly<Record<string, string>> = {
  IdentifierOfSitesInBiodiversitySensitiveAreasTypedAxis: "IdentifierOfSiteTypedAxis",
};

/** Members whose own names stand for the cells of a year, which is a fact of its own. */
const YEAR_NAMES = new Set(["BaselineYearMember", "TargetYearMember"]);

/** The default member of the energy axis: its facts are those without a member. */
const TOTAL_MEMBERS = new Set(["TotalRenewableAndNonRenewableEnergyMember", "CurrentlyStatedMember"]);

/** Cells of the workbook itself: who reports, when, in which language and version. */
const OWN_NAMES = new Set([
  "template_reporting_entity_name",
  "template_reporting_entity_identifier_scheme",
  "template_reporting_entity_identifier",
  "template_currency",
  "template_reporting_period_startdate",
  "template_reporting_period_enddate",
  "template_selected_display_language",
  "template_translations",
  "template_reporting_template_version",
  "template_reporting_schemaRef",
  "template_footnote_labels_taxonomy",
  "footnote_text",
  "footnote_ref_dimension",
  "footnote_ref_concept",
]);

/** The table of a template, as CSV in the order of its cells. */
export async function compileTemplate(bytes: Buffer): Promise<string> {
  const workbook = await openPackage(bytes);
  const book = readBook(workbook);
  const sheets = [...workbook.sheets.keys()];
  const choices = choicesOf(workbook);
  const place = (range: CellRange): number => sheets.indexOf(range.sheet) * 1e12 + positionKey(range.first);
  const rows = [...workbook.names]
    .toSorted(([nameA, a], [nameB, b]) => place(a) - place(b) || (nameA < nameB ? -1 : 1))
    .flatMap(([name, range]) => {
      const meaning = meaningOf(name);
      if (meaning === null) return [];
      const { sheet, first, last } = range;
      const [from, to] = [cellName(first), cellName(last)];
      const content = contentOf(book, range);
      return [{ name, ...meaning, sheet, first: from, last: to, content, choices: choices(range) }];
    });
  return `${Papa.unparse(rows, { columns: COLUMNS, newline: "\n" })}\n`;
}

function meaningOf(name: string): { role: string; concept: string; member: string } | null {
  if (name.startsWith("template_label_") || YEAR_NAMES.has(name)) return null;
  if (OWN_NAMES.has(name)) return { role: "workbook", concept: "", member: "" };
  if (/^(?:template_|footnote_|enum_)/.test(name)) return null;
  if (/(?:Table|Hypercube)$/.test(name)) return null;
  if (name.endsWith("Axis")) return { role: "axis", concept: `vsme:${ALIASES[name] ?? name}`, member: "" };
  const [local = "", suffix = ""] = name.split("_");
  const concept = `vsme:${local}`;
  if (!vsmeCatalog().datapoints.some((row) => row.concept === concept)) throw new Error(`${name} is no datapoint`);
  if (suffix === "unit") return { role: "unit", concept, member: "" };
  return { role: "fact", concept, member: suffix === "" || TOTAL_MEMBERS.has(suffix) ? "" : `vsme:${suffix}` };
}

/** formula: every cell that holds something holds a formula; input: none does; an energy axis of labels is neither. */
function contentOf(book: TemplateBook, range: CellRange): string {
  const sheet = book.sheets.get(range.sheet);
  const cells = positionsOf(range).flatMap((position) => sheet?.cells.get(positionKey(position)) ?? []);
  const formulas = cells.filter((cell) => cell.formula !== null).length;
  if (formulas === 0) return "input";
  return formulas === cells.length ? "formula" : "mixed";
}

/**
 * The list behind the drop-down of a range's first cell: a defined name, cells, or words in quotes. Excel keeps those
 * that point to another sheet in an extension of the sheet's XML.
 */
function choicesOf({ parts, sheets }: WorkbookPackage): (range: CellRange) => string {
  const lists = new Map<string, { readonly areas: readonly CellRange[]; readonly list: string }[]>();
  for (const [sheet, part] of sheets) {
    const xml = (parts.get(part) ?? Buffer.alloc(0)).toString("utf8");
    const rules = xml.matchAll(/<(?:x14:)?dataValidation\b([^>]*?)(?:\/>|>([\s\S]*?)<\/(?:x14:)?dataValidation>)/g);
    const found = [...rules].flatMap(([, attributes = "", content = ""]) => {
      if (attributeOf(attributes, "type") !== "list") return [];
      const areas = /<xm:sqref>([^<]*)</.exec(content)?.[1] ?? attributeOf(attributes, "sqref") ?? "";
      const list = /<(?:xm:f|formula1)>([^<]*)</.exec(content)?.[1] ?? "";
      return [{ areas: areas.split(" ").flatMap((area) => parseRange(`'${sheet}'!${area}`) ?? []), list }];
    });
    lists.set(sheet, found);
  }
  return ({ sheet, first }) => {
    const rule = lists.get(sheet)?.find(({ areas }) => areas.some((area) => isWithin(area, first)));
    return rule === undefined ? "" : unescapeXml(rule.list);
  };
}

function isWithin({ first, last }: CellRange, { column, row }: CellPosition): boolean {
  return column >= first.column && column <= last.column && row >= first.row && row <= last.row;
}

const [, script, templatePath, directory = join(import.meta.dirname, "../data/vsme")] = process.argv;
if (script === import.meta.filename && templatePath !== undefined) {
  writeFileSync(join(directory, "template-ranges.csv"), await compileTemplate(readFileSync(templatePath)));
}
