import { type ReactNode, useId, useState } from "react";
import { useCompany } from "../../app/company.tsx";
import { useFormats, useTexts } from "../../app/language.ts";
import styles from "./emissions.module.css";
import { type Method, METHODS, type Quality, QUALITIES, SCOPES, useDepartments } from "./queries.ts";
import type { EmissionsSearch } from "./search.ts";
import { EMISSIONS_TEXTS } from "./texts.ts";
import { OnlineButton } from "../../parts/online-button.tsx";

const YEARS = 6;

interface FiltersProps {
  readonly year: number;
  readonly now: number;
  readonly search: EmissionsSearch;
  /** Suppliers of the rows that are shown: offered to choose from. */
  readonly suppliers: readonly string[];
  readonly show: (changed: EmissionsSearch) => void;
}

/** What narrows the list down; all of it stands in the address. */
export function Filters({ year, now, search, suppliers, show }: FiltersProps): ReactNode {
  const company = useCompany();
  const { data: departments = [] } = useDepartments(company.id);
  const texts = useTexts(EMISSIONS_TEXTS);
  const formats = useFormats();
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const count = FOLDED.filter((name) => search[name] !== undefined).length;
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
        <button
          type="button"
          className={`button quiet ${styles.fold}`}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          {count === 0 ? texts.filters : texts.filters_on(formats.number(count))}
        </button>
        <div id={id} className={isOpen ? styles.more : `${styles.more} ${styles.folded}`}>
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
          <Choice
            label={texts.method}
            value={search.metode ?? ""}
            options={METHODS.map((method) => ({ value: method, name: texts.methods[method] ?? method }))}
            choose={(method) => show({ metode: oneOf<Method>(METHODS, method ?? "") })}
          />
          <Choice
            label={texts.quality}
            value={search.kvalitet ?? ""}
            options={QUALITIES.map((quality) => ({ value: quality, name: texts.qualities[quality] }))}
            choose={(quality) => show({ kvalitet: oneOf<Quality>(QUALITIES, quality ?? "") })}
          />
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
          <Choice
            label={texts.supplier}
            value={search.leverandoer ?? ""}
            options={[
              ...new Set([...(search.leverandoer === undefined ? [] : [search.leverandoer]), ...suppliers]),
            ].map((name) => ({ value: name, name }))}
            choose={(leverandoer) => show({ leverandoer })}
          />
          {departments.length === 0 ? null : (
            <Choice
              label={texts.department}
              value={search.afdeling ?? ""}
              options={departments.map(({ id, name }) => ({ value: id, name }))}
              choose={(afdeling) => show({ afdeling })}
            />
          )}
        </div>
        {isFiltered(search) ? (
          <button type="button" className="button quiet" onClick={() => show(NO_FILTERS)}>
            {texts.clear}
          </button>
        ) : null}
      </div>
    </>
  );
}

/** What an address without filters leaves out. */
const NO_FILTERS = {
  q: undefined,
  leverandoer: undefined,
  afdeling: undefined,
  metode: undefined,
  kvalitet: undefined,
  scope: undefined,
} as const;

/** What is folded away in a narrow window; the year and the words stay in sight. */
const FOLDED = ["scope", "metode", "kvalitet", "leverandoer", "afdeling"] as const;

/** Whether the address leaves lines out, besides those of other years. */
export function isFiltered(search: EmissionsSearch): boolean {
  return Object.keys(NO_FILTERS).some((name) => search[name as keyof typeof NO_FILTERS] !== undefined);
}

interface ChoiceProps {
  readonly label: string;
  /** "": all. */
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly name: string }[];
  readonly choose: (value: string | undefined) => void;
}

function Choice({ label, value, options, choose }: ChoiceProps): ReactNode {
  const texts = useTexts(EMISSIONS_TEXTS);
  return (
    <label>
      {label}{" "}
      <select
        className="field"
        value={value}
        onChange={({ target }) => choose(target.value === "" ? undefined : target.value)}
      >
        <option value="">{texts.every}</option>
        {options.map((one) => (
          <option key={one.value} value={one.value}>
            {one.name}
          </option>
        ))}
      </select>
    </label>
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
      <OnlineButton type="submit" className="button plain">
        {texts.find}
      </OnlineButton>
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
