import { matchesCriterion } from "./formula-criteria.ts";
import { LOOKUP_FUNCTIONS } from "./formula-lookups.ts";
import { TEXT_FUNCTIONS } from "./formula-texts.ts";
import {
  type CellValue,
  DIVISION_ERROR,
  FormulaError,
  type FormulaResult,
  Matrix,
  numberOf,
  scalar,
  truthOf,
  VALUE_ERROR,
} from "./formula-values.ts";

/** A function whose arguments are all calculated before it is called. */
export type FormulaFunction = (args: readonly FormulaResult[]) => FormulaResult;

/** The functions that EFRAG's template uses, IF, IFS and IFERROR apart: those choose what is calculated at all. */
export const FORMULA_FUNCTIONS: Readonly<Record<string, FormulaFunction>> = {
  AND: (args) => truths(args, (all) => all.every(Boolean)),
  OR: (args) => truths(args, (all) => all.some(Boolean)),
  NOT: (args) => {
    const truth = truthOf(argument(args, 0));
    return truth instanceof FormulaError ? truth : !truth;
  },
  SUM: (args) => overNumbers(args, (numbers) => total(numbers)),
  AVERAGE: (args) =>
    overNumbers(args, (numbers) => (numbers.length === 0 ? DIVISION_ERROR : total(numbers) / numbers.length)),
  COUNTA: (args) => allCells(args).filter((value) => value !== null).length,
  COUNTBLANK: (args) => allCells(args).filter((value) => value === null || value === "").length,
  COUNTIF: (args) => cellsOf(args[0]).filter(matchesCriterion(argument(args, 1))).length,
  SUMIF: (args) => sumWhere(args[2] ?? args[0], [[args[0], args[1]]]),
  SUMIFS: (args) => sumWhere(args[0], pairs(args.slice(1))),
  SUMPRODUCT: sumOfProducts,
  ROWS: (args) => (args[0] instanceof Matrix ? args[0].height : 1),
  COLUMNS: (args) => (args[0] instanceof Matrix ? args[0].width : 1),
  MOD: modulo,
  ISBLANK: (args) => argument(args, 0) === null,
  ISNUMBER: (args) => typeof argument(args, 0) === "number",
  ISERROR: (args) => argument(args, 0) instanceof FormulaError,
  ...TEXT_FUNCTIONS,
  ...LOOKUP_FUNCTIONS,
};

function argument(args: readonly FormulaResult[], index: number): CellValue {
  return scalar(args[index] ?? null);
}

function cellsOf(result: FormulaResult | undefined): CellValue[] {
  return result instanceof Matrix ? result.cells() : [result ?? null];
}

function allCells(args: readonly FormulaResult[]): CellValue[] {
  return args.flatMap(cellsOf);
}

/** Texts and empty cells of a range are passed over; a text given as such is no condition. */
function truths(args: readonly FormulaResult[], decide: (all: readonly boolean[]) => boolean): CellValue {
  const truthValues: boolean[] = [];
  for (const result of args) {
    for (const value of cellsOf(result)) {
      if (result instanceof Matrix && (value === null || typeof value === "string")) continue;
      const truth = truthOf(value);
      if (truth instanceof FormulaError) return truth;
      truthValues.push(truth);
    }
  }
  return truthValues.length === 0 ? VALUE_ERROR : decide(truthValues);
}

/** Of a range only its numbers count; a value given as such is turned into a number. */
function overNumbers(args: readonly FormulaResult[], combine: (numbers: readonly number[]) => CellValue): CellValue {
  const numbers: number[] = [];
  for (const result of args) {
    for (const value of cellsOf(result)) {
      if (value instanceof FormulaError) return value;
      if (result instanceof Matrix) {
        if (typeof value === "number") numbers.push(value);
        continue;
      }
      const number = numberOf(value);
      if (number instanceof FormulaError) return number;
      numbers.push(number);
    }
  }
  return combine(numbers);
}

function total(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}

function pairs(args: readonly FormulaResult[]): (readonly [FormulaResult | undefined, FormulaResult | undefined])[] {
  return Array.from({ length: Math.floor(args.length / 2) }, (_, index) => [args[2 * index], args[2 * index + 1]]);
}

function sumWhere(
  summed: FormulaResult | undefined,
  conditions: readonly (readonly [FormulaResult | undefined, FormulaResult | undefined])[],
): CellValue {
  const tests = conditions.map(([range, criterion]) => ({
    cells: cellsOf(range),
    isMet: matchesCriterion(scalar(criterion ?? null)),
  }));
  let sum = 0;
  for (const [index, value] of cellsOf(summed).entries()) {
    if (!tests.every(({ cells, isMet }) => isMet(cells[index] ?? null))) continue;
    if (value instanceof FormulaError) return value;
    if (typeof value === "number") sum += value;
  }
  return sum;
}

function sumOfProducts(args: readonly FormulaResult[]): CellValue {
  const columns = args.map(cellsOf);
  let sum = 0;
  for (let index = 0; index < (columns[0]?.length ?? 0); index += 1) {
    let product = 1;
    for (const column of columns) {
      const value = column[index] ?? null;
      if (value instanceof FormulaError) return value;
      product *= typeof value === "number" ? value : 0;
    }
    sum += product;
  }
  return sum;
}

/** The remainder has the sign of the divisor. */
function modulo(args: readonly FormulaResult[]): CellValue {
  const [dividend, divisor] = [numberOf(argument(args, 0)), numberOf(argument(args, 1))];
  if (dividend instanceof FormulaError) return dividend;
  if (divisor instanceof FormulaError) return divisor;
  return divisor === 0 ? DIVISION_ERROR : dividend - divisor * Math.floor(dividend / divisor);
}
