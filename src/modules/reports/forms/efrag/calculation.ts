import { type CellPosition, type CellRange, positionKey } from "./cell-position.ts";
import { FORMULA_FUNCTIONS } from "./formula-functions.ts";
import { applyOperator, negate, percentOf } from "./formula-operators.ts";
import type { FormulaNode, ReferenceCorner } from "./formula-tree.ts";
import {
  type CellValue,
  FormulaError,
  type FormulaResult,
  Matrix,
  NOT_AVAILABLE,
  REFERENCE_ERROR,
  scalar,
  truthOf,
} from "./formula-values.ts";

/** A formula of a cell; null where its text is not understood. `columns` and `rows` move its relative references. */
export interface CellFormula {
  readonly tree: FormulaNode | null;
  readonly columns: number;
  readonly rows: number;
}

/** What a calculation reads of a workbook. */
export interface CalculatedBook {
  /** The stored value: what was typed, or what a formula gave when the file was saved. */
  stored(sheet: string, position: CellPosition): CellValue;
  formula(sheet: string, position: CellPosition): CellFormula | null;
  /** The last row and column with a cell; null for a sheet that does not exist. */
  extent(sheet: string): CellPosition | null;
  named(name: string): CellRange | null;
}

/**
 * Calculates cells on demand, each one once. A formula with a function that is not known here (one that asks the
 * network, say) keeps its stored value; one that depends on itself yields #REF!.
 */
export function calculationOf(book: CalculatedBook): (sheet: string, position: CellPosition) => CellValue {
  const valuesBySheet = new Map<string, Map<number, CellValue>>();
  const valueOf = (sheet: string, position: CellPosition): CellValue => {
    const formula = book.formula(sheet, position);
    if (formula === null) return book.stored(sheet, position);
    const values = valuesBySheet.get(sheet) ?? new Map<number, CellValue>();
    valuesBySheet.set(sheet, values);
    const key = positionKey(position);
    const keptValue = values.get(key);
    if (keptValue !== undefined) return keptValue;
    values.set(key, REFERENCE_ERROR);
    const value = calculate(book, { sheet, formula, valueOf }) ?? book.stored(sheet, position) ?? "";
    values.set(key, value);
    return value;
  };
  return valueOf;
}

/** Where a formula stands and how other cells are reached from there. */
interface CellScope {
  readonly sheet: string;
  readonly formula: CellFormula;
  readonly valueOf: (sheet: string, position: CellPosition) => CellValue;
}

class UnknownFunction extends Error {}

/** Null when the formula cannot be calculated here; an empty cell as a result counts as 0, as in a spreadsheet. */
function calculate(book: CalculatedBook, scope: CellScope): CellValue {
  if (scope.formula.tree === null) return null;
  try {
    return scalar(evaluate(scope.formula.tree, book, scope)) ?? 0;
  } catch (error) {
    if (error instanceof UnknownFunction) return null;
    throw error;
  }
}

function evaluate(node: FormulaNode, book: CalculatedBook, scope: CellScope): FormulaResult {
  const inner = (part: FormulaNode): FormulaResult => evaluate(part, book, scope);
  switch (node.kind) {
    case "constant":
      return node.value;
    case "missing":
      return null;
    case "error":
      return new FormulaError(node.error);
    case "reference":
      return valuesIn(referredRange(node, scope), book, scope);
    case "name":
      return namedValues(node.name, book, scope);
    case "array":
      return new Matrix(node.rows.map((row) => row.map((part) => scalar(inner(part)))));
    case "negative":
      return negate(inner(node.of));
    case "percent":
      return percentOf(inner(node.of));
    case "binary":
      return applyOperator(node.operator, inner(node.left), inner(node.right));
    default:
      return call(node.name, node.args, inner);
  }
}

/** IF, IFS and IFERROR calculate only the argument that is chosen. */
function call(name: string, args: readonly FormulaNode[], inner: (part: FormulaNode) => FormulaResult): FormulaResult {
  const at = (index: number): FormulaResult => {
    const part = args[index];
    return part === undefined ? null : inner(part);
  };
  if (name === "IF") {
    const truth = truthOf(scalar(at(0)));
    if (truth instanceof FormulaError) return truth;
    if (truth) return at(1);
    return args.length > 2 ? at(2) : false;
  }
  if (name === "IFERROR") {
    const value = scalar(at(0));
    return value instanceof FormulaError ? at(1) : value;
  }
  if (name === "IFS") {
    for (let index = 0; index + 1 < args.length; index += 2) {
      const truth = truthOf(scalar(at(index)));
      if (truth instanceof FormulaError) return truth;
      if (truth) return at(index + 1);
    }
    return NOT_AVAILABLE;
  }
  const apply = FORMULA_FUNCTIONS[name];
  if (apply === undefined) throw new UnknownFunction(name);
  return apply(args.map(inner));
}

function referredRange(node: FormulaNode & { kind: "reference" }, { sheet, formula }: CellScope): CellRange {
  const moved = (corner: ReferenceCorner): CellPosition => ({
    column: corner.column + (corner.fixed_column ? 0 : formula.columns),
    row: corner.row + (corner.fixed_row ? 0 : formula.rows),
  });
  const [a, b] = [moved(node.first), moved(node.last)];
  return {
    sheet: node.sheet ?? sheet,
    first: { column: Math.min(a.column, b.column), row: Math.min(a.row, b.row) },
    last: { column: Math.max(a.column, b.column), row: Math.max(a.row, b.row) },
  };
}

function namedValues(name: string, book: CalculatedBook, scope: CellScope): FormulaResult {
  const range = book.named(name);
  return range === null ? REFERENCE_ERROR : valuesIn(range, book, scope);
}

function valuesIn({ sheet, first, last }: CellRange, book: CalculatedBook, { valueOf }: CellScope): FormulaResult {
  const extent = book.extent(sheet);
  if (extent === null) return REFERENCE_ERROR;
  const height = Math.max(Math.min(last.row, extent.row) - first.row + 1, 1);
  const width = Math.max(Math.min(last.column, extent.column) - first.column + 1, 1);
  const rows = Array.from({ length: height }, (_, row) =>
    Array.from({ length: width }, (__, column) =>
      valueOf(sheet, { column: first.column + column, row: first.row + row }),
    ),
  );
  return new Matrix(rows);
}
