import { type Zippable, strToU8, zipSync } from "fflate";
import { xmlText } from "../../../../core/xml-text.ts";
import { stylesXml } from "./cell-styles.ts";
import { sharedStrings } from "./shared-strings.ts";
import { sheetRange, sheetXml } from "./sheet-xml.ts";
import type { Sheet, Workbook } from "./spreadsheet.ts";

const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006";
const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const SPREADSHEET = "application/vnd.openxmlformats-officedocument.spreadsheetml";

/**
 * The bytes of an XLSX file (ECMA-376, transitional). The same workbook gives the same bytes on every machine: parts in
 * a fixed order, one fixed time in the container, and a compressor that is not the machine's own.
 */
export function writeWorkbook(workbook: Workbook): Buffer {
  const strings = sharedStrings();
  const sheets = workbook.sheets.map((sheet) => sheetXml(sheet, strings, workbook.language));
  const parts: [name: string, xml: string][] = [
    ["[Content_Types].xml", contentTypesXml(sheets.length)],
    ["_rels/.rels", packageRelationsXml()],
    ["docProps/app.xml", appXml()],
    ["docProps/core.xml", coreXml(workbook)],
    ["xl/workbook.xml", workbookXml(workbook.sheets)],
    ["xl/_rels/workbook.xml.rels", workbookRelationsXml(sheets.length)],
    ["xl/styles.xml", stylesXml()],
    ["xl/sharedStrings.xml", strings.xml()],
    ...sheets.map((xml, index): [string, string] => [`xl/worksheets/sheet${index + 1}.xml`, xml]),
  ];
  return zipped(parts);
}

function zipped(parts: readonly (readonly [name: string, xml: string])[]): Buffer {
  // The container holds local times: these are the same digits in every time zone.
  const mtime = new Date(1980, 0, 1);
  const entries: Zippable = {};
  for (const [name, xml] of parts) {
    entries[name] = [strToU8(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${xml}`), { mtime, level: 6 }];
  }
  return Buffer.from(zipSync(entries));
}

function contentTypesXml(sheets: number): string {
  const part = (name: string, type: string) => `<Override PartName="/${name}" ContentType="${type}"/>`;
  return (
    `<Types xmlns="${PACKAGE}/content-types">` +
    `<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
    `<Default Extension="xml" ContentType="application/xml"/>` +
    part("docProps/app.xml", "application/vnd.openxmlformats-officedocument.extended-properties+xml") +
    part("docProps/core.xml", "application/vnd.openxmlformats-package.core-properties+xml") +
    part("xl/workbook.xml", `${SPREADSHEET}.sheet.main+xml`) +
    part("xl/styles.xml", `${SPREADSHEET}.styles+xml`) +
    part("xl/sharedStrings.xml", `${SPREADSHEET}.sharedStrings+xml`) +
    numbers(sheets)
      .map((number) => part(`xl/worksheets/sheet${number}.xml`, `${SPREADSHEET}.worksheet+xml`))
      .join("") +
    `</Types>`
  );
}

function packageRelationsXml(): string {
  return relationsXml([
    [`${OFFICE}/relationships/officeDocument`, "xl/workbook.xml"],
    [`${PACKAGE}/relationships/metadata/core-properties`, "docProps/core.xml"],
    [`${OFFICE}/relationships/extended-properties`, "docProps/app.xml"],
  ]);
}

function workbookRelationsXml(sheets: number): string {
  return relationsXml([
    ...numbers(sheets).map((number): [string, string] => {
      return [`${OFFICE}/relationships/worksheet`, `worksheets/sheet${number}.xml`];
    }),
    [`${OFFICE}/relationships/styles`, "styles.xml"],
    [`${OFFICE}/relationships/sharedStrings`, "sharedStrings.xml"],
  ]);
}

function relationsXml(targets: readonly (readonly [type: string, target: string])[]): string {
  const relations = targets.map(
    ([type, target], index) => `<Relationship Id="rId${index + 1}" Type="${type}" Target="${target}"/>`,
  );
  return `<Relationships xmlns="${PACKAGE}/relationships">${relations.join("")}</Relationships>`;
}

function appXml(): string {
  return `<Properties xmlns="${OFFICE}/extended-properties"><Application>Carbon Ledger</Application></Properties>`;
}

function coreXml({ title, language, created_at }: Workbook): string {
  const time = xmlText(created_at);
  return (
    `<cp:coreProperties xmlns:cp="${PACKAGE}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" ` +
    `xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">` +
    `<dc:title>${xmlText(title)}</dc:title><dc:creator>Carbon Ledger</dc:creator><dc:language>${language}</dc:language>` +
    `<dcterms:created xsi:type="dcterms:W3CDTF">${time}</dcterms:created>` +
    `<dcterms:modified xsi:type="dcterms:W3CDTF">${time}</dcterms:modified></cp:coreProperties>`
  );
}

function workbookXml(sheets: readonly Sheet[]): string {
  const listed = sheets.map(
    ({ name }, index) => `<sheet name="${xmlText(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
  );
  return (
    `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}/relationships">` +
    `<bookViews><workbookView activeTab="0"/></bookViews><sheets>${listed.join("")}</sheets>` +
    `<definedNames>${definedNames(sheets)}</definedNames></workbook>`
  );
}

/** What a spreadsheet keeps beside a filtered sheet: its range, and the row that is printed on every page. */
function definedNames(sheets: readonly Sheet[]): string {
  const tables = sheets.flatMap((sheet, index) => (sheet.is_table ? [{ sheet, index }] : []));
  const of = (name: string, hidden: string, range: (sheet: Sheet) => string) =>
    tables.map(({ sheet, index }) => {
      const place = xmlText(`'${sheet.name.replaceAll("'", "''")}'!${range(sheet)}`);
      return `<definedName name="_xlnm.${name}" localSheetId="${index}"${hidden}>${place}</definedName>`;
    });
  return [
    ...of("_FilterDatabase", ` hidden="1"`, (sheet) => sheetRange(sheet, "$")),
    ...of("Print_Titles", "", () => "$1:$1"),
  ].join("");
}

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}
