import { type ReactNode, useState } from "react";
import { useCompany } from "../../app/company.tsx";
import { useTexts } from "../../app/language.ts";
import type { Operations } from "../../app/operations.gen.ts";
import { useCategories, useCategoryName } from "../../parts/category/categories.ts";
import { CategorySearch } from "../../parts/category/category-search.tsx";
import { Field, typedIn } from "../../parts/form/fields.tsx";
import { ORGANISATION_TEXTS } from "./organisation-texts.ts";
import styles from "./settings.module.css";
import { OnlineButton } from "../../parts/online-button.tsx";

type NewRule = Operations["create_category_rule"]["input"];

/** A rule of a category and the conditions that a line has to meet. */
export function AddRule({ add }: { readonly add: (rule: NewRule) => Promise<boolean> }): ReactNode {
  const company = useCompany();
  const texts = useTexts(ORGANISATION_TEXTS);
  const categories = useCategories(company.id);
  const nameOf = useCategoryName(company.id);
  const [category_key, setCategory] = useState<string | null>(null);
  const [isSearching, setSearching] = useState(false);
  const [lacks, setLacks] = useState(false);
  const submit = (form: FormData): void => {
    const conditions = ["supplier_name", "gl_account", "text_contains"].flatMap((name) => {
      const typed = typedIn(form, name);
      return typed === "" ? [] : [[name, typed]];
    });
    setLacks(category_key === null || conditions.length === 0);
    if (category_key === null || conditions.length === 0) return;
    void add({ category_key, ...Object.fromEntries(conditions) });
  };
  return (
    <form
      className={styles.fields}
      onSubmit={(event) => {
        event.preventDefault();
        submit(new FormData(event.currentTarget));
      }}
    >
      <Field name="supplier_name" label={texts.supplier} more={{ maxLength: 200 }} />
      <Field name="gl_account" label={texts.account} more={{ maxLength: 40 }} />
      <Field name="text_contains" label={texts.contains} more={{ minLength: 2, maxLength: 200 }} />
      <p className={styles.year}>
        <span>
          {texts.category}: {category_key === null ? "–" : nameOf(category_key)}
        </span>
        <button
          type="button"
          className="button quiet"
          aria-expanded={isSearching}
          onClick={() => setSearching(!isSearching)}
        >
          {texts.choose_category}
        </button>
      </p>
      {isSearching ? (
        <CategorySearch
          categories={categories.data ?? []}
          takesFocus
          close={() => setSearching(false)}
          chosen={(key) => {
            setCategory(key);
            setSearching(false);
          }}
        />
      ) : null}
      {lacks ? (
        <p className="fault" role="alert">
          {texts.needs_condition}
        </p>
      ) : null}
      <p>
        <OnlineButton type="submit" className="button plain">
          {texts.add_rule}
        </OnlineButton>
      </p>
    </form>
  );
}
