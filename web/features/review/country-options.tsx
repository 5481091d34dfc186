import { type ElementType, type ReactNode, useId, useState } from "react";
import type { NumberLanguage } from "../../../src/core/number-format.ts";
import { useFormats, useTexts } from "../../app/language.ts";
import type { ReviewItem } from "./queries.ts";
import styles from "./review.module.css";
import { REVIEW_TEXTS } from "./texts.ts";

type Option = NonNullable<ReviewItem["needs"][number]["options"]>[number];

/** Where the electricity of a line was used, as a decision states it. */
export type UsedIn = Pick<Option, "category_id" | "attributes">;

/** The countries that the service finds likely; empty: it does not ask for one. */
export function countriesOf({ needs }: Pick<ReviewItem, "needs">): readonly Option[] {
  return needs.flatMap(({ options = [] }) => options);
}

/** The name of a country by its code (ISO 3166-1 alpha-2). */
function countryNames(language: NumberLanguage): (code: string) => string {
  const names = new Intl.DisplayNames([language], { type: "region" });
  return (code) => names.of(code) ?? code;
}

interface CountryOptionsProps {
  readonly options: readonly Option[];
  readonly take: (used: UsedIn) => void;
  /** Of a group: its button, without a key; the kg are those of one of its lines. Absent: it is one line. */
  readonly group?: ElementType;
}

/** Electricity abroad has one category; the country is stated beside it. */
const ABROAD = "energy.electricity.grid_other";

/** Where the electricity was used: each likely country with the kg that it would count, or another one. */
export function CountryOptions({ options, take, group }: CountryOptionsProps): ReactNode {
  const texts = useTexts(REVIEW_TEXTS);
  const formats = useFormats();
  const [other, setOther] = useState("");
  const id = useId();
  const nameOf = countryNames(formats.language);
  const Button = group ?? "button";
  return (
    <>
      {options.map((option, index) => (
        <Button key={option.country} type="button" className="button quiet" onClick={() => take(option)}>
          {group === undefined ? <kbd>{index + 1}</kbd> : null}
          <span className={styles.name}>{texts.used_in(nameOf(option.country))}</span>
          {group === undefined ? (
            <span className="soft">{option.effect_kg === null ? texts.cannot : formats.mass(option.effect_kg)}</span>
          ) : null}
        </Button>
      ))}
      <form
        className={styles.country}
        onSubmit={(event) => {
          event.preventDefault();
          take({ category_id: ABROAD, attributes: { country: other.toUpperCase() } });
        }}
      >
        <label htmlFor={id}>{texts.other_country}</label>
        <input
          id={id}
          className="field"
          required
          pattern="[A-Za-z]{2}"
          maxLength={2}
          autoComplete="off"
          value={other}
          onChange={({ target }) => setOther(target.value)}
        />
        <Button type="submit" className="button plain">
          {texts.state_country}
        </Button>
      </form>
    </>
  );
}
