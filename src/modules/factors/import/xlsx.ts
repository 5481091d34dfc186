import { unreadableFile } from "../../../core/errors.ts";
import { type ZipParts, openZip } from "../../../core/zip-parts.ts";
import { FILE_LIMITS, type FileLimits } from "./file-limits.ts";
import { type XlsxCell, columnOf, dateText, numberText, unescapeText } from "./xlsx-cell.ts";
import { readDateStyles, readSharedStrings, readWorkbookPart, readXml } from "./xlsx-parts.ts";

/** One row that has cells. `number` is the row's own number (1-based); rows without cells are not listed. */
export interface XlsxRow {
  readonly number: number;
  /** By zero-based column; null where the row has no value. */
  readonly cells: readonly (XlsxCell | null)[];
}

export interface XlsxSheet {
  readonly name: string;
  readonly hidden: boolean;
  readonly rows: readonly XlsxRow[];
}

/** What the cells of every sheet of one workbook need to be read. */
interface Book {
  readonly strings: readonly string[];
  readonly dateStyles: ReadonlySet<number>;
  readonly uses1904: boolean;
  readonly limits: FileLimits;
  cells_left: number;
}

const OLE_MAGIC = "d0cf11e0a1b11ae1";

/**
 * Reads the values of an XLSX workbook (ECMA-376): shared, inline and formula texts, numbers, dates, booleans, sparse
 * rows and cells. Formulas count with the value that was stored. Nothing is fetched, run or expanded.
 * @throws ServiceError request.validation_failed with a code that says why: not_a_zip, not_a_workbook, encrypted,
 * too_large, compression_ratio, document_type, bad_xml, damaged and the like.
 */
export async function readXlsx(bytes: Buffer, limits: FileLimits = FILE_LIMITS): Promise<readonly XlsxSheet[]> {
  if (bytes.subarray(0, 8).toString("hex") === OLE_MAGIC) {
    throw unreadableFile(
      "encrypted_or_old",
      "the workbook is encrypted or in the old .xls format; save it as .xlsx without a password",
    );
  }
  const zip = await openZip(bytes, limits);
  try {
    const workbook = await readWorkbookPart(zip, limits);
    const book: Book = {
      strings: await readSharedStrings(zip, limits),
      dateStyles: await readDateStyles(zip),
      uses1904: workbook.uses1904,
      limits,
      cells_left: limits.cells_max,
    };
    const sheets: XlsxSheet[] = [];
    for (const { name, hidden, part } of workbook.sheets) {
      sheets.push({ name, hidden, rows: await readSheet(zip, part, book) });
    }
    return sheets;
  } finally {
    zip.close();
  }
}

/** The cell being read. */
interface OpenCell {
  readonly column: number;
  readonly type: string;
  readonly style: number;
  value: string;
}

async function readSheet(zip: ZipParts, part: string, book: Book): Promise<XlsxRow[]> {
  const rows: XlsxRow[] = [];
  let number = 0;
  let cells: (XlsxCell | null)[] = [];
  let nextColumn = 0;
  let cell: OpenCell | null = null;
  let inValue = false;
  let inPhonetic = false;
  await readXml(zip, part, {
    open(name, attributes) {
      if (name === "row") {
        number = rowNumber(attributes["r"], number);
        cells = [];
        nextColumn = 0;
      } else if (name === "c") {
        cell = openCell(attributes, nextColumn);
        nextColumn = cell.column + 1;
      } else if (name === "rPh") inPhonetic = true;
      inValue = cell !== null && !inPhonetic && (name === "v" || name === "t");
    },
    close(name) {
      inValue = false;
      if (name === "rPh") inPhonetic = false;
      if (name === "c" && cell !== null) {
        place(cells, cell, book);
        cell = null;
      } else if (name === "row" && cells.some((rowCell) => rowCell !== null)) {
        if (rows.length >= book.limits.rows_max) throw unreadableFile("too_many_rows", "a sheet has too many rows");
        rows.push({ number, cells });
      }
    },
    text(text) {
      if (!inValue || cell === null) return;
      cell.value += text;
      if (cell.value.length > book.limits.cell_characters_max)
        throw unreadableFile("cell_too_long", "a cell holds too much text");
    },
  });
  return rows;
}

function rowNumber(reference: string | undefined, previous: number): number {
  const number = reference === undefined ? previous + 1 : Number(reference);
  if (!Number.isInteger(number) || number <= previous) {
    throw unreadableFile("bad_row", "the rows of a sheet are out of order");
  }
  return number;
}

function openCell(attributes: Readonly<Record<string, string>>, next: number): OpenCell {
  const column = columnOf(attributes["r"]) ?? next;
  return { column, type: attributes["t"] ?? "n", style: Number(attributes["s"] ?? 0), value: "" };
}

/** Cells without a value (styled ones, up to the last column) cost nothing and count for nothing. */
function place(cells: (XlsxCell | null)[], cell: OpenCell, book: Book): void {
  if (cell.value === "") return;
  if (cell.column >= book.limits.columns_max) throw unreadableFile("too_many_columns", "a sheet has too many columns");
  book.cells_left -= Math.max(cell.column - cells.length, 0) + 1;
  if (book.cells_left < 0) throw unreadableFile("too_many_cells", "the workbook has too many cells");
  while (cells.length < cell.column) cells.push(null);
  cells[cell.column] = closedCell(cell, book);
}

/** Cell types of ECMA-376 part 1, 18.18.11. */
function closedCell({ type, style, value }: OpenCell, book: Book): XlsxCell | null {
  switch (type) {
    case "s": {
      const text = book.strings[Number(value)];
      if (text === undefined) throw unreadableFile("bad_string", "a cell points to a text that does not exist");
      return text === "" ? null : { kind: "text", text };
    }
    case "str":
    case "inlineStr":
      return { kind: "text", text: unescapeText(value) };
    case "b":
      return { kind: "boolean", text: value === "1" ? "true" : "false" };
    case "e":
      return { kind: "error", text: value };
    case "d":
      return { kind: "date", text: value };
    default:
      return numericCell(value, book.dateStyles.has(style), book.uses1904);
  }
}

function numericCell(stored: string, isDate: boolean, uses1904: boolean): XlsxCell {
  if (stored.length > 40 || !Number.isFinite(Number(stored)) || stored.trim() === "") {
    return { kind: "text", text: stored };
  }
  const date = isDate ? dateText(Number(stored), uses1904) : null;
  return date === null ? { kind: "number", text: numberText(stored) } : { kind: "date", text: date };
}
