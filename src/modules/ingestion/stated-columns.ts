import { cutText } from "../../core/cut-text.ts";
import { type ValidationIssue, validationError } from "../../core/errors.ts";
import { parseUnit } from "../../core/units.ts";
import {
  type AmountSigns,
  columnName,
  type DescribedTable,
  missingFields,
  type StatedColumn,
  statedColumns,
  type TableQuestion,
} from "../reading/index.ts";

/** A column as a request states it; its unit as somebody writes it. */
export interface ColumnInput extends Omit<StatedColumn, "unit"> {
  readonly unit?: string | undefined;
}

interface Said {
  readonly columns: readonly ColumnInput[];
  readonly amounts: AmountSigns | null;
  /** What the table asks; null: nothing. */
  readonly question: TableQuestion | null;
}

/**
 * What a request says of a table, held against it: its columns are there, each has one meaning, no two have the same, and with
 * it rows can be read.
 * @throws ServiceError request.validation_failed with every fault
 */
export function columnsOf(table: DescribedTable, { columns, amounts, question }: Said): StatedColumn[] {
  const issues = columns.flatMap((column, index) => columnIssues(table, columns.slice(0, index), column, index));
  const stated = columns.map((column) => ({ ...column, unit: parseUnit(column.unit ?? "") }));
  const isOfMark = question?.code === "decimal_mark_unknown";
  // Whatever else such a table lacks, it asks for next.
  if (issues.length === 0 && !isOfMark) {
    const headings = table.columns.map(({ heading }) => heading);
    const missing = missingFields(statedColumns(headings, { columns: stated, amounts })).filter(
      (field) => field !== "date" || !isDatedByCells(table, columns),
    );
    const message = `no column is said or known to hold: ${missing.join(", ")}`;
    if (missing.length > 0) issues.push({ path: "columns", code: "incomplete", message });
  }
  if (question?.code === "signs_unknown" && amounts === null) {
    issues.push({ path: "amounts", code: "required", message: "say how costs are written" });
  }
  if (isOfMark && columns.every(({ decimal_mark }) => decimal_mark === undefined)) {
    issues.push({ path: "columns", code: "required", message: "say the decimal_mark of a column of numbers" });
  }
  if (issues.length > 0) throw validationError(issues);
  return stated;
}

/** Whether a column that nobody says anything of is read as a period: its heading alone may not say so. */
function isDatedByCells(table: DescribedTable, columns: readonly ColumnInput[]): boolean {
  const said = new Set(columns.map(columnName));
  return table.columns.some((column) => column.read_as === "period" && !said.has(columnName(column)));
}

function columnIssues(
  table: DescribedTable,
  before: readonly ColumnInput[],
  column: ColumnInput,
  index: number,
): ValidationIssue[] {
  const { heading, meaning, unit } = column;
  const path = (member: string): string => `columns[${index}].${member}`;
  const name = columnName(column);
  const isThere = table.columns.some((shown) => columnName(shown) === name);
  const isNamedTwice = before.some((other) => columnName(other) === name);
  const isTaken = meaning !== "ignore" && before.some((other) => other.meaning === meaning);
  const shown = cutText(heading, 60);
  return [
    isThere ? null : { path: path("heading"), code: "unknown", message: `the table has no such column "${shown}"` },
    isNamedTwice ? { path: path("heading"), code: "duplicate", message: `"${shown}" is named twice` } : null,
    isTaken ? { path: path("meaning"), code: "duplicate", message: `another column is said to hold ${meaning}` } : null,
    unit === undefined || meaning === "quantity"
      ? null
      : { path: path("unit"), code: "invalid", message: "only a quantity has a unit" },
    unit === undefined || parseUnit(unit) !== null
      ? null
      : { path: path("unit"), code: "unknown", message: "is no unit that is known, e.g. kWh, m3, l, km, kg" },
  ].filter((issue) => issue !== null);
}
