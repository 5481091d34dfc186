import type { FactorRow } from "../factor-version.ts";
import type { RowIssue } from "../csv-rows.ts";

/** Rows that a format deliberately leaves out, counted, so that every row of the file is accounted for. */
export interface SkippedRows {
  readonly reason: string;
  readonly count: number;
}

/** What a file says, before anything is written. `read` = rows + rejected + all skipped. */
export interface ParsedRows<Row> {
  readonly read: number;
  readonly rows: readonly { readonly line: number; readonly row: Row }[];
  readonly rejected: readonly RowIssue[];
  readonly skipped: readonly SkippedRows[];
}

export type ParsedFactors = ParsedRows<FactorRow>;
