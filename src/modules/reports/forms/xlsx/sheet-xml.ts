import { decimal, decimalText } from "../../../../core/quantity.ts";
import { styleIndex } from "./cell-styles.ts";
import type { SharedStrings } from "./shared-strings.ts";
import type { Cell, Sheet } from "./spreadsheet.ts";

/** xl/worksheets/sheetN.xml (ECMA-376 part 1, 18.3); its members stand in the order that the schema asks for. */
export function sheetXml(sheet: Sheet, strings: SharedStrings, language: "da" | "en"): string {
  const { widths, rows, is_table } = sheet;
  const columns = widths.map(
    (width, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  );
  const pane = `<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft"/>`;
  const lines = rows.map((cells, row) => {
    const written = cells.map((cell, column) => cellXml(cell, `${columnName(column)}${row + 1}`, strings, language));
    const height = sheet.heights?.[row] ?? null;
    const high = height === null ? "" : ` ht="${Number(height.toFixed(1))}" customHeight="1"`;
    return `<row r="${row + 1}"${high}>${written.join("")}</row>`;
  });
  return (
    `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">` +
    `<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr><dimension ref="${sheetRange(sheet)}"/>` +
    `<sheetViews><sheetView showGridLines="${is_table ? 1 : 0}" workbookViewId="0">${is_table ? pane : ""}</sheetView></sheetViews>` +
    `<sheetFormatPr defaultRowHeight="14.4"/><cols>${columns.join("")}</cols>` +
    `<sheetData>${lines.join("")}</sheetData>` +
    (is_table ? `<autoFilter ref="${sheetRange(sheet)}"/>` : "") +
    `<pageMargins left="0.5" right="0.5" top="0.6" bottom="0.6" header="0.3" footer="0.3"/>` +
    `<pageSetup paperSize="9" orientation="${is_table ? "landscape" : "portrait"}" fitToHeight="0"/>` +
    `<headerFooter><oddFooter>&amp;L&amp;A&amp;R&amp;P / &amp;N</oddFooter></headerFooter></worksheet>`
  );
}

/** All cells of a sheet: "A1:G25". */
export function sheetRange({ widths, rows }: Sheet, mark = ""): string {
  const last = columnName(Math.max(widths.length - 1, 0));
  return `${mark}A${mark}1:${mark}${last}${mark}${Math.max(rows.length, 1)}`;
}

function cellXml(cell: Cell | null, reference: string, strings: SharedStrings, language: "da" | "en"): string {
  if (cell === null) return "";
  const start = `<c r="${reference}" s="${styleIndex(cell, language)}"`;
  const { value } = cell;
  switch (value.kind) {
    case "text":
      return `${start} t="s"><v>${strings.indexOf(value.text)}</v></c>`;
    case "boolean":
      return `${start} t="b"><v>${value.boolean ? 1 : 0}</v></c>`;
    case "date":
      return `${start}><v>${serialDay(value.date)}</v></c>`;
    default:
      return `${start}><v>${decimalText(decimal(value.number))}</v></c>`;
  }
}

/** "A" for 0, "AA" for 26. */
function columnName(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : `${columnName(Math.floor(index / 26) - 1)}${letter}`;
}

const DAY_MS = 86_400_000;

/** Days since 30 December 1899, as spreadsheets count dates from 1 March 1900 on. */
function serialDay(day: string): number {
  return (Date.parse(`${day}T00:00:00Z`) - Date.UTC(1899, 11, 30)) / DAY_MS;
}
