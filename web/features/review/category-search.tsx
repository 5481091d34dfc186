import { type ReactNode, useId, useState } from "react";
import { useFormats, useTexts } from "../../app/language.ts";
import type { Operations } from "../../app/operations.gen.ts";
import styles from "./review.module.css";
import { REVIEW_TEXTS } from "./texts.ts";

type Category = Operations["list_emission_categories"]["output"]["items"][number];

interface CategorySearchProps {
  readonly categories: readonly Category[];
  readonly chosen: (category_id: string) => void;
  readonly close: () => void;
}

const SHOWN = 8;

/** A category by its name, typed in part; the first that fits is taken with Enter. */
export function CategorySearch({ categories, chosen, close }: CategorySearchProps): ReactNode {
  const texts = useTexts(REVIEW_TEXTS);
  const { language } = useFormats();
  const [typed, setTyped] = useState("");
  const id = useId();
  const nameOf = (category: Category): string => (language === "da" ? category.name_da : category.name_en);
  const words = typed.toLocaleLowerCase(language).split(/\s+/);
  const found = categories.filter((category) => {
    const text = `${nameOf(category)} ${category.key}`.toLocaleLowerCase(language);
    return words.every((word) => text.includes(word));
  });
  return (
    <div className={styles.search}>
      <label htmlFor={id}>{texts.search}</label>
      <input
        id={id}
        className="field"
        // The person asked for it just now.
        ref={(input) => input?.focus()}
        value={typed}
        autoComplete="off"
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={({ key }) => {
          if (key === "Escape") close();
          if (key === "Enter" && typed !== "" && found[0] !== undefined) chosen(found[0].key);
        }}
      />
      <ul>
        {found.slice(0, SHOWN).map((category) => (
          <li key={category.key}>
            <button type="button" className="button quiet" onClick={() => chosen(category.key)}>
              {nameOf(category)}
            </button>
          </li>
        ))}
      </ul>
      {found.length === 0 ? <p className="soft">{texts.no_match}</p> : null}
    </div>
  );
}
