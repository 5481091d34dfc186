import { type ReactNode, useState } from "react";
import { call, errorOf } from "../../app/call.ts";
import { useCompany } from "../../app/company.tsx";
import { useFormats, useTexts } from "../../app/language.ts";
import type { Operations } from "../../app/operations.gen.ts";
import { OnlineButton } from "../../parts/online-button.tsx";
import { Fault, Loading } from "../../parts/state.tsx";
import styles from "./settings.module.css";
import { SETTINGS_TEXTS } from "./texts.ts";

type Restatement = Operations["restate_financial_year"]["output"];

interface RestateYearProps {
  readonly period_end: string;
  readonly done: () => void;
}

/** What waits for a closed year: seen before it is booked, and booked with a reason while the year stays closed. */
export function RestateYear({ period_end, done }: RestateYearProps): ReactNode {
  const company = useCompany();
  const texts = useTexts(SETTINGS_TEXTS);
  const formats = useFormats();
  const [reason, setReason] = useState("");
  const [seen, setSeen] = useState<Restatement | null>(null);
  const [fault, setFault] = useState<Error | null>(null);
  const [isAsking, setAsking] = useState(false);
  const ask = async (dry_run: boolean): Promise<void> => {
    setFault(null);
    setAsking(true);
    try {
      const answer = await call(company.id, "restate_financial_year", { period_end, reason, dry_run });
      setSeen(answer);
      if (!dry_run) done();
    } catch (error) {
      setFault(errorOf(error));
    } finally {
      setAsking(false);
    }
  };
  return (
    <form
      className={styles.reason}
      onSubmit={(event) => {
        event.preventDefault();
        void ask(seen === null);
      }}
    >
      <label>
        {texts.restate_reason}
        <input
          className="field"
          required
          maxLength={2000}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
      </label>
      <OnlineButton type="submit" className="button" disabled={isAsking || seen?.decided_count === 0}>
        {seen === null ? texts.preview : texts.apply}
      </OnlineButton>
      <div className={styles.effect} role="status">
        {isAsking ? <Loading /> : null}
        {seen === null ? null : (
          <>
            <p>
              {seen.decided_count === 0
                ? texts.nothing_waits
                : texts.would_book(formats.number(seen.decided_count), seen.has_more)}
            </p>
            {seen.undecided_count === 0 ? null : <p>{texts.undecided(formats.number(seen.undecided_count))}</p>}
            {seen.years.flatMap(({ scopes, report_year, to }) =>
              scopes.map(({ scope, market_based_before_kg, market_based_after_kg }) => (
                <p key={`${to} ${scope}`}>
                  {texts.moves(
                    report_year,
                    scope,
                    formats.mass(market_based_before_kg),
                    formats.mass(market_based_after_kg),
                  )}
                </p>
              )),
            )}
          </>
        )}
      </div>
      {fault === null ? null : <Fault error={fault} title={texts.not_changed} />}
    </form>
  );
}
