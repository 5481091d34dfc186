import { isAllocated, type StatedPeriod } from "./use-period.ts";

/** Danish, Swedish, English and German names of what is paid for a time, whatever is done in it. */
const NAMES = String.raw`abonnement|abonn?emang|subscription|(?:service|vedligeholdelses|eftersyns|underhålls)(?:aftale|kontrakt|avtal|vertrag)|(?:service|maintenance)\s+(?:contract|agreement|plan)|wartungsvertr[aä]g`;
const SUBSCRIPTION = new RegExp(NAMES, "iu");
/** Work that a subscription does not hold, or is only the occasion of, and a discount for having one. */
const BESIDE_IT = new RegExp(
  String.raw`uden\s?for|utanför|outside|außerhalb|(?:ikke|ej)\s+(?:omfattet|dækket|indeholdt|inkluderet|(?:en\s+)?del\s+af)|omfattas\s+(?:inte|ej)|` +
    String.raw`ingår\s+(?:inte|ej)|(?:inte|ej)\s+(?:en\s+)?del\s+av|not\s+(?:covered|included|(?:a\s+)?part\s+of)|excluded\s+from|nicht\s+(?:enthalten|abgedeckt|teil)|` +
    String.raw`(?:ifm\.?|i\s+forbindelse\s+med|i\s+samband\s+med|in\s+connection\s+with|eks[ck]l(?:usive)?\.?|excl(?:uding|\.)?)\s+(?:the\s+)?(?:${NAMES})|` +
    String.raw`(?:${NAMES})(?:e[tn])?s?[\s-]?(?:rabat|discount)`,
  "iu",
);

/**
 * The period of a line, marked where its words say that it is paid for its days: "Serviceabonnement elevator" is used over the year that
 * is stated, though a repair is done once.
 */
export function periodOfSubscription(period: StatedPeriod | null, description: string): StatedPeriod | null {
  if (period === null || !SUBSCRIPTION.test(description) || BESIDE_IT.test(description)) return period;
  return { ...period, is_of_subscription: true };
}

/** Longer than a day, which dates goods too. */
const ANY_PERIOD: StatedPeriod = { start: "2000-01-01", end: "2000-12-31" };

/** Whether a line of the category and words would be allocated to the days of a period, were one stated. */
export function dependsOnPeriod(category_key: string, description: string): boolean {
  return isAllocated(category_key, periodOfSubscription(ANY_PERIOD, description));
}
