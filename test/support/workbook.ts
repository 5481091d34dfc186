import { zipOf } from "./zip.ts";

/** Rows of cells; texts and numbers. */
export type Sheet = readonly (readonly (string | number)[])[];

/** A workbook (OOXML) of these sheets by name. */
export function workbook(sheets: Readonly<Record<string, Sheet>>): Buffer {
  const names = Object.keys(sheets);
  const cell = (value: string | number, at: string): string =>
    typeof value === "number"
      ? `<c r="${at}"><v>${value}</v></c>`
      : `<c r="${at}" t="inlineStr"><is><t>${value}</t></is></c>`;
  const rows = (sheet: Sheet): string =>
    sheet
      .map(
        (values, y) =>
          `<row r="${y + 1}">${values.map((value, x) => cell(value, `${String.fromCodePoint(65 + x)}${y + 1}`)).join("")}</row>`,
      )
      .join("");
  return zipOf([
    {
      name: "xl/workbook.xml",
      content:
        '<workbook xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets>' +
        `${names.map((name, at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="r${at + 1}"/>`).join("")}</sheets></workbook>`,
    },
    {
      name: "xl/_rels/workbook.xml.rels",
      content: `<Relationships>${names.map((_, at) => `<Relationship Id="r${at + 1}" Target="worksheets/s${at + 1}.xml"/>`).join("")}</Relationships>`,
    },
    ...Object.values(sheets).map((sheet, at) => ({
      name: `xl/worksheets/s${at + 1}.xml`,
      content: `<worksheet><sheetData>${rows(sheet)}</sheetData></worksheet>`,
    })),
  ]);
}
