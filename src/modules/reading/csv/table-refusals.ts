import { cutText } from "../../../core/cut-text.ts";
import { fileError } from "../file-errors.ts";
import type { FileError } from "../parsed-document.ts";
import { type ColumnMap, hasFigures, isDated } from "./columns.ts";

/** A table in which no column says when or how much. `columns` null: no header was found. */
export function noInvoiceData(columns: ColumnMap | null, headingTexts: readonly string[]): FileError {
  const names = headingTexts.filter((name) => name !== "").slice(0, 30);
  const missing = [
    columns !== null && isDated(columns) ? null : "a date (Dato, Date)",
    columns !== null && hasFigures(columns)
      ? null
      : "an amount (Beløb, Amount, or Debet and Kredit) or a quantity with its unit (Mængde and Enhed)",
  ].filter((name) => name !== null);
  return {
    code: "file.no_invoice_data",
    title: "No invoice data found",
    detail: `The table has no column with ${missing.join(" nor one with ")}.`,
    hint:
      `Columns found: ${names.length === 0 ? "none" : names.map((name) => cutText(name, 60)).join(", ")}. ` +
      "Needed: a header row with a date and an amount, or a quantity with its unit; useful: text, supplier, account, account name, currency.",
  };
}

/** Whether rows without headings are lines of text: a table begins with several cells and has them in nearly every row. */
export function isPlainText(sample: readonly (readonly string[])[]): boolean {
  const filled = sample.map((cells) => cells.filter((cell) => cell.trim() !== "").length).filter((count) => count > 0);
  const lines = filled.filter((count) => count === 1).length;
  return filled[0] === 1 || lines * 3 >= filled.length;
}

/** A text of which no row names columns, such as an invoice in words. */
export function plainText(): FileError {
  return fileError("file.plain_text", "The file is text without a table, which is not read as an invoice.");
}

export function noRows(): FileError {
  return {
    code: "file.no_invoice_data",
    title: "No invoice data found",
    detail: "The table has a header but no rows with amounts.",
    hint: "Export a period that has postings.",
  };
}

export function tooManyRows(max: number): FileError {
  return {
    code: "file.too_large",
    title: "File too large",
    detail: `The table has more than ${max} rows.`,
    hint: "Export a shorter period, for example one file per year.",
  };
}
