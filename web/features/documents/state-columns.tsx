import { type ReactNode, useState } from "react";
import { errorOf } from "../../app/call.ts";
import { useCompany } from "../../app/company.tsx";
import { useFormats, useTexts } from "../../app/language.ts";
import { OnlineButton } from "../../parts/online-button.tsx";
import { Fault, Loading } from "../../parts/state.tsx";
import { ColumnRow } from "./column-row.tsx";
import { COLUMN_TEXTS } from "./column-texts.ts";
import styles from "./documents.module.css";
import { openNumberOf } from "./open-number.ts";
import {
  type AmountSigns,
  type ColumnMeaning,
  type StatedColumns,
  type StoredFile,
  type TableOfFile,
  useColumns,
  useEntering,
} from "./queries.ts";

interface StateColumnsProps {
  readonly file: StoredFile;
  readonly done: (text: string) => void;
}

/** What the columns of a table hold, and how costs are written in it: asked once for each source. */
export function StateColumns({ file, done }: StateColumnsProps): ReactNode {
  const company = useCompany();
  const texts = useTexts(COLUMN_TEXTS);
  const formats = useFormats();
  const { data, error, refetch } = useColumns(company.id, file.id);
  if (error !== null) return <Fault error={error} again={() => void refetch()} />;
  if (data === undefined) return <Loading />;
  const { question } = file;
  const asked = data.tables.filter(({ head_key }) => question === null || head_key === question.head_key);
  return (
    <div className={styles.columns}>
      {question === null ? null : (
        <p>
          <strong>
            {question.code === "columns_unknown"
              ? texts.columns_unknown(question.missing.map((field) => texts.missing[field]).join(", "))
              : question.code === "decimal_mark_unknown"
                ? texts.decimal_mark_unknown(openNumberOf(asked))
                : texts.signs_unknown(
                    formats.number(question.amounts?.negative ?? 0),
                    formats.number(question.amounts?.count ?? 0),
                  )}
          </strong>
        </p>
      )}
      <p className="soft">{file.document_id === null ? texts.remembered : texts.read_already}</p>
      {asked.map((table) => (
        <TableColumns key={table.head_key} file={file} table={table} done={done} />
      ))}
    </div>
  );
}

type DecimalMark = NonNullable<NonNullable<StatedColumns["columns"]>[number]["decimal_mark"]>;
type Choices = Readonly<Record<number, { readonly meaning: ColumnMeaning; readonly unit: string }>>;

const HOLDS = { date: "dates", amount: "numbers", description: "words" } as const;

/** What is missing, for the only column that may hold it: a person sees it and saves it, or says otherwise. */
function proposed({ question }: StoredFile, { columns }: TableOfFile, index: number): ColumnMeaning {
  const missing = question?.missing.find((field) => HOLDS[field] === columns[index]?.holds);
  if (missing === undefined) return "ignore";
  const alike = columns.filter(({ holds, read_as }) => read_as === null && holds === HOLDS[missing]);
  return alike.length === 1 ? missing : "ignore";
}

function TableColumns({ file, table, done }: StateColumnsProps & { readonly table: TableOfFile }): ReactNode {
  const company = useCompany();
  const texts = useTexts(COLUMN_TEXTS);
  const formats = useFormats();
  const { state, leaveOut } = useEntering(company.id);
  const [choices, setChoices] = useState<Choices>({});
  const [amounts, setAmounts] = useState<AmountSigns | null>(null);
  const [mark, setMark] = useState<DecimalMark>();
  const [fault, setFault] = useState<Error | null>(null);
  const failed = (cause: unknown): void => setFault(errorOf(cause));
  const chosen = (index: number): Choices[number] =>
    choices[index] ?? { meaning: table.columns[index]?.read_as ?? proposed(file, table, index), unit: "" };
  const submit = async (): Promise<void> => {
    setFault(null);
    const columns: NonNullable<StatedColumns["columns"]> = table.columns.flatMap(
      ({ heading, occurrence, read_as, holds }, index) => {
        const { meaning, unit } = chosen(index);
        if (meaning === "ignore" && read_as === null) return [];
        return [
          {
            heading,
            occurrence,
            meaning,
            ...(meaning === "quantity" && unit.trim() !== "" ? { unit } : {}),
            ...(mark !== undefined && holds === "numbers" ? { decimal_mark: mark } : {}),
          },
        ];
      },
    );
    const { reopened_count } = await state(file.id, {
      head_key: table.head_key,
      columns,
      ...(amounts === null ? {} : { amounts }),
    });
    done(texts.saved(file.name, formats.number(reopened_count)));
  };
  const omit = async (): Promise<void> => {
    await leaveOut(file.id, texts.reason_out);
    done(texts.left_out(file.name));
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submit().catch(failed);
      }}
    >
      <h2>{texts.title(table.sheet)}</h2>
      <ul className={styles.heads}>
        {table.columns.map((column, index) =>
          column.heading === "" && column.holds === "nothing" ? null : (
            <ColumnRow
              key={`${column.heading} ${column.occurrence}`}
              column={column}
              number={index + 1}
              {...chosen(index)}
              choose={(choice) => setChoices((before) => ({ ...before, [index]: choice }))}
            />
          ),
        )}
      </ul>
      <fieldset className={styles.signs}>
        <legend>{texts.signs}</legend>
        {([null, "costs_positive", "costs_negative", "debit_credit"] as const).map((sign) =>
          sign === null && file.question?.code === "signs_unknown" ? null : (
            <label key={sign ?? ""}>
              <input type="radio" name="amounts" checked={amounts === sign} onChange={() => setAmounts(sign)} />{" "}
              {texts.amounts[sign ?? "unstated"]}
            </label>
          ),
        )}
      </fieldset>
      {file.question?.code === "decimal_mark_unknown" ? (
        <fieldset className={styles.signs}>
          <legend>{texts.decimal_mark_unknown(openNumberOf([table]))}</legend>
          {(["comma", "point"] as const).map((of) => (
            <label key={of}>
              <input type="radio" name="mark" checked={mark === of} onChange={() => setMark(of)} required />{" "}
              {texts.marks[of]}
            </label>
          ))}
        </fieldset>
      ) : null}
      {fault === null ? null : <Fault error={fault} title={texts.not_saved} />}
      <p className={styles.choice}>
        <OnlineButton type="submit" className="button">
          {file.document_id === null ? texts.save : texts.save_only}
        </OnlineButton>
        {file.needs_entry ? (
          <OnlineButton
            type="button"
            className="button plain"
            onClick={() => {
              omit().catch(failed);
            }}
          >
            {texts.leave_out}
          </OnlineButton>
        ) : null}
      </p>
    </form>
  );
}
