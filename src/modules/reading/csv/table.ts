import type {
  DocumentType,
  FileError,
  ParsedDocument,
  ParsedLine,
  ParseOutcome,
  RowError,
} from "../parsed-document.ts";
import { type ColumnMap, findHeader, hasFigures, type Header, isBankAccount, isUsable } from "./columns.ts";
import { type CellFormats, detectFormats, type TableContext, type TableKind, type TableSource } from "./money.ts";
import { type GroupReading, readRow, type RowReading } from "./row.ts";
import { documentOfLines } from "../lines.ts";
import { meterHeader } from "../meter/columns.ts";
import { meterReader } from "../meter/meter-export.ts";
import { missingTexts, unreadColumns, type UnreadColumns, unreadWarning } from "./unread-columns.ts";

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
  | { readonly kind: "rejected"; readonly error: FileError };

/** Decides header, kind and formats from the first records; the reader then takes all of them, one by one. */
export function openTable(sample: readonly (readonly string[])[], source: TableSource): OpenedTable {
  const meters = meterHeader(sample);
  if (meters !== null) return { kind: "opened", reader: meterReader(meters, sample, source) };
  const header = findHeader(sample);
  const headingTexts = headings(sample, header);
  if (header === null || !isUsable(header.columns)) {
    return { kind: "rejected", error: noInvoiceData(header, headingTexts) };
  }
  const rows = sample.slice(header.row + 1);
  const formats = detectFormats(rows, header.columns, source.decimal_mark);
  const kind = tableKind(rows, header.columns, formats);
  const table: TableContext = { columns: header.columns, formats, kind, width: headingTexts.length, source };
  return { kind: "opened", reader: rowReader(header.row, table, unreadColumns(headingTexts, header.columns, rows)) };
}

/** Row errors that are listed one by one; the rest is counted. */
const ROW_ERRORS_MAX = 1_000;

interface ReadRows {
  readonly lines: ParsedLine[];
  readonly row_errors: RowError[];
  unlisted_errors: number;
  skipped: number;
  merged: number;
}

function rowReader(headerRow: number, table: TableContext, unread: UnreadColumns): TableReader {
  const read: ReadRows = { lines: [], row_errors: [], unlisted_errors: 0, skipped: 0, merged: 0 };
  let number = -headerRow - 1;
  let group: GroupReading | null = null;
  return {
    add(cells) {
      number += 1;
      if (number < 1) return true;
      if (number > TABLE_ROWS_MAX) return false;
      const reading = readRow(cells, number, table, group);
      if (reading.kind === "group") group = reading;
      else keep(reading, number, read);
      return true;
    },
    finish() {
      if (number > TABLE_ROWS_MAX) return { kind: "rejected", error: tooManyRows() };
      if (read.lines.length === 0 && read.row_errors.length === 0) return { kind: "rejected", error: noRows() };
      return { kind: "parsed", document: tableDocument(table, read, unread) };
    },
  };
}

function keep(reading: RowReading, number: number, read: ReadRows): void {
  switch (reading.kind) {
    case "line":
      read.lines.push(reading.line);
      if (reading.is_merged) read.merged += 1;
      break;
    case "error":
      if (read.row_errors.length === ROW_ERRORS_MAX) read.unlisted_errors += 1;
      else read.row_errors.push({ row: number, code: "row.invalid", message: reading.message });
      break;
    case "skipped":
      read.skipped += 1;
      break;
    case "group":
    case "blank":
      break;
  }
}

function warningsOf(table: TableContext, read: ReadRows, unread: UnreadColumns): string[] {
  const arePayments = table.kind === "bank" && !table.columns.has("balance");
  return [
    unreadWarning(unread),
    arePayments ? "amounts are read as payments including VAT, outflows as spending" : null,
    read.merged > 0 ? `${read.merged} rows with a delimiter inside a text: it was read as part of the text` : null,
    read.skipped > 0 ? `${read.skipped} rows with totals, balances or unbooked entries were left out` : null,
    read.unlisted_errors > 0 ? `${read.unlisted_errors} further rows could not be read` : null,
  ].filter((warning) => warning !== null);
}

function tableDocument(table: TableContext, read: ReadRows, unread: UnreadColumns): ParsedDocument {
  const { kind, source } = table;
  const lacksTexts = read.lines.some(({ description }) => description === "") && !table.columns.has("text");
  const doubts = [lacksTexts ? missingTexts(unread) : null, unclearSigns(table)].filter((doubt) => doubt !== null);
  const document = documentOfLines({
    format: `${source.container}-${kind}`,
    document_type: DOCUMENT_TYPES[kind],
    lines: read.lines,
    row_errors: read.row_errors,
    warnings: warningsOf(table, read, unread),
    encoding: source.encoding,
    delimiter: source.delimiter,
  });
  return doubts.length === 0 ? document : { ...document, doubts };
}

