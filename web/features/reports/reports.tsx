import type { ReactNode } from "react";
import { addressOf } from "../../app/call.ts";
import { useCompany, useMay } from "../../app/company.tsx";
import { useFormats, useTexts } from "../../app/language.ts";
import { Fault, Loading } from "../../parts/state.tsx";
import { MakeReport } from "./make-report.tsx";
import { type Report, useReports } from "./queries.ts";
import styles from "./reports.module.css";
import { REPORTS_TEXTS } from "./texts.ts";

/** Reports are made, watched while they are made, and downloaded. */
export function Reports(): ReactNode {
  const company = useCompany();
  const texts = useTexts(REPORTS_TEXTS);
  const { data, error, refetch } = useReports(company.id);
  return (
    <div className="stack">
      <h1>{texts.title}</h1>
      {useMay("reports:generate") ? <MakeReport /> : null}
      <section className="card stack">
        <h2>{texts.made}</h2>
        {error === null ? null : <Fault error={error} again={() => void refetch()} />}
        {data === undefined && error === null ? <Loading /> : null}
        {data?.items.length === 0 ? <p className="soft">{texts.none}</p> : null}
        <ul className={styles.reports}>
          {data?.items.map((report) => (
            <li key={report.id}>
              <OneReport report={report} />
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}

function OneReport({ report }: { readonly report: Report }): ReactNode {
  const company = useCompany();
  const texts = useTexts(REPORTS_TEXTS);
  const formats = useFormats();
  const attestation = report.attestation_status === "none" ? null : texts[report.attestation_status];
  const state = report.superseded_by === null ? texts.current : texts.superseded;
  return (
    <>
      <p className={styles.report}>
        <strong>
          {texts.standards[report.standard_type]} {report.report_year}
        </strong>
        <span>
          {texts.formats[report.format]},{" "}
          {new Intl.DisplayNames([formats.language], { type: "language" }).of(report.language)}
        </span>
        <span className="soft">
          {formats.moment(report.created_at)} · {attestation ?? state}
        </span>
      </p>
      <p className={styles.report}>
        <a href={addressOf(company.id, `/reports/${report.id}/file`)} download={report.filename}>
          {texts.download}
          <span className="hidden"> {report.filename}</span>
        </a>
        <a href={`/verify/${report.sha256}`} target="_blank" rel="noreferrer">
          {texts.verify}
          <span className="hidden"> {report.filename}</span>
        </a>
      </p>
    </>
  );
}
