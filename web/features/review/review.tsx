import { useNavigate, useSearch } from "@tanstack/react-router";
import { type ReactNode, useRef, useState } from "react";
import { Refusal, errorOf } from "../../app/call.ts";
import { useCompany, useMay } from "../../app/company.tsx";
import { dropDecision, useKeptDecisions } from "../../app/kept-decisions.ts";
import { useKeys, useKeysSwitch } from "../../app/keys.ts";
import { useFormats, useTexts } from "../../app/language.ts";
import { useSession } from "../../app/session.tsx";
import { ISSUE_TEXTS } from "../../parts/form/issue-texts.ts";
import { NothingYet } from "../../parts/nothing-yet.tsx";
import { Denied, Fault, Loading } from "../../parts/state.tsx";
import { type Decision, type ReviewItem, useDecide, useReviewGroups, useReviewItems, useUndo } from "./queries.ts";
import { Queue } from "./queue.tsx";
import { RefusedDecisions } from "./refused-decisions.tsx";
import { ReviewGroups } from "./review-groups.tsx";
import { ReviewLine } from "./review-line.tsx";
import styles from "./review.module.css";
import { REVIEW_TEXTS } from "./texts.ts";
import { useTyped } from "./typed.ts";
import { LeftLines } from "./typed-notes.tsx";
import { useWithYears } from "./waited-years.ts";

interface Said {
  readonly text: string;
  /** The kept decision that is dropped instead of taken back; absent: the service has it. */
  readonly kept?: string;
  /** The line whose decision can be taken back; null: none. */
  readonly undo: string | null;
  /** The version that the decision gave the line; absent: it is not answered yet. */
  readonly version?: string;
}

/** The queue: one line after the other, by keys or by pointer. */
export function Review(): ReactNode {
  // What is typed and said belongs to the company.
  return <ReviewOf key={useCompany().id} />;
}

