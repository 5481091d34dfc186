import type { ReactNode } from "react";
import { useFormats, useTexts } from "../app/language.ts";
import type { Operations } from "../app/operations.gen.ts";
import { UNREAD_ROW_TEXTS } from "./unread-row-texts.ts";

type UnreadRow = Operations["list_upload_files"]["output"]["items"][number]["row_errors"][number];

/** Rows that are told at once; the others are folded away. */
const SHOWN = 3;
/** The service lists no more of one file. */
const LISTED_MAX = 1000;

/** Which rows of a file were not read and why; nothing where all were. */
export function UnreadRows({ rows }: { readonly rows: readonly UnreadRow[] }): ReactNode {
  const texts = useTexts(UNREAD_ROW_TEXTS);
  const formats = useFormats();
  if (rows.length === 0) return null;
  const rest = rows.slice(SHOWN);
  const list = (shown: readonly UnreadRow[]): ReactNode => (
    <ul>
      {shown.map((row) => (
        <li key={`${row.row} ${row.message}`}>
          <Why row={row} />
        </li>
      ))}
    </ul>
  );
  const count = formats.number(rows.length);
  return (
    <div className="note">
      <p>
        <strong>{rows.length < LISTED_MAX ? texts.unread(count) : texts.unread_at_least(count)}</strong>
      </p>
      {list(rows.slice(0, SHOWN))}
      {rest.length === 0 ? null : (
        <details>
          <summary>{texts.more(formats.number(rest.length))}</summary>
          {list(rest)}
        </details>
      )}
    </div>
  );
}

/** By its reason; of a file that was read before reasons were named, as the service worded it. */
function Why({ row: { row, reason, cell, message } }: { readonly row: UnreadRow }): ReactNode {
  const texts = useTexts(UNREAD_ROW_TEXTS);
  const formats = useFormats();
  const place = texts.row(formats.number(row));
  if (reason === null) return <span lang="en">{message}</span>;
  return (
    <>
      {place}: {cell === null ? null : <bdi>{texts.cell(cell)}</bdi>} {texts.reasons[reason]}
    </>
  );
}
