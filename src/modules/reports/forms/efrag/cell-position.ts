/** A cell's place in its sheet; both parts count from 1. */
export interface CellPosition {
  readonly column: number;
  readonly row: number;
}

/** Cells of one sheet, both corners inclusive. */
export interface CellRange {
  readonly sheet: string;
  readonly first: CellPosition;
  readonly last: CellPosition;
}

/** Bounds of a sheet (ECMA-376 part 1, 18.3.1.73 and Excel's own limits). */
export const COLUMNS_MAX = 16_384;
export const ROWS_MAX = 1_048_576;

/** One number per cell of a sheet, in reading order. */
export function positionKey({ column, row }: CellPosition): number {
  return row * COLUMNS_MAX + column - 1;
}

/** Column number of letters: A is 1, AA is 27. */
export function columnNumber(letters: string): number {
  let column = 0;
  for (const letter of letters.toUpperCase()) column = column * 26 + letter.charCodeAt(0) - 64;
  return column;
}

/** Letters of a column number. */
export function columnLetters(column: number): string {
  let letters = "";
  for (let rest = column; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  }
  return letters;
}

/** "AB12" of a position. */
export function cellName({ column, row }: CellPosition): string {
  return `${columnLetters(column)}${row}`;
}

/** The position of "AB12" or "$AB$12"; null for anything else. */
export function parsePosition(text: string): CellPosition | null {
  const match = /^\$?([A-Z]{1,3})\$?([1-9]\d{0,6})$/.exec(text);
  if (match === null) return null;
  return { column: columnNumber(match[1] ?? ""), row: Number(match[2]) };
}

/** The cells of a defined name ("'Fuel Converter'!$A$10:$C$19"); null for formulas, constants and lost references. */
export function parseRange(text: string): CellRange | null {
  const match = /^(?:'((?:[^']|'')+)'|([^'!]+))!([$A-Z0-9]+)(?::([$A-Z0-9]+))?$/.exec(text);
  if (match === null) return null;
  const first = parsePosition(match[3] ?? "");
  const last = parsePosition(match[4] ?? match[3] ?? "");
  if (first === null || last === null) return null;
  return { sheet: (match[1] ?? match[2] ?? "").replaceAll("''", "'"), first, last };
}

/** Every position of a range, row by row. */
export function positionsOf({ first, last }: CellRange): CellPosition[] {
  const positions: CellPosition[] = [];
  for (let row = first.row; row <= last.row; row += 1) {
    for (let column = first.column; column <= last.column; column += 1) positions.push({ column, row });
  }
  return positions;
}
