import type { CellsHold, DescribedTable, MissingField, TableQuestion } from "../table-question.ts";
import { type ColumnMap, hasFigures, HEADER_ROWS_MAX, isDated } from "./columns.ts";
import { isDate, isNumber } from "./shown-column.ts";

type Records = readonly (readonly string[])[];

/** What a column must hold to be what is missing. */
const HOLDS: Readonly<Record<MissingField, CellsHold>> = { date: "dates", amount: "numbers", description: "words" };

/**
 * The question about a table of which no row can be booked, where a person can answer it: for everything that is missing
 * there is a column that may hold it. Null: no answer would help.
 */
export function askColumns(table: DescribedTable, columns: ColumnMap): TableQuestion | null {
  const missing = missingFields(columns);
  const isAnswerable = missing.length > 0 && missing.every((field) => mayHold(table, field));
  return isAnswerable ? questionOf(table, missing) : null;
}

/** What must be known before any row can be booked, and is not. */
export function missingFields(columns: ColumnMap): MissingField[] {
  return [...(isDated(columns) ? [] : (["date"] as const)), ...(hasFigures(columns) ? [] : (["amount"] as const))];
}

/** The question about a table whose rows say nothing of what was bought; null: no column that is not read may hold it. */
export function askDescription(table: DescribedTable): TableQuestion | null {
  return mayHold(table, "description") ? questionOf(table, ["description"]) : null;
}

/** The question whether costs are written below zero. */
export function askSigns(
  table: DescribedTable,
  amounts: { readonly count: number; readonly negative: number },
): TableQuestion {
  return { ...questionOf(table, []), code: "signs_unknown", amounts };
}

/** The question whether numbers such as "12.345" are thousands or decimals. */
export function askDecimalMark(table: DescribedTable): TableQuestion {
  return { ...questionOf(table, []), code: "decimal_mark_unknown" };
}

function questionOf({ head_key, sheet }: DescribedTable, missing: readonly MissingField[]): TableQuestion {
  return { code: "columns_unknown", head_key, sheet, missing, amounts: null };
}

/** Columns that are not read may; a quantity that has no unit may, once its unit is said. */
function mayHold({ columns }: DescribedTable, field: MissingField): boolean {
  return columns.some(
    ({ holds, read_as }) =>
      holds === HOLDS[field] && (read_as === null || (field === "amount" && read_as === "quantity")),
  );
}

/** A header row with what is read of it. */
export interface ReadHeader {
  readonly row: number;
  readonly columns: ColumnMap;
}

/**
 * The row that heads a table of which at most one heading is known: among the first 50 the one with the most cells, all of
 * them words that differ, above rows that have numbers. Null: none.
 */
export function likelyHeader(records: Records): ReadHeader | null {
  let best: ReadHeader | null = null;
  let most = 1;
  for (const [row, cells] of records.slice(0, HEADER_ROWS_MAX).entries()) {
    const filled = cells.filter((cell) => cell.trim() !== "");
    const isHead = filled.every((cell) => !isNumber(cell.trim()) && !isDate(cell.trim()) && /\p{L}|%/u.test(cell));
    if (filled.length <= most || !isHead) continue;
    const below = records.slice(row + 1, row + 1 + HEADER_ROWS_MAX);
    if (!below.some((next) => next.some((cell) => isNumber(cell.trim())))) continue;
    best = { row, columns: new Map() };
    most = filled.length;
  }
  return best;
}
