import { xmlText } from "../../src/core/xml-text.ts";
import { zipOf } from "./zip.ts";

/** A sheet of a published workbook: its rows by number, each cell as it is stored, numbers with their 17 digits. */
export interface PublishedSheet {
  readonly name: string;
  readonly rows: readonly (readonly [number, readonly (string | null)[]])[];
}

const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const NUMBER = /^-?\d+(?:\.\d+)?(?:E-?\d+)?$/;

/** A workbook of those sheets. */
export function publishedWorkbook(sheets: readonly PublishedSheet[]): Buffer {
  const named = sheets.map(
    ({ name }, index) => `<sheet name="${xmlText(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
  );
  const related = sheets.map(
    (_, index) => `<Relationship Id="rId${index + 1}" Target="worksheets/sheet${index + 1}.xml"/>`,
  );
  return zipOf([
    {
      name: "xl/workbook.xml",
      content: `<workbook ${MAIN} xmlns:r="${RELATIONS}"><sheets>${named.join("")}</sheets></workbook>`,
    },
    { name: "xl/_rels/workbook.xml.rels", content: `<Relationships>${related.join("")}</Relationships>` },
    ...sheets.map(({ rows }, index) => ({
      name: `xl/worksheets/sheet${index + 1}.xml`,
      content: `<worksheet ${MAIN}><sheetData>${rows.map(rowOf).join("")}</sheetData></worksheet>`,
    })),
  ]);
}

function rowOf([number, cells]: PublishedSheet["rows"][number]): string {
  return `<row r="${number}">${cells.map((text, column) => cellOf(text, `${letter(column)}${number}`)).join("")}</row>`;
}

function cellOf(text: string | null, reference: string): string {
  if (text === null) return "";
  if (NUMBER.test(text)) return `<c r="${reference}"><v>${text}</v></c>`;
  return `<c r="${reference}" t="inlineStr"><is><t>${xmlText(text)}</t></is></c>`;
}

function letter(column: number): string {
  return String.fromCodePoint("A".charCodeAt(0) + column);
}
