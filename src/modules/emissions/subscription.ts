import type { StatedPeriod } from "./use-period.ts";

/** Danish, Swedish, English and German names of what is paid for a time, whatever is done in it. */
const SUBSCRIPTION =
  /abonnement|abonn?emang|subscription|(?:service|vedligeholdelses|eftersyns|underhålls)(?:aftale|kontrakt|avtal|vertrag)|(?:service|maintenance)\s+(?:contract|agreement|plan)|wartungsvertr[aä]g/iu;
/** Work that a subscription does not hold. */
const BESIDE_IT =
  /uden\s?for|ikke\s+(?:omfattet|dækket|indeholdt)|ej\s+omfattet|utanför|omfattas\s+inte|not\s+(?:covered|included)|outside|außerhalb|nicht\s+(?:enthalten|abgedeckt)/iu;

/**
 * The period of a line, marked where its words say that it is paid for its days: "Serviceabonnement elevator" is used over the year that
 * is stated, though a repair is done once.
 */
export function periodOfSubscription(period: StatedPeriod | null, description: string): StatedPeriod | null {
  if (period === null || !SUBSCRIPTION.test(description) || BESIDE_IT.test(description)) return period;
  return { ...period, is_of_subscription: true };
}