/**
 * Books write costs positive. Where most amounts are negative and too few to tell that costs are (see tableKind), they may
 * as well be credit notes: nothing is booked below zero before a person has said so.
 */
function unclearSigns({ kind, columns, formats }: TableContext): string | null {
  const { amounts, negative_amounts: negative } = formats;
  if (kind !== "ledger" || !columns.has("amount") || negative * 2 <= amounts) return null;
  return (
    `${negative} of ${amounts} amounts are negative: whether costs are written so or these are credit notes is not known. ` +
    "Accept the rows where they are credit notes; where costs are written negative leave the rows out, turn the signs and " +
    "upload the file again."
  );
}

/** Fewer amounts than this may all be credit notes. */
const CLEAR_AMOUNTS_MIN = 5;

/**
 * Bills name invoices with due dates or unit prices. A bank statement has a running balance and neither ledger accounts
 * nor vouchers. Lists of payments print spending with a minus: without ledger columns when most amounts are negative,
 * with them (expense cards, creditors' accounts) when nearly all are. Everything else is a ledger.
 */
function tableKind(rows: readonly (readonly string[])[], columns: ColumnMap, formats: CellFormats): TableKind {
  const has = (field: Parameters<ColumnMap["has"]>[0]): boolean => columns.has(field);
  if (has("invoice_number") && (has("unit_amount") || has("due_date"))) return "bills";
  const { amounts, negative_amounts: negative } = formats;
  // Banks sort payments into categories of their own; beside a running balance those are no accounts.
  const isNamed = has("account_name") || (has("category") && !has("balance"));
  const isPosted = isNamed || has("voucher") || has("invoice_number") || hasLedgerAccount(rows, columns);
  if (isPosted) return amounts >= CLEAR_AMOUNTS_MIN && negative > amounts * 0.9 ? "bank" : "ledger";
  if (has("balance")) return hasGroupRows(rows) ? "ledger" : "bank";
  return negative > amounts * 0.5 ? "bank" : "ledger";
}

function hasLedgerAccount(rows: readonly (readonly string[])[], columns: ColumnMap): boolean {
  const index = columns.get("account")?.index;
  if (index === undefined) return false;
  return rows.slice(0, 100).some((cells) => {
    const account = (cells[index] ?? "").trim();
    return account !== "" && !isBankAccount(account);
  });
}

function hasGroupRows(rows: readonly (readonly string[])[]): boolean {
  const first = rows.find((cells) => cells.some((cell) => cell.trim() !== ""));
  return first?.filter((cell) => cell.trim() !== "").length === 1;
}

function headings(records: readonly (readonly string[])[], header: Header | null): string[] {
  const widest = records.slice(0, 50).reduce((most, cells) => (cells.length > most.length ? cells : most), [""]);
  const cells = header === null ? widest : (records[header.row] ?? []);
  return cells.map((cell) => cell.trim());
}

function noInvoiceData(header: Header | null, headingTexts: readonly string[]): FileError {
  const names = headingTexts.filter((name) => name !== "").slice(0, 30);
  const missing = [
    header?.columns.has("date") === true ? null : "a date (Dato, Date)",
    header !== null && hasFigures(header.columns)
      ? null
      : "an amount (Beløb, Amount, or Debet and Kredit) or a quantity with its unit (Mængde and Enhed)",
  ].filter((name) => name !== null);
  return {
    code: "file.no_invoice_data",
    title: "No invoice data found",
    detail: `The table has no column with ${missing.join(" nor one with ")}.`,
    hint:
      `Columns found: ${names.length === 0 ? "none" : names.map((name) => name.slice(0, 60)).join(", ")}. ` +
      "Needed: a header row with a date and an amount, or a quantity with its unit; useful: text, supplier, account, account name, currency.",
  };
}

function noRows(): FileError {
  return {
    code: "file.no_invoice_data",
    title: "No invoice data found",
    detail: "The table has a header but no rows with amounts.",
    hint: "Export a period that has postings.",
  };
}

function tooManyRows(): FileError {
  return {
    code: "file.too_large",
    title: "File too large",
    detail: `The table has more than ${TABLE_ROWS_MAX} rows.`,
    hint: "Export a shorter period, for example one file per year.",
  };
}
