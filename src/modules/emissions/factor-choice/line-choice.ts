import type { CalculationRequest } from "../calculation.ts";
import { leavesCountryOpen, type PlaceOfUse } from "../place-of-use.ts";
import type { Attributes, LineAttribute } from "./attributes.ts";
import { lineAttributes } from "./read-attributes.ts";
import { type LineRule, NO_LINE_RULE } from "./rule-steps.ts";

/** What decides between the factors of a category, as the calculation asks for it. */
export type LineChoice = Pick<CalculationRequest, "attributes" | "country_doubt" | "factor_key">;

interface ChoiceLine {
  readonly category_key: string;
  /** The words of the line. */
  readonly description: string;
  /** Name of the seller, which may be that of a heating network; absent: not known. */
  readonly seller?: string | null;
  /** What a person stated of it. */
  readonly stated?: { readonly attributes?: Attributes | null; readonly emission_factor?: string | null } | null;
  readonly rule?: LineRule;
  /** Where its document says that it was used; null: nothing but the company's own country is likely. */
  readonly place?: PlaceOfUse | null;
}

/**
 * What is known of a line that its factors differ in, and the factor that was chosen for it: a person before its document's place of
 * supply, that before a rule, a rule before its words. Electricity whose country nobody states says what makes it doubtful.
 */
export function lineChoice({
  category_key,
  description,
  seller = null,
  stated,
  rule = NO_LINE_RULE,
  place = null,
}: ChoiceLine): LineChoice {
  const ofPerson = stated?.attributes === undefined ? {} : { stated: stated.attributes };
  const told = lineAttributes(category_key, description, { ...ofPerson, ruled: rule.attributes, seller });
  const placed = leavesCountryOpen(category_key) ? place : null;
  const attributes = placed?.country == null ? told : withPlace(told, placed.country, placed.words);
  const isKnown = attributes.some(({ name }) => name === "country");
  const factor_key = stated?.emission_factor === undefined ? rule.factor_key : stated.emission_factor;
  return {
    ...(attributes.length === 0 ? {} : { attributes }),
    ...(placed === null || isKnown ? {} : { country_doubt: placed.words }),
    ...(factor_key === null ? {} : { factor_key }),
  };
}

/** A place of supply goes before words, and before a rule: what was decided before was about another place. Not before a person. */
function withPlace(told: readonly LineAttribute[], country: string, words: string): readonly LineAttribute[] {
  if (told.some(({ name, origin }) => name === "country" && origin === "person")) return told;
  return [...told.filter(({ name }) => name !== "country"), { name: "country", value: country, origin: "read", words }];
}
