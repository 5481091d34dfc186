import {
  type CellValue,
  FormulaError,
  type FormulaResult,
  numberOf,
  scalar,
  textOf,
  VALUE_ERROR,
} from "./formula-values.ts";

type Function = (args: readonly FormulaResult[]) => FormulaResult;

/** Functions on texts; positions count from 1. */
export const TEXT_FUNCTIONS: Readonly<Record<string, Function>> = {
  LEN: withText((text) => text.length),
  TRIM: withText((text) => text.trim().replaceAll(/ {2,}/g, " ")),
  LOWER: withText((text) => text.toLowerCase()),
  LEFT: withText((text, [count = 1]) => (count < 0 ? VALUE_ERROR : text.slice(0, count))),
  RIGHT: withText((text, [count = 1]) => (count < 0 ? VALUE_ERROR : count === 0 ? "" : text.slice(-count))),
  MID: withText((text, [start = 1, count = 0]) =>
    start < 1 || count < 0 ? VALUE_ERROR : text.slice(start - 1, start - 1 + count),
  ),
  VALUE: (args) => {
    const value = scalar(args[0] ?? null);
    return value === "" ? VALUE_ERROR : numberOf(value);
  },
  FIND: (args) => positionIn(args, (text) => text),
  SEARCH: (args) => positionIn(args, (text) => text.toLowerCase()),
  SUBSTITUTE: substitute,
  TEXT: formatted,
  HYPERLINK: (args) => {
    const target = scalar(args[0] ?? null);
    return target instanceof FormulaError ? target : scalar(args[1] ?? target);
  },
};

function withText(apply: (text: string, numbers: readonly (number | undefined)[]) => CellValue): Function {
  return (args) => {
    const text = textOf(scalar(args[0] ?? null));
    if (text instanceof FormulaError) return text;
    const numbers: number[] = [];
    for (const arg of args.slice(1)) {
      const number = numberOf(scalar(arg));
      if (number instanceof FormulaError) return number;
      numbers.push(Math.trunc(number));
    }
    return apply(text, numbers);
  };
}

function positionIn(args: readonly FormulaResult[], fold: (text: string) => string): CellValue {
  const [wanted, text] = [textOf(scalar(args[0] ?? null)), textOf(scalar(args[1] ?? null))];
  if (wanted instanceof FormulaError) return wanted;
  if (text instanceof FormulaError) return text;
  const at = fold(text).indexOf(fold(wanted));
  return at === -1 ? VALUE_ERROR : at + 1;
}

function substitute(args: readonly FormulaResult[]): CellValue {
  const [text, old, fresh] = [0, 1, 2].map((index) => textOf(scalar(args[index] ?? null)));
  for (const part of [text, old, fresh]) if (part instanceof FormulaError) return part;
  if (typeof text !== "string" || typeof old !== "string" || typeof fresh !== "string") return VALUE_ERROR;
  return old === "" ? text : text.replaceAll(old, () => fresh);
}

/** Only formats of zeros ("00"): the number of digits at least; others are an error, never a guess. */
function formatted(args: readonly FormulaResult[]): CellValue {
  const number = numberOf(scalar(args[0] ?? null));
  const format = scalar(args[1] ?? null);
  if (number instanceof FormulaError) return number;
  if (typeof format !== "string" || !/^0+$/.test(format)) return VALUE_ERROR;
  const digits = String(Math.abs(Math.round(number))).padStart(format.length, "0");
  return number < 0 ? `-${digits}` : digits;
}
