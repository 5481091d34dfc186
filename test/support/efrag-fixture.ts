import { cellName, columnNumber, positionsOf } from "../../src/modules/reports/forms/efrag/cell-position.ts";
import { templateTables } from "../../src/modules/reports/forms/efrag/template-tables.ts";
import { VSME_TAXONOMY } from "../../src/modules/reports/datapoints/catalog.ts";
import { xmlText } from "../../src/core/xml-text.ts";
import { type ZipEntry, zipOf } from "./zip.ts";

const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const RELATIONS = 'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';

/** Cells of a sheet: text, number, or a formula with its stored value. */
export type FixtureCells = Readonly<
  Record<string, string | number | { readonly formula: string; readonly value: string }>
>;

export interface FixtureShape {
  /** By sheet: cells besides those that every template has. */
  readonly cells?: Readonly<Record<string, FixtureCells>>;
  /** Defined names to leave out or to put elsewhere. */
  readonly names?: Readonly<Record<string, string | null>>;
  readonly entries?: readonly ZipEntry[];
}

/** Formulas of a few calculated cells, so that results can be seen; every other calculated cell holds ="-". */
const FORMULAS: Readonly<Record<string, FixtureCells>> = {
  "Environmental Disclosures": {
    D25: { formula: 'IF(AND(D22="",D23=""),"-",SUM(D22,D23))', value: "-" },
    D45: { formula: 'IF(COUNTA(D30:F44)=0,"-",SUM(D30:F44))', value: "-" },
    G14: { formula: "IF('Fuel Converter'!D23=TRUE,'Fuel Converter'!A32,\"-\")", value: "-" },
    J14: { formula: "IF('Fuel Converter'!D23=TRUE,'Fuel Converter'!B32,\"-\")", value: "-" },
  },
  "General Information": { D9: { formula: 'IF(ISBLANK(D6),"-",D6&"-"&TEXT(D7,"00")&"-"&TEXT(D8,"00"))', value: "-" } },
  "Fuel Converter": {
    A32: { formula: "SUM(C10:C19)", value: "0" },
    B32: { formula: "SUM(C10:C19)", value: "0" },
  },
};

const STATIC: Readonly<Record<string, FixtureCells>> = {
  Introduction: { C1: "1.3.0", C10: VSME_TAXONOMY },
  "Language Selection": { G7: "English [en]" },
  "Fuel Conversion Parameters": { A16: "Gas/Diesel oil", B16: "Liquid", C16: 43, D16: 0.84, F16: "Non-renewable" },
};

/** A small workbook with every name of EFRAG's template at its place and hardly anything else: made here, not EFRAG's file. */
export function fixtureTemplate({ cells = {}, names = {}, entries = [] }: FixtureShape = {}): Buffer {
  const { ranges } = templateTables();
  const others = ["Fuel Converter", "Fuel Conversion Parameters", "Table of Contents & Validation"];
  const sheets = [...new Set([...ranges.map(({ range }) => range.sheet), ...others])];
  const defined = new Map(
    ranges.map(({ name, range }) => [name, `'${range.sheet}'!${absolute(range.first)}:${absolute(range.last)}`]),
  );
  for (const [name, place] of Object.entries(names)) {
    if (place === null) defined.delete(name);
    else defined.set(name, place);
  }
  const sheetList = sheets.map(
    (name, index) => `<sheet name="${xmlText(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
  );
  const nameList = [...defined].map(([name, place]) => `<definedName name="${name}">${xmlText(place)}</definedName>`);
  return zipOf([
    {
      name: "xl/workbook.xml",
      content: `<workbook ${MAIN} ${RELATIONS}><sheets>${sheetList.join("")}</sheets><definedNames>${nameList.join("")}</definedNames><calcPr calcId="1"/></workbook>`,
    },
    {
      name: "xl/_rels/workbook.xml.rels",
      content: `<Relationships>${sheets.map((_, index) => `<Relationship Id="rId${index + 1}" Target="worksheets/sheet${index + 1}.xml"/>`).join("")}</Relationships>`,
    },
    { name: "xl/styles.xml", content: `<styleSheet ${MAIN}/>` },
    ...sheets.map((name, index) => ({
      name: `xl/worksheets/sheet${index + 1}.xml`,
      content: sheetXml(name, { ...calculatedCells(name), ...FORMULAS[name], ...STATIC[name], ...cells[name] }),
    })),
    ...entries,
  ]);
}

function absolute(position: { readonly column: number; readonly row: number }): string {
  return cellName(position).replace(/^([A-Z]+)(\d+)$/, "$$$1$$$2");
}

function calculatedCells(sheet: string): FixtureCells {
  const cells: Record<string, { formula: string; value: string }> = {};
  for (const { range, content } of templateTables().ranges) {
    if (range.sheet !== sheet || content !== "formula") continue;
    for (const position of positionsOf(range)) cells[cellName(position)] = { formula: '"-"', value: "-" };
  }
  return cells;
}

function sheetXml(name: string, cells: FixtureCells): string {
  const rows = new Map<number, string[]>();
  const inOrder = Object.keys(cells).toSorted((a, b) => columnOf(a) - columnOf(b));
  for (const cell of inOrder) {
    const row = Number(/\d+$/.exec(cell)?.[0]);
    rows.set(row, [...(rows.get(row) ?? []), cellXml(cell, cells[cell] ?? "")]);
  }
  const last = name === "Footnotes" ? 1_600 : 600;
  const xml = Array.from(
    { length: last },
    (_, index) => `<row r="${index + 1}">${(rows.get(index + 1) ?? []).join("")}</row>`,
  );
  return `<worksheet ${MAIN}><sheetData>${xml.join("")}</sheetData><dataValidations count="0"/></worksheet>`;
}

function columnOf(cell: string): number {
  return columnNumber(cell.replace(/\d+$/, ""));
}

function cellXml(cell: string, content: FixtureCells[string]): string {
  if (typeof content === "number") return `<c r="${cell}" s="7"><v>${content}</v></c>`;
  if (typeof content === "string") return `<c r="${cell}" s="7" t="str"><v>${xmlText(content)}</v></c>`;
  return `<c r="${cell}" s="7" t="str"><f>${xmlText(content.formula)}</f><v>${content.value}</v></c>`;
}
