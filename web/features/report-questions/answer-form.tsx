import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { call } from "../../app/call.ts";
import { useCompany, useMay } from "../../app/company.tsx";
import { useFormats, useTexts } from "../../app/language.ts";
import type { Operations } from "../../app/operations.gen.ts";
import { Choice, Field, typedIn } from "../../parts/form/fields.tsx";
import { useActorName } from "../../parts/happening/actor-name.ts";
import { OnlineButton } from "../../parts/online-button.tsx";
import { Fault } from "../../parts/state.tsx";
import { AnswerField } from "./answer-field.tsx";
import { type Answer, type Datapoint, QUESTIONS, type QuestionTerms } from "./queries.ts";
import { ANSWER_REFUSALS } from "./refusals.ts";
import styles from "./report-questions.module.css";
import { QUESTIONS_TEXTS } from "./texts.ts";
import { typedAnswer } from "./typed-answer.ts";

type Given = Omit<Operations["set_report_input"]["input"], "report_year" | "datapoint">;

interface AnswerFormProps {
  readonly terms: QuestionTerms;
  readonly datapoint: Datapoint;
  readonly member: { readonly name: string; readonly label: string } | null;
  /** The version that is current; another person's later one is not written over. */
  readonly answer: Answer | null;
}

/** What takes the place of a value. */
const NO_VALUE = ["omitted", "not_applicable"] as const;

/** One answer: a value in the datapoint's kind, or that there is none and why. */
export function AnswerForm({ terms, datapoint, member, answer }: AnswerFormProps): ReactNode {
  const company = useCompany();
  const texts = useTexts(QUESTIONS_TEXTS);
  const nameOf = useActorName();
  const refusals = useTexts(ANSWER_REFUSALS);
  const formats = useFormats();
  const mayAnswer = useMay("reports:generate");
  const queries = useQueryClient();
  const stated = NO_VALUE.find((one) => one === answer?.status);
  const [hasValue, setHasValue] = useState(stated === undefined);
  const [problem, setProblem] = useState<"unreadable" | "empty" | null>(null);
  const saving = useMutation({
    mutationFn: (given: Given) =>
      call(company.id, "set_report_input", {
        report_year: terms.report_year,
        datapoint: datapoint.id,
        ...(member === null ? {} : { member: member.name }),
        ...(answer === null ? {} : { current_id: answer.input_id }),
        ...given,
      }),
    onSuccess: () => queries.invalidateQueries({ queryKey: [QUESTIONS, company.id] }),
  });
  const submit = (form: FormData): void => {
    setProblem(null);
    if (!hasValue) {
      const note = typedIn(form, "note");
      const status = NO_VALUE.find((one) => one === typedIn(form, "status")) ?? "omitted";
      return saving.mutate({ status, ...(note === "" ? {} : { note }) });
    }
    const typed = typedAnswer(datapoint.kind, form, formats.language);
    if ("problem" in typed) return setProblem(typed.problem);
    saving.mutate({ value: typed.value });
  };
  const isGiven = answer !== null && answer.status !== "withdrawn";
  return (
    <form
      className={styles.answer}
      onSubmit={(event) => {
        event.preventDefault();
        submit(new FormData(event.currentTarget));
      }}
    >
      {member === null ? null : <strong>{member.label}</strong>}
      <p className="soft">
        {answer === null
          ? texts.unanswered
          : `${texts.status[answer.status]} · ${texts.by(nameOf({ actor: answer.entered_by, actor_name: answer.entered_by_name }), formats.day(answer.created_at))}`}
      </p>
      <fieldset className={styles.fields} disabled={!mayAnswer || saving.isPending}>
        <legend className="hidden">{[datapoint.label, member?.label].filter(Boolean).join(", ")}</legend>
        {hasValue ? (
          <AnswerField datapoint={datapoint} value={answer?.value ?? null} label={texts.value} />
        ) : (
          <>
            <Choice
              name="status"
              label={texts.kind}
              options={[...NO_VALUE]
                .sort((one) => (one === stated ? -1 : 0))
                .map((value) => ({ value, name: texts.kinds[value] }))}
            />
            <Field name="note" label={texts.note} more={{ maxLength: 2_000, defaultValue: answer?.note ?? "" }} />
          </>
        )}
        {mayAnswer ? (
          <p className={styles.buttons}>
            <OnlineButton type="submit" className="button plain">
              {texts.save}
            </OnlineButton>
            <button type="button" className="button quiet" onClick={() => setHasValue(!hasValue)}>
              {hasValue ? texts.cannot : texts.can}
            </button>
            {isGiven ? (
              <OnlineButton
                type="button"
                className="button quiet"
                onClick={() => saving.mutate({ status: "withdrawn" })}
              >
                {texts.withdraw}
              </OnlineButton>
            ) : null}
          </p>
        ) : null}
      </fieldset>
      {problem === null ? null : (
        <p className="fault" role="alert">
          {texts[problem]}
        </p>
      )}
      {saving.error === null ? null : <Fault error={saving.error} title={texts.not_saved} words={refusals} />}
      {saving.isSuccess ? <p role="status">{texts.saved}</p> : null}
    </form>
  );
}
