import type { ReactNode } from "react";
import { useCompany } from "../../app/company.tsx";
import { useFormats, useTexts } from "../../app/language.ts";
import { numberOf } from "../../app/typed-number.ts";
import { useCategoryName } from "../../parts/category/categories.ts";
import { Choice, Field, typedIn } from "../../parts/form/fields.tsx";
import { BookingForm } from "./booking-form.tsx";
import { FileEffect } from "./effect.tsx";
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
  const send = async (element: HTMLFormElement, isPreview: boolean): Promise<RecordedFile> => {
    const file = surveyFile(subject.template, rowOf(new FormData(element)));
    const looked = await previewFile(subject.template, file);
    // What is wrong with a row is shown beside it; nothing of it would be booked.
    if (isPreview || looked.wrong > 0) return looked;
    const recorded = await bookFile(subject.template, looked.file.file_id);
    element.reset();
    return recorded;
  };
  return (
    <BookingForm send={send} shown={(recorded: RecordedFile) => <FileEffect recorded={recorded} />}>
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
    </BookingForm>
  );
}
