import type { Cell, Sheet } from "./spreadsheet.ts";

/** Points. */
const LINE = 14.4;
const TITLE = 25.2;
/** Excel's limit. */
const HEIGHT_MAX = 409;
/** Widths are in digits of the default font; words of capitals and of a replaced typeface need more. */
const DIGITS_PER_CHARACTER = 1.05;
/** Of a column without one, in Excel. */
const WIDTH = 8.43;

/**
 * The sheet with the height of each row in points, by its longest wrapped text: programs that do not measure texts when they
 * open a file would print them over each other. Null for a row of one line.
 */
export function withHeights(sheet: Sheet): Sheet {
  return { ...sheet, heights: sheet.rows.map((cells) => heightOf(cells, sheet.widths)) };
}

function heightOf(cells: readonly (Cell | null)[], widths: readonly number[]): number | null {
  if (cells.some((cell) => cell?.style === "title")) return TITLE;
  const lines = Math.max(1, ...cells.map((cell, column) => linesOf(cell, widths[column] ?? WIDTH)));
  return lines === 1 ? null : Math.min(lines * LINE, HEIGHT_MAX);
}

const WRAPPED: ReadonlySet<Cell["style"]> = new Set(["text", "strong", "heading"]);

function linesOf(cell: Cell | null, width: number): number {
  if (cell === null || cell.value.kind !== "text" || !WRAPPED.has(cell.style)) return 1;
  const characters = Math.max(1, Math.floor(width / DIGITS_PER_CHARACTER));
  return cell.value.text
    .split("\n")
    .reduce((lines, paragraph) => lines + Math.max(1, Math.ceil(paragraph.length / characters)), 0);
}
