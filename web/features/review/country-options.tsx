import { type ReactNode, useId, useState } from "react";
import { useFormats, useTexts } from "../../app/language.ts";
import type { ReviewItem } from "./queries.ts";
import styles from "./review.module.css";
import { REVIEW_TEXTS } from "./texts.ts";

type Option = NonNullable<ReviewItem["needs"][number]["options"]>[number];

/** Where the electricity of a line was used, as a decision states it. */
export type UsedIn = Pick<Option, "category_id" | "attributes">;

/** The countries that the service finds likely; empty: it does not ask for one. */
export function countriesOf({ needs }: ReviewItem): readonly Option[] {
  return needs.flatMap(({ options = [] }) => options);
}

interface CountryOptionsProps {
  readonly options: readonly Option[];
  readonly take: (used: UsedIn) => void;
}

/** Electricity abroad has one category; the country is stated beside it. */
const ABROAD = "energy.electricity.grid_other";

/** Where the electricity was used: each likely country with the kg that it would count, or another one. */
export function CountryOptions({ options, take }: CountryOptionsProps): ReactNode {
  const texts = useTexts(REVIEW_TEXTS);
  const formats = useFormats();
  const [other, setOther] = useState("");
  const id = useId();
  const names = new Intl.DisplayNames([formats.language], { type: "region" });
  return (
    <>
      {options.map((option, index) => (
        <button key={option.country} type="button" className="button quiet" onClick={() => take(option)}>
          <kbd>{index + 1}</kbd>
          <span className={styles.name}>{texts.used_in(names.of(option.country) ?? option.country)}</span>
          <span className="soft">{option.effect_kg === null ? texts.cannot : formats.mass(option.effect_kg)}</span>
        </button>
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
        <button type="submit" className="button plain">
          {texts.state_country}
        </button>
      </form>
    </>
  );
}
