import {
  type CountedAs,
  countedAsKey,
  type CountedBy,
  countedTogether,
  keptRule,
  type LineRule,
} from "../emissions/index.ts";
import type { CountingLine } from "./counted-lines.ts";
import type { StatedFacts } from "./stated-facts.ts";
import type { CreditableLine } from "./store-credited.ts";

/** What people said of a line beyond its category: the factor that counts it, or the attributes by which one is chosen. */
export interface FactorChoice {
  readonly stated: Pick<StatedFacts, "attributes" | "company_factor" | "emission_factor">;
  readonly rule: LineRule;
}

/** A line that counts, by what. */
type ChosenLine = Pick<CreditableLine, "category_key" | "conversion" | "stated"> & CountingLine;

/** What tells lines apart that count by different factors, as far as people and the company decide. */
export function choiceKey(line: ChosenLine): string {
  return JSON.stringify([choiceOf(line), line.counted_as === null ? null : countedAsKey(line.counted_as)]);
}

/** What people said of the factor of a line; null: nothing. */
export function choiceOf({ stated, conversion }: ChosenLine): FactorChoice | null {
  const rule = keptRule(conversion);
  const said = {
    ...(stated?.attributes === undefined ? {} : { attributes: stated.attributes }),
    ...(stated?.company_factor === undefined ? {} : { company_factor: stated.company_factor }),
    ...(stated?.emission_factor === undefined ? {} : { emission_factor: stated.emission_factor }),
  };
  const isRuled = rule.factor_key !== null || Object.keys(rule.attributes).length > 0;
  return Object.keys(said).length > 0 || isRuled ? { stated: said, rule } : null;
}

/** By what a line counts; null: by what is in force. */
export function countedByOf({
  category_key,
  counted_as,
}: Pick<ChosenLine, "category_key" | "counted_as">): CountedBy | null {
  return counted_as === null ? null : { category_key, ...counted_as };
}

/** By what of the company's lines of an invoice count, all together; null: they count by what is in force. */
export function countedAsOfAll(lines: readonly ChosenLine[]): CountedAs | null {
  const known = lines.flatMap(({ counted_as }) => counted_as ?? []);
  return known.length === 0 ? null : countedTogether(known);
}
