import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { addressOf, call, errorOf } from "../../app/call.ts";
import { useCompany } from "../../app/company.tsx";
import { useFormats, useTexts } from "../../app/language.ts";
import { OnlineButton } from "../../parts/online-button.tsx";
import { Fault } from "../../parts/state.tsx";
import { type Job, type ReportTerms, useJob } from "./queries.ts";
import styles from "./reports.module.css";
import { REPORTS_TEXTS } from "./texts.ts";

/** Years that a report can be asked for here: the one that is over last first. */
const YEARS = 6;

/** What is asked for, and how far it is. */
export function MakeReport(): ReactNode {
  const company = useCompany();
  const texts = useTexts(REPORTS_TEXTS);
  const { language } = useFormats();
  const last = new Date().getUTCFullYear() - 1;
  const [terms, setTerms] = useState<ReportTerms>({
    report_year: last,
    standard_type: "vsme_basic",
    format: "pdf",
    language,
  });
  const [job_id, setJob] = useState<string | null>(null);
  const [fault, setFault] = useState<Error | null>(null);
  const job = useJob(company.id, job_id);
  const start = async (): Promise<void> => {
    setFault(null);
    try {
      setJob((await call(company.id, "generate_report", terms)).id);
    } catch (error) {
      setFault(errorOf(error));
    }
  };
  const change = (part: Partial<ReportTerms>): void => setTerms({ ...terms, ...part });
  return (
    <form
      className="card stack"
      onSubmit={(event) => {
        event.preventDefault();
        void start();
      }}
    >
      <h2>{texts.make}</h2>
      <div className={styles.terms}>
        <Choice
          label={texts.year}
          value={String(terms.report_year)}
          options={Object.fromEntries(
            Array.from({ length: YEARS }, (_, index) => String(last + 1 - index)).map((year) => [`y${year}`, year]),
          )}
          choose={(year) => change({ report_year: Number(year) })}
        />
        <Choice
          label={texts.standard}
          value={terms.standard_type}
          options={texts.standards}
          choose={(standard_type) => change({ standard_type })}
        />
        <Choice
          label={texts.format}
          value={terms.format}
          options={texts.formats}
          choose={(format) => change({ format })}
        />
        <Choice
          label={texts.language}
          value={terms.language ?? language}
          options={texts.languages}
          choose={(chosen) => change({ language: chosen })}
        />
      </div>
      {fault === null ? null : <Fault error={fault} title={texts.not_started} />}
      {job.data === undefined ? null : <Progress job={job.data} />}
      <p>
        <Link
          to="/$company/rapporter/spoergsmaal"
          params={{ company: company.id }}
          search={{ aar: String(terms.report_year), standard: terms.standard_type }}
        >
          {texts.questions}
        </Link>
      </p>
      <p>
        <OnlineButton
          type="submit"
          className="button"
          disabled={job.data?.status === "queued" || job.data?.status === "running"}
        >
          {texts.start}
        </OnlineButton>
      </p>
    </form>
  );
}

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly value: string;
  /** Names by value; those of years by "y" and the year, so that they keep their order. */
  readonly options: Readonly<Record<Value, string>>;
  readonly choose: (value: Value) => void;
}

function Choice<Value extends string>({ label, value, options, choose }: ChoiceProps<Value>): ReactNode {
  const entries = Object.entries<string>(options).map(([key, name]) => [key.replace(/^y(?=\d)/, ""), name] as const);
  return (
    <label>
      {label}
      <select className="field" value={value} onChange={({ target }) => choose(target.value as Value)}>
        {entries.map(([key, name]) => (
          <option key={key} value={key}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

function Progress({ job }: { readonly job: Job }): ReactNode {
  const company = useCompany();
  const texts = useTexts(REPORTS_TEXTS);
  const formats = useFormats();
  return (
    <div role="status" className="stack">
      {job.status === "failed" ? (
        <p className="fault">{texts.failed(job.failure_reason ?? "")}</p>
      ) : (
        <label className={styles.progress}>
          {texts.stages[job.stage]}
          <progress max={100} value={job.progress_pct} />
        </label>
      )}
      {job.missing_inputs.length === 0 ? null : (
        <p className="note">{texts.missing(formats.number(job.missing_inputs.length))}</p>
      )}
      {job.generated_report_id === null ? null : (
        <p>
          <a className="button plain" href={addressOf(company.id, `/reports/${job.generated_report_id}/file`)} download>
            {texts.download}
          </a>
        </p>
      )}
    </div>
  );
}
