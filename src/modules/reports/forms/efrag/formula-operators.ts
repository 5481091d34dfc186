import {
  type CellValue,
  compareValues,
  DIVISION_ERROR,
  FormulaError,
  type FormulaResult,
  Matrix,
  numberOf,
  textOf,
} from "./formula-values.ts";

/** Applies a binary operator; a range takes part cell by cell, a single value is repeated for each of them. */
export function applyOperator(operator: string, left: FormulaResult, right: FormulaResult): FormulaResult {
  return cellByCell(left, right, (a, b) => applyToValues(operator, a, b));
}

/** The negative of a number, cell by cell. */
export function negate(of: FormulaResult): FormulaResult {
  return cellByCell(of, 0, (value) => withNumbers(value, 0, (number) => -number));
}

/** A hundredth of a number, cell by cell. */
export function percentOf(of: FormulaResult): FormulaResult {
  return cellByCell(of, 0, (value) => withNumbers(value, 0, (number) => number / 100));
}

function cellByCell(
  left: FormulaResult,
  right: FormulaResult,
  apply: (a: CellValue, b: CellValue) => CellValue,
): FormulaResult {
  if (!(left instanceof Matrix) && !(right instanceof Matrix)) return apply(left, right);
  const [a, b] = [matrixOf(left), matrixOf(right)];
  if (isOneCell(a) && isOneCell(b)) return apply(a.at(0, 0), b.at(0, 0));
  const height = Math.max(a.height, b.height);
  const width = Math.max(a.width, b.width);
  const rows = Array.from({ length: height }, (_, row) =>
    Array.from({ length: width }, (__, column) => apply(repeated(a, row, column), repeated(b, row, column))),
  );
  return new Matrix(rows);
}

function matrixOf(result: FormulaResult): Matrix {
  return result instanceof Matrix ? result : new Matrix([[result]]);
}

function isOneCell(matrix: Matrix): boolean {
  return matrix.height === 1 && matrix.width === 1;
}

function repeated(matrix: Matrix, row: number, column: number): CellValue {
  return matrix.at(matrix.height === 1 ? 0 : row, matrix.width === 1 ? 0 : column);
}

function applyToValues(operator: string, left: CellValue, right: CellValue): CellValue {
  if (left instanceof FormulaError) return left;
  if (right instanceof FormulaError) return right;
  switch (operator) {
    case "&":
      return concatenate(left, right);
    case "=":
      return compareValues(left, right) === 0;
    case "<>":
      return compareValues(left, right) !== 0;
    case "<":
      return compareValues(left, right) < 0;
    case ">":
      return compareValues(left, right) > 0;
    case "<=":
      return compareValues(left, right) <= 0;
    case ">=":
      return compareValues(left, right) >= 0;
    case "+":
      return withNumbers(left, right, (a, b) => a + b);
    case "-":
      return withNumbers(left, right, (a, b) => a - b);
    case "*":
      return withNumbers(left, right, (a, b) => a * b);
    case "/":
      return withNumbers(left, right, (a, b) => (b === 0 ? DIVISION_ERROR : a / b));
    default:
      return withNumbers(left, right, (a, b) => a ** b);
  }
}

function concatenate(left: CellValue, right: CellValue): CellValue {
  const [a, b] = [textOf(left), textOf(right)];
  if (a instanceof FormulaError) return a;
  return b instanceof FormulaError ? b : a + b;
}

function withNumbers(left: CellValue, right: CellValue, apply: (a: number, b: number) => CellValue): CellValue {
  const [a, b] = [numberOf(left), numberOf(right)];
  if (a instanceof FormulaError) return a;
  return b instanceof FormulaError ? b : apply(a, b);
}
