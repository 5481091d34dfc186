import { z } from "zod";
import type { FactValue } from "./fact.ts";

/** What a condition is judged by: the value of another datapoint without axis; undefined: nobody has given it. */
export type KnownValue = (datapoint: string) => FactValue | undefined;

/** `A`, `!A` (yes/no), `A=member`, `A~member` (a set that holds it), `A>=50`. */
const TERM = /^(!?)([A-Za-z0-9-]+)(?:(=|~|>=)([A-Za-z0-9:.-]+))?$/;

const term = z.object({
  not: z.boolean(),
  datapoint: z.string(),
  operator: z.enum(["", "=", "~", ">="]),
  operand: z.string(),
});
export type ConditionTerm = z.output<typeof term>;

/** The parts of "A & !B & C=member", which must all hold. @throws Error when the text is no condition. */
export function conditionTerms(condition: string): ConditionTerm[] {
  return condition.split(" & ").map((text) => {
    const match = TERM.exec(text);
    if (match === null) throw new Error(`not a condition: ${text}`);
    const [, not, datapoint, operator = "", operand = ""] = match;
    return term.parse({ not: not === "!", datapoint, operator, operand });
  });
}

/**
 * Whether a condition holds. One part that does not hold decides; otherwise null as long as one part is not known: then
 * the question is what is missing, not the answers that depend on it.
 */
export function conditionHolds(condition: string | null, valueOf: KnownValue): boolean | null {
  if (condition === null) return true;
  const verdicts = conditionTerms(condition).map((conditionTerm) => termHolds(conditionTerm, valueOf));
  if (verdicts.includes(false)) return false;
  return verdicts.includes(null) ? null : true;
}

function termHolds({ not, datapoint, operator, operand }: ConditionTerm, valueOf: KnownValue): boolean | null {
  const value = valueOf(datapoint);
  if (value === undefined) return null;
  switch (operator) {
    case "":
      return (value === true) !== not;
    case "=":
      return value === operand;
    case "~":
      return Array.isArray(value) && value.includes(operand);
    case ">=":
      return typeof value === "number" && value >= Number(operand);
    default:
      return operator satisfies never;
  }
}
