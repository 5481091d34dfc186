import { type ReactNode, Suspense, useRef, useState } from "react";
import { useKeys } from "../../app/keys.ts";
import { CategorySearch } from "../../parts/category/category-search.tsx";
import { useCategories, useCategoryName } from "../../parts/category/categories.ts";
import { useCompany } from "../../app/company.tsx";
import { useFormats, useTexts } from "../../app/language.ts";
import { later } from "../../app/later.ts";
import { useOnline } from "../../app/online.ts";
import { UNIT_TEXTS, unitOf } from "../../parts/unit-texts.ts";
import { CountryOptions, countriesOf, type UsedIn } from "./country-options.tsx";
import { type Decision, optionsOf, type ReviewItem } from "./queries.ts";
import { useLacking } from "./lacking.ts";
import styles from "./review.module.css";
import { REVIEW_TEXTS } from "./texts.ts";
import { isAdvance as isAdvanceOf, mayBeCopy, placeOf, type StatedFields } from "./stated-fields.ts";
import { useStated } from "./stated.tsx";
import type { TypedOfLine } from "./typed.ts";
import { ChangedNote } from "./typed-notes.tsx";

/** The document is beneath what is decided: that comes first. */
const DocumentPages = later(async () => (await import("../../parts/page/pages.tsx")).DocumentPages);
const OtherDocument = later(async () => (await import("../../parts/page/other-document.tsx")).OtherDocument);

interface ReviewLineProps {
  readonly item: ReviewItem;
  /** What was typed about it, perhaps before it was read anew; undefined: nothing. */
  readonly typed: TypedOfLine | undefined;
  readonly type: (part: StatedFields) => void;
  readonly decide: (decision: Decision) => void;
  /** Why the last decision about it was refused; null: none was. */
  readonly refused: Error | null;
  readonly keys: boolean;
  readonly may: boolean;
}

/** One line with what it may be, what it lacks, and what can be decided. */
export function ReviewLine({ item, typed, type, decide, refused, keys, may }: ReviewLineProps): ReactNode {
  const company = useCompany();
  const texts = useTexts(REVIEW_TEXTS);
  const units = useTexts(UNIT_TEXTS);
  const formats = useFormats();
  const categories = useCategories(company.id);
  const [isSearching, setSearching] = useState(false);
  const isOnline = useOnline();
  const section = useRef<HTMLElement>(null);
  const { fields, form, state } = useStated({ asked: item, typed, type, refused, within: section });
  const { language } = formats;
  const other = item.waits_for.parameters.document_id;
  const options = optionsOf(item);
  // What would settle it is told above; here which of it keeps the figure away.
  const lacking = useLacking()(item);
  const nameOf = useCategoryName(company.id);
  const countries = countriesOf(item);
  const take = (category_id: string, used: UsedIn | null = null): void =>
    state(used, (stated) => {
      // Which country it was is said by choosing, of the suggestion as well.
      if (used === null && category_id === item.suggestion?.category_id) decide({ kind: "accept", ...stated });
      else decide({ kind: "recategorize", category_id, reason: texts.reason_chosen, ...stated });
    });
  const exclude = (): void => decide({ kind: "exclude", reason: texts.reason_excluded });
  const isCopy = mayBeCopy(item);
  const isAdvance = isAdvanceOf(item);
  const defer = (): void =>
    state(null, ({ evidence = [] }) =>
      decide({ kind: "defer", ...placeOf(fields), evidence, reason: texts.reason_deferred }),
    );
  const takeCountry = (used: UsedIn): void => take(used.category_id, used);
  const answers =
    countries.length > 0
      ? countries.map((used) => () => takeCountry(used))
      : options.map(
          ({ category_id }) =>
            () =>
              take(category_id),
        );
  const byNumber = answers.map((answer, index) => [String(index + 1), answer] as const);
  const [first] = countries.length > 0 ? [] : options;
  useKeys(keys, {
    ...Object.fromEntries(byNumber.slice(0, 9)),
    ...(first === undefined ? {} : { Enter: () => take(first.category_id) }),
    ...(isCopy ? { d: () => decide({ kind: "mark_duplicate", reason: texts.reason_duplicate }) } : {}),
    ...(isAdvance ? { o: defer } : {}),
    c: () => setSearching(true),
    x: exclude,
  });
  return (
    <section ref={section} className="card stack" aria-label={item.description}>
      <div>
        <h2>{item.description}</h2>
        <p className="soft">
          {item.supplier_name ?? texts.unknown_supplier} · {formats.day(item.transaction_date)}
          {item.amount === null ? "" : ` · ${formats.number(item.amount, 2)} ${item.currency ?? ""}`}
          {item.quantity === null
            ? ""
            : ` · ${formats.number(item.quantity)} ${unitOf(item.unit, item.quantity, units)}`}
          {item.invoice_number === null ? "" : ` · ${item.invoice_number}`}
        </p>
      </div>
      <div>
        <h3 className={styles.small}>{texts.why}</h3>
        <p>{language === "da" ? item.waits_for.text_da : item.waits_for.text_en}</p>
        {other === null ? null : (
          <Suspense>
            <OtherDocument document_id={other} />
          </Suspense>
        )}
        {(may ? item.needs : []).map((need) => (
          <p key={`${need.field} ${need.text_en}`} className="soft">
            {language === "da" ? need.text_da : need.text_en}
          </p>
        ))}
      </div>
      {may ? (
        <>
          <ChangedNote item={item} typed={typed} />
          {form}
          <div className={styles.options}>
            <h3 className={styles.small}>{countries.length > 0 ? texts.where : texts.options}</h3>
            {countries.length > 0 ? <CountryOptions options={countries} take={takeCountry} /> : null}
            {(countries.length > 0 ? [] : options).map((option, index) => (
              <button
                key={option.category_id}
                type="button"
                className={`button ${option === item.suggestion && !isCopy && !isAdvance ? "plain" : "quiet"}`}
                onClick={() => take(option.category_id)}
              >
                <kbd>{index + 1}</kbd>
                <span className={styles.name}>
                  {isCopy && index === 0 ? `${texts.separate}: ` : ""}
                  {nameOf(option.category_id)}
                </span>
                <span className="soft">{option.effect_kg === null ? lacking : formats.mass(option.effect_kg)}</span>
              </button>
            ))}
            {isSearching ? (
              <CategorySearch
                categories={categories.data ?? []}
                chosen={take}
                close={() => setSearching(false)}
                takesFocus
              />
            ) : (
              <button type="button" className="button quiet" onClick={() => setSearching(true)}>
                <kbd>c</kbd> <span className={styles.name}>{texts.other}</span>
              </button>
            )}
          </div>
          {isOnline ? null : <p className="soft">{texts.kept_until}</p>}
          <div className={styles.actions}>
            {isCopy ? (
              <button
                type="button"
                className="button plain"
                onClick={() => decide({ kind: "mark_duplicate", reason: texts.reason_duplicate })}
              >
                {texts.duplicate} <kbd>d</kbd>
              </button>
            ) : null}
            {isAdvance ? (
              <button type="button" className="button plain" onClick={defer}>
                {texts.defer} <kbd>o</kbd>
              </button>
            ) : null}
            <button type="button" className="button quiet" onClick={exclude}>
              {texts.exclude} <kbd>x</kbd>
            </button>
          </div>
        </>
      ) : null}
      <Suspense>
        <DocumentPages document_id={item.document_id} activity_id={item.id} />
      </Suspense>
    </section>
  );
}
