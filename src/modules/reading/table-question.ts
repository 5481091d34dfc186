import type { ColumnMeaning } from "./csv/column-mapping.ts";

/** What a person must say before a table can be read: what its columns hold, which sign its costs have, or its decimal mark. */
export const TABLE_QUESTIONS = ["columns_unknown", "signs_unknown", "decimal_mark_unknown"] as const;
export type TableQuestionCode = (typeof TABLE_QUESTIONS)[number];

/** What no column is known to hold. */
export const MISSING_FIELDS = ["date", "amount", "description"] as const;
export type MissingField = (typeof MISSING_FIELDS)[number];

/** What most of the filled cells of a column are. */
export const CELLS_HOLD = ["dates", "numbers", "words", "other", "nothing"] as const;
export type CellsHold = (typeof CELLS_HOLD)[number];

/** A column as it is shown to the person who says what it holds. */
export interface ShownColumn {
  readonly heading: string;
  /** Which column of that heading, from 1 on, from the left. */
  readonly occurrence: number;
  readonly holds: CellsHold;
  /** The first values that differ, cut to 80 characters. */
  readonly samples: readonly string[];
  /** Meaning by which it is read; null: it is not read. */
  readonly read_as: ColumnMeaning | null;
}

/** A table with everything that a person can say something of. */
export interface DescribedTable {
  /** Of its headings: tables of one source have the same. */
  readonly head_key: string;
  /** Name of its sheet; null: the file is the table. */
  readonly sheet: string | null;
  /** The first 100, from the left. */
  readonly columns: readonly ShownColumn[];
  /** What a company said of it and is obeyed; null: nothing. */
  readonly mapping: { readonly id: string; readonly version: number } | null;
}

export interface TableQuestion {
  readonly code: TableQuestionCode;
  /** Of the table that is asked about. */
  readonly head_key: string;
  readonly sheet: string | null;
  readonly missing: readonly MissingField[];
  /** Of signs: how many amounts there are, and how many below zero; null: the question is about columns. */
  readonly amounts: { readonly count: number; readonly negative: number } | null;
}

/** Three digits behind the only mark of a number, whatever stands around it. */
const OPEN_NUMBER = /^[^\d.,]*([1-9]\d{0,2}[.,]\d{3})[^\d.,]*$/;

/** A number of the tables that may be thousands or decimals, from a column of quantities first; null: none of what is shown is. */
export function openNumberIn(tables: readonly DescribedTable[]): string | null {
  const columns = tables
    .flatMap((table) => table.columns)
    .filter(({ read_as, holds }) => read_as !== null && holds === "numbers");
  const ordered = [...columns].sort((a, b) => Number(b.read_as === "quantity") - Number(a.read_as === "quantity"));
  for (const sample of ordered.flatMap(({ samples }) => samples)) {
    const number = OPEN_NUMBER.exec(sample)?.[1];
    if (number !== undefined) return number;
  }
  return null;
}

/** Whether rows can be read as they are, though not what they say. */
export function hasReadableRows({ missing }: TableQuestion): boolean {
  return missing.every((field) => field === "description");
}
