import { unreadableFile } from "../../../core/errors.ts";
import type { XlsxRow, XlsxSheet } from "./xlsx.ts";

/** One published factor: the lines of the flat file that share an id but for its last part, which is the gas. */
export interface DesnzFactor {
  readonly id: string;
  /** First line of the factor in the sheet. */
  readonly line: number;
  readonly scope: string;
  readonly levels: readonly [string, string, string, string];
  readonly column_text: string;
  readonly unit: string;
  /** Published figure by what it measures ("kg CO2e", "kg CO2e of CO2 per unit", "kWh (net)"); null: not available. */
  readonly figures: ReadonlyMap<string, string | null>;
}

export interface DesnzFile {
  readonly year: number;
  readonly version: string | null;
  readonly factors: readonly DesnzFactor[];
}

const HEADER = ["ID", "Scope", "Level 1", "Level 2", "Level 3", "Level 4", "Column Text", "UOM", "GHG/Unit"] as const;
const VALUE_HEADER = /^GHG Conversion Factor (20\d\d)$/;
const ID = /^(\d+(?:_\d+)+)_\d+$/;

/** Finds the flat table in the workbook. @throws ServiceError request.validation_failed when it is another file. */
export function desnzFile(sheets: readonly XlsxSheet[]): DesnzFile {
  for (const sheet of sheets) {
    const header = sheet.rows.findIndex((row) => HEADER.every((name, column) => cellText(row, column) === name));
    const year = VALUE_HEADER.exec(cellText(sheet.rows[header], HEADER.length))?.[1];
    if (year === undefined) continue;
    return { year: Number(year), version: publishedVersion(sheets), factors: groupLines(sheet.rows.slice(header + 1)) };
  }
  throw unreadableFile(
    "not_the_flat_file",
    "no sheet has the header of the DESNZ flat file (ID, Scope, Level 1 ... GHG Conversion Factor <year>); use the file named flat format",
  );
}

/** "1" from the front page's line "Version: 1". */
function publishedVersion(sheets: readonly XlsxSheet[]): string | null {
  for (const row of sheets[0]?.rows ?? []) {
    if (cellText(row, 0) === "Version:") return cellText(row, 1) || null;
  }
  return null;
}

function groupLines(rows: readonly XlsxRow[]): DesnzFactor[] {
  const factors = new Map<string, DesnzFactor & { readonly figures: Map<string, string | null> }>();
  for (const row of rows) {
    const id = ID.exec(cellText(row, 0))?.[1];
    if (id === undefined) continue;
    const factor = factors.get(id) ?? newFactor(id, row);
    factors.set(id, factor);
    factor.figures.set(cellText(row, 8), cellText(row, 9) || null);
  }
  return [...factors.values()];
}

function newFactor(id: string, row: XlsxRow) {
  return {
    id,
    line: row.number,
    scope: cellText(row, 1),
    levels: [cellText(row, 2), cellText(row, 3), cellText(row, 4), cellText(row, 5)] as const,
    column_text: cellText(row, 6),
    unit: cellText(row, 7),
    figures: new Map<string, string | null>(),
  };
}

function cellText(row: XlsxRow | undefined, column: number): string {
  return row?.cells[column]?.text.trim() ?? "";
}
