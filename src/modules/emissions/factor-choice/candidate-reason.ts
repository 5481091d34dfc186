import { CHOICE_RULES, type ChoiceRule, LOST_BECAUSE } from "./choice-rules.ts";

/** Why a factor of the category does not count a line: a rule of the choice that it lost by, or what keeps it out of the choice. */
export const CANDIDATE_REASONS = [
  ...CHOICE_RULES,
  "other_factor_stated",
  "other_country",
  "other_class",
  "only_of_its_class",
  "unit_not_reached",
  "counted_otherwise",
  "only_named",
  "upstream_alone",
  "life_cycle",
] as const;
export type CandidateReasonCode = (typeof CANDIDATE_REASONS)[number];

/** The code, what it is about, and the sentence in English that is made of both. */
export interface CandidateReason {
  readonly code: CandidateReasonCode;
  /** Of other_class and other_country: in what factor and line differ. Null: the code is not about it. */
  readonly attribute: string | null;
  /** Its value in the factor; of unit_not_reached the unit that the factor is per. */
  readonly of_factor: string | null;
  /** Its value in the line, of unit_not_reached the quantity with unit; null: not known. */
  readonly of_line: string | null;
  readonly text: string;
}

function reasonOf(code: CandidateReasonCode, text: string): CandidateReason {
  return { code, attribute: null, of_factor: null, of_line: null, text };
}

export function lostBy(rule: ChoiceRule): CandidateReason {
  return reasonOf(rule, LOST_BECAUSE[rule]);
}

export const OTHER_FACTOR_STATED = reasonOf("other_factor_stated", "A person chose another factor.");
export const ONLY_OF_ITS_CLASS = reasonOf("only_of_its_class", "Another factor is the only one of its class.");
export const COUNTED_OTHERWISE = reasonOf(
  "counted_otherwise",
  "Something that goes before the catalogue counts the line: a product footprint or the company's own factor.",
);

export const ONLY_NAMED = reasonOf(
  "only_named",
  "It is of a publisher's whole set, which counts nothing by itself: it counts where a person names it.",
);
export const UPSTREAM_ALONE = reasonOf(
  "upstream_alone",
  "It is the supply of the fuel alone (well to tank), without the journey: name it for a line of its own beside the one that counts the journey.",
);

export const LIFE_CYCLE_BESIDE_GENERATION = reasonOf(
  "life_cycle",
  "It is a life-cycle figure, of which scope 2 counts generation alone: it counts where a person names it.",
);

/** `of_factor` and `of_line` are countries (ISO 3166-1 alpha-2). */
export function otherCountry(of_factor: string, of_line: string): CandidateReason {
  const text = `It describes ${of_factor}; the line is about ${of_line}.`;
  return { code: "other_country", attribute: "country", of_factor, of_line, text };
}

/** `of_line` is null where the line does not say it. */
export function otherClass(attribute: string, of_factor: string, of_line: string | null): CandidateReason {
  const line = of_line === null ? "the line does not say which" : `the line is about ${of_line}`;
  return {
    code: "other_class",
    attribute,
    of_factor,
    of_line,
    text: `It is about ${attribute} ${of_factor}; ${line}.`,
  };
}

/** `unit` is what the factor is per, `quantity` what the line has; null: no quantity is known. */
export function unitNotReached(unit: string, quantity: string | null): CandidateReason {
  const line = quantity === null ? "no quantity is known" : `the quantity is ${quantity}`;
  const text = `It is per ${unit}; ${line}.`;
  return { code: "unit_not_reached", attribute: null, of_factor: unit, of_line: quantity, text };
}
