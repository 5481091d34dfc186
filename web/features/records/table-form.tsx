import { type ReactNode, useState } from "react";
import { addressOf, errorOf } from "../../app/call.ts";
import { useCompany } from "../../app/company.tsx";
import { useTexts } from "../../app/language.ts";
import { FileField } from "../../parts/form/file-field.tsx";
import { OnlineButton } from "../../parts/online-button.tsx";
import { Fault } from "../../parts/state.tsx";
import { TABLE_REFUSALS } from "./cell-texts.ts";
import { FileEffect } from "./effect.tsx";
import { type RecordedFile, type Subject, useRecording } from "./queries.ts";
import styles from "./records.module.css";
import { RECORDS_TEXTS } from "./texts.ts";

/** Many records at once: the table to fill in, and what a filled-in one counts before it is booked. */
export function TableForm({ subject }: { readonly subject: Subject }): ReactNode {
  const company = useCompany();
  const texts = useTexts(RECORDS_TEXTS);
  const refusals = useTexts(TABLE_REFUSALS);
  const { previewFile, bookFile } = useRecording(company.id);
  const [recorded, setRecorded] = useState<RecordedFile | null>(null);
  const [fault, setFault] = useState<Error | null>(null);
  const told = (outcome: Promise<RecordedFile>): void => {
    setFault(null);
    outcome.then(setRecorded).catch((cause: unknown) => setFault(errorOf(cause)));
  };
  return (
    <section className="card stack" aria-labelledby="table-title">
      <h2 id="table-title">{texts.table}</h2>
      <p className="soft">{texts.table_hint}</p>
      <p>
        <a className="button plain" href={addressOf(company.id, `/activities/record-templates/${subject}`)} download>
          {texts.template}
        </a>
      </p>
      <form
        className={styles.form}
        onChange={() => setRecorded(null)}
        onSubmit={(event) => {
          event.preventDefault();
          const file = new FormData(event.currentTarget).get("table");
          if (file instanceof File) told(previewFile(subject, file));
        }}
      >
        <FileField name="table" label={texts.filled} ending=".csv" />
        <p>
          <OnlineButton type="submit" className="button plain">
            {texts.preview}
          </OnlineButton>
        </p>
      </form>
      {fault === null ? null : <Fault error={fault} title={texts.not_booked} words={refusals} />}
      {recorded === null ? null : <FileEffect recorded={recorded} />}
      {recorded?.is_dry_run === true && recorded.wrong === 0 && recorded.recorded > 0 ? (
        <p>
          <OnlineButton type="button" className="button" onClick={() => told(bookFile(subject, recorded.file.file_id))}>
            {texts.book_table}
          </OnlineButton>
        </p>
      ) : null}
    </section>
  );
}
