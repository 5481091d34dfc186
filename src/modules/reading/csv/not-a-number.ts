import { cutText } from "../../../core/cut-text.ts";
import { ROW_ERROR_CELL_MAX, type RowFault } from "../parsed-document.ts";

/** Why a cell of a column of numbers keeps its row from being read. */
export function notANumber(text: string): RowFault {
  const isFormula = /^[=@+]|^-\D/.test(text);
  const cell = cutText(text, ROW_ERROR_CELL_MAX);
  return isFormula
    ? { reason: "formula", cell, message: `"${cell}" is a formula; formulas are never evaluated.` }
    : { reason: "not_a_number", cell, message: `"${cell}" is not a number.` };
}
