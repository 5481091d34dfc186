import { useTexts } from "../../app/language.ts";
import type { ReviewItem } from "./queries.ts";
import { REVIEW_TEXTS } from "./texts.ts";

/** Why an option of a line has no kg yet: which facts would give it some, or that its question above comes first. */
export function useLacking(): (item: Pick<ReviewItem, "needs">) => string {
  const texts = useTexts(REVIEW_TEXTS);
  return ({ needs }) => {
    const named = [...new Set(needs.flatMap(({ field }) => texts.facts_named[field] ?? []))];
    return named.length === 0 ? texts.cannot : texts.kg_with(named.join(texts.or));
  };
}