function ReviewOf(): ReactNode {
  const company = useCompany();
  const texts = useTexts(REVIEW_TEXTS);
  const issues = useTexts(ISSUE_TEXTS);
  const formats = useFormats();
  const mayDecide = useMay("activities:write");
  const { data, error, refetch } = useReviewItems(company.id);
  const { linje } = useSearch({ from: "/$company/gennemgang" });
  const navigate = useNavigate();
  const owner = { person: useSession().person.id, company: company.id };
  const kept = useKeptDecisions(owner);
  const decideItem = useDecide(owner);
  const undoItem = useUndo(company.id);
  const [said, setSaid] = useState<Said | null>(null);
  const [fault, setFault] = useState<Error | null>(null);
  /** The line whose decision was refused last. */
  const [faultOf, setFaultOf] = useState("");
  const withYears = useWithYears();
  const underWay = useRef<Promise<void>>(Promise.resolve());
  // What is decided and not yet sent is no longer to be decided.
  const sent = new Set(kept.filter(({ refusal }) => refusal === undefined).map((decision) => decision.call.input.id));
  // A list that was asked for before a decision arrived has the line as it was: it does not come back for that.
  const [versions, setVersions] = useState<Readonly<Record<string, string>>>({});
  const shown = (id: string): void => setVersions(({ [id]: _decided, ...others }) => others);
  const items = (data?.items ?? []).filter(({ id, version }) => !sent.has(id) && versions[id] !== version);
  const index = Math.max(
    0,
    items.findIndex(({ id }) => id === linje),
  );
  const item = items[index];
  const choose = (next: ReviewItem | undefined): void => {
    if (next !== undefined)
      void navigate({
        to: "/$company/gennemgang",
        params: { company: company.id },
        search: { linje: next.id },
        replace: true,
      });
  };
  const typed = useTyped(owner);
  const { data: groups } = useReviewGroups(company.id);
  const decide = (decided: ReviewItem, decision: Decision): void => {
    setFault(null);
    typed.decided(decided.id, null);
    setVersions((now) => ({ ...now, [decided.id]: decided.version }));
    choose(items[index + 1] ?? items[index - 1]);
    const text = texts.decided(decided.description);
    setSaid({ text, undo: decided.id });
    const sending = decideItem(decided, decision);
    underWay.current = sending.then(
      () => undefined,
      () => undefined,
    );
    sending.then(
      (outcome) => {
        const said_now =
          outcome.kind === "kept" ? texts.kept_here(decided.description) : withYears(text, outcome.years);
        // Another line may have been decided meanwhile: what is said of that one stays.
        setSaid((now) =>
          now?.undo === decided.id
            ? {
                ...now,
                text: said_now,
                ...(outcome.kind === "kept" ? { kept: outcome.key } : { version: outcome.version }),
              }
            : now,
        );
      },
      (cause: unknown) => {
        setSaid(null);
        setFault(errorOf(cause));
        setFaultOf(decided.id);
        shown(decided.id);
        typed.decided(decided.id, decided.version);
        choose(decided);
      },
    );
  };
  const undo = (): void => {
    const id = said?.undo ?? null;
    if (id === null) return;
    if (said?.kept !== undefined && kept.some(({ key }) => key === said.kept)) {
      dropDecision(owner, said.kept);
      shown(id);
      void refetch();
      setSaid({ text: texts.undone, undo: null });
      return;
    }
    // What is not decided yet cannot be undone: the service answers the decision first.
    const undone = underWay.current.then(async () => await undoItem(id, texts.reason_undone, said?.version));
    undone.then(
      ({ years, stays }) => {
        const differs = stays.map((one) => (formats.language === "da" ? one.text_da : one.text_en));
        setSaid({ text: withYears([texts.undone, ...differs].join(" "), years), undo: null });
      },
      (cause: unknown) => {
        const isChanged = cause instanceof Refusal && cause.code === "review_item.changed";
        if (isChanged) setSaid(null);
        setFault(isChanged ? new Error(texts.undo_changed) : errorOf(cause));
      },
    );
  };
  // What the line waits for still is told as the line itself tells it.
  const lacked = Object.fromEntries(
    items
      .filter(({ id }) => id === faultOf)
      .map(({ waits_for: { code, text_da, text_en } }) => [code, formats.language === "da" ? text_da : text_en]),
  );
  const [isOn, setOn] = useKeysSwitch();
  useKeys(isOn, { j: () => choose(items[index + 1]), k: () => choose(items[index - 1]), u: undo });
  if (data === undefined) {
    return (
      <div className="stack">
        <h1>{texts.title}</h1>
        {error === null ? <Loading /> : <Fault error={error} again={() => void refetch()} />}
      </div>
    );
  }
  // A list that goes on may have it further down.
  const isLeft = data.next_cursor === null && data.items.every(({ id }) => id !== faultOf);
  return (
    <div className="stack">
      <div className={styles.head}>
        <h1>{texts.title}</h1>
        {mayDecide ? (
          <label className={styles.switch}>
            <input type="checkbox" checked={isOn} onChange={({ target }) => setOn(target.checked)} /> {texts.keys_on}
          </label>
        ) : null}
      </div>
      {mayDecide ? null : <Denied />}
      <p role="status" className={styles.said}>
        {said === null ? null : <span>{said.text} </span>}
        {said?.undo === null || said === null ? null : (
          <button type="button" className="button quiet" onClick={undo}>
            {texts.undo} <kbd>u</kbd>
          </button>
        )}
      </p>
      {fault === null ? null : (
        <Fault error={told(fault, isLeft, texts)} title={texts.not_saved} words={{ ...issues, ...lacked }} />
      )}
      <RefusedDecisions owner={owner} />
      <LeftLines
        left={
          data.next_cursor === null && groups !== undefined
            ? typed.left([...data.items.map(({ id }) => id), ...groups.map(({ key }) => key)])
            : []
        }
        drop={typed.drop}
      />
      {mayDecide ? <ReviewGroups typed={typed} /> : null}
      {item === undefined ? (
        <NothingYet>{texts.done}</NothingYet>
      ) : (
        <>
          {mayDecide ? (
            <p className="soft">
              {texts.count(formats.number(items.length))}
              {data.next_cursor === null ? "" : ` ${texts.more}`}
            </p>
          ) : null}
          <div className={styles.two}>
            <Queue items={items} chosen={item.id} choose={choose} />
            <ReviewLine
              key={item.id}
              item={item}
              typed={typed.of(item.id)}
              type={(part) => typed.change(item, part)}
              decide={(decision) => decide(item, decision)}
              refused={faultOf === item.id ? fault : null}
              keys={isOn && mayDecide}
              may={mayDecide}
            />
          </div>
          {isOn && mayDecide ? <p className={`soft ${styles.hint}`}>{texts.keys}</p> : null}
        </>
      )}
    </div>
  );
}

/** What a refusal means for who decides, in their language. */
type Refusals = Readonly<Record<"kept_elsewhere" | "closed_year" | "changed_elsewhere" | "cannot_keep", string>>;

/** @param isLeft whether the line has left the queue, so that nobody can look at it there again */
function told(fault: Error, isLeft: boolean, texts: Refusals): Error {
  if (fault instanceof TypeError) return new Error(texts.cannot_keep);
  if (!(fault instanceof Refusal)) return fault;
  if (fault.code === "financial_year.closed") return new Error(texts.closed_year);
  if (fault.code === "review_item.changed") {
    return new Error(isLeft ? texts.kept_elsewhere : texts.changed_elsewhere);
  }
  return fault.status === 404 ? new Error(texts.kept_elsewhere) : fault;
}
