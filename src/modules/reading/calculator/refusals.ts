import type { FileError } from "../parsed-document.ts";

/** Sheets of the workbook that Klimakompasset, the calculator of the Danish Business Authority, exports. */
const SHEETS: ReadonlySet<string> = new Set([
  "data (alle poster)",
  "data (all posts)",
  "data (e-nøgletal)",
  "e-nøgletal (esg)",
  "delresultater (ghg)",
]);

/** Whether a workbook of these sheets is an export of Klimakompasset. */
export function isCalculatorExport(sheets: readonly string[]): boolean {
  return sheets.some((name) => SHEETS.has(name.normalize("NFC").trim().toLowerCase()));
}

const NO_DATA = { code: "file.no_invoice_data", title: "No invoice data found" } as const;

/** Such a workbook in another layout, of which no sheet says when: what a person can add, so that its rows are read. */
export function undatedCalculatorExport(): FileError {
  return {
    ...NO_DATA,
    detail:
      "The workbook is an export of Klimakompasset of which no sheet has columns for a period, a quantity and its unit that are known.",
    hint:
      "Add the columns Periode start and Periode slut to the sheet of its entries, with the first and the last day of its year in every row, and " +
      "send it again: then say what its other columns hold. Tonnes of CO2e are not taken over; quantities are calculated anew.",
  };
}

/** The sheet of entries lacks columns, without which an entry may be taken for another one. */
export function incompleteExport(missing: readonly string[]): FileError {
  return {
    ...NO_DATA,
    detail: `The sheet "Data (alle poster)" of this export of Klimakompasset lacks columns: ${missing.join(", ")}.`,
    hint: "Export the workbook from Klimakompasset again and send it as it is. Nothing of it was read.",
  };
}

/** The master data do not say of which days the entries are. */
export function unstatedPeriod(): FileError {
  return {
    ...NO_DATA,
    detail:
      'The sheet "Stamdata" of this export of Klimakompasset does not state the first and the last day of its calculation as dates.',
    hint: 'Write both days as dates below "Start dato" and "Slut dato" in the sheet "Stamdata", and send the workbook again.',
  };
}

/** No entry has a quantity or an amount. */
export function withoutEntries(): FileError {
  return {
    ...NO_DATA,
    detail:
      'The sheet "Data (alle poster)" of this export of Klimakompasset has no entry with a quantity or an amount.',
    hint: "Export a calculation that has entries.",
  };
}
