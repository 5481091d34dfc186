import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { useCompany, useMay } from "../../app/company.tsx";
import { useFormats, useTexts } from "../../app/language.ts";
import { Fault, Loading } from "../../parts/state.tsx";
import { STANDARD_NAMES } from "../../parts/report/standards.ts";
import { Question } from "./question.tsx";
import { type QuestionTerms, useQuestions, useSections } from "./queries.ts";
import type { QuestionsSearch } from "./search.ts";
import styles from "./report-questions.module.css";
import { QUESTIONS_TEXTS } from "./texts.ts";

/** Years that can be answered here: the one that runs first. */
const YEARS = 6;
const FIRST_SECTION = "B1";

/** What a report asks people, disclosure by disclosure, with what each of them still lacks. */
export function ReportQuestions(): ReactNode {
  const company = useCompany();
  const texts = useTexts(QUESTIONS_TEXTS);
  const standards = useTexts(STANDARD_NAMES);
  const { language } = useFormats();
  const navigate = useNavigate({ from: "/$company/rapporter/spoergsmaal" });
  const { aar, standard, afsnit } = useSearch({ from: "/$company/rapporter/spoergsmaal" });
  const now = new Date().getUTCFullYear();
  const terms: QuestionTerms = {
    report_year: aar === undefined ? now - 1 : Number(aar),
    standard_type: standard ?? "vsme_basic",
    language,
  };
  const { data, error, refetch } = useSections(company.id, terms);
  const ids = data?.sections.map(({ id }) => id) ?? [];
  const section = afsnit !== undefined && ids.includes(afsnit) ? afsnit : (ids[0] ?? FIRST_SECTION);
  const titleOf = (wanted: string): string => data?.sections.find(({ id }) => id === wanted)?.title ?? "";
  const next = ids[ids.indexOf(section) + 1];
  const go = (part: QuestionsSearch): void => void navigate({ search: (before) => ({ ...before, ...part }) });
  const missing = (data?.missing_inputs ?? []).map(({ datapoint, description }) => ({
    description,
    id: data?.sections.find((one) =>
      one.missing.some((lacked) => lacked.datapoint === datapoint && lacked.description === description),
    )?.id,
  }));
  return (
    <div className="stack">
      <h1>{texts.title}</h1>
      <p className="soft">{texts.hint}</p>
      <p>
        <Link to="/$company/rapporter" params={{ company: company.id }}>
          {texts.back}
        </Link>
      </p>
      <section className="card stack">
        <div className={styles.terms}>
          <label>
            {texts.year}
            <select className="field" value={terms.report_year} onChange={({ target }) => go({ aar: target.value })}>
              {Array.from({ length: YEARS }, (_, index) => now - index).map((year) => (
                <option key={year}>{year}</option>
              ))}
            </select>
          </label>
          <label>
            {texts.standard}
            <select
              className="field"
              value={terms.standard_type}
              onChange={({ target }) => go({ standard: target.value as QuestionTerms["standard_type"] })}
            >
              {Object.entries(standards).map(([value, name]) => (
                <option key={value} value={value}>
                  {name}
                </option>
              ))}
            </select>
          </label>
          <label>
            {texts.section}
            <select
              className="field"
              value={section}
              disabled={data === undefined}
              onChange={({ target }) => go({ afsnit: target.value })}
            >
              {data === undefined ? <option value={section}>{afsnit ?? texts.not_known}</option> : null}
              {data?.sections.map(({ id, title }) => (
                <option key={id} value={id}>
                  {texts.section_of(id, title, missing.filter((one) => one.id === id).length)}
                </option>
              ))}
            </select>
          </label>
        </div>
        {data === undefined ? null : (
          <p role="status">{missing.length === 0 ? texts.complete : texts.missing(missing.length)}</p>
        )}
        <ul className={styles.missing}>
          {missing.map(({ id, description }) => (
            <li key={`${id} ${description}`}>
              {id === undefined ? (
                `${texts.ledger}: ${description}`
              ) : (
                <button type="button" className="button quiet" onClick={() => go({ afsnit: id })}>
                  {id}: {description}
                </button>
              )}
            </li>
          ))}
        </ul>
        {data?.warnings.map(({ code, message }) => (
          <p key={code + message} className="note">
            {message}
          </p>
        ))}
        {useMay("reports:generate") ? null : <p className="note">{texts.read_only}</p>}
      </section>
      {error === null ? null : <Fault error={error} again={() => void refetch()} />}
      {data === undefined && error === null ? <Loading /> : null}
      {data === undefined ? null : (
        <Section key={section} terms={terms} section={section} title={`${section} ${titleOf(section)}`} />
      )}
      {next === undefined ? null : (
        <p>
          <button type="button" className="button plain" onClick={() => go({ afsnit: next })}>
            {texts.next}: {next}
          </button>
        </p>
      )}
    </div>
  );
}

interface SectionProps {
  readonly terms: QuestionTerms;
  readonly section: string;
  readonly title: string;
}

function Section({ terms, section, title }: SectionProps): ReactNode {
  const company = useCompany();
  const texts = useTexts(QUESTIONS_TEXTS);
  const [isWhole, setWhole] = useState(false);
  const [isOpenOnly, setOpenOnly] = useState(false);
  const { data, error, refetch } = useQuestions(company.id, terms, section);
  if (data === undefined) return error === null ? <Loading /> : <Fault error={error} again={() => void refetch()} />;
  const shown = data.filter(({ applies, is_answered }) => (is_answered ? !isOpenOnly : isWhole || applies !== false));
  return (
    <section className="card stack" aria-labelledby="section-title">
      <h2 id="section-title">{title}</h2>
      <p className={styles.buttons}>
        <label>
          <input type="checkbox" checked={isOpenOnly} onChange={({ target }) => setOpenOnly(target.checked)} />{" "}
          {texts.open}
        </label>
        <label>
          <input type="checkbox" checked={isWhole} onChange={({ target }) => setWhole(target.checked)} /> {texts.more}
        </label>
      </p>
      {shown.length === 0 ? <p>{texts.none}</p> : null}
      <ul className={styles.questions}>
        {shown.map((datapoint) => (
          <Question key={datapoint.id} terms={terms} listed={datapoint} />
        ))}
      </ul>
    </section>
  );
}
