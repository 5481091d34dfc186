import { type ComponentProps, type ReactNode, useRef, useState } from "react";
import { useCategories, useCategoryName } from "../../parts/category/categories.ts";
import { CategorySearch } from "../../parts/category/category-search.tsx";
import { useCompany } from "../../app/company.tsx";
import { useFormats, useTexts } from "../../app/language.ts";
import { OnlineButton } from "../../parts/online-button.tsx";
import { CountryOptions, countriesOf, type UsedIn } from "./country-options.tsx";
import { useLacking } from "./lacking.ts";
import { type GroupInput, type KeyedGroup, optionsOf, useReviewItems } from "./queries.ts";
import styles from "./review.module.css";
import { askedOfGroup, isAdvance, mayBeCopy, placeOf } from "./stated-fields.ts";
import { useStated } from "./stated.tsx";
import { REVIEW_TEXTS } from "./texts.ts";
import type { TypedLines } from "./typed.ts";

/** Id of what says why groups cannot be decided without a connection. */
export const NEED = "groups-need";

export function GroupButton(props: ComponentProps<typeof OnlineButton>): ReactNode {
  return <OnlineButton toldBy={NEED} {...props} />;
}

interface OneGroupProps {
  readonly group: KeyedGroup;
  readonly typed: TypedLines;
  readonly take: (input: GroupInput) => void;
  /** Why the last decision about it was refused; null: none was. */
  readonly refused: Error | null;
}

/** Lines that are alike, with what they lack alike, decided at once. */
export function OneGroup({ group, typed, take, refused }: OneGroupProps): ReactNode {
  const company = useCompany();
  const texts = useTexts(REVIEW_TEXTS);
  const formats = useFormats();
  const [remember, setRemember] = useState(false);
  const [isSearching, setSearching] = useState(false);
  const rule = remember ? { remember_as_rule: true } : {};
  const nameOf = useCategoryName(company.id);
  const categories = useCategories(company.id);
  const isCopy = mayBeCopy(group);
  const lacking = useLacking()(group);
  const card = useRef<HTMLElement>(null);
  const asked = askedOfGroup(group);
  const lines = texts.group_lines(formats.number(group.line_count));
  const about = { id: group.key, version: group.id, description: lines, supplier_name: group.supplier.name };
  const written = typed.of(group.key);
  const { fields, form, state } = useStated({
    asked,
    typed: written,
    type: (part) => typed.change(about, part),
    refused,
    within: card,
  });
  const suggested = group.suggested_category_id;
  const countries = countriesOf(asked);
  const options = useOptions(group);
  const choose = (category_id: string, used: UsedIn | null = null): void =>
    state(used, (stated) =>
      take(
        used === null && category_id === suggested
          ? { decision: "accept", ...stated, ...rule }
          : { decision: "recategorize", category_id, reason: texts.reason_chosen, ...stated, ...rule },
      ),
    );
  const days = [...new Set([group.first_date, group.last_date])].map(formats.day).join(" – ");
  const money = group.money.map(({ amount, currency }) => `${formats.number(amount, 2)} ${currency}`).join(", ");
  // What is on its way has no version.
  const isChanged = refused === null && written?.version != null && written.version !== group.id;
  return (
    <article ref={card} className="card stack">
      <div>
        <h3 className={styles.group}>{group.supplier.name ?? texts.unknown_supplier}</h3>
        <p className="soft">
          {lines}
          {money === "" ? "" : ` · ${money}`} · {days}
        </p>
        <p>{formats.language === "da" ? group.waits_for.text_da : group.waits_for.text_en}</p>
        {asked.needs.map((need) =>
          need.emission_factor_key === undefined ? null : (
            <p key={need.field} className="soft">
              {formats.language === "da" ? need.text_da : need.text_en}
            </p>
          ),
        )}
      </div>
      {isChanged ? (
        <p className="note" role="status">
          {texts.group_changed}
        </p>
      ) : null}
      {form}
      {countries.length > 0 ? (
        <div className={styles.options}>
          <CountryOptions options={countries} take={(used) => choose(used.category_id, used)} group={GroupButton} />
        </div>
      ) : null}
      <div className={styles.actions}>
        {(countries.length > 0 ? [] : options).map(({ category_id, estimated_kg }) => (
          <GroupButton
            key={category_id}
            type="button"
            className={`button ${category_id === suggested && !isCopy ? "plain" : "quiet"}`}
            onClick={() => choose(category_id)}
          >
            {isCopy ? texts.all_separate : texts.all_as} {nameOf(category_id)}{" "}
            {estimated_kg === null ? (
              <span className="soft">{lacking}</span>
            ) : (
              <span className={`soft ${styles.figure}`}>{formats.mass(estimated_kg)}</span>
            )}
          </GroupButton>
        ))}
        <GroupButton
          type="button"
          className="button quiet"
          aria-expanded={isSearching}
          onClick={() => setSearching(!isSearching)}
        >
          {texts.other}
        </GroupButton>
        {isCopy ? (
          <GroupButton
            type="button"
            className="button plain"
            onClick={() => take({ decision: "mark_duplicate", reason: texts.reason_duplicate })}
          >
            {texts.all_copies}
          </GroupButton>
        ) : null}
        {isAdvance(group) ? (
          <GroupButton
            type="button"
            className="button quiet"
            onClick={() =>
              state(null, ({ evidence = [] }) =>
                take({ decision: "defer", ...placeOf(fields), evidence, reason: texts.reason_deferred }),
              )
            }
          >
            {texts.defer}
          </GroupButton>
        ) : null}
        <GroupButton
          type="button"
          className="button quiet"
          onClick={() => take({ decision: "exclude", reason: texts.reason_excluded, ...rule })}
        >
          {texts.exclude_all}
        </GroupButton>
      </div>
      {isSearching ? (
        <CategorySearch
          categories={categories.data ?? []}
          chosen={choose}
          close={() => setSearching(false)}
          takesFocus
        />
      ) : null}
      <label>
        <input type="checkbox" checked={remember} onChange={({ target }) => setRemember(target.checked)} />{" "}
        {texts.remember}
      </label>
    </article>
  );
}

/** What the lines may be, the likeliest first, as each of them has it: a group tells no weights. */
function useOptions({ suggested_category_id: suggested, options }: KeyedGroup): KeyedGroup["options"] {
  const company = useCompany();
  const order = (useReviewItems(company.id).data?.items ?? [])
    .map((item) => optionsOf(item).map(({ category_id }) => category_id))
    .find((ids) => options.every(({ category_id }) => ids.includes(category_id))) ?? [suggested];
  const rank = (id: string): number => (id === suggested ? -1 : order.indexOf(id));
  return options.toSorted((a, b) => rank(a.category_id) - rank(b.category_id));
}
