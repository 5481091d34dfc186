import { useNavigate, useSearch } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useCompany, useMay } from "../../app/company.tsx";
import { useTexts } from "../../app/language.ts";
import { Arrival, useQuota } from "../../parts/arrival.tsx";
import { Denied } from "../../parts/state.tsx";
import { RecordForm } from "./record-form.tsx";
import styles from "./records.module.css";
import { SUBJECT_NAMES, SUBJECTS } from "./subjects.ts";
import { SurveyForm } from "./survey-form.tsx";
import { TableForm } from "./table-form.tsx";
import { RECORDS_TEXTS } from "./texts.ts";

/** What no invoice tells, stated by a person: a small form per subject, and tables for many at once. */
export function Records(): ReactNode {
  const company = useCompany();
  const texts = useTexts(RECORDS_TEXTS);
  const { emne } = useSearch({ from: "/$company/registrer" });
  const navigate = useNavigate();
  const quota = useQuota();
  const name = SUBJECT_NAMES.find((one) => one === emne) ?? "mileage";
  const subject = SUBJECTS[name];
  if (!useMay("activities:write")) {
    return (
      <div className="stack">
        <h1>{texts.title}</h1>
        <Denied />
      </div>
    );
  }
  return (
    <div className="stack">
      <h1>{texts.title}</h1>
      <Arrival quota={quota} unsure={texts.unsure} />
      <p className="soft">{texts.hint}</p>
      <div role="group" aria-label={texts.subject} className={styles.choice}>
        {SUBJECT_NAMES.map((one) => (
          <button
            key={one}
            type="button"
            className="button quiet"
            aria-pressed={one === name}
            onClick={() =>
              void navigate({
                to: "/$company/registrer",
                params: { company: company.id },
                search: { emne: one },
                replace: true,
              })
            }
          >
            {texts.subjects[one]}
          </button>
        ))}
      </div>
      <section className="card stack" aria-labelledby="record-title">
        <h2 id="record-title">{texts.subjects[name]}</h2>
        <p className="soft">{texts.about[name]}</p>
        {subject.kind === "survey" ? (
          <SurveyForm key={name} subject={subject} />
        ) : (
          <RecordForm
            key={name}
            subject={subject}
            quantity={texts.quantities[name] ?? ""}
            description={texts.descriptions[name]}
          />
        )}
      </section>
      {subject.template === null ? null : <TableForm key={name} subject={subject.template} />}
    </div>
  );
}
