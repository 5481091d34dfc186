import { type CellValue, compareValues, FormulaError } from "./formula-values.ts";

/**
 * The test behind COUNTIF, SUMIF and SUMIFS: a value, or a text such as "<>", ">5" or "* Hazardous *" where * stands
 * for any characters, ? for one and ~ takes their meaning away.
 */
export function matchesCriterion(criterion: CellValue): (value: CellValue) => boolean {
  if (typeof criterion !== "string") return (value) => isSame(value, criterion);
  const [, operator = "", operand = ""] = /^(<>|<=|>=|=|<|>)?([\s\S]*)$/.exec(criterion) ?? [];
  const wanted = typedOperand(operand);
  switch (operator) {
    case "<>":
      return operand === "" ? (value) => value !== null : not(isLike(wanted));
    case "<":
    case ">":
    case "<=":
    case ">=":
      return (value) => isOrdered(value, wanted, operator);
    case "=":
      return operand === "" ? (value) => value === null : isLike(wanted);
    default:
      return operand === "" ? (value) => value === null || value === "" : isLike(wanted);
  }
}

function not(test: (value: CellValue) => boolean): (value: CellValue) => boolean {
  return (value) => !test(value);
}

function typedOperand(operand: string): number | string | boolean {
  if (/^(?:true|false)$/i.test(operand)) return operand.toLowerCase() === "true";
  return operand.trim() !== "" && Number.isFinite(Number(operand)) ? Number(operand) : operand;
}

function isLike(wanted: number | string | boolean): (value: CellValue) => boolean {
  if (typeof wanted !== "string") return (value) => isSame(value, wanted);
  const pattern = wildcardPattern(wanted);
  return (value) => typeof value === "string" && pattern.test(value);
}

/** Runs of * are one, so that the pattern cannot be made slow. */
function wildcardPattern(text: string): RegExp {
  const source = text
    .replaceAll(/\*+/g, "*")
    .replaceAll(/~[*?~]|[*?]|[\\^$.|+()[\]{}]/g, (part) =>
      part === "*" ? "[\\s\\S]*" : part === "?" ? "[\\s\\S]" : `\\${part.at(-1) ?? ""}`,
    );
  return new RegExp(`^${source}$`, "i");
}

function isSame(value: CellValue, wanted: CellValue): boolean {
  if (value === null || wanted === null || value instanceof FormulaError || wanted instanceof FormulaError)
    return false;
  return typeof value === typeof wanted && compareValues(value, wanted) === 0;
}

function isOrdered(value: CellValue, wanted: number | string | boolean, operator: string): boolean {
  if (value === null || value instanceof FormulaError || typeof value !== typeof wanted) return false;
  const order = compareValues(value, wanted);
  if (operator === "<") return order < 0;
  if (operator === ">") return order > 0;
  return operator === "<=" ? order <= 0 : order >= 0;
}
