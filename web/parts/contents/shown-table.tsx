import type { ReactNode } from "react";
import { useFormats, useTexts } from "../../app/language.ts";
import { isOfAmounts } from "./amounts.ts";
import styles from "./contents.module.css";
import { bringLitIntoView } from "./lit.ts";
import type { Table } from "./queries.ts";
import { CONTENTS_TEXTS } from "./texts.ts";

interface ShownTableProps {
  readonly name: string;
  readonly table: Table;
  /** The line whose row is marked. */
  readonly activity_id: string | undefined;
}

/** Rows of a table as they stand in the file. */
export function ShownTable({ name, table, activity_id }: ShownTableProps): ReactNode {
  const texts = useTexts(CONTENTS_TEXTS);
  const formats = useFormats();
  const { rows, headings, columns_left_out } = table;
  const width = rows.reduce((widest, { cells }) => Math.max(widest, cells.length), headings.length);
  const columns = Array.from({ length: width }, (_, index) => ({
    key: index + 1,
    heading: headings[index] ?? "",
    className: isOfAmounts(rows.map(({ cells }) => cells[index] ?? "")) ? "figure" : undefined,
  }));
  if (rows.length === 0) return <p className="soft">{texts.empty}</p>;
  return (
    <>
      {table.sheet === null ? null : <p className="soft">{texts.sheet(table.sheet)}</p>}
      <section
        className={activity_id === undefined ? styles.scroll : `${styles.scroll} ${styles.rows}`}
        aria-label={name}
        tabIndex={0}
      >
        <table>
          <thead>
            <tr>
              <th scope="col">{texts.row}</th>
              {columns.map(({ key, heading, className }) => (
                <th key={key} scope="col" className={className}>
                  {heading === "" ? texts.column(formats.number(key)) : heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => {
              const isLit = activity_id !== undefined && row.activity_id === activity_id;
              return (
                <tr
                  key={row.row_number}
                  {...(isLit ? { className: styles.lit, "data-lit": "", ref: bringLitIntoView } : {})}
                >
                  <td data-heading={texts.row}>{formats.number(row.row_number)}</td>
                  {columns.map(({ key, heading, className }) => {
                    const text = row.cells[key - 1] ?? "";
                    return (
                      <td
                        key={key}
                        className={className ?? (WORDS.test(text) ? undefined : styles.short)}
                        data-heading={heading === "" ? texts.column(formats.number(key)) : heading}
                      >
                        {text}
                      </td>
                    );
                  })}
                </tr>
              );
            })}
          </tbody>
        </table>
      </section>
      {table.rows_are_lines ? null : <p className="soft">{texts.sums_rows}</p>}
      {columns_left_out === 0 ? null : (
        <p className="soft">{texts.columns_left_out(formats.number(columns_left_out))}</p>
      )}
    </>
  );
}

/** Cells with words are broken between them; dates, numbers and amounts stay on one line. */
const WORDS = /\p{L} |.{25}/u;
