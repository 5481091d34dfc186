import { useFormats, useTexts } from "../../app/language.ts";
import type { ReviewItem } from "./queries.ts";
import { REVIEW_TEXTS } from "./texts.ts";

/** Why an option of a line has no kg yet: which facts would give it some, or that its question above comes first. */
export function useLacking(): (item: Pick<ReviewItem, "needs">) => string {
  const texts = useTexts(REVIEW_TEXTS);
  const { language } = useFormats();
  return ({ needs }) => {
    const names = needs.flatMap(({ field, attributes }) =>
      // Which of its classes it is; of electricity it is the country.
      attributes === undefined
        ? (texts.facts_named[field] ?? [])
        : attributes.map(({ name_da, name_en }) => (language === "da" ? name_da : name_en)).join(texts.and),
    );
    const named = [...new Set(names)];
    return named.length === 0 ? texts.cannot : texts.kg_with(named.join(texts.or));
  };
}
