import { type ReactNode, useRef } from "react";
import { useCompany } from "../../app/company.tsx";
import { useTexts } from "../../app/language.ts";
import { useCategories, useCategoryName } from "./categories.ts";
import { CategorySearch } from "./category-search.tsx";
import { CATEGORY_CHOICE_TEXTS } from "./choice-texts.ts";

interface CategoryChoiceProps {
  /** Key of the chosen category; null: none yet. */
  readonly chosen: string | null;
  readonly choose: (category_id: string | null) => void;
}

/** A category in a form: searched by name, then shown with a way back to the search. */
export function CategoryChoice({ chosen, choose }: CategoryChoiceProps): ReactNode {
  const company = useCompany();
  const texts = useTexts(CATEGORY_CHOICE_TEXTS);
  const { data = [] } = useCategories(company.id);
  const nameOf = useCategoryName(company.id);
  const before = useRef<string | null>(null);
  if (chosen === null) {
    if (before.current === null) return <CategorySearch categories={data} chosen={choose} />;
    return <CategorySearch categories={data} chosen={choose} close={() => choose(before.current)} takesFocus />;
  }
  return (
    <p>
      {texts.chosen(nameOf(chosen))}{" "}
      <button
        type="button"
        className="button quiet"
        onClick={() => {
          before.current = chosen;
          choose(null);
        }}
      >
        {texts.change}
      </button>
    </p>
  );
}
