import { type ReactNode, useState } from "react";
import { useTexts } from "../../app/language.ts";
import styles from "./emissions.module.css";
import { type Method, METHODS, type Quality, QUALITIES, SCOPES } from "./queries.ts";
import type { EmissionsSearch } from "./search.ts";
import { EMISSIONS_TEXTS } from "./texts.ts";

const YEARS = 6;

interface FiltersProps {
  readonly year: number;
  readonly now: number;
  readonly search: EmissionsSearch;
  readonly show: (changed: EmissionsSearch) => void;
}

/** What narrows the list down; all of it stands in the address. */
export function Filters({ year, now, search, show }: FiltersProps): ReactNode {
  const texts = useTexts(EMISSIONS_TEXTS);
  const isFiltered = [search.q, search.leverandoer, search.metode, search.kvalitet, search.scope].some(
    (value) => value !== undefined,
  );
  return (
    <>
      <SearchLine key={search.q ?? ""} typed={search.q ?? ""} find={(q) => show({ q: q === "" ? undefined : q })} />
      <div className={styles.filters}>
        <label>
          {texts.year}{" "}
          <select className="field" value={year} onChange={({ target }) => show({ aar: target.value })}>
            {Array.from({ length: YEARS }, (_, index) => now - index).map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        </label>
        <div role="group" aria-label={texts.scope} className={styles.filters}>
          <ScopeButton
            isOn={search.scope === undefined}
            label={texts.every_scope}
            choose={() => show({ scope: undefined })}
          />
          {SCOPES.map((scope) => (
            <ScopeButton
              key={scope}
              isOn={search.scope === scope}
              label={`${texts.scope} ${scope}`}
              choose={() => show({ scope })}
            />
          ))}
        </div>
        <label>
          {texts.method}{" "}
          <select
            className="field"
            value={search.metode ?? ""}
            onChange={({ target }) => show({ metode: oneOf<Method>(METHODS, target.value) })}
          >
            <option value="">{texts.every}</option>
            {METHODS.map((method) => (
              <option key={method} value={method}>
                {texts.methods[method]}
              </option>
            ))}
          </select>
        </label>
        <label>
          {texts.quality}{" "}
          <select
            className="field"
            value={search.kvalitet ?? ""}
            onChange={({ target }) => show({ kvalitet: oneOf<Quality>(QUALITIES, target.value) })}
          >
            <option value="">{texts.every}</option>
            {QUALITIES.map((quality) => (
              <option key={quality} value={quality}>
                {texts.qualities[quality]}
              </option>
            ))}
          </select>
        </label>
        <label>
          {texts.order}{" "}
          <select
            className="field"
            value={search.orden ?? "date"}
            onChange={({ target }) => show({ orden: target.value === "kg" ? "kg" : undefined })}
          >
            <option value="date">{texts.orders.date}</option>
            <option value="kg">{texts.orders.kg}</option>
          </select>
        </label>
        {search.leverandoer === undefined ? null : (
          <button type="button" className="button quiet" onClick={() => show({ leverandoer: undefined })}>
            {texts.only_supplier(search.leverandoer)} ×
          </button>
        )}
        {isFiltered ? (
          <button
            type="button"
            className="button quiet"
            onClick={() =>
              show({ q: undefined, leverandoer: undefined, metode: undefined, kvalitet: undefined, scope: undefined })
            }
          >
            {texts.clear}
          </button>
        ) : null}
      </div>
    </>
  );
}

function oneOf<Value extends string>(values: readonly Value[], text: string): Value | undefined {
  return values.find((value) => value === text);
}

interface SearchLineProps {
  readonly typed: string;
  readonly find: (words: string) => void;
}

/** Asked with Enter or the button: a search reads every line of the company, and half a word would as well. */
function SearchLine({ typed, find }: SearchLineProps): ReactNode {
  const texts = useTexts(EMISSIONS_TEXTS);
  const [words, setWords] = useState(typed);
  return (
    <form
      role="search"
      className={styles.search}
      onSubmit={(event) => {
        event.preventDefault();
        find(words.trim());
      }}
    >
      <label>
        {texts.search}
        <input
          className="field"
          type="search"
          maxLength={200}
          value={words}
          onChange={({ target }) => setWords(target.value)}
        />
      </label>
      <button type="submit" className="button plain">
        {texts.find}
      </button>
    </form>
  );
}

interface ScopeButtonProps {
  readonly isOn: boolean;
  readonly label: string;
  readonly choose: () => void;
}

function ScopeButton({ isOn, label, choose }: ScopeButtonProps): ReactNode {
  return (
    <button type="button" className="button quiet" aria-pressed={isOn} onClick={choose}>
      {label}
    </button>
  );
}
