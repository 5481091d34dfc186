import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { useCompany } from "../../app/company.tsx";
import { useFormats, useTexts } from "../../app/language.ts";
import { type Category, useFoundCategories } from "./categories.ts";
import styles from "./category.module.css";
import { CATEGORY_TEXTS } from "./texts.ts";

interface CategorySearchProps {
  readonly categories: readonly Category[];
  readonly chosen: (category_id: string) => void;
  /** Leaves the search without a choice; absent: there is nothing else to show. */
  readonly close?: (() => void) | undefined;
  /** Where the person asked for it just now and is to type at once. */
  readonly takesFocus?: true;
}

const SHOWN = 8;

/** A category by its name, typed in part, or by what is bought; the first that fits is taken with Enter. */
export function CategorySearch({ categories, chosen, close, takesFocus }: CategorySearchProps): ReactNode {
  const texts = useTexts(CATEGORY_TEXTS);
  const { language } = useFormats();
  const [typed, setTyped] = useState("");
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (takesFocus === true) input.current?.focus();
  }, [takesFocus]);
  const nameOf = (category: Category): string => (language === "da" ? category.name_da : category.name_en);
  const wordsOf = (text: string): readonly string[] => text.toLocaleLowerCase(language).split(/[^\p{L}\d]+/u);
  const words = wordsOf(typed);
  const named = categories.filter((category) => {
    const parts = wordsOf(`${nameOf(category)} ${category.key}`);
    return words.every((word) => parts.some((part) => part.startsWith(word) || part.endsWith(word)));
  });
  // What the names do not tell the service knows, where it can be reached: that AdBlue is a chemical.
  const { keys, isAsking } = useFoundCategories(useCompany().id, typed.trim());
  const told = keys.flatMap((key) => categories.find((category) => category.key === key) ?? []);
  const found = [...new Set([...told, ...named])];
  const isAwaited = isAsking || categories.length === 0;
  const first = found[0]?.key;
  // Who types and takes the first before the names are here gets it as they come; other words take that back.
  const [taken, take] = useState<string | null>(null);
  useEffect(() => {
    if (taken === null) return;
    if (taken === typed && first !== undefined) chosen(first);
    if (taken !== typed || first !== undefined || !isAwaited) take(null);
  }, [taken, typed, first, isAwaited, chosen]);
  /** Escape clears the words, then leaves the search; only after that it is the key of what stands around it. */
  const escape = (event: KeyboardEvent): void => {
    if (event.key !== "Escape" || (typed === "" && close === undefined)) return;
    event.preventDefault();
    event.stopPropagation();
    if (typed === "") close?.();
    else {
      setTyped("");
      input.current?.focus();
    }
  };
  return (
    // The keys of the list are those of its field.
    <div className={styles.search} onKeyDown={escape}>
      <label htmlFor={id}>{texts.search}</label>
      <input
        id={id}
        className="field"
        ref={input}
        value={typed}
        autoComplete="off"
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          // It chooses, and does not send the form around it.
          event.preventDefault();
          if (typed !== "") take(typed);
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
      {found.length > 0 || isAwaited ? null : <p className="soft">{texts.no_match}</p>}
    </div>
  );
}
