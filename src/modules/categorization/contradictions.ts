import { parseUnit } from "../../core/units.ts";
import type { CategorizationInput, Decision } from "./decision.ts";
import { PENDING_KEY } from "./term-tables.ts";
import { fold } from "./text.ts";

/**
 * Words of refrigerant that leaves a plant for a cylinder and not for the air, as beginnings of words (folded): recovered, drained, removed,
 * handed in or destroyed. What is recovered is subtracted in the balance of a plant, and never added.
 */
const TAKEN_OUT =
  /^(?:genindv|genvind|genvund|gjenvinn|gjenvunn|aatervinn|aatervun|indvund|aftap|avtapp|tappet|aaftapp|udtag|uttag|udtoem|toemning|toemt|toemd|toemme|opsaml|oppsaml|uppsaml|udsug|afsug|avsug|opsug|fjernet|fjernelse|fjernat|bortskaf|bortfoer|destru|skrot|demonter|recover|reclaim|remov|extract|drain|decant|dispos|zurueckgew|rueckgew|abgesaug|absaug|abgelass|abgepump|entnomm|entnahme|entsorg|ausgebau|omhaendert)/;
/** On a credit note it takes back what was bought and not used. */
const HANDED_BACK = /^(?:retur|returner\w*|return|returned|returns|zurueck|rueckgabe|aater)$/;

const TANK = /dieseltank/iu;
/** "Påfyldning dieseltank", "diesel til dieseltank". */
const FILLED = /diesel(?!tank)|fyld|lever|(?<!\p{L})(?:til|i)(?!\p{L})|fuel|brændstof/iu;
/** "Kurs 7,4606", "Valutakurs: 745,98": "kurs" is also a course in Swedish and Norwegian, and "Kurs 1.200,00" its price. */
const EXCHANGE_RATE =
  /(?<!\p{L})(?:valuta|veksel|dags)?kurs(?:en)?\s*:?\s*(?:(?:EUR|USD|SEK|NOK|GBP|DKK)\s*)?\d{1,4}[.,]\d{4,6}(?![\d.,])|(?:valuta|veksel)kurs(?:en)?\s*:?\s*(?:[A-Z]{3}\s*)?\d/iu;

/** A family of categories that a fact of the line rules out, and why; told in people's languages by the forms of the core (told-reasons). */
interface Contradiction {
  readonly family: string;
  readonly reason: string;
  readonly holds: (input: CategorizationInput) => boolean;
}

const CONTRADICTIONS: readonly Contradiction[] = [
  {
    family: "energy.fugitive.",
    reason: "Its words say that refrigerant was taken out of a plant, which is no emission.",
    holds: saysTakenOut,
  },
  {
    family: "capital.goods.vehicles",
    reason: "It is counted in kilometres, and no vehicle is bought by them.",
    holds: ({ unit }) => parseUnit(unit ?? "") === "km",
  },
  {
    family: "transport.own.diesel",
    reason: "Its words name a tank for fuel, and no fuel.",
    holds: ({ description }) => TANK.test(description) && !FILLED.test(description),
  },
  {
    family: "purchases.services.training",
    reason: "Its words state a rate of exchange.",
    holds: ({ description }) => EXCHANGE_RATE.test(description),
  },
];

/** Whether nothing may suggest that a line is what it says that it is not, whoever says so of its supplier. */
export function isContradicted({ reason }: Pick<Decision, "reason">): boolean {
  return CONTRADICTIONS.some((one) => one.reason === reason);
}

/**
 * The decision, unless a fact of the line rules it out: then it waits, and neither it nor a candidate of that family is suggested, since one
 * that was accepted would count what is not there. Pure.
 */
export function withoutContradictions(decision: Decision, input: CategorizationInput): Decision {
  const { category_key, candidates } = decision;
  const keys = [category_key, ...candidates.map((one) => one.category_key)];
  const found = CONTRADICTIONS.find(({ family, holds }) => keys.some((key) => key.startsWith(family)) && holds(input));
  if (found === undefined) return decision;
  const others = candidates.filter((one) => !one.category_key.startsWith(found.family));
  if (!category_key.startsWith(found.family) && category_key !== PENDING_KEY)
    return { ...decision, candidates: others };
  return {
    status: "pending_review",
    category_key: PENDING_KEY,
    mapped_by: "rule",
    confidence: 0,
    reason: found.reason,
    candidates: others,
  };
}

function saysTakenOut({ description, document_type }: CategorizationInput): boolean {
  const words = fold(description).split(/[^a-z0-9]+/);
  const isHandedBack = document_type !== "credit_note" && words.some((word) => HANDED_BACK.test(word));
  return isHandedBack || words.some((word) => TAKEN_OUT.test(word));
}
