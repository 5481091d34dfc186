import type { XmlElement } from "../xml/tree.ts";
import { all, child } from "../xml/values.ts";
import { FileRefusal } from "../file-errors.ts";
import { piecesOf } from "./paragraph-text.ts";
import { type LineWord, setParagraph, type SetLine, type Span } from "./set-line.ts";
import { attribute, pointsOf, valueAt, wordName } from "./word-elements.ts";
import type { ParagraphStyle } from "./word-styles.ts";

export type StyleOf = (paragraph: XmlElement) => ParagraphStyle;

/** Lines of one document: 60 pages of some 80, with those of cells beside each other. */
const LINES_MAX = 20_000;
/** Narrower columns of a table are taken for this wide, in points. */
const COLUMN_MIN = 12;
/** Columns of a table; Word's own bound is 63. */
const COLUMNS_MAX = 63;
/** Between a cell's text and the next column, in points. */
const CELL_MARGIN = 11;
/** Space above a table, below it and between its rows, in sizes of letters. */
const TABLE_SPACE_SIZES = 1;
const ROW_SPACE_SIZES = 0.4;

/** Sets paragraphs and tables one below the other; texts in frames stand above the paragraph that they are tied to. */
export function setBlocks(container: XmlElement, span: Span, styleOf: StyleOf): SetLine[] {
  const lines: SetLine[] = [];
  let isBelowTable = false;
  const put = (more: readonly SetLine[], space: number): void => {
    if (lines.length + more.length > LINES_MAX) {
      throw new FileRefusal("file.too_large", `The document has more than ${LINES_MAX} lines.`);
    }
    for (const [index, line] of more.entries()) {
      lines.push(index === 0 ? { ...line, space: line.space + space * line.size } : line);
    }
  };
  for (const block of blocksOf(container)) {
    if (wordName(block) === "tbl") put(setTable(block, span, styleOf), TABLE_SPACE_SIZES);
    else {
      const pieces = piecesOf(block);
      for (const piece of pieces) if (piece.kind === "box") put(setBlocks(piece.content, span, styleOf), 0);
      put(setParagraph(pieces, styleOf(block), span), isBelowTable ? TABLE_SPACE_SIZES : 0);
    }
    isBelowTable = wordName(block) === "tbl";
  }
  return lines;
}

/** Paragraphs and tables, those in content controls and tracked insertions included; what was deleted is not. */
function* blocksOf(container: XmlElement): Generator<XmlElement> {
  for (const element of container.children) {
    const name = wordName(element);
    if (name === "p" || name === "tbl") yield element;
    else if (/^(?:sdt|sdtContent|customXml|ins|moveTo)$/.test(name)) yield* blocksOf(element);
  }
}

function* partsOf(container: XmlElement, wanted: "tr" | "tc"): Generator<XmlElement> {
  for (const element of container.children) {
    const name = wordName(element);
    if (name === wanted && child(child(element, "trPr"), "del") === undefined) yield element;
    else if (/^(?:sdt|sdtContent|customXml)$/.test(name)) yield* partsOf(element, wanted);
  }
}

/** Row by row: what stands on the same line of its cells stands beside each other. */
function setTable(table: XmlElement, span: Span, styleOf: StyleOf): SetLine[] {
  const edges = columnEdges(table, span);
  return [...partsOf(table, "tr")].flatMap((row) => {
    let column = countAt(row, "trPr", "gridBefore") ?? 0;
    const cells = [...partsOf(row, "tc")].slice(0, COLUMNS_MAX).map((cell) => {
      const first = column;
      column += countAt(cell, "tcPr", "gridSpan") ?? 1;
      const left = edgeAt(edges, first);
      const isMerged = child(cell, "tcPr")?.children.some(isContinuation) ?? false;
      return isMerged
        ? []
        : setCell(cell, { left, right: Math.max(edgeAt(edges, column), left + COLUMN_MIN) }, styleOf);
    });
    return sideBySide(cells);
  });
}

/** A cell that is merged into the one above it holds nothing that is printed. */
function isContinuation(property: XmlElement): boolean {
  return wordName(property) === "vMerge" && attribute(property, "val") !== "restart";
}

/** The lines of a cell, each made to fit between its column's edges, without those at its end that are empty. */
function setCell(cell: XmlElement, { left, right }: Span, styleOf: StyleOf): SetLine[] {
  const inner = { left, right: right - CELL_MARGIN };
  // Headings and figures of a column stand at its left edge, however they are set: what is in one column is told by that.
  const lines = setBlocks(cell, inner, (paragraph) => ({ ...styleOf(paragraph), align: "left" }));
  const filled = lines.filter(({ words }) => words.length > 0).length;
  const first = filled === 1 ? lines.findIndex(({ words }) => words.length > 0) : 0;
  const end = lines.findLastIndex(({ words }) => words.length > 0) + 1;
  return lines.slice(first, end).map((line) => ({ ...line, words: fitted(line.words, inner) }));
}

function fitted(words: readonly LineWord[], { left, right }: Span): LineWord[] {
  const end = words.at(-1)?.right ?? right;
  if (end <= right) return [...words];
  const share = (right - left) / (end - left);
  return words.map((word) => ({
    ...word,
    left: left + (word.left - left) * share,
    right: left + (word.right - left) * share,
  }));
}

function sideBySide(cells: readonly (readonly SetLine[])[]): SetLine[] {
  const count = Math.max(1, ...cells.map((lines) => lines.length));
  return Array.from({ length: count }, (_, index): SetLine => {
    const beside = cells.flatMap((lines) => lines[index] ?? []);
    const size = Math.max(1, ...beside.map((line) => line.size));
    return {
      words: beside.flatMap(({ words }) => words),
      size,
      space: index === 0 ? ROW_SPACE_SIZES * size : Math.max(0, ...beside.map(({ space }) => space)),
      starts_page: false,
    };
  });
}

/** Edges of the columns of a table's grid, in points from the page's left edge; the first is its own. */
function columnEdges(table: XmlElement, { left, right }: Span): number[] {
  const widths = all(child(table, "tblGrid"), "gridCol")
    .slice(0, COLUMNS_MAX)
    .map((column) => Math.max(COLUMN_MIN, pointsOf(attribute(column, "w")) ?? 0));
  const total = widths.reduce((sum, width) => sum + width, 0);
  const share = total > right - left ? Math.max(0.2, (right - left) / total) : 1;
  const edges = [left];
  for (const width of widths) edges.push((edges.at(-1) ?? left) + width * share);
  return edges;
}

/** Beyond the grid, columns are as wide as a figure. */
function edgeAt(edges: readonly number[], column: number): number {
  const last = edges.length - 1;
  return edges[column] ?? (edges[last] ?? 0) + (column - last) * COLUMN_BEYOND;
}

const COLUMN_BEYOND = 60;

function countAt(element: XmlElement, ...path: readonly string[]): number | null {
  const text = valueAt(element, ...path);
  return text !== undefined && /^\d{1,2}$/.test(text) ? Number(text) : null;
}
