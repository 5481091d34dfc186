import { grouped } from "../../../../core/grouped.ts";
import { type CellPosition, cellName, parsePosition, positionKey } from "./cell-position.ts";
import type { CellValue } from "./formula-values.ts";
import { FormulaError } from "./formula-values.ts";
import { attributeOf, escapeCellText, unescapeXml } from "./sheet-text.ts";

/** The formula of a cell as it is stored; a shared one has its text only in the first of its cells. */
export interface StoredFormula {
  readonly text: string;
  readonly shared_index: string | null;
}

export interface StoredCell {
  readonly position: CellPosition;
  readonly value: CellValue;
  readonly formula: StoredFormula | null;
}

/** The cells of one sheet by position (see positionKey). */
export type SheetCells = ReadonlyMap<number, StoredCell>;

const ROW = /<row\b([^>]*?)(?:\/>|>([\s\S]*?)<\/row>)/g;
const CELL = /<c\b([^>]*?)(?:\/>|>([\s\S]*?)<\/c>)/g;

/** Reads every cell of a sheet that has a value or a formula (ECMA-376 part 1, 18.3.1.4). */
export function readSheetCells(xml: string, strings: readonly string[]): SheetCells {
  const cells = new Map<number, StoredCell>();
  for (const [, attributes = "", content = ""] of sheetData(xml).matchAll(CELL)) {
    const position = parsePosition(attributeOf(attributes, "r") ?? "");
    if (position === null || content === "") continue;
    const formula = formulaOf(content);
    const value = valueOf(attributeOf(attributes, "t") ?? "n", content, strings);
    if (value !== null || formula !== null) cells.set(positionKey(position), { position, value, formula });
  }
  return cells;
}

function sheetData(xml: string): string {
  const { start, end } = sheetDataBounds(xml);
  return xml.slice(start, end);
}

function sheetDataBounds(xml: string): { readonly start: number; readonly end: number } {
  const start = xml.indexOf("<sheetData");
  const end = xml.indexOf("</sheetData>", start);
  return start === -1 || end === -1 ? { start: 0, end: 0 } : { start, end };
}

function formulaOf(content: string): StoredFormula | null {
  const match = /<f\b([^>]*?)(?:\/>|>([\s\S]*?)<\/f>)/.exec(content);
  if (match === null) return null;
  const [, attributes = "", text = ""] = match;
  const isShared = attributeOf(attributes, "t") === "shared";
  return { text: unescapeXml(text), shared_index: isShared ? (attributeOf(attributes, "si") ?? null) : null };
}

/** Cell types of ECMA-376 part 1, 18.18.11. */
function valueOf(type: string, content: string, strings: readonly string[]): CellValue {
  if (type === "inlineStr") {
    return unescapeXml([...content.matchAll(/<t\b[^>]*>([\s\S]*?)<\/t>/g)].map((match) => match[1] ?? "").join(""));
  }
  const stored = /<v\b[^>]*>([\s\S]*?)<\/v>/.exec(content)?.[1];
  if (stored === undefined) return type === "str" && content.includes("<v") ? "" : null;
  if (type === "s") return strings[Number(stored)] ?? null;
  if (type === "str") return unescapeXml(stored);
  if (type === "b") return stored === "1";
  return type === "e" ? new FormulaError(stored) : Number(stored);
}

/** What is put into a cell: an input replaces what is there, a result is the stored value beside a formula. */
export interface CellEdit {
  readonly position: CellPosition;
  readonly kind: "input" | "result";
  /** Null empties the cell; a result is never null. */
  readonly value: CellValue;
}

/**
 * A sheet's XML with some cells changed; every other character stays as it is. Styles stay; texts are written inline.
 * @throws Error when an input would replace a formula, or a result has no formula beside it.
 */
export function editSheet(xml: string, edits: readonly CellEdit[]): string {
  if (edits.length === 0) return xml;
  const rows = grouped(edits, ({ position }) => position.row);
  const { start, end } = sheetDataBounds(xml);
  const edited = xml.slice(start, end).replaceAll(ROW, (whole, attributes: string, content: string | undefined) => {
    const number = Number(attributeOf(attributes, "r"));
    const changes = rows.get(number);
    rows.delete(number);
    return changes === undefined ? whole : `<row${attributes}>${editRow(content ?? "", changes)}</row>`;
  });
  const lost = [...rows.keys()][0];
  if (lost !== undefined) throw new Error(`the sheet has no row ${lost}`);
  return xml.slice(0, start) + edited + xml.slice(end);
}

function editRow(content: string, edits: readonly CellEdit[]): string {
  const pending = edits.toSorted((a, b) => a.position.column - b.position.column);
  const edited = content.replaceAll(CELL, (whole, attributes: string, inner: string | undefined) => {
    const column = parsePosition(attributeOf(attributes, "r") ?? "")?.column ?? 0;
    let before = "";
    for (let next = pending[0]; next !== undefined && next.position.column <= column; next = pending[0]) {
      pending.shift();
      if (next.position.column === column) return before + editCell(attributes, inner ?? "", next);
      before += editCell(` r="${cellName(next.position)}"`, "", next);
    }
    return before + whole;
  });
  return edited + pending.map((edit) => editCell(` r="${cellName(edit.position)}"`, "", edit)).join("");
}

function editCell(attributes: string, inner: string, { kind, value, position }: CellEdit): string {
  const formula = /<f\b[^>]*?(?:\/>|>[\s\S]*?<\/f>)/.exec(inner)?.[0] ?? null;
  if ((formula === null) !== (kind === "input")) {
    throw new Error(`${cellName(position)} ${formula === null ? "has no formula" : "has a formula"}`);
  }
  const kept = attributes.replace(/\st="[^"]*"/, "").trimEnd();
  if (value === null) {
    if (kind === "result") throw new Error(`${cellName(position)} has no result`);
    return `<c${kept}/>`;
  }
  if (kind === "input" && typeof value === "string") {
    return `<c${kept} t="inlineStr"><is><t xml:space="preserve">${escapeCellText(value)}</t></is></c>`;
  }
  const [type, text] = storedForm(value);
  return `<c${kept}${type}>${formula ?? ""}<v>${text}</v></c>`;
}

function storedForm(value: Exclude<CellValue, null>): readonly [type: string, text: string] {
  if (value instanceof FormulaError) return [' t="e"', value.code];
  if (typeof value === "boolean") return [' t="b"', value ? "1" : "0"];
  if (typeof value === "string") return [' t="str"', escapeCellText(value)];
  return ["", String(value)];
}
