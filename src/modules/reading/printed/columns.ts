import type { Cell, Row } from "../pdf/page-words.ts";
import { type ColumnKind, columnKind, vatInclusion } from "./labels.ts";

export interface Column {
  readonly kind: ColumnKind;
  readonly heading: string;
  readonly left: number;
  readonly right: number;
}

/** The heading of a table of lines. */
export interface TableHeading {
  /** Index of its first and last row. */
  readonly first: number;
  readonly last: number;
  readonly columns: readonly Column[];
}

/** Headings of two rows are closer than this, in letter sizes. */
const HEADING_LEADING_SIZES = 1.6;

/** Every row that heads a table of invoice lines: it names what was sold, and a price or an amount. */
export function tableHeadings(rows: readonly Row[]): TableHeading[] {
  const headings: TableHeading[] = [];
  for (const [index, row] of rows.entries()) {
    if (index <= (headings.at(-1)?.last ?? -1)) continue;
    const heading = headingAt(rows, index, row);
    if (heading !== null) headings.push(heading);
  }
  return headings;
}

function headingAt(rows: readonly Row[], index: number, row: Row): TableHeading | null {
  const headingCells = row.cells.filter((cell) => columnKind(cell.text) !== null);
  if (headingCells.length < 2 || headingCells.length * 2 < row.cells.length) return null;
  const single = columnsOf(row.cells);
  const above = neighbour(rows, index, -1);
  const below = neighbour(rows, index, 1);
  const merged = columnsOf(mergedCells(row, above, below));
  const columns = isTable(merged) && merged.length >= single.length ? merged : single;
  if (!isTable(columns)) return null;
  return { first: above === null ? index : index - 1, last: below === null ? index : index + 1, columns };
}

/** The row above or below when it continues headings: close by, and without any number. */
function neighbour(rows: readonly Row[], index: number, step: -1 | 1): Row | null {
  const row = rows[index];
  const other = rows[index + step];
  if (row === undefined || other === undefined || row.page !== other.page) return null;
  const distance = Math.abs(row.baseline - other.baseline);
  const isHeading = other.cells.every((cell) => !/\d/.test(cell.text) && cell.text.length <= 24);
  return distance <= HEADING_LEADING_SIZES * row.size && isHeading ? other : null;
}

function mergedCells(row: Row, above: Row | null, below: Row | null): Cell[] {
  const cells = [...row.cells];
  for (const [other, isAbove] of [
    [above, true],
    [below, false],
  ] as const) {
    for (const cell of other?.cells ?? []) {
      const at = cells.findIndex((candidate) => cell.left < candidate.right && cell.right > candidate.left);
      const overlappedCell = cells[at];
      if (overlappedCell === undefined) cells.push(cell);
      else {
        const text = isAbove ? `${cell.text} ${overlappedCell.text}` : `${overlappedCell.text} ${cell.text}`;
        const left = Math.min(cell.left, overlappedCell.left);
        cells[at] = { text, left, right: Math.max(cell.right, overlappedCell.right), size: overlappedCell.size };
      }
    }
  }
  return cells.toSorted((cell, other) => cell.left - other.left);
}

function columnsOf(cells: readonly Cell[]): Column[] {
  const columns = cells.flatMap((cell): Column[] => {
    const kind = columnKind(cell.text);
    return kind === null ? [] : [{ kind, heading: cell.text, left: cell.left, right: cell.right }];
  });
  return withLastPriceAsAmount(columns);
}

/** "Unit price ... Price": where no column is called an amount, the last of several prices is it. */
function withLastPriceAsAmount(columns: readonly Column[]): Column[] {
  if (columns.some(({ kind }) => kind === "amount" || kind === "amount_incl_vat")) return [...columns];
  const prices = columns.filter(({ kind }) => kind === "unit_price");
  const last = prices.at(-1);
  if (last === undefined || (prices.length < 2 && columns.some(({ kind }) => kind === "quantity"))) return [...columns];
  const kind = vatInclusion(last.heading) === "with" ? ("amount_incl_vat" as const) : ("amount" as const);
  return columns.map((column) => (column === last ? { ...column, kind } : column));
}

function isTable(columns: readonly Column[]): boolean {
  const kinds = new Set(columns.map(({ kind }) => kind));
  const hasMoney = kinds.has("amount") || kinds.has("amount_incl_vat");
  const names = kinds.has("description") || kinds.has("item_number") || (kinds.has("quantity") && kinds.size >= 3);
  return hasMoney && names && !(kinds.has("vat") && kinds.size === 2);
}

/** The cells of a row by the column under whose heading they stand. */
export function cellsByColumn(row: Row, columns: readonly Column[]): Map<Column, Cell[]> {
  const columnCells = new Map<Column, Cell[]>();
  for (const cell of row.cells) {
    const column = nearest(cell, columns);
    if (column === null) continue;
    const cells = columnCells.get(column);
    if (cells === undefined) columnCells.set(column, [cell]);
    else cells.push(cell);
  }
  return columnCells;
}

/** Texts are mostly aligned to the left of their heading, numbers to the right, some to the middle. */
function nearest(cell: Cell, columns: readonly Column[]): Column | null {
  let best: Column | null = null;
  let distance = Infinity;
  const isNumber = /^[-+(]?[\p{Sc}\d]/u.test(cell.text) && /^[^\p{L}]*\p{L}{0,4}\.?$/u.test(cell.text);
  for (const column of columns) {
    if (!isNumber && isNumeric(column.kind) && cell.right - cell.left > 2.5 * (column.right - column.left)) continue;
    const edges = [Math.abs(cell.left - column.left), Math.abs(cell.right - column.right)];
    const middle = Math.abs(cell.left + cell.right - column.left - column.right) / 2;
    const gap = Math.max(column.left - cell.right, cell.left - column.right, 0);
    const columnDistance = Math.min(...edges, middle) + gap / 4;
    if (columnDistance < distance) [best, distance] = [column, columnDistance];
  }
  return best;
}

function isNumeric(kind: ColumnKind): boolean {
  return kind !== "description" && kind !== "item_number" && kind !== "unit" && kind !== "date";
}
