import { cutText } from "../../../core/cut-text.ts";
import { ServiceError } from "../../../core/errors.ts";
import { readXlsx, type XlsxRow } from "../../factors/index.ts";
import { type FileErrorCode, FileRefusal } from "../file-errors.ts";
import type { FileError, ParsedDocument, ParseOutcome } from "../parsed-document.ts";
import { readCalculatorExport } from "../calculator/calculator-export.ts";
import { isCalculatorExport, undatedCalculatorExport } from "../calculator/refusals.ts";
import type { TableOptions, TableSource } from "./money.ts";
import { type DescribedTable, hasReadableRows, type TableQuestion } from "../table-question.ts";
import { cellTexts } from "./cell-texts.ts";
import { openTable, TABLE_SAMPLE_ROWS } from "./table.ts";

/** Bounds of contract 10.2; sheets, columns and cells keep one document within the memory of its thread. */
const LIMITS = {
  file_bytes_max: 25 * 1024 * 1024,
  entries_max: 500,
  entry_bytes_max: 50 * 1024 * 1024,
  total_bytes_max: 200 * 1024 * 1024,
  ratio_max: 150,
  sheets_max: 100,
  rows_max: 500_000,
  columns_max: 1_024,
  cells_max: 2_000_000,
  shared_strings_max: 500_000,
  cell_characters_max: 32_767,
};

/** Sheets whose columns are shown. */
const DESCRIBED_MAX = 20;
/** Longest name of a sheet, the limit of spreadsheet programs. */
const SHEET_NAME_MAX = 31;

const CONTAINER = { container: "xlsx", encoding: null, delimiter: null, decimal_mark: "." } as const;

type Parsed = Extract<ParseOutcome, { readonly kind: "parsed" }>["document"];

/**
 * Reads the tables of a workbook's visible sheets, by the same headings as CSV: formulas count with the value that was
 * stored, a cell that shows an error is no amount. Sheets of the kind of the first table are one document; others are
 * named in a warning. A sheet that asks what its columns hold is asked about where no other sheet can be read.
 * @throws FileRefusal file.decompression_limit, file.encrypted, file.corrupt, file.no_invoice_data.
 */
export async function readWorkbook(
  bytes: Buffer,
  { mappings = [], own_vat }: TableOptions = {},
): Promise<ParseOutcome> {
  const sheets = await sheetsOf(bytes);
  const calculator = readCalculatorExport(sheets, mappings);
  if (calculator !== null) return calculator;
  const read = readSheets(sheets, { mappings, own_vat: own_vat ?? null });
  const document = oneDocument(read.tables, read.warnings);
  const tables = read.described.slice(0, DESCRIBED_MAX);
  const question = read.asked ?? (document === null ? read.unreadable : null);
  if (question !== null) return { kind: "asks", question, tables };
  if (document !== null) return { kind: "parsed", document: { ...document, tables } };
  if (isCalculatorExport(sheets.map(({ name }) => name))) return { kind: "rejected", error: undatedCalculatorExport() };
  if (read.refusal !== null) return { kind: "rejected", error: read.refusal };
  throw new FileRefusal("file.no_invoice_data", "The workbook has no visible sheet with a table.");
}

/** A visible sheet as its cells stand in it. */
export interface SheetRecords {
  readonly name: string;
  /** Rows of the sheets before; null: its rows are no lines of the document. */
  readonly first_row: number | null;
  readonly records: readonly (readonly string[])[];
  /** Whether the lines of the document are sums of rows. */
  readonly sums_rows: boolean;
}

/** The visible sheets of a workbook that hold anything, in order. @throws FileRefusal as `readWorkbook` */
export async function workbookSheets(bytes: Buffer, { mappings = [] }: TableOptions): Promise<SheetRecords[]> {
  const all = await sheetsOf(bytes);
  const sums_rows = readCalculatorExport(all, mappings) !== null;
  const sheets = all.filter(({ hidden, rows }) => !hidden && rows.length > 0);
  const { tables } = readSheets(sheets, { mappings, own_vat: null });
  return sheets.map(({ name, rows }) => ({
    name,
    first_row: tables.find((table) => table.name === name)?.first_row ?? null,
    records: rows.map(cellTexts),
    sums_rows,
  }));
}

function readSheets(
  sheets: Awaited<ReturnType<typeof readXlsx>>,
  known: Pick<TableSource, "mappings" | "own_vat">,
): ReadSheets {
  const source: TableSource = { ...CONTAINER, ...known };
  const read: ReadSheets = { tables: [], described: [], warnings: [], asked: null, unreadable: null, refusal: null };
  let row = 0;
  for (const { name, rows, hidden } of sheets) {
    if (hidden || rows.length === 0) continue;
    if (takeSheet(read, { name, first_row: row, outcome: readRows(rows, source) })) row += rows.at(-1)?.number ?? 0;
  }
  return read;
}

