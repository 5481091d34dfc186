import { Link } from "@tanstack/react-router";
import { type ChangeEvent, type DragEvent, type ReactNode, useState } from "react";
import { Refusal } from "../../app/call.ts";
import { useCompany, useMay } from "../../app/company.tsx";
import { FILE_STATUSES, statusOf } from "../../app/file-statuses.ts";
import { useFormats, useTexts } from "../../app/language.ts";
import { useOnline } from "../../app/online.ts";
import { Arrival, isRefused, useQuota } from "../../parts/arrival.tsx";
import { FileFault } from "../../parts/file-fault.tsx";
import { FileChoice } from "../../parts/form/file-choice.tsx";
import { FORM_TEXTS } from "../../parts/form/texts.ts";
import { Denied, Fault, Loading, PlanLimit } from "../../parts/state.tsx";
import { UnreadRows } from "../../parts/unread-rows.tsx";
import { UPLOAD_TEXTS } from "./texts.ts";
import styles from "./upload.module.css";
import { type Sending, useUploads } from "./uploads.tsx";

/** Takes files in and says how each one ended. */
export function Upload(): ReactNode {
  const company = useCompany();
  const texts = useTexts(UPLOAD_TEXTS);
  const { sendings } = useUploads();
  const own = sendings.filter((sending) => sending.company === company.id);
  if (!useMay("activities:bulk")) {
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
      <DropZone />
      <section className="stack" aria-live="polite">
        {own.length === 0 ? <p className="soft">{texts.nothing}</p> : null}
        {own.map((sending) => (
          <OneSending key={sending.id} sending={sending} />
        ))}
      </section>
    </div>
  );
}

/** Takes files, and says before that what may keep them from being taken: the connection, the login, the plan. */
function DropZone(): ReactNode {
  const company = useCompany();
  const texts = useTexts(UPLOAD_TEXTS);
  const choices = useTexts(FORM_TEXTS);
  const { send } = useUploads();
  const isOnline = useOnline();
  const quota = useQuota();
  const [isOver, setOver] = useState(false);
  const cannot = isRefused(quota.error);
  const take = (files: Iterable<File>): void => {
    const list = [...files];
    if (list.length > 0 && !cannot) send(company.id, list);
  };
  const dropped = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files);
  };
  const choice = {
    multiple: true,
    disabled: cannot,
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => {
      take(target.files ?? []);
      // The same file can be chosen again.
      target.value = "";
    },
  };
  return (
    <>
      <Arrival quota={quota} unsure={texts.quota_unknown} />
      {quota.data?.available === 0 ? <PlanLimit code="quota.exceeded" /> : null}
      <div
        className={isOver ? `${styles.zone} ${styles.over}` : styles.zone}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={dropped}
      >
        <p className={styles.drop}>{texts.drop}</p>
        <p className={styles.choices}>
          <FileChoice {...choice} label={choices.choose_files} />
          <FileChoice {...choice} label={choices.photo} isCamera />
        </p>
        {isOnline ? null : <p role="status">{texts.waits_offline}</p>}
        <p className="soft">{texts.kinds}</p>
        <Quota quota={quota} />
      </div>
    </>
  );
}

function Quota({ quota: { data, error } }: { readonly quota: ReturnType<typeof useQuota> }): ReactNode {
  const texts = useTexts(UPLOAD_TEXTS);
  const formats = useFormats();
  // What is wrong with it stands above.
  if (data === undefined) return error === null ? <Loading /> : null;
  return <p className="soft">{texts.quota(formats.number(data.used), formats.number(data.limit))}</p>;
}

function OneSending({ sending }: { readonly sending: Sending }): ReactNode {
  const texts = useTexts(UPLOAD_TEXTS);
  const { names, sent, waits, upload, error } = sending;
  return (
    <article className="card stack">
      <h2>{names.length === 1 ? names[0] : texts.files(names.length)}</h2>
      {waits ? (
        <p role="status">{texts.waiting}</p>
      ) : error === null ? (
        <label className={styles.progress}>
          {texts.sent}
          <progress max={1} value={sent} />
        </label>
      ) : (
        <Fault error={error instanceof Refusal ? error : new Error(texts.network)} />
      )}
      {upload === null ? null : <Files sending={sending} />}
    </article>
  );
}

function Files({ sending: { company, upload } }: { readonly sending: Sending }): ReactNode {
  const texts = useTexts(UPLOAD_TEXTS);
  const formats = useFormats();
  const statuses = useTexts(FILE_STATUSES);
  const files = upload?.files ?? [];
  const waits = files.some(({ status }) => status === "needs_review");
  return (
    <>
      <ul className={styles.files}>
        {files.map((file) => (
          <li key={file.id}>
            <bdi>{file.name}</bdi>
            <strong>{statuses[statusOf(file)]}</strong>
            {file.activity_count === 0 ? null : (
              <span className="soft">
                {texts.lines(formats.number(file.activity_count), formats.number(file.entry_count))}
              </span>
            )}
            <UnreadRows rows={file.row_errors} />
            {file.error === null || file.status === "needs_review" ? null : (
              <span className="soft">
                <FileFault error={file.error} needs_entry={file.needs_entry} />
              </span>
            )}
            {file.needs_entry ? (
              <Link to="/$company/bilag" params={{ company }} search={{ vis: "mangler", fil: file.id }}>
                {file.question === null ? texts.enter_where : texts.answer_where}
              </Link>
            ) : null}
          </li>
        ))}
      </ul>
      {waits ? (
        <p>
          <Link to="/$company/gennemgang" params={{ company }} className="button">
            {texts.review}
          </Link>
        </p>
      ) : null}
    </>
  );
}
