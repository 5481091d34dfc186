import { type ReactNode, useState } from "react";
import { useCompany } from "../../app/company.tsx";
import { useFormats, useTexts } from "../../app/language.ts";
import { Fault, Loading } from "../state.tsx";
import styles from "./contents.module.css";
import { type FileContents, useContents } from "./queries.ts";
import { ShownInvoice } from "./shown-invoice.tsx";
import { ShownTable } from "./shown-table.tsx";
import { CONTENTS_TEXTS } from "./texts.ts";

/** Lines or rows of one answer. */
const COUNT = 100;

interface ContentsProps {
  readonly file: { readonly id: string; readonly name: string };
  /** The line that is marked; undefined: none. */
  readonly activity_id: string | undefined;
}

/** What an electronic invoice or a table says; nothing where the file is neither. */
export function Contents({ file, activity_id }: ContentsProps): ReactNode {
  const company = useCompany();
  const texts = useTexts(CONTENTS_TEXTS);
  const [first, setFirst] = useState<number | undefined>(undefined);
  const { data, error, refetch } = useContents(company.id, { id: file.id, first, activity_id });
  if (error !== null) return <Fault error={error} again={() => void refetch()} />;
  if (data === undefined) return <Loading />;
  if (data.unshown_code === "unreadable") return <p className="note">{texts.unreadable}</p>;
  const { invoice, table } = data;
  if (invoice === null && table === null) return null;
  return (
    <div className="stack">
      {invoice === null ? null : <ShownInvoice invoice={invoice} activity_id={activity_id} />}
      {table === null ? null : <ShownTable name={file.name} table={table} activity_id={activity_id} />}
      <Turn contents={data} first={first} turn={setFirst} />
      {activity_id !== undefined && isLit(data, activity_id) ? <p className="soft">{texts.lit}</p> : null}
    </div>
  );
}

function isLit({ invoice, table }: FileContents, activity_id: string): boolean {
  return [...(invoice?.lines ?? []), ...(table?.rows ?? [])].some((one) => one.activity_id === activity_id);
}

interface TurnProps {
  readonly contents: FileContents;
  /** The line or row that was asked for; undefined: none was. */
  readonly first: number | undefined;
  readonly turn: (first: number) => void;
}

/** Which lines or rows are shown, and those before and after them. */
function Turn({ contents: { invoice, table }, first, turn }: TurnProps): ReactNode {
  const texts = useTexts(CONTENTS_TEXTS);
  const formats = useFormats();
  const numbers =
    invoice === null
      ? (table?.rows.map(({ row_number }) => row_number) ?? [])
      : invoice.lines.map(({ line_number }) => line_number);
  const [start, end] = [numbers.at(0), numbers.at(-1)];
  // What was asked for may be blank rows before the first that is shown.
  const from = Math.min(start ?? 1, first ?? start ?? 1);
  const all = table?.last_row_number ?? invoice?.line_count ?? 0;
  if (start === undefined || end === undefined || (start <= 1 && end >= all)) return null;
  const said = invoice === null ? texts.rows_of : texts.lines_of;
  return (
    <p className={styles.turn}>
      <button
        type="button"
        className="button quiet"
        disabled={from <= 1}
        onClick={() => turn(Math.max(1, from - COUNT))}
      >
        {texts.earlier}
      </button>
      <span role="status">{said(formats.number(start), formats.number(end), formats.number(all))}</span>
      <button type="button" className="button quiet" disabled={end >= all} onClick={() => turn(end + 1)}>
        {texts.later}
      </button>
    </p>
  );
}
