import { type ReactNode, useId } from "react";
import { useFormats, useTexts } from "../../app/language.ts";
import { COLUMN_TEXTS } from "./column-texts.ts";
import styles from "./documents.module.css";
import { type ColumnMeaning, COLUMN_MEANINGS, type TableOfFile } from "./queries.ts";

interface Choice {
  readonly meaning: ColumnMeaning;
  /** Of a quantity; empty: it stands in the heading or the cells. */
  readonly unit: string;
}

interface ColumnRowProps extends Choice {
  readonly column: TableOfFile["columns"][number];
  /** From 1 on, from the left. */
  readonly number: number;
  readonly choose: (choice: Choice) => void;
}

/** A column with the first values in it, and what a person says that it holds. */
export function ColumnRow({ column, number, meaning, unit, choose }: ColumnRowProps): ReactNode {
  const texts = useTexts(COLUMN_TEXTS);
  const formats = useFormats();
  const id = useId();
  const heading = column.heading === "" ? texts.no_heading(formats.number(number)) : column.heading;
  return (
    <li className={styles.head}>
      <div>
        <bdi>
          <strong>{heading}</strong>
        </bdi>
        <p className="soft">
          {column.samples.length === 0
            ? texts.empty
            : texts.samples(column.samples.map((value) => `“${value}”`).join(", "))}
        </p>
      </div>
      <div>
        <label className="hidden" htmlFor={id}>
          {texts.holds(heading)}
        </label>
        <select
          id={id}
          className="field"
          value={meaning}
          onChange={({ target }) => {
            const named = COLUMN_MEANINGS.find((known) => known === target.value);
            if (named !== undefined) choose({ meaning: named, unit });
          }}
        >
          {COLUMN_MEANINGS.map((known) => (
            <option key={known} value={known}>
              {texts.meanings[known]}
            </option>
          ))}
        </select>
        {meaning === "quantity" ? (
          <>
            <label htmlFor={`${id}-unit`}>{texts.unit(heading)}</label>
            <input
              id={`${id}-unit`}
              className="field"
              value={unit}
              maxLength={40}
              autoComplete="off"
              onChange={({ target }) => choose({ meaning, unit: target.value })}
            />
          </>
        ) : null}
      </div>
    </li>
  );
}
