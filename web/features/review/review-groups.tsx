import { type ReactNode, useState } from "react";
import { Refusal, errorOf } from "../../app/call.ts";
import { useCategoryName } from "../../parts/category/categories.ts";
import { useCompany } from "../../app/company.tsx";
import { useFormats, useTexts } from "../../app/language.ts";
import { useOnline } from "../../app/online.ts";
import { OnlineButton } from "../../parts/online-button.tsx";
import { Fault } from "../../parts/state.tsx";
import { useLacking } from "./lacking.ts";
import {
  type GroupDecision,
  type GroupInput,
  optionsOf,
  type ReviewGroup,
  useDecideGroup,
  useReviewGroups,
  useReviewItems,
} from "./queries.ts";
import styles from "./review.module.css";
import { REVIEW_TEXTS } from "./texts.ts";
import { useWithYears } from "./waited-years.ts";

/** Where it is said why they cannot be decided without a connection. */
const NEED = "groups-need";

/** Lines that are alike, decided at once. */
export function ReviewGroups(): ReactNode {
  const company = useCompany();
  const texts = useTexts(REVIEW_TEXTS);
  const formats = useFormats();
  const withYears = useWithYears();
  const isOnline = useOnline();
  const { data: groups = [] } = useReviewGroups(company.id);
  const { decide, undo } = useDecideGroup(company.id);
  const [done, setDone] = useState<GroupDecision | null>(null);
  const [said, setSaid] = useState("");
  const [fault, setFault] = useState<Error | null>(null);
  const failed = (cause: unknown): void => setFault(errorOf(cause));
  const take = (group: ReviewGroup, input: GroupInput): void => {
    setFault(null);
    decide(group, input).then(({ decision, years }) => {
      const left = decision.failed_count + decision.changed_count;
      setDone(decision);
      const text = texts.group_done(formats.number(decision.decided_count), left === 0 ? null : formats.number(left));
      setSaid(withYears(text, years));
    }, failed);
  };
  const takeBack = ({ id }: GroupDecision): void => {
    undo(id, texts.reason_undone).then(() => {
      setDone(null);
      setSaid(texts.undone);
    }, failed);
  };
  if (groups.length === 0 && said === "" && fault === null) return null;
  return (
    <section className="stack" aria-labelledby="groups">
      <h2 id="groups">{texts.groups}</h2>
      {isOnline ? null : (
        <p id={NEED} className="soft">
          {texts.groups_need}
        </p>
      )}
      <p role="status" className={styles.said}>
        {said === "" ? null : <span>{said} </span>}
        {done === null ? null : (
          <OnlineButton type="button" toldBy={NEED} className="button quiet" onClick={() => takeBack(done)}>
            {texts.undo}
          </OnlineButton>
        )}
      </p>
      {fault === null ? null : <Fault error={told(fault, texts.group_changed)} title={texts.not_saved} />}
      {groups.map((group) => (
        <OneGroup key={group.id} group={group} take={(input) => take(group, input)} />
      ))}
      <h2>{texts.one_by_one}</h2>
    </section>
  );
}

function told(fault: Error, group_changed: string): Error {
  const isChanged = fault instanceof Refusal && fault.issues.some(({ code }) => code === "group_changed");
  return isChanged ? new Error(group_changed) : fault;
}

interface OneGroupProps {
  readonly group: ReviewGroup;
  readonly take: (input: GroupInput) => void;
}

function OneGroup({ group, take }: OneGroupProps): ReactNode {
  const company = useCompany();
  const texts = useTexts(REVIEW_TEXTS);
  const formats = useFormats();
  const [remember, setRemember] = useState(false);
  const rule = remember ? { remember_as_rule: true } : {};
  const nameOf = useCategoryName(company.id);
  const lacking = useLacking()(group);
  const suggested = group.suggested_category_id;
  // The likeliest first, as each of its lines has them; a group tells no weights.
  const order = (useReviewItems(company.id).data?.items ?? [])
    .map((item) => optionsOf(item).map(({ category_id }) => category_id))
    .find((ids) => group.options.every(({ category_id }) => ids.includes(category_id))) ?? [suggested];
  const rank = (id: string): number => (id === suggested ? -1 : order.indexOf(id));
  const options = group.options.toSorted((a, b) => rank(a.category_id) - rank(b.category_id));
  const choose = (category_id: string): void =>
    take(
      category_id === suggested
        ? { decision: "accept", ...rule }
        : { decision: "recategorize", category_id, reason: texts.reason_chosen, ...rule },
    );
  const money = group.money.map(({ amount, currency }) => `${formats.number(amount, 2)} ${currency}`).join(", ");
  return (
    <article className="card stack">
      <div>
        <h3 className={styles.group}>{group.supplier.name ?? texts.unknown_supplier}</h3>
        <p className="soft">
          {texts.group_lines(formats.number(group.line_count))}
          {money === "" ? "" : ` · ${money}`} · {formats.day(group.first_date)} – {formats.day(group.last_date)}
        </p>
        <p>{formats.language === "da" ? group.waits_for.text_da : group.waits_for.text_en}</p>
      </div>
      <div className={styles.actions}>
        {options.map(({ category_id, estimated_kg }) => (
          <OnlineButton
            key={category_id}
            type="button"
            toldBy={NEED}
            className={`button ${category_id === suggested ? "plain" : "quiet"}`}
            onClick={() => choose(category_id)}
          >
            {texts.all_as} {nameOf(category_id)}{" "}
            {estimated_kg === null ? (
              <span className="soft">{lacking}</span>
            ) : (
              <span className={`soft ${styles.figure}`}>{formats.mass(estimated_kg)}</span>
            )}
          </OnlineButton>
        ))}
        <OnlineButton
          type="button"
          toldBy={NEED}
          className="button quiet"
          onClick={() => take({ decision: "exclude", reason: texts.reason_excluded, ...rule })}
        >
          {texts.exclude_all}
        </OnlineButton>
      </div>
      <label>
        <input type="checkbox" checked={remember} onChange={({ target }) => setRemember(target.checked)} />{" "}
        {texts.remember}
      </label>
    </article>
  );
}
