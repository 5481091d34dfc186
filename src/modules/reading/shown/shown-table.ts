import { cutText } from "../../../core/cut-text.ts";
import type { ShownTable, ShownWindow } from "../../../core/shown-file.ts";
import { type CsvText, eachRecord, openCsv, quoted, type Quoting, unquoted } from "../csv/csv.ts";
import type { TableOptions } from "../csv/money.ts";
import { headPosition, TABLE_SAMPLE_ROWS } from "../csv/table.ts";
import { type SheetRecords, workbookSheets } from "../csv/workbook.ts";
import { meterHeader } from "../meter/columns.ts";

/** Columns that are shown, and characters of a cell. */
const COLUMNS_MAX = 40;
const CELL_LENGTH_MAX = 300;

type Window = Pick<ShownWindow, "first" | "row" | "count">;

/** The rows of a CSV file around those asked for; null: it holds nothing. */
export function shownCsv(
  bytes: Uint8Array,
  wanted: Window,
  options: Required<Pick<TableOptions, "mappings">>,
): ShownTable | null {
  const csv = openCsv(bytes, options);
  if (csv === null) return null;
  const quoting = quoted(csv);
  return (quoting === null ? null : csvRows(csv, quoting, wanted)) ?? csvRows(csv, unquoted(csv), wanted);
}

function csvRows(csv: CsvText, { quote, sample }: Quoting, wanted: Window): ShownTable | null {
  const rows = collected(
    { sample, mappings: csv.source.mappings, first_row: 0, sheet: null, sums_rows: false },
    wanted,
  );
  const isClosed = eachRecord(csv, quote, (cells) => {
    rows.add(cells);
    return true;
  });
  return isClosed ? rows.finish() : null;
}

/**
 * The rows of the sheet that has the row which is asked for; of a workbook of which nothing was read, of the first sheet.
 * @throws FileRefusal as `readWorkbook`
 */
export async function shownWorkbook(
  bytes: Buffer,
  wanted: Window,
  options: Required<Pick<TableOptions, "mappings">>,
): Promise<ShownTable | null> {
  const sheets = await workbookSheets(bytes, options);
  const ofDocument = sheets.filter(({ first_row }) => first_row !== null);
  const all = (ofDocument.length === 0 ? sheets.slice(0, 1) : ofDocument).map((sheet) =>
    sheetRows(sheet, wanted, options.mappings),
  );
  const shown = all.find(({ rows, last_row_number }) => rows.length > 0 && last_row_number >= wanted.row) ?? all[0];
  return shown === undefined ? null : { ...shown, last_row_number: all.at(-1)?.last_row_number ?? 0 };
}

function sheetRows(
  { name, records, first_row, sums_rows }: SheetRecords,
  wanted: Window,
  mappings: TableOptions["mappings"] = [],
): ShownTable {
  const sample = records.slice(0, TABLE_SAMPLE_ROWS);
  const rows = collected({ sample, mappings, first_row: first_row ?? 0, sheet: name, sums_rows }, wanted);
  for (const cells of records) rows.add(cells);
  return rows.finish();
}

interface Sheet extends Required<Pick<TableOptions, "mappings">> {
  readonly sample: readonly (readonly string[])[];
  readonly first_row: number;
  readonly sheet: string | null;
  /** Lines are sums of its rows whatever its head is. */
  readonly sums_rows: boolean;
}

interface Collecting {
  add(cells: readonly string[]): void;
  finish(): ShownTable;
}

/** Numbers rows as they were read: the first one below the head is 1 of its sheet, and blank ones count. */
function collected({ sample, mappings, first_row, sheet, sums_rows }: Sheet, { first, count }: Window): Collecting {
  const meters = meterHeader(sample);
  const head = meters?.row ?? headPosition(sample, { mappings });
  const headings = head === null ? [] : (sample[head] ?? []);
  const rows: { row_number: number; cells: string[] }[] = [];
  let number = first_row - (head ?? -1) - 1;
  let last = first_row;
  let widest = headings.length;
  return {
    add(cells) {
      number += 1;
      if (number <= first_row || cells.every((cell) => cell.trim() === "")) return;
      last = number;
      if (number < first || rows.length === count) return;
      rows.push({ row_number: number, cells: shownCells(cells) });
      widest = Math.max(widest, cells.length);
    },
    finish: () => ({
      sheet,
      headings: shownCells(headings),
      columns_left_out: Math.max(0, widest - COLUMNS_MAX),
      rows,
      rows_are_lines: meters === null && !sums_rows,
      last_row_number: last,
    }),
  };
}

function shownCells(cells: readonly string[]): string[] {
  return cells.slice(0, COLUMNS_MAX).map((cell) => cutText(cell.trim(), CELL_LENGTH_MAX));
}
