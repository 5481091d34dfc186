import type { XlsxRow, XlsxSheet } from "../../factors/index.ts";
import { cellTexts } from "../csv/cell-texts.ts";
import { type ColumnMapping, findMappedHeader } from "../csv/column-mapping.ts";
import { documentOfLines } from "../lines.ts";
import { type ParsedLine, type ParseOutcome, type RowError, rowError } from "../parsed-document.ts";
import { type EntryColumns, entryHeader } from "./columns.ts";
import { readEntry } from "./entry.ts";
import { type MasterData, readMasterData } from "./master-data.ts";
import { incompleteExport, unstatedPeriod, withoutEntries } from "./refusals.ts";

/** Format of such a document. */
const FORMAT = "xlsx-klimakompasset";

const ENTRIES: readonly string[] = ["data (alle poster)", "data (all posts)"];
const MASTER_DATA: readonly string[] = ["stamdata", "master data"];

/** Entries that cannot be read are listed one by one up to this many. */
const ROW_ERRORS_MAX = 1_000;

/**
 * Reads the entries of a workbook that Klimakompasset exported, by the names of its sheets and headings: each with its quantity, or
 * its amount in DKK without VAT, over the days that its master data state. What Klimakompasset calculated of them (emissions, key
 * figures) is not read. Null: the workbook is another one, or the company has said itself what the columns of its entries hold.
 */
export function readCalculatorExport(
  sheets: readonly XlsxSheet[],
  mappings: readonly ColumnMapping[],
): ParseOutcome | null {
  const entries = sheets.find((sheet) => !sheet.hidden && isNamed(sheet, ENTRIES));
  if (entries === undefined) return null;
  const records = recordsOf(entries.rows);
  const header = findMappedHeader(records, mappings) === null ? entryHeader(records) : null;
  if (header === null) return null;
  if (header.kind === "incomplete") return { kind: "rejected", error: incompleteExport(header.missing) };
  const master = sheets.find((sheet) => isNamed(sheet, MASTER_DATA));
  const { period, what_if } = readMasterData(recordsOf(master?.rows ?? []));
  if (period === null) return { kind: "rejected", error: unstatedPeriod() };
  const read = readEntries(records.slice(header.row + 1), { columns: header.columns, period });
  if (read.lines.length === 0 && read.row_errors.length === 0) return { kind: "rejected", error: withoutEntries() };
  const document = documentOfLines({
    format: FORMAT,
    document_type: "ledger",
    lines: read.lines,
    row_errors: read.row_errors,
    warnings: warningsOf(period),
    currency: "DKK",
  });
  return { kind: "parsed", document: what_if === null ? document : { ...document, doubts: [asked(what_if)] } };
}

function isNamed({ name }: XlsxSheet, names: readonly string[]): boolean {
  return names.includes(name.normalize("NFC").trim().toLowerCase());
}

/** The texts of a sheet by its rows, those without cells included. */
function recordsOf(rows: readonly XlsxRow[]): string[][] {
  const records: string[][] = [];
  for (const row of rows) {
    while (records.length < row.number - 1) records.push([]);
    records.push(cellTexts(row));
  }
  return records;
}

interface ReadEntries {
  readonly lines: ParsedLine[];
  readonly row_errors: RowError[];
}

function readEntries(
  records: readonly (readonly string[])[],
  table: { readonly columns: EntryColumns; readonly period: NonNullable<MasterData["period"]> },
): ReadEntries {
  const read: ReadEntries = { lines: [], row_errors: [] };
  for (const [index, cells] of records.entries()) {
    const number = index + 1;
    const outcome = readEntry(cells, number, table);
    if (outcome.kind === "line") read.lines.push(outcome.line);
    else if (outcome.kind === "error" && read.row_errors.length < ROW_ERRORS_MAX) {
      read.row_errors.push(rowError(number, { ...outcome, message: `Row ${number}: ${outcome.message}` }));
    }
  }
  return read;
}

function warningsOf({ start, end }: NonNullable<MasterData["period"]>): string[] {
  return [
    `an export of Klimakompasset for ${start} to ${end}: its emissions are not taken over, quantities are counted by the factors of this service`,
    "entries name no supplier: what is here as a bill, a posting or a reading of a meter as well counts twice; leave those entries out",
  ];
}

function asked(what_if: string): string {
  return (
    `Klimakompasset names the calculation "${what_if.slice(0, 100)}": it tells of what might be done, not of what was used. Accept its ` +
    "lines only if they are real, or leave them out."
  );
}
