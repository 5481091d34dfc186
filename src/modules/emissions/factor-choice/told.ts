import { attributesInWords } from "./attributes.ts";
import type { FittingFactors } from "./candidates.ts";
import { type ChoiceRule, LOST_BECAUSE } from "./choice-rules.ts";
import { decidingRule, type RankedLine, type ReachedFactor } from "./rank.ts";

/** An entry names at most so many factors that lost; `GET /activities/{id}/factor-candidates` tells all. */
const LOST_MAX = 5;

interface Chosen {
  readonly best: ReachedFactor;
  /** The others that the quantity converts to, best first. */
  readonly others: readonly ReachedFactor[];
  readonly line: RankedLine;
  readonly fits: FittingFactors;
}

interface Lost {
  readonly factor_key: string;
  readonly rule: string;
  readonly reason: string;
}

/** What the inputs of an entry say of the attributes of its line and of why this factor counts it; nothing where it was the only one. */
export function choiceTold({ best, others, line, fits }: Chosen): Readonly<Record<string, unknown>> {
  const { attributes = [], factor_key } = line.request;
  const about = attributes.length === 0 ? {} : { attributes };
  if (others.length === 0 && fits.unfit.length === 0) return about;
  const ranked = others.map((loser) => {
    const rule = decidingRule(best, loser, line) ?? "table_order";
    return { factor_key: loser.factor.key, rule, reason: LOST_BECAUSE[rule] };
  });
  const lifeCycle = fits.unfit.filter(({ reason }) => reason.code === "life_cycle");
  const ofOtherClass = fits.unfit.length - lifeCycle.length;
  const lost: Lost[] = [
    ...ranked,
    ...lifeCycle.map(({ candidate, reason }) => ({
      factor_key: candidate.factor.key,
      rule: reason.code,
      reason: reason.text,
    })),
  ];
  const dropped = attributesInWords(fits.dropped);
  const choice = {
    rule: typeof factor_key === "string" ? "person" : (lost[0]?.rule ?? onlyRule(fits)),
    lost: lost.slice(0, LOST_MAX),
    ...(lost.length > LOST_MAX ? { lost_more: lost.length - LOST_MAX } : {}),
    ...(ofOtherClass === 0 ? {} : { of_other_class: ofOtherClass }),
    ...(dropped === "" ? {} : { not_used: `No factor is about all that the words say: ${dropped} was not used.` }),
  };
  return { ...about, factor_choice: choice };
}

/** What left a single factor: what the line says, or what the category takes where it says nothing. */
function onlyRule({ attributes }: FittingFactors): ChoiceRule {
  return Object.keys(attributes).length === 0 ? "default_class" : "stated_class";
}
