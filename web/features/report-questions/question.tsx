import type { ReactNode } from "react";
import { useCompany, useMay } from "../../app/company.tsx";
import { useTexts } from "../../app/language.ts";
import { Fault, Loading } from "../../parts/state.tsx";
import { AddCell } from "./add-cell.tsx";
import { AnswerForm } from "./answer-form.tsx";
import { type Datapoint, type QuestionTerms, useWholeQuestion } from "./queries.ts";
import styles from "./report-questions.module.css";
import { QUESTIONS_TEXTS } from "./texts.ts";

interface QuestionProps {
  readonly terms: QuestionTerms;
  readonly listed: Datapoint;
}

/** One datapoint: what it asks, and a form for each of its answers. */
export function Question({ terms, listed }: QuestionProps): ReactNode {
  const company = useCompany();
  const texts = useTexts(QUESTIONS_TEXTS);
  const mayAnswer = useMay("reports:generate");
  const whole = useWholeQuestion(company.id, terms, listed);
  const datapoint = whole.data ?? listed;
  const { axis, answers } = datapoint;
  return (
    <li className={styles.question} id={listed.id}>
      <h3>{listed.label}</h3>
      <p className="soft">
        {listed.help} {listed.applies === false ? texts.not_applying : null}
      </p>
      {whole.isLoading ? <Loading /> : null}
      {whole.error === null ? null : <Fault error={whole.error} again={() => void whole.refetch()} />}
      {whole.isLoading || whole.error !== null ? null : (
        <>
          {axis === null && answers.length === 0 ? (
            <AnswerForm terms={terms} datapoint={datapoint} member={null} answer={null} />
          ) : null}
          {answers.map((answer) => (
            <AnswerForm
              key={answer.input_id}
              terms={terms}
              datapoint={datapoint}
              member={answer.member === null ? null : memberOf(datapoint, answer.member)}
              answer={answer}
            />
          ))}
          {axis !== null && mayAnswer ? <AddCell terms={terms} datapoint={datapoint} /> : null}
        </>
      )}
    </li>
  );
}

/** A member of the datapoint's dimension with its label; a row of the company's own is called as it calls it. */
function memberOf({ axis }: Datapoint, name: string): { readonly name: string; readonly label: string } {
  return axis?.members?.find((member) => member.name === name) ?? { name, label: name };
}
