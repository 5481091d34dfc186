import { type ReactNode, useState } from "react";
import { errorOf } from "../../app/call.ts";
import { useCompany, useMay } from "../../app/company.tsx";
import { useFormats, useTexts } from "../../app/language.ts";
import { Field, typedIn } from "../../parts/form/fields.tsx";
import styles from "../../parts/form/form.module.css";
import { OnlineButton } from "../../parts/online-button.tsx";
import { Fault } from "../../parts/state.tsx";
import { ToldWords } from "../../parts/told/told-words.tsx";
import { FAILURE_TEXTS } from "./failure-texts.ts";
import { type ReleaseRun, useReleaseDecisions } from "./queries.ts";
import { RunLines } from "./run-lines.tsx";
import { FACTOR_RELEASES_TEXTS } from "./texts.ts";

/** What a preview would change, with what shows the figures; an administrator puts it into force. */
export function RunEffect({ run }: { readonly run: ReleaseRun }): ReactNode {
  const texts = useTexts(FACTOR_RELEASES_TEXTS);
  const formats = useFormats();
  const mayApply = useMay("tenant:write");
  const { effect } = run;
  if (effect === null) return null;
  const { scopes, changed_count, unchanged_count, waiting_count } = effect;
  return (
    <section className="card stack" aria-label={texts.effect}>
      <h2>{texts.effect}</h2>
      {scopes.length === 0 ? <p>{texts.nothing}</p> : null}
      {scopes.map(({ scope, market_based_before_kg, market_based_after_kg }) => (
        <p key={scope}>
          <strong>
            {texts.scope(scope, formats.mass(market_based_before_kg), formats.mass(market_based_after_kg))}
          </strong>
        </p>
      ))}
      <p className="soft">
        {texts.counts(formats.number(changed_count), formats.number(unchanged_count))}{" "}
        {waiting_count === 0 ? "" : texts.waiting(formats.number(waiting_count))}
      </p>
      <Moving effect={effect} />
      <RunLines id={run.id} />
      {mayApply ? <ApplyForm run={run} reasons={effect.reason_needed_because} /> : null}
    </section>
  );
}

type Effect = NonNullable<ReleaseRun["effect"]>;

function Moving({ effect: { reports, targets } }: { readonly effect: Effect }): ReactNode {
  const texts = useTexts(FACTOR_RELEASES_TEXTS);
  if (reports.length + targets.length === 0) return null;
  return (
    <div>
      <h3>{texts.moves}</h3>
      <ul>
        {reports.map(({ id, standard_type, report_year, is_attested, is_comparative }) => (
          <li key={id}>
            {texts.report(standard_type.toUpperCase().replaceAll("_", " "), report_year)}
            {is_attested ? `, ${texts.attested}` : ""}
            {is_comparative ? `, ${texts.comparative}` : ""}
          </li>
        ))}
        {targets.map(({ id, name, is_base }) => (
          <li key={id}>
            {name}: {is_base ? texts.base : texts.progress}
          </li>
        ))}
      </ul>
      {reports.length === 0 ? null : <p className="soft">{texts.reports_stay}</p>}
    </div>
  );
}

interface ApplyFormProps {
  readonly run: ReleaseRun;
  readonly reasons: Effect["reason_needed_because"];
}

function ApplyForm({ run, reasons }: ApplyFormProps): ReactNode {
  const company = useCompany();
  const texts = useTexts(FACTOR_RELEASES_TEXTS);
  const { apply } = useReleaseDecisions(company.id);
  const [fault, setFault] = useState<Error | null>(null);
  const [ended, setEnded] = useState<ReleaseRun | null>(null);
  const [isWorking, setWorking] = useState(false);
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        setFault(null);
        setEnded(null);
        setWorking(true);
        apply(run.id, typedIn(new FormData(event.currentTarget), "reason"))
          .then(setEnded)
          .catch((cause: unknown) => setFault(errorOf(cause)))
          .finally(() => setWorking(false));
      }}
    >
      {reasons.length === 0 ? null : <p className="note">{reasons.map((code) => texts.because[code]).join(" ")}</p>}
      <Field name="reason" label={texts.why} more={{ maxLength: 2000, required: reasons.length > 0 }} />
      <p>
        <OnlineButton type="submit" className="button" disabled={isWorking}>
          {texts.apply}
        </OnlineButton>
      </p>
      <p role="status">{isWorking ? texts.applying : ""}</p>
      {fault === null ? null : <Fault error={fault} title={texts.not_applied} words={texts.refusals} />}
      {ended === null || ended.failure === null || ended.failure_told === null ? null : (
        <p className="fault" role="alert">
          {texts.not_applied} <ToldWords told={ended.failure_told} texts={FAILURE_TEXTS} sentence={ended.failure} />
        </p>
      )}
    </form>
  );
}
