import {
  type CellValue,
  compareValues,
  FormulaError,
  type FormulaResult,
  Matrix,
  NOT_AVAILABLE,
  numberOf,
  REFERENCE_ERROR,
  scalar,
  VALUE_ERROR,
} from "./formula-values.ts";

/** Functions that look a value up; only exact matches are understood, anything else is #VALUE!. */
export const LOOKUP_FUNCTIONS: Readonly<Record<string, (args: readonly FormulaResult[]) => FormulaResult>> = {
  MATCH: (args) => {
    if (scalar(args[2] ?? 1) !== 0) return VALUE_ERROR;
    const wanted = scalar(args[0] ?? null);
    if (wanted instanceof FormulaError) return wanted;
    const at = indexOfValue(cellsOf(args[1]), wanted);
    return at === -1 ? NOT_AVAILABLE : at + 1;
  },
  INDEX: valueAt,
  VLOOKUP: (args) => {
    const [wanted, table, column] = [scalar(args[0] ?? null), args[1], numberOf(scalar(args[2] ?? null))];
    if (wanted instanceof FormulaError) return wanted;
    if (column instanceof FormulaError) return column;
    if (!(table instanceof Matrix) || scalar(args[3] ?? true) !== false) return VALUE_ERROR;
    if (column < 1 || column > table.width) return REFERENCE_ERROR;
    const first = table.rows.map((row) => row[0] ?? null);
    const at = indexOfValue(first, wanted);
    return at === -1 ? NOT_AVAILABLE : table.at(at, Math.trunc(column) - 1);
  },
  XLOOKUP: (args) => {
    if (args.length > 4) return VALUE_ERROR;
    const wanted = scalar(args[0] ?? null);
    if (wanted instanceof FormulaError) return wanted;
    const at = indexOfValue(cellsOf(args[1]), wanted);
    if (at === -1) return args[3] === undefined ? NOT_AVAILABLE : scalar(args[3]);
    return cellsOf(args[2])[at] ?? null;
  },
};

function cellsOf(result: FormulaResult | undefined): CellValue[] {
  return result instanceof Matrix ? result.cells() : [result ?? null];
}

function indexOfValue(cells: readonly CellValue[], wanted: Exclude<CellValue, FormulaError>): number {
  const sought = wanted ?? 0;
  return cells.findIndex(
    (value) =>
      value !== null &&
      !(value instanceof FormulaError) &&
      typeof value === typeof sought &&
      compareValues(value, sought) === 0,
  );
}

/** A single index runs along a range of one row or one column. */
function valueAt(args: readonly FormulaResult[]): FormulaResult {
  const table = args[0] instanceof Matrix ? args[0] : new Matrix([[args[0] ?? null]]);
  const [first, second] = [numberOf(scalar(args[1] ?? null)), numberOf(scalar(args[2] ?? null))];
  if (first instanceof FormulaError) return first;
  if (second instanceof FormulaError) return second;
  const isRow = args[2] === undefined && table.height === 1;
  const [row, column] = isRow ? [1, first] : [first, args[2] === undefined ? 1 : second];
  if (row < 1 || column < 1 || row > table.height || column > table.width) return REFERENCE_ERROR;
  return table.at(Math.trunc(row) - 1, Math.trunc(column) - 1);
}
