/** What a cell or a formula yields; null is an empty cell. */
export type CellValue = number | string | boolean | null | FormulaError;

/** A result like #N/A: a value that travels through formulas, not an exception. */
export class FormulaError {
  readonly code: string;

  constructor(code: string) {
    this.code = code;
  }
}

export const VALUE_ERROR = new FormulaError("#VALUE!");
export const NOT_AVAILABLE = new FormulaError("#N/A");
export const DIVISION_ERROR = new FormulaError("#DIV/0!");
export const REFERENCE_ERROR = new FormulaError("#REF!");

/** Values of a range or of an array, row by row; never without a cell. */
export class Matrix {
  readonly rows: readonly (readonly CellValue[])[];

  constructor(rows: readonly (readonly CellValue[])[]) {
    this.rows = rows;
  }

  at(row: number, column: number): CellValue {
    return this.rows[row]?.[column] ?? null;
  }

  get height(): number {
    return this.rows.length;
  }

  get width(): number {
    return this.rows[0]?.length ?? 0;
  }

  cells(): CellValue[] {
    return this.rows.flat();
  }
}

export type FormulaResult = CellValue | Matrix;

/** One value of a result: a range stands for its first cell, as merged cells need it. */
export function scalar(result: FormulaResult): CellValue {
  return result instanceof Matrix ? result.at(0, 0) : result;
}

/** The number that arithmetic sees; texts count when they hold a number, empty cells are 0. */
export function numberOf(value: CellValue): number | FormulaError {
  if (value instanceof FormulaError || typeof value === "number") return value;
  if (value === null) return 0;
  if (typeof value === "boolean") return value ? 1 : 0;
  return /^\s*[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?\s*$/.test(value) ? Number(value) : VALUE_ERROR;
}

/** The text that "&" sees: numbers with at most 15 significant digits. */
export function textOf(value: CellValue): string | FormulaError {
  if (value instanceof FormulaError || typeof value === "string") return value;
  if (value === null) return "";
  if (typeof value === "boolean") return value ? "TRUE" : "FALSE";
  return String(Number(value.toPrecision(15)));
}

/** The truth of a condition; a text is no condition. */
export function truthOf(value: CellValue): boolean | FormulaError {
  if (value instanceof FormulaError || typeof value === "boolean") return value;
  if (value === null) return false;
  if (typeof value === "number") return value !== 0;
  return /^true$/i.test(value) ? true : /^false$/i.test(value) ? false : VALUE_ERROR;
}

/**
 * Order of two values without errors: below 0, 0 or above 0. Numbers come before texts, texts before booleans; texts
 * are compared without case; an empty cell equals 0, "" and FALSE.
 */
export function compareValues(left: Exclude<CellValue, FormulaError>, right: Exclude<CellValue, FormulaError>): number {
  const [a, b] = [left ?? emptyLike(right), right ?? emptyLike(left)];
  if (typeof a !== typeof b) return rank(a) - rank(b);
  if (typeof a === "string" && typeof b === "string") {
    const [x, y] = [a.toLowerCase(), b.toLowerCase()];
    return x < y ? -1 : x > y ? 1 : 0;
  }
  return Number(a) - Number(b);
}

function emptyLike(other: Exclude<CellValue, FormulaError>): number | string | boolean {
  return typeof other === "string" ? "" : typeof other === "boolean" ? false : 0;
}

function rank(value: number | string | boolean): number {
  return typeof value === "number" ? 0 : typeof value === "string" ? 1 : 2;
}
