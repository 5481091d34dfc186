import {
  type DocumentType,
  type FileError,
  type ParsedDocument,
  type ParsedLine,
  type ParseOutcome,
  type RowError,
  rowError,
} from "../parsed-document.ts";
import { documentOfLines } from "../lines.ts";
import { meterHeader } from "../meter/columns.ts";
import { openMeters } from "../meter/meter-export.ts";
import type { DescribedTable, TableQuestion } from "../table-question.ts";
import { askColumns, askDecimalMark, askDescription, askSigns, likelyHeader, type ReadHeader } from "./ask-columns.ts";
import { type ColumnMapping, findMappedHeader, type MappedHeader } from "./column-mapping.ts";
import { isUsable } from "./columns.ts";
import { describedTable } from "./described-table.ts";
import { findHeader, type Header } from "./find-header.ts";
import { detectFormats, moneyField, type TableContext, type TableKind, type TableSource } from "./money.ts";
import { type GroupRow, readRow, type RowOutcome } from "./row.ts";
import { columnName, headColumns } from "./table-head.ts";
import { tableKind } from "./table-kind.ts";
import { isPlainText, noInvoiceData, noRows, plainText, tooManyRows } from "./table-refusals.ts";
import { type TotalRows, totalRows } from "./total-rows.ts";
import { vatOfAmounts } from "./vat-column.ts";
import { statedWarning, unreadWarning } from "./unread-columns.ts";

/** Most rows below the header that are read. */
const TABLE_ROWS_MAX = 500_000;

/** Records from which header, kind and formats are decided. */
export const TABLE_SAMPLE_ROWS = 10_000;

const DOCUMENT_TYPES: Readonly<Record<TableKind, DocumentType>> = {
  ledger: "ledger",
  bank: "bank_statement",
  bills: "bill_list",
};

/** Takes the records of one table in order, the ones above the header included. */
export interface TableReader {
  /** False: no more rows are wanted. */
  add(cells: readonly string[]): boolean;
  finish(): ParseOutcome;
}

export type OpenedTable =
  | { readonly kind: "opened"; readonly reader: TableReader }
  | { readonly kind: "rejected"; readonly error: FileError }
  | Extract<ParseOutcome, { readonly kind: "asks" }>;

type Records = readonly (readonly string[])[];

/** Position of the record above the first row that is read, by what was stated, known headings, or looks; null: none heads it. */
export function headPosition(sample: Records, { mappings }: Pick<TableSource, "mappings">): number | null {
  return (findMappedHeader(sample, mappings) ?? findHeader(sample) ?? likelyHeader(sample))?.row ?? null;
}

/**
 * Decides header, kind and formats from the first records, by what the company has stated of the source before what headings say;
 * the reader then takes all of them, one by one. A table that a person could say something of asks.
 */
export function openTable(sample: Records, source: TableSource): OpenedTable {
  const meters = meterHeader(sample);
  if (meters !== null) return openMeters(meters, sample, source);
  const stated = findMappedHeader(sample, source.mappings);
  const header = stated ?? findHeader(sample);
  if (header === null || !isUsable(header.columns)) return asksOrRefuses(sample, header, source);
  const mapping = stated?.mapping ?? null;
  const amounts = mapping?.amounts ?? null;
  const rows = sample.slice(header.row + 1);
  const formats = detectFormats(rows, header.columns, source);
  const kind = tableKind(rows, header.columns, { formats, amounts });
  const head = sample[header.row] ?? [];
  const vat = kind === "bank" ? null : vatBeside({ head, rows, columns: header.columns, formats, source });
  const columns = vat?.columns ?? header.columns;
  const includes_vat = vat?.is_included === true;
  const table: TableContext = {
    columns,
    formats: vat?.formats ?? formats,
    kind,
    amounts,
    includes_vat,
    width: head.length,
    source,
  };
  return { kind: "opened", reader: rowReader({ table, header: { ...header, columns }, mapping, sample }) };
}

interface TableBesideVat extends Pick<TableContext, "columns" | "formats" | "source"> {
  readonly head: readonly string[];
  readonly rows: Records;
}

/** What the table is read with where a column of VAT tells whether its amounts include it; null: none does. */
function vatBeside({ head, rows, columns, formats, source }: TableBesideVat) {
  const mark = formats.marks.get("amount") ?? source.decimal_mark;
  const told = vatOfAmounts({ head, rows, columns, mark, vat: source.own_vat });
  if (told === null) return null;
  return {
    columns: new Map([...columns, ["vat_amount" as const, told.column]]),
    formats: { ...formats, marks: new Map([...formats.marks, ["vat_amount" as const, told.mark]]) },
    is_included: told.is_included,
  };
}

function asksOrRefuses(
  sample: Records,
  found: MappedHeader | Header | null,
  { container }: Pick<TableSource, "container">,
): OpenedTable {
  const header = found ?? likelyHeader(sample);
  if (header !== null) {
    const mapping = found !== null && "mapping" in found ? found.mapping : null;
    const table = describedTable(sample, header, mapping);
    const question = askColumns(table, header.columns);
    if (question !== null) return { kind: "asks", question, tables: [table] };
  }
  if (found === null && container === "csv" && isPlainText(sample)) return { kind: "rejected", error: plainText() };
  const widest = sample.slice(0, 50).reduce((most, cells) => (cells.length > most.length ? cells : most), [""]);
  const texts = (found === null ? widest : (sample[found.row] ?? [])).map((cell) => cell.trim());
  return { kind: "rejected", error: noInvoiceData(found?.columns ?? null, texts) };
}

