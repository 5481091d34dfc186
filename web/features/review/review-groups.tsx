import { type ReactNode, useState } from "react";
import { errorOf } from "../../app/call.ts";
import { useCompany } from "../../app/company.tsx";
import { useFormats, useTexts } from "../../app/language.ts";
import { useOnline } from "../../app/online.ts";
import { ISSUE_TEXTS } from "../../parts/form/issue-texts.ts";
import { Fault } from "../../parts/state.tsx";
import { GroupButton, NEED, OneGroup } from "./one-group.tsx";
import { type GroupDecision, type GroupInput, type KeyedGroup, useDecideGroup, useReviewGroups } from "./queries.ts";
import styles from "./review.module.css";
import { REVIEW_TEXTS } from "./texts.ts";
import type { TypedLines } from "./typed.ts";
import { useWithYears } from "./waited-years.ts";

/** Lines that are alike, decided at once. */
export function ReviewGroups({ typed }: { readonly typed: TypedLines }): ReactNode {
  const company = useCompany();
  const texts = useTexts(REVIEW_TEXTS);
  const issues = useTexts(ISSUE_TEXTS);
  const formats = useFormats();
  const withYears = useWithYears();
  const isOnline = useOnline();
  const { data: groups = [] } = useReviewGroups(company.id);
  const { decide, undo } = useDecideGroup(company.id);
  const [done, setDone] = useState<GroupDecision | null>(null);
  const [said, setSaid] = useState("");
  /** Why the first of the lines that wait still could not be decided, as the service words it. */
  const [why, setWhy] = useState("");
  const [fault, setFault] = useState<Error | null>(null);
  /** The group whose decision was refused last. */
  const [faultOf, setFaultOf] = useState("");
  const failed = (cause: unknown): void => setFault(errorOf(cause));
  const take = ({ id, key }: KeyedGroup, input: GroupInput): void => {
    setFault(null);
    setFaultOf(key);
    typed.decided(key, null);
    decide(id, input).then(
      ({ decision, results, years }) => {
        const left = decision.failed_count + decision.changed_count;
        setDone(decision);
        const text = texts.group_done(formats.number(decision.decided_count), left === 0 ? null : formats.number(left));
        setSaid(withYears(text, years));
        setWhy(results.find(({ error }) => error !== null)?.error?.detail ?? "");
        // What is left waits with what was typed.
        if (left === 0) typed.drop(key);
        else typed.decided(key, id);
      },
      (cause: unknown) => {
        typed.decided(key, id);
        failed(cause);
      },
    );
  };
  const takeBack = ({ id }: GroupDecision): void => {
    undo(id, texts.reason_undone).then(() => {
      setDone(null);
      setSaid(texts.undone);
      setWhy("");
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
        {why === "" ? null : <span lang="en">{why} </span>}
        {done === null ? null : (
          <GroupButton type="button" className="button quiet" onClick={() => takeBack(done)}>
            {texts.undo}
          </GroupButton>
        )}
      </p>
      {fault === null ? null : (
        <Fault error={fault} title={texts.not_saved} words={{ ...issues, group_changed: texts.group_changed }} />
      )}
      {groups.map((group) => (
        <OneGroup
          key={group.key}
          group={group}
          typed={typed}
          take={(input) => take(group, input)}
          refused={faultOf === group.key ? fault : null}
        />
      ))}
      <h2>{texts.one_by_one}</h2>
    </section>
  );
}
