import type { CalculationRequest } from "../calculation.ts";
import type { Attributes } from "./attributes.ts";
import { lineAttributes } from "./read-attributes.ts";
import { type LineRule, NO_LINE_RULE } from "./rule-steps.ts";

/** What decides between the factors of a category, as the calculation asks for it. */
export type LineChoice = Pick<CalculationRequest, "attributes" | "factor_key">;

interface ChoiceLine {
  readonly category_key: string;
  /** The words of the line. */
  readonly description: string;
  /** What a person stated of it. */
  readonly stated?: { readonly attributes?: Attributes | null; readonly emission_factor?: string | null } | null;
  readonly rule?: LineRule;
}

/** What is known of a line that its factors differ in, and the factor that was chosen for it: a person before a rule, a rule before its words. */
export function lineChoice({ category_key, description, stated, rule = NO_LINE_RULE }: ChoiceLine): LineChoice {
  const ofPerson = stated?.attributes === undefined ? {} : { stated: stated.attributes };
  const attributes = lineAttributes(category_key, description, { ...ofPerson, ruled: rule.attributes });
  const factor_key = stated?.emission_factor === undefined ? rule.factor_key : stated.emission_factor;
  return {
    ...(attributes.length === 0 ? {} : { attributes }),
    ...(factor_key === null ? {} : { factor_key }),
  };
}
