import type { XlsxRow } from "../../factors/index.ts";

/**
 * The texts of a workbook's row. Stored numbers have a decimal point. One with three decimals would be thousands in a column where
 * people have typed Danish numbers as text; a zero more leaves it unreadable there instead.
 */
export function cellTexts({ cells }: XlsxRow): string[] {
  return cells.map((cell) => {
    if (cell === null) return "";
    return cell.kind === "number" && /\.\d{3}$/.test(cell.text) ? `${cell.text}0` : cell.text;
  });
}
