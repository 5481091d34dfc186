import type { CategorizationInput, Decision } from "./decision.ts";
import { PENDING_KEY } from "./term-tables.ts";
import { fold } from "./text.ts";

const REFRIGERANT = "energy.fugitive.";

/**
 * Words of refrigerant that leaves a plant for a cylinder and not for the air, as beginnings of words (folded): recovered, drained, removed,
 * handed in or destroyed. What is recovered is subtracted in the balance of a plant, and never added.
 */
const TAKEN_OUT =
  /^(?:genindv|genvind|genvund|gjenvinn|gjenvunn|aatervinn|aatervun|indvund|aftap|avtapp|tappet|aaftapp|udtag|uttag|udtoem|toemning|toemt|toemd|toemme|opsaml|oppsaml|uppsaml|udsug|afsug|avsug|opsug|fjernet|fjernelse|fjernat|bortskaf|bortfoer|destru|skrot|demonter|recover|reclaim|remov|extract|drain|decant|dispos|zurueckgew|rueckgew|abgesaug|absaug|abgelass|abgepump|entnomm|entnahme|entsorg|ausgebau|omhaendert)/;
/** On a credit note it takes back what was bought and not used. */
const HANDED_BACK = /^(?:retur|returner\w*|return|returned|returns|zurueck|rueckgabe|aater)$/;

/** Told in people's languages by the forms of the core (told-reasons). */
const REASON = "Its words say that refrigerant was taken out of a plant, which is no emission.";

/** Whether nothing may suggest that a line is an emission, whoever says so of its supplier. */
export function isTakenOut({ reason }: Pick<Decision, "reason">): boolean {
  return reason === REASON;
}

/**
 * The decision, unless it or one of its candidates would make an emission of refrigerant that was taken out: such a line waits with no suggestion
 * of that kind, since an accepted one would add what the balance of the plant subtracts. Pure.
 */
export function withoutTakenOut(decision: Decision, input: CategorizationInput): Decision {
  const { category_key, candidates } = decision;
  const isNamed = [category_key, ...candidates.map((one) => one.category_key)].some((key) =>
    key.startsWith(REFRIGERANT),
  );
  if (!isNamed || !saysTakenOut(input)) return decision;
  const others = candidates.filter((one) => !one.category_key.startsWith(REFRIGERANT));
  if (!category_key.startsWith(REFRIGERANT) && category_key !== PENDING_KEY) return { ...decision, candidates: others };
  return {
    status: "pending_review",
    category_key: PENDING_KEY,
    mapped_by: "rule",
    confidence: 0,
    reason: REASON,
    candidates: others,
  };
}

function saysTakenOut({ description, document_type }: CategorizationInput): boolean {
  const words = fold(description).split(/[^a-z0-9]+/);
  const isHandedBack = document_type !== "credit_note" && words.some((word) => HANDED_BACK.test(word));
  return isHandedBack || words.some((word) => TAKEN_OUT.test(word));
}
