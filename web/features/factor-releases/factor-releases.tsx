import { type ReactNode, useState } from "react";
import { useCompany, useMay } from "../../app/company.tsx";
import { useFormats, useTexts } from "../../app/language.ts";
import styles from "../../parts/form/form.module.css";
import { Denied, Fault, Loading } from "../../parts/state.tsx";
import { ToldWords } from "../../parts/told/told-words.tsx";
import { FAILURE_TEXTS } from "./failure-texts.ts";
import { PreviewForm } from "./preview-form.tsx";
import { type ReleaseRun, useBegunYears, useReleaseRuns, useReleases } from "./queries.ts";
import { RunEffect } from "./run-effect.tsx";
import { FACTOR_RELEASES_TEXTS } from "./texts.ts";

/** By which releases a year counts, what a newer one would change, and putting it into force. */
export function FactorReleases(): ReactNode {
  const company = useCompany();
  const texts = useTexts(FACTOR_RELEASES_TEXTS);
  const formats = useFormats();
  const { data, error, refetch } = useBegunYears(company.id);
  const [asked, setAsked] = useState<string | null>(null);
  if (data === undefined) return error === null ? <Loading /> : <Fault error={error} again={() => void refetch()} />;
  const period_end = asked ?? data[0]?.to;
  return (
    <div className="stack">
      <h1>{texts.title}</h1>
      <p className="soft">{texts.intro}</p>
      <label>
        {texts.year}{" "}
        <select className="field" value={period_end} onChange={({ target }) => setAsked(target.value)}>
          {data.map(({ report_year, from, to }) => (
            <option key={to} value={to}>
              {report_year} ({formats.day(from)} – {formats.day(to)})
            </option>
          ))}
        </select>
      </label>
      {period_end === undefined ? null : <OneYear key={period_end} period_end={period_end} />}
    </div>
  );
}

function OneYear({ period_end }: { readonly period_end: string }): ReactNode {
  const company = useCompany();
  const texts = useTexts(FACTOR_RELEASES_TEXTS);
  const mayApply = useMay("tenant:write");
  const { data, error, refetch } = useReleases(company.id, period_end);
  const runs = useReleaseRuns(company.id, period_end);
  if (data === undefined) return error === null ? <Loading /> : <Fault error={error} again={() => void refetch()} />;
  const [newest] = runs.data ?? [];
  const shown = newest?.status === "previewed" ? newest : null;
  return (
    <>
      <section className="card stack">{mayApply ? <PreviewForm releases={data} /> : <Denied />}</section>
      {shown === null ? null : <RunEffect run={shown} />}
      <section className="card stack">
        <h2>{texts.runs}</h2>
        {runs.error === null ? null : <Fault error={runs.error} again={() => void runs.refetch()} />}
        {runs.data?.length === 0 ? <p>{texts.no_runs}</p> : null}
        <ul className={styles.list}>
          {runs.data?.map((run) => (
            <OneRun key={run.id} run={run} />
          ))}
        </ul>
      </section>
    </>
  );
}

function OneRun({ run }: { readonly run: ReleaseRun }): ReactNode {
  const texts = useTexts(FACTOR_RELEASES_TEXTS);
  const formats = useFormats();
  const { releases, status, reason, failure, failure_told } = run;
  return (
    <li className={styles.facts}>
      <p className={styles.head}>
        <strong>
          {releases.map(({ subject, release }) => `${texts.subjects[subject] ?? subject} ${release}`).join(", ")}
        </strong>
        <span>{texts.statuses[status]}</span>
      </p>
      <p className="soft">
        {texts.asked_by(run.applied_by_name ?? run.requested_by_name ?? "?", formats.moment(run.created_at))}
        {reason === null ? "" : `: ${reason}`}
      </p>
      {failure === null || failure_told === null ? null : (
        <p className="note">
          <ToldWords told={failure_told} texts={FAILURE_TEXTS} sentence={failure} />
        </p>
      )}
    </li>
  );
}
