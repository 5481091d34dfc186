import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { addressOf } from "../../app/call.ts";
import { useCompany, useMay } from "../../app/company.tsx";
import { FILE_STATUSES, statusOf } from "../../app/file-statuses.ts";
import { useFormats, useTexts } from "../../app/language.ts";
import { Pages } from "../../parts/page/pages.tsx";
import { FileFault } from "../../parts/file-fault.tsx";
import { LineDrawer } from "../../parts/lineage/lineage-drawer.tsx";
import { More } from "../../parts/more.tsx";
import { UploadLink } from "../../parts/nothing-yet.tsx";
import { Fault, Loading } from "../../parts/state.tsx";
import { UnreadRows } from "../../parts/unread-rows.tsx";
import styles from "./documents.module.css";
import { EnterFile } from "./enter-file.tsx";
import { FileLines } from "./file-lines.tsx";
import { type StoredFile, useFiles } from "./queries.ts";
import { StateColumns } from "./state-columns.tsx";
import { DOCUMENTS_TEXTS } from "./texts.ts";

/** Every file that came, how it ended, and its original; what could not be read is entered here. */
export function Documents(): ReactNode {
  const company = useCompany();
  const texts = useTexts(DOCUMENTS_TEXTS);
  const { vis, fil, se, linje } = useSearch({ from: "/$company/bilag" });
  const navigate = useNavigate();
  const isMissing = vis === "mangler";
  const list = useFiles(company.id, isMissing);
  const { data, error, refetch } = list;
  const [said, setSaid] = useState("");
  const show = (search: DocumentsSearch): void =>
    void navigate({ to: "/$company/bilag", params: { company: company.id }, search, replace: true });
  const files = data?.pages.flatMap(({ items }) => items) ?? [];
  const kept = isMissing ? ({ vis: "mangler" } as const) : {};
  return (
    <div className="stack">
      <h1>{texts.title}</h1>
      <div className={styles.choice} role="group">
        <button type="button" className="button quiet" aria-pressed={!isMissing} onClick={() => show({})}>
          {texts.all}
        </button>
        <button
          type="button"
          className="button quiet"
          aria-pressed={isMissing}
          onClick={() => show({ vis: "mangler" })}
        >
          {texts.missing}
        </button>
      </div>
      <p role="status">{said}</p>
      {error === null ? null : <Fault error={error} again={() => void refetch()} />}
      {data === undefined && error === null ? <Loading /> : null}
      {data !== undefined && files.length === 0 ? (
        <p className="card">
          {isMissing ? texts.none_missing : texts.none} <UploadLink />
        </p>
      ) : null}
      <ul className={styles.files}>
        {files.map((file) => (
          <li
            key={file.id}
            className="card"
            {...(file.id === (fil ?? se) ? { "aria-current": "true", ref: bringIntoView } : {})}
          >
            <OneFile
              file={file}
              isOpen={file.id === fil}
              isSeen={file.id === se || (file.id === fil && !file.needs_entry && !file.is_table)}
              see={(isSeen) => show(isSeen ? { ...kept, se: file.id } : kept)}
              open={() => show({ ...kept, fil: file.id })}
              openLine={(activity_id) => show({ ...kept, se: file.id, linje: activity_id })}
              close={(text) => {
                setSaid(text);
                show(kept);
              }}
            />
          </li>
        ))}
      </ul>
      <More of={list} />
      <LineDrawer activity_id={linje ?? null} close={() => show({ ...kept, ...(se === undefined ? {} : { se }) })} />
    </div>
  );
}

/** What the address says: which files, which one is entered or looked at, and which of its lines is open. */
interface DocumentsSearch {
  readonly vis?: "mangler";
  readonly fil?: string;
  readonly se?: string;
  readonly linje?: string;
}

/** Once, when an address names the file: it may be further down. */
function bringIntoView(item: HTMLLIElement | null): void {
  item?.scrollIntoView({ block: "nearest" });
}

interface OneFileProps {
  readonly file: StoredFile;
  readonly isOpen: boolean;
  /** Whether it is looked at here. */
  readonly isSeen: boolean;
  readonly see: (isSeen: boolean) => void;
  readonly open: () => void;
  /** Opens one of its lines. */
  readonly openLine: (activity_id: string) => void;
  /** With what is to be said of it. */
  readonly close: (text: string) => void;
}

function OneFile({ file, isOpen, isSeen, see, open, openLine, close }: OneFileProps): ReactNode {
  const company = useCompany();
  const texts = useTexts(DOCUMENTS_TEXTS);
  const statuses = useTexts(FILE_STATUSES);
  const formats = useFormats();
  const mayEnter = useMay("activities:write");
  const enterText = file.is_table ? (file.question === null ? texts.columns : texts.answer) : texts.enter;
  const content = addressOf(company.id, `/upload-files/${file.id}/content`);
  return (
    <>
      <div className={styles.file}>
        <FileName file={file} />
        <strong>{statuses[statusOf(file)]}</strong>
        {file.activity_count === 0 ? null : (
          <span className="soft">
            {texts.lines(formats.number(file.activity_count), formats.number(file.entry_count))}
          </span>
        )}
        {file.document_id === null ? null : (
          <button type="button" className="button quiet" aria-expanded={isSeen} onClick={() => see(!isSeen)}>
            {isSeen ? texts.hide : texts.see}
            <span className="hidden"> {file.name}</span>
          </button>
        )}
        {isSeen ? null : (
          <a href={content} target="_blank" rel="noreferrer">
            {texts.original}
            <span className="hidden"> {file.name}</span>
          </a>
        )}
        {file.status === "needs_review" && !file.needs_entry && mayEnter ? (
          <Link to="/$company/gennemgang" params={{ company: company.id }}>
            {texts.review}
          </Link>
        ) : null}
        {(file.needs_entry || file.is_table) && mayEnter ? (
          <button
            type="button"
            className="button quiet"
            aria-expanded={isOpen}
            onClick={isOpen ? () => close("") : open}
          >
            {isOpen ? texts.close : enterText}
            <span className="hidden"> {file.name}</span>
          </button>
        ) : null}
      </div>
      {file.error === null || file.status === "duplicate" || file.question !== null ? null : (
        <p className="soft">
          <FileFault error={file.error} needs_entry={file.needs_entry} />
        </p>
      )}
      <UnreadRows rows={file.row_errors} />
      {isSeen && file.document_id !== null ? (
        <div className={styles.seen}>
          <Pages file={file} />
          <FileLines file_id={file.id} open={openLine} />
        </div>
      ) : null}
      {isOpen && file.needs_entry && !file.is_table && mayEnter ? <EnterFile file={file} done={close} /> : null}
      {isOpen && file.is_table && mayEnter ? <StateColumns file={file} done={close} /> : null}
    </>
  );
}

/** Whose document it is and what it says at its head; the name of the file where nothing of that is known. */
function FileName({ file: { name, document } }: Pick<OneFileProps, "file">): ReactNode {
  const formats = useFormats();
  const supplier = document?.supplier_name ?? null;
  if (document == null || supplier === null) return <bdi>{name}</bdi>;
  const { invoice_number, issue_date, currency } = document;
  const total = document.total_incl_vat ?? document.total_excl_vat;
  return (
    <bdi>
      {supplier} <span className="soft">{name}</span>{" "}
      <span className={`soft ${styles.said}`}>
        <span>{issue_date === null ? "" : formats.day(issue_date)}</span> <span>{invoice_number}</span>{" "}
        <span className="figure">{total === null ? "" : `${formats.number(Number(total), 2)} ${currency ?? ""}`}</span>
      </span>
    </bdi>
  );
}
