import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { call, errorOf } from "../../app/call.ts";
import { useCompany, useMay } from "../../app/company.tsx";
import { useTexts } from "../../app/language.ts";
import type { Operations } from "../../app/operations.gen.ts";
import { Field, typedIn } from "../../parts/form/fields.tsx";
import styles from "../../parts/form/form.module.css";
import { More } from "../../parts/more.tsx";
import { Fault } from "../../parts/state.tsx";
import { MERGES_TEXTS } from "./merges-texts.ts";

type Merge = Operations["list_supplier_merges"]["output"]["items"][number];
type Choice = Operations["decide_supplier_merge"]["input"]["decision"];

const PAGE = 20;

/** Suppliers that may be one, for people to say whether they are, and those that were merged, to take it back. */
export function Merges(): ReactNode {
  const texts = useTexts(MERGES_TEXTS);
  return (
    <>
      <Pairs state="proposed" title={texts.title} hint={texts.hint} choices={["accept", "dismiss"]} />
      <Pairs state="accepted" title={texts.merged} hint={texts.merged_hint} choices={["undo"]} />
    </>
  );
}

interface PairsProps {
  readonly state: "proposed" | "accepted";
  readonly title: string;
  readonly hint: string;
  readonly choices: readonly Choice[];
}

function Pairs({ state, title, hint, choices }: PairsProps): ReactNode {
  const company = useCompany();
  const list = useInfiniteQuery({
    queryKey: ["supplier-merges", company.id, state],
    queryFn: ({ pageParam }) =>
      call(company.id, "list_supplier_merges", {
        state,
        limit: PAGE,
        ...(pageParam === null ? {} : { cursor: pageParam }),
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });
  const pairs = list.data?.pages.flatMap(({ items }) => items) ?? [];
  if (list.error !== null) return <Fault error={list.error} again={() => void list.refetch()} />;
  if (pairs.length === 0) return null;
  return (
    <section className="card stack" aria-labelledby={`merges-${state}`}>
      <h2 id={`merges-${state}`}>{title}</h2>
      <p className="soft">{hint}</p>
      <ul className={styles.list}>
        {pairs.map((pair) => (
          <li key={pair.id}>
            <OnePair pair={pair} choices={choices} />
          </li>
        ))}
      </ul>
      <More of={list} />
    </section>
  );
}

function OnePair({ pair, choices }: { readonly pair: Merge; readonly choices: readonly Choice[] }): ReactNode {
  const company = useCompany();
  const texts = useTexts(MERGES_TEXTS);
  const mayChange = useMay("suppliers:write");
  const queries = useQueryClient();
  const [choice, setChoice] = useState<Choice | null>(null);
  const [fault, setFault] = useState<Error | null>(null);
  const { id, from_name, into_name, because, reason } = pair;
  const submit = async (form: FormData): Promise<void> => {
    if (choice === null) return;
    setFault(null);
    try {
      await call(company.id, "decide_supplier_merge", { id, decision: choice, reason: typedIn(form, "reason") });
      await queries.invalidateQueries();
    } catch (cause) {
      setFault(errorOf(cause));
    }
  };
  return (
    <>
      <p>
        {texts.pair(from_name, into_name)} <span className="soft">{reason ?? texts.because[because]}</span>
      </p>
      {mayChange ? (
        <p className={styles.choice}>
          {choices.map((one) => (
            <button
              key={one}
              type="button"
              className="button quiet"
              aria-expanded={choice === one}
              onClick={() => setChoice(choice === one ? null : one)}
            >
              {texts.choices[one]} <span className="hidden">{texts.pair(from_name, into_name)}</span>
            </button>
          ))}
        </p>
      ) : null}
      {choice === null ? null : (
        <form
          key={choice}
          className="stack"
          onSubmit={(event) => {
            event.preventDefault();
            void submit(new FormData(event.currentTarget));
          }}
        >
          <Field
            name="reason"
            label={texts.reason}
            hint={texts.hints[choice]}
            more={{ required: true, maxLength: 500 }}
          />
          {fault === null ? null : <Fault error={fault} title={texts.not_done} />}
          <p>
            <button type="submit" className="button">
              {texts.choices[choice]}
            </button>
          </p>
        </form>
      )}
    </>
  );
}
