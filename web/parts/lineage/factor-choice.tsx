import { type ReactNode, useState } from "react";
import { errorOf } from "../../app/call.ts";
import { useCompany, useMay } from "../../app/company.tsx";
import { useTexts } from "../../app/language.ts";
import { Field, typedIn } from "../form/fields.tsx";
import { Denied, Fault, Loading } from "../state.tsx";
import { LineFault } from "./line-fault.tsx";
import { Effect } from "./effect.tsx";
import { factsOf, FactorOptions } from "./factor-options.tsx";
import { type Candidate, type OwnCandidate, useFactorCandidates } from "./factor-queries.ts";
import { FACTOR_TEXTS } from "./factor-texts.ts";
import { type Corrected, useLineChange } from "./line-queries.ts";
import { OnlineButton } from "../online-button.tsx";

interface FactorChoiceProps {
  readonly activity_id: string;
}

/** The factors that a line could be counted with, with the kg of each; who may correct chooses one, after a look at what it moves. */
export function FactorChoice({ activity_id }: FactorChoiceProps): ReactNode {
  const company = useCompany();
  const texts = useTexts(FACTOR_TEXTS);
  const { data, error, refetch } = useFactorCandidates(company.id, activity_id);
  const mayChange = useMay("activities:write");
  // What is chosen and typed stays where the factors cannot be read anew just now.
  if (data === undefined) {
    return error === null ? <Loading /> : <Fault error={error} again={() => void refetch()} />;
  }
  const { candidates, company_factors: own } = data;
  if (candidates.length + own.length === 0) return <p className="soft">{texts.none}</p>;
  return (
    <div className="stack">
      <p className="soft">{texts.hint}</p>
      <Chooser key={activity_id} activity_id={activity_id} candidates={candidates} own={own} mayChange={mayChange} />
      {mayChange ? null : <Denied />}
    </div>
  );
}

interface ChooserProps extends FactorChoiceProps {
  readonly candidates: readonly Candidate[];
  /** Factors of the company's own. */
  readonly own: readonly OwnCandidate[];
  readonly mayChange: boolean;
}

function Chooser({ activity_id, candidates, own, mayChange }: ChooserProps): ReactNode {
  const company = useCompany();
  const texts = useTexts(FACTOR_TEXTS);
  const { correct } = useLineChange(company.id, activity_id);
  /** Null: nothing is chosen yet. */
  const [key, setKey] = useState<string | null>(null);
  const [seen, setSeen] = useState<Corrected | null>(null);
  const [done, setDone] = useState("");
  const [fault, setFault] = useState<Error | null>(null);
  const [isAsking, setAsking] = useState(false);
  const isStated = candidates.some(({ reason_code }) => reason_code === "other_factor_stated");
  const work = async (act: () => Promise<void>): Promise<void> => {
    setFault(null);
    setAsking(true);
    try {
      await act();
    } catch (cause) {
      setFault(errorOf(cause));
      setSeen(null);
    } finally {
      setAsking(false);
    }
  };
  const ask = async (form: HTMLFormElement): Promise<void> => {
    if (key === null) return;
    const dry_run = seen === null;
    const change = { facts: factsOf(key, own), reason: typedIn(new FormData(form), "reason"), dry_run };
    // What was looked at is what is done: a line that has changed since is looked at again.
    const answer = await correct(seen === null ? change : { ...change, version: seen.version });
    if (dry_run) {
      setSeen(answer);
      return;
    }
    const years = (answer.pending_restatements ?? []).map(({ period_end }) => period_end);
    setDone(years.length === 0 ? texts.changed : texts.waits([...new Set(years)].join(", ")));
    setSeen(null);
    setKey(null);
    form.reset();
  };
  const choose = (chosen: string): void => {
    setKey(chosen);
    setSeen(null);
    setDone("");
  };
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        const form = event.currentTarget;
        void work(async () => await ask(form));
      }}
    >
      <FactorOptions
        candidates={candidates}
        own={own}
        chosen={key}
        isStated={isStated}
        disabled={!mayChange}
        choose={choose}
      />
      {key === null ? null : (
        <>
          <Field
            name="reason"
            label={texts.reason}
            hint={texts.reason_hint}
            more={{ required: true, maxLength: 500 }}
          />
          {seen === null ? null : <Effect seen={seen} />}
          <p>
            <OnlineButton type="submit" className="button" disabled={isAsking}>
              {seen === null ? texts.preview : texts.apply}
            </OnlineButton>
          </p>
        </>
      )}
      {isAsking ? <Loading /> : null}
      {fault === null ? null : <LineFault fault={fault} />}
      <p role="status">{done}</p>
    </form>
  );
}
