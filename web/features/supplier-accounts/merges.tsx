import { type ReactNode, useRef, useState } from "react";
import { useCompany } from "../../app/company.tsx";
import { useTexts } from "../../app/language.ts";
import styles from "../../parts/form/form.module.css";
import { More } from "../../parts/more.tsx";
import { Fault, Loading } from "../../parts/state.tsx";
import { MERGE_TEXTS } from "./merge-texts.ts";
import { OnePair } from "./one-pair.tsx";
import { type Merge, type MergeFilter, useMerges } from "./queries.ts";

/** Suppliers that are proposed to be one, and below what was decided about others. */
export function Merges(): ReactNode {
  const texts = useTexts(MERGE_TEXTS);
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Pairs filter={{ state: "proposed" }} none={texts.none} />
      <details onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
        <summary>{texts.decided}</summary>
        {isOpen ? <Pairs filter={{}} of={(pair) => pair.state !== "proposed"} /> : null}
      </details>
    </>
  );
}

interface PairsProps {
  readonly filter: MergeFilter;
  /** Which of them are shown; absent: all. */
  readonly of?: (pair: Merge) => boolean;
  /** What is said where there is none; absent: nothing. */
  readonly none?: string;
}

/** Pairs of suppliers with what can be said of each, newest first. */
export function Pairs({ filter, of = () => true, none }: PairsProps): ReactNode {
  const company = useCompany();
  const list = useMerges(company.id, filter);
  const status = useRef<HTMLParagraphElement>(null);
  const [said, setSaid] = useState("");
  const { data, error, refetch } = list;
  const pairs = data?.pages.flatMap(({ items }) => items).filter(of) ?? [];
  // The button that was pressed goes with its pair.
  const done = (words: string): void => {
    setSaid(words);
    status.current?.focus();
  };
  return (
    <>
      <p ref={status} role="status" tabIndex={-1}>
        {said}
      </p>
      {error === null ? null : <Fault error={error} again={() => void refetch()} />}
      {data === undefined && error === null && none !== undefined ? <Loading /> : null}
      {data !== undefined && pairs.length === 0 && none !== undefined ? <p className="card">{none}</p> : null}
      <ul className={styles.list}>
        {pairs.map((pair) => (
          <li key={pair.id} className="card stack">
            <OnePair pair={pair} done={done} />
          </li>
        ))}
      </ul>
      <More of={list} />
    </>
  );
}
