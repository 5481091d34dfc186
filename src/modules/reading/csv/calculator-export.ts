import type { FileError } from "../parsed-document.ts";

/**
 * Sheets of the workbook that Klimakompasset, the calculator of the Danish Business Authority, exports, as programs of others name
 * that read it. A reader of its columns is not built.
 */
const SHEETS: ReadonlySet<string> = new Set([
  "data (alle poster)",
  "data (e-nøgletal)",
  "e-nøgletal (esg)",
  "delresultater (ghg)",
]);

/** Whether a workbook of these sheets is an export of Klimakompasset. */
export function isCalculatorExport(sheets: readonly string[]): boolean {
  return sheets.some((name) => SHEETS.has(name.normalize("NFC").trim().toLowerCase()));
}

/** Such a workbook of which no sheet says when: what a person can add, so that its rows are read. */
export function undatedCalculatorExport(): FileError {
  return {
    code: "file.no_invoice_data",
    title: "No invoice data found",
    detail:
      "The workbook is an export of Klimakompasset of which no sheet has columns for a period, a quantity and its unit that are known.",
    hint:
      "Add the columns Periode start and Periode slut to the sheet of its entries, with the first and the last day of its year in every row, and " +
      "send it again: then say what its other columns hold. Tonnes of CO2e are not taken over; quantities are calculated anew.",
  };
}
