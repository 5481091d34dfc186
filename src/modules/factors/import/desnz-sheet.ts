import { unreadableFile } from "../../../core/errors.ts";
import type { DesnzFactor, DesnzFile } from "./desnz-file.ts";
import { desnzFullSet } from "./desnz-full-set.ts";
import type { PublishedIds } from "./published-ids.ts";
import type { XlsxRow, XlsxSheet } from "./xlsx.ts";

const HEADER = ["ID", "Scope", "Level 1", "Level 2", "Level 3", "Level 4", "Column Text", "UOM", "GHG/Unit"] as const;
const VALUE_HEADER = /^GHG Conversion Factor (20\d\d)$/;
const ID = /^(\d+(?:_\d+)+)_\d+$/;

/**
 * Finds the flat table in the workbook, or the tables of the full set, whose rows take the ids that are known of their words.
 * @throws ServiceError request.validation_failed when it is another file.
 */
export function desnzFile(sheets: readonly XlsxSheet[], ids: PublishedIds): DesnzFile {
  for (const sheet of sheets) {
    const header = sheet.rows.findIndex((row) => HEADER.every((name, column) => cellText(row, column) === name));
    const year = VALUE_HEADER.exec(cellText(sheet.rows[header], HEADER.length))?.[1];
    if (year === undefined) continue;
    const factors = groupLines(sheet.rows.slice(header + 1));
    return { year: Number(year), version: publishedVersion(sheets), edition: "flat file", factors };
  }
  const fullSet = desnzFullSet(sheets, ids);
  if (fullSet !== null) return fullSet;
  throw unreadableFile(
    "not_the_flat_file",
    "no sheet has the header of the DESNZ flat file (ID, Scope, Level 1 ... GHG Conversion Factor <year>), and the first one is no Introduction of a full set",
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