/** Row errors that are listed one by one; the rest is counted. */
const ROW_ERRORS_MAX = 1_000;

interface ReadRows {
  readonly lines: ParsedLine[];
  readonly row_errors: RowError[];
  unlisted_errors: number;
  skipped: number;
  merged: number;
  readonly totals: TotalRows;
}

interface HeadedTable {
  readonly table: TableContext;
  readonly header: ReadHeader;
  /** What the company has stated of it; null: nothing. */
  readonly mapping: ColumnMapping | null;
  readonly sample: Records;
}

function rowReader(headed: HeadedTable): TableReader {
  const read: ReadRows = { lines: [], row_errors: [], unlisted_errors: 0, skipped: 0, merged: 0, totals: totalRows() };
  let number = -headed.header.row - 1;
  let group: GroupRow | null = null;
  return {
    add(cells) {
      number += 1;
      if (number < 1) return true;
      if (number > TABLE_ROWS_MAX) return false;
      const outcome = readRow(cells, number, headed.table, group);
      if (outcome.kind === "group") group = outcome;
      else keep(outcome, number, read);
      return true;
    },
    finish() {
      if (number > TABLE_ROWS_MAX) return { kind: "rejected", error: tooManyRows(TABLE_ROWS_MAX) };
      if (read.lines.length === 0 && read.row_errors.length === 0) return { kind: "rejected", error: noRows() };
      const described = describedTable(headed.sample, headed.header, headed.mapping);
      const question = questionOf(headed, read, described);
      if (question !== null) return { kind: "asks", question, tables: [described] };
      return { kind: "parsed", document: { ...tableDocument(headed, read), tables: [described] } };
    },
  };
}

function keep(outcome: RowOutcome, number: number, read: ReadRows): void {
  switch (outcome.kind) {
    case "line": {
      const line = read.totals.booked(outcome.line);
      if (line === null) read.skipped += 1;
      else read.lines.push(line);
      if (line !== null && outcome.is_merged) read.merged += 1;
      break;
    }
    case "error":
      if (read.row_errors.length === ROW_ERRORS_MAX) read.unlisted_errors += 1;
      else read.row_errors.push(rowError(number, outcome));
      break;
    case "skipped":
      read.skipped += 1;
      break;
    case "group":
    case "blank":
      break;
  }
}

/** What must be said before any row is booked. Whoever has said something of the table was shown its columns. */
function questionOf(
  { table, mapping }: HeadedTable,
  { lines }: ReadRows,
  described: DescribedTable,
): TableQuestion | null {
  const lacksTexts = !table.columns.has("text") && lines.some(({ description }) => description === "");
  if (table.formats.is_mark_open) return askDecimalMark(described);
  const asked = mapping === null && lacksTexts ? askDescription(described) : null;
  if (asked !== null || !hasUnclearSigns(table)) return asked;
  return askSigns(described, table.formats.money);
}

/**
 * Books write costs positive. Where most amounts are negative and too few to tell that costs are (see tableKind), they may
 * as well be credit notes: nothing is booked below zero before a person has said so.
 */
function hasUnclearSigns({ kind, columns, formats, amounts }: TableContext): boolean {
  const { count, negative } = formats.money;
  return amounts === null && kind !== "bank" && moneyField(columns) !== null && negative * 2 > count;
}

function warningsOf({ table, header, mapping, sample }: HeadedTable, read: ReadRows): string[] {
  const arePayments = table.kind === "bank" && !table.columns.has("balance");
  const head = sample[header.row] ?? [];
  const leftOut = new Set(mapping?.columns.filter(({ meaning }) => meaning === "ignore").map(columnName));
  const ignored = new Set(
    headColumns(head)
      .filter((column) => leftOut.has(columnName(column)))
      .map(({ index }) => index),
  );
  const texts = head.map((cell) => cell.trim());
  return [
    mapping === null ? null : statedWarning(mapping),
    unreadWarning(texts, table.columns, { rows: sample.slice(header.row + 1), ignored }),
    table.includes_vat ? "amounts were read as including VAT: the column of VAT beside them shows it" : null,
    arePayments ? "amounts are read as payments including VAT, outflows as spending" : null,
    read.merged > 0 ? `${read.merged} rows with a delimiter inside a text: it was read as part of the text` : null,
    read.skipped > 0 ? `${read.skipped} rows with totals, balances or unbooked entries were left out` : null,
    read.unlisted_errors > 0 ? `${read.unlisted_errors} further rows could not be read` : null,
  ].filter((warning) => warning !== null);
}

function tableDocument(headed: HeadedTable, read: ReadRows): ParsedDocument {
  const { kind, source } = headed.table;
  return documentOfLines({
    format: `${source.container}-${kind}`,
    document_type: DOCUMENT_TYPES[kind],
    lines: read.totals.ended(read.lines),
    row_errors: read.row_errors,
    warnings: warningsOf(headed, read),
    encoding: source.encoding,
    delimiter: source.delimiter,
  });
}