/** What the sheets of a workbook came to, one after the other. */
interface ReadSheets {
  readonly tables: SheetTable[];
  readonly described: DescribedTable[];
  readonly warnings: string[];
  /** The first question about a sheet whose rows can be read, and the first about one of which none can. */
  asked: TableQuestion | null;
  unreadable: TableQuestion | null;
  refusal: FileError | null;
}

interface ReadSheet {
  readonly name: string;
  readonly first_row: number;
  readonly outcome: ParseOutcome;
}

/** @returns whether the sheet's rows are of the document */
function takeSheet(read: ReadSheets, { name, first_row, outcome }: ReadSheet): boolean {
  const leftOut = (why: string): void =>
    void read.warnings.push(`sheet "${cutText(name, 60)}" ${why} and was left out`);
  if (outcome.kind === "rejected") {
    read.refusal ??= outcome.error;
    return false;
  }
  const tables = outcome.kind === "asks" ? outcome.tables : (outcome.document.tables ?? []);
  read.described.push(...tables.map((table) => ({ ...table, sheet: cutText(name, SHEET_NAME_MAX) })));
  if (outcome.kind === "asks") {
    const question = { ...outcome.question, sheet: cutText(name, SHEET_NAME_MAX) };
    if (hasReadableRows(question)) read.asked ??= question;
    else {
      read.unreadable ??= question;
      leftOut("has columns that are not known");
    }
    return false;
  }
  const [first] = read.tables;
  const { document } = outcome;
  if (first !== undefined && first.document.document_type !== document.document_type) {
    leftOut("holds a table of another kind");
    return false;
  }
  read.tables.push({ name, first_row, document });
  return true;
}

/** What the reader of workbooks found wrong, as the errors of a file; every other code is damage. */
const REFUSALS: Readonly<Record<string, FileErrorCode>> = {
  compression_ratio: "file.decompression_limit",
  too_large: "file.decompression_limit",
  too_many_entries: "file.decompression_limit",
  too_many_sheets: "file.too_large",
  too_many_rows: "file.too_large",
  too_many_columns: "file.too_large",
  too_many_cells: "file.too_large",
  too_many_strings: "file.too_large",
  cell_too_long: "file.too_large",
  encrypted: "file.encrypted",
  document_type: "file.xml_entities",
};

async function sheetsOf(bytes: Buffer): ReturnType<typeof readXlsx> {
  try {
    return await readXlsx(bytes, LIMITS);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const issue = error.extras.issues?.[0];
    throw new FileRefusal(
      REFUSALS[issue?.code ?? ""] ?? "file.corrupt",
      `The workbook cannot be read: ${issue?.message ?? "its parts do not fit together"}.`,
    );
  }
}

interface SheetTable {
  readonly name: string;
  /** Rows of the sheets before, so that every line of the document has a number of its own. */
  readonly first_row: number;
  readonly document: ParsedDocument;
}

function readRows(rows: readonly XlsxRow[], source: TableSource): ParseOutcome {
  const records = rows.map(cellTexts);
  const opened = openTable(records.slice(0, TABLE_SAMPLE_ROWS), source);
  if (opened.kind !== "opened") return opened;
  for (const cells of records) if (!opened.reader.add(cells)) break;
  return opened.reader.finish();
}

function oneDocument(tables: readonly SheetTable[], others: readonly string[]): Parsed | null {
  const [first] = tables;
  if (first === undefined) return null;
  const documents = tables.map((table) => table.document);
  const currencies = new Set(documents.map((document) => document.currency));
  const doubts = [...new Set(documents.flatMap((document) => document.doubts ?? []))];
  return {
    ...first.document,
    ...(doubts.length === 0 ? {} : { doubts }),
    currency: currencies.size === 1 ? first.document.currency : null,
    lines: tables.flatMap(({ first_row, document }) =>
      document.lines.map((line) => ({ ...line, number: first_row + line.number })),
    ),
    quantities: tables.flatMap(({ first_row, document }) =>
      document.quantities.map((quantity) => ({
        ...quantity,
        lines: quantity.lines.map((line) => first_row + line),
        covered: quantity.covered.map((line) => first_row + line),
      })),
    ),
    row_errors: tables.flatMap(({ name, first_row, document }) =>
      document.row_errors.map((error) => ({
        ...error,
        row: first_row + error.row,
        message: tables.length === 1 ? error.message : `Sheet "${cutText(name, 60)}": ${error.message}`,
      })),
    ),
    warnings: [...new Set([...documents.flatMap((document) => document.warnings), ...others])],
  };
}
