import { ServiceError } from "../../../core/errors.ts";
import { readXlsx, type XlsxRow } from "../../factors/index.ts";
import { type FileErrorCode, FileRefusal } from "../file-errors.ts";
import type { FileError, ParsedDocument, ParseOutcome } from "../parsed-document.ts";
import type { TableSource } from "./money.ts";
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

const SOURCE: TableSource = { container: "xlsx", encoding: null, delimiter: null, decimal_mark: "." };

type Parsed = Extract<ParseOutcome, { readonly kind: "parsed" }>["document"];

/**
 * Reads the tables of a workbook's visible sheets, by the same headings as CSV: formulas count with the value that was
 * stored, a cell that shows an error is no amount. Sheets of the kind of the first table are one document; others are
 * named in a warning. @throws FileRefusal file.decompression_limit, file.encrypted, file.corrupt, file.no_invoice_data.
 */
export async function readWorkbook(bytes: Buffer): Promise<ParseOutcome> {
  const sheets = await sheetsOf(bytes);
  const tables: SheetTable[] = [];
  const warnings: string[] = [];
  let refusal: FileError | null = null;
  let row = 0;
  for (const { name, rows } of sheets.filter((sheet) => !sheet.hidden && sheet.rows.length > 0)) {
    const outcome = readRows(rows);
    if (outcome.kind === "rejected") refusal ??= outcome.error;
    if (outcome.kind !== "parsed") continue;
    const { document } = outcome;
    if (tables[0] === undefined || tables[0].document.document_type === document.document_type) {
      tables.push({ name, first_row: row, document });
      row += rows.at(-1)?.number ?? 0;
    } else {
      warnings.push(`sheet "${name.slice(0, 60)}" holds a table of another kind and was left out`);
    }
  }
  const document = oneDocument(tables, warnings);
  if (document !== null) return { kind: "parsed", document };
  if (refusal !== null) return { kind: "rejected", error: refusal };
  throw new FileRefusal("file.no_invoice_data", "The workbook has no visible sheet with a table.");
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

function readRows(rows: readonly XlsxRow[]): ParseOutcome {
  const records = rows.map(textsOf);
  const opened = openTable(records.slice(0, TABLE_SAMPLE_ROWS), SOURCE);
  if (opened.kind === "rejected") return opened;
  for (const cells of records) if (!opened.reader.add(cells)) break;
  return opened.reader.finish();
}

/**
 * Stored numbers have a decimal point. One with three decimals would be thousands in a column where people have typed
 * Danish numbers as text; a zero more leaves it unreadable there instead.
 */
function textsOf({ cells }: XlsxRow): string[] {
  return cells.map((cell) => {
    if (cell === null) return "";
    return cell.kind === "number" && /\.\d{3}$/.test(cell.text) ? `${cell.text}0` : cell.text;
  });
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
        message: tables.length === 1 ? error.message : `Sheet "${name.slice(0, 60)}": ${error.message}`,
      })),
    ),
    warnings: [...new Set([...documents.flatMap((document) => document.warnings), ...others])],
  };
}
