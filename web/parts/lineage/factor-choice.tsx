import { type ReactNode, useState } from "react";
import { errorOf } from "../../app/call.ts";
import { useCompany, useMay } from "../../app/company.tsx";
import { useTexts } from "../../app/language.ts";
import { Field, typedIn } from "../form/fields.tsx";
import { Denied, Fault, Loading } from "../state.tsx";
import { Effect } from "./effect.tsx";
import { factsOf, FactorOptions } from "./factor-options.tsx";
import { type Candidate, type OwnCandidate, useFactorCandidates } from "./factor-queries.ts";
import { FACTOR_TEXTS } from "./factor-texts.ts";
import { type Corrected, useLineChange } from "./line-queries.ts";

interface FactorChoiceProps {
  readonly activity_id: string;
}

/** The factors that a line could be counted with, with the kg of each; who may correct chooses one, after a look at what it moves. */
export function FactorChoice({ activity_id }: FactorChoiceProps): ReactNode {
  const company = useCompany();
  const texts = useTexts(FACTOR_TEXTS);
  const { data, error, refetch } = useFactorCandidates(company.id, activity_id);
  const mayChange = useMay("activities:write");
  if (error !== null) return <Fault error={error} again={() => void refetch()} />;
  if (data === undefined) return <Loading />;
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

/** What was done, and whether it can be taken back. */
interface Done {
  readonly text: string;
  /** The version that the change gave the line; null: there is nothing to take back. */
  readonly version: string | null;
}

function Chooser({ activity_id, candidates, own, mayChange }: ChooserProps): ReactNode {
  const company = useCompany();
  const texts = useTexts(FACTOR_TEXTS);
  const { correct, undo } = useLineChange(company.id, activity_id);
  /** Null: nothing is chosen yet. */
  const [key, setKey] = useState<string | null>(null);
  const [seen, setSeen] = useState<Corrected | null>(null);
  const [done, setDone] = useState<Done | null>(null);
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
    } finally {
      setAsking(false);
    }
  };
  const ask = async (form: HTMLFormElement): Promise<void> => {
    if (key === null) return;
    const dry_run = seen === null;
    const answer = await correct({ facts: factsOf(key, own), reason: typedIn(new FormData(form), "reason"), dry_run });
    if (dry_run) {
      setSeen(answer);
      return;
    }
    const years = (answer.pending_restatements ?? []).map(({ period_end }) => period_end);
    setDone({
      text: years.length === 0 ? texts.changed : texts.waits([...new Set(years)].join(", ")),
      version: answer.version,
    });
    setSeen(null);
    setKey(null);
    form.reset();
  };
  const choose = (chosen: string): void => {
    setKey(chosen);
    setSeen(null);
    setDone(null);
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
            <button type="submit" className="button" disabled={isAsking}>
              {seen === null ? texts.preview : texts.apply}
            </button>
          </p>
        </>
      )}
      {isAsking ? <Loading /> : null}
      {fault === null ? null : <Fault error={fault} title={texts.not_changed} />}
      <p role="status">
        {done === null ? null : (
          <>
            {done.text}{" "}
            {done.version === null ? null : (
              <button
                type="button"
                className="button quiet"
                disabled={isAsking}
                onClick={() =>
                  void work(async () => {
                    await undo(texts.reason_undone, done.version ?? "");
                    setDone({ text: texts.undone, version: null });
                  })
                }
              >
                {texts.undo}
              </button>
            )}
          </>
        )}
      </p>
    </form>
  );
}
