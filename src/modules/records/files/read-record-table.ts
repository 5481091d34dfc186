import { cutText } from "../../../core/cut-text.ts";
import Papa from "papaparse";
import type { Context } from "../../../core/context.ts";
import { unreadableFile } from "../../../core/errors.ts";
import { decodeText } from "../../reading/index.ts";
import { headingOf, type RecordColumn } from "./record-columns.ts";

/** Rows of one file: what one look at earlier records takes, and one transaction books. */
export const RECORD_ROWS_MAX = 500;

/** Largest file, bytes. */
export const RECORD_FILE_MAX = 2_000_000;

const CELL_CHARACTERS_MAX = 1000;

/** One filled-in row. */
export interface TableRow {
  /** As spreadsheet programs number it: the first line of the file is 1. */
  readonly row: number;
  /** Trimmed texts of the cells by key of the column; empty ones are left out. */
  readonly cells: ReadonlyMap<string, string>;
  /** Texts beside the table: they have no heading. */
  readonly surplus: readonly string[];
}

/** The table of a stored file. @throws ServiceError as readRecordTable, and when the file is larger than 2 MB */
export async function storedRecordTable(
  { files }: Pick<Context, "files">,
  sha256: string,
  columns: readonly RecordColumn[],
): Promise<readonly TableRow[]> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of await files.open(sha256)) {
    size += chunk.length;
    if (size > RECORD_FILE_MAX) throw unreadableFile("too_large", `must not exceed ${RECORD_FILE_MAX} bytes`);
    chunks.push(chunk);
  }
  return readRecordTable(Buffer.concat(chunks), columns);
}

/**
 * The filled-in rows of a table whose first line has the headings of `columns`, each as its key, in Danish, in English or as the
 * template prints it, in any order.
 * @throws ServiceError request.validation_failed for what is no such table, a heading that is unknown, missing or told twice, no
 * row and more than 500
 */
function readRecordTable(bytes: Uint8Array, columns: readonly RecordColumn[]): readonly TableRow[] {
  const { text } = decodeText(bytes);
  const named = /^sep=([;,\t])\r?\n/i.exec(text);
  const body = named === null ? text : text.slice(named[0].length);
  const delimiter = named?.[1] ?? delimiterOf(body);
  const parsed = Papa.parse<string[]>(body, { delimiter, preview: RECORD_ROWS_MAX * 4 });
  if (parsed.errors.some(({ type }) => type === "Quotes")) {
    throw unreadableFile("unclosed_quote", "has a quotation mark that is never closed");
  }
  const records = parsed.data.map((cells) => cells.map((cell) => cell.trim()));
  const head = records.findIndex((cells) => cells.some((cell) => cell !== ""));
  const keys = keysOf(records[head] ?? [], columns);
  const rows = records.flatMap((cells, at): TableRow[] => {
    if (at <= head || cells.every((cell) => cell === "")) return [];
    return [{ row: at + 1, ...cellsOf(cells, keys) }];
  });
  if (rows.length === 0) throw unreadableFile("no_rows", "has no filled-in row below its headings");
  if (rows.length > RECORD_ROWS_MAX || parsed.meta.truncated) {
    throw unreadableFile("too_many_rows", `has more than ${RECORD_ROWS_MAX} rows: divide it into several files`);
  }
  return rows;
}

function delimiterOf(text: string): string {
  const [first = ""] = text.trimStart().split(/\r?\n/, 1);
  return [";", "\t", ","].find((candidate) => first.includes(candidate)) ?? ";";
}

function cellsOf(cells: readonly string[], keys: readonly (string | null)[]): Omit<TableRow, "row"> {
  const named = cells.flatMap((cell, at): (readonly [string, string])[] => {
    const key = keys[at];
    return cell === "" || key === undefined || key === null ? [] : [[key, cell.slice(0, CELL_CHARACTERS_MAX + 1)]];
  });
  const surplus = cells.filter((cell, at) => cell !== "" && (keys[at] ?? null) === null);
  return { cells: new Map(named), surplus: surplus.map((cell) => cutText(cell, 60)) };
}

function keysOf(headings: readonly string[], columns: readonly RecordColumn[]): (string | null)[] {
  const names = new Map(
    columns.flatMap((column) =>
      [column.key, column.da, column.en, headingOf(column)].map((name) => [fold(name), column.key]),
    ),
  );
  const keys = headings.map((heading) => {
    if (heading === "") return null;
    const key = names.get(fold(heading));
    if (key !== undefined) return key;
    const known = columns.map(headingOf).join("; ");
    throw unreadableFile(
      "unknown_heading",
      `has the heading "${cutText(heading, 60)}"; headings of this subject are: ${known}`,
    );
  });
  const twice = keys.find((key, at) => key !== null && keys.indexOf(key) !== at);
  if (twice !== undefined) throw unreadableFile("repeated_heading", `has the column ${twice} more than once`);
  const missing = columns.filter(({ key, is_required }) => is_required && !keys.includes(key));
  if (missing.length > 0) {
    throw unreadableFile("missing_heading", `lacks the headings ${missing.map(headingOf).join("; ")}`);
  }
  return keys;
}

function fold(heading: string): string {
  return heading.toLowerCase().replaceAll(/\s+/g, " ").trim();
}
