import { type ReactNode, useState } from "react";
import { errorOf } from "../../app/call.ts";
import { useCompany } from "../../app/company.tsx";
import { useFormats, useTexts } from "../../app/language.ts";
import { numberOf } from "../../app/typed-number.ts";
import { useCategoryName } from "../../parts/category/categories.ts";
import { Fault } from "../../parts/state.tsx";
import { FileEffect } from "./effect.tsx";
import { asksOnly, Choice, Field, typedIn } from "./fields.tsx";
import { type RecordedFile, useRecording } from "./queries.ts";
import styles from "./records.module.css";
import type { SurveySubject } from "./subjects.ts";
import { surveyFile, type SurveyRow } from "./survey-file.ts";
import { RECORDS_TEXTS } from "./texts.ts";

const FIGURES = ["employees", "answers", "answers_of_row", "days_per_week", "weeks"] as const;

/** One row of a survey, which the service scales up to all employees and shows how. */
export function SurveyForm({ subject }: { readonly subject: SurveySubject }): ReactNode {
  const company = useCompany();
  const texts = useTexts(RECORDS_TEXTS);
  const { language } = useFormats();
  const nameOf = useCategoryName(company.id);
  const { previewFile, bookFile } = useRecording(company.id);
  const [recorded, setRecorded] = useState<RecordedFile | null>(null);
  const [fault, setFault] = useState<Error | null>(null);
  const [isSending, setSending] = useState(false);
  const rowOf = (form: FormData): SurveyRow => {
    const figure = (name: string): string => {
      const value = numberOf(typedIn(form, name), language);
      if (value === null) throw new Error(texts.number_wrong);
      // As the tables have them: with a comma, which can be read in one way only.
      return String(value).replace(".", ",");
    };
    return {
      description: typedIn(form, "description"),
      ...(subject.categories === null ? {} : { category: typedIn(form, "category") }),
      ...Object.fromEntries(FIGURES.map((name) => [name, figure(name)])),
      [subject.per_day]: figure(subject.per_day),
      period_start: typedIn(form, "from"),
      period_end: typedIn(form, "to"),
      reason: typedIn(form, "reason"),
    };
  };
  const submit = async (element: HTMLFormElement, isPreview: boolean): Promise<void> => {
    const file = surveyFile(subject.template, rowOf(new FormData(element)));
    const looked = await previewFile(subject.template, file);
    // What is wrong with a row is shown beside it; nothing of it would be booked.
    if (isPreview || looked.wrong > 0) {
      setRecorded(looked);
      return;
    }
    setRecorded(await bookFile(subject.template, looked.file.file_id));
    element.reset();
  };
  return (
    <form
      className={styles.form}
      onChange={() => setRecorded(null)}
      onSubmit={(event) => {
        event.preventDefault();
        setFault(null);
        setSending(true);
        submit(event.currentTarget, asksOnly(event.nativeEvent))
          .catch((cause: unknown) => {
            setRecorded(null);
            setFault(errorOf(cause));
          })
          .finally(() => setSending(false));
      }}
    >
      <p className="soft">{texts.survey_hint}</p>
      {subject.categories === null ? null : (
        <Choice
          name="category"
          label={texts.means}
          options={subject.categories.map((key) => ({ value: key, name: nameOf(key) }))}
        />
      )}
      <Field
        name="description"
        label={texts.description}
        hint={texts.descriptions[subject.template]}
        more={{ required: true, maxLength: 500 }}
      />
      <div className={styles.pair}>
        {FIGURES.map((name) => (
          <Field key={name} name={name} label={texts.survey[name]} more={{ required: true, inputMode: "decimal" }} />
        ))}
        <Field
          name={subject.per_day}
          label={texts.survey[subject.per_day]}
          more={{ required: true, inputMode: "decimal" }}
        />
      </div>
      <div className={styles.pair}>
        <Field name="from" label={texts.from} more={{ type: "date", required: true }} />
        <Field name="to" label={texts.to} more={{ type: "date", required: true }} />
      </div>
      <Field name="reason" label={texts.reason} hint={texts.reason_hint} more={{ required: true, maxLength: 500 }} />
      {fault === null ? null : <Fault error={fault} title={texts.not_booked} />}
      {recorded === null ? null : <FileEffect recorded={recorded} />}
      <p className={styles.choice}>
        <button type="submit" value="preview" className="button plain" disabled={isSending}>
          {texts.preview}
        </button>
        <button type="submit" value="book" className="button" disabled={isSending}>
          {texts.book}
        </button>
      </p>
    </form>
  );
}
