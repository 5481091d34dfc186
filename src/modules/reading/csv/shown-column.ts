import { cutText } from "../../../core/cut-text.ts";
import { parseAmount, parseDate } from "../amounts.ts";
import type { CellsHold, ShownColumn } from "../table-question.ts";
import type { ColumnMeaning } from "./column-mapping.ts";
import type { HeadColumn } from "./table-head.ts";

/** Filled cells of a column that are looked at. */
const CELLS_MAX = 100;
const SAMPLES_MAX = 3;
const SAMPLE_LENGTH_MAX = 80;
/** Share of the filled cells from which a column holds something; the others are totals and slips. */
const MOST = 0.8;

/** What the rows hold below a heading. */
export function shownColumn(
  { heading, occurrence, index }: HeadColumn,
  rows: readonly (readonly string[])[],
  read_as: ColumnMeaning | null,
): ShownColumn {
  const filled: string[] = [];
  for (const cells of rows) {
    const cell = (cells[index] ?? "").trim();
    if (cell === "") continue;
    filled.push(cell);
    if (filled.length === CELLS_MAX) break;
  }
  const samples = [...new Set(filled)].slice(0, SAMPLES_MAX).map((cell) => cutText(cell, SAMPLE_LENGTH_MAX));
  return { heading, occurrence, holds: whatTheyHold(filled), samples, read_as };
}

function whatTheyHold(filled: readonly string[]): CellsHold {
  if (filled.length === 0) return "nothing";
  const most = (is: (cell: string) => boolean) => filled.filter(is).length >= filled.length * MOST;
  // A day as 20260303 is a number as well.
  if (most(isDate)) return "dates";
  if (most(isNumber)) return "numbers";
  return filled.filter((cell) => /\p{L}{3}/u.test(cell)).length * 2 > filled.length ? "words" : "other";
}

/** A date, or a number, in any of the ways in which they are written. */
export function isDate(cell: string): boolean {
  return parseDate(cell, "day_first") !== null || parseDate(cell, "month_first") !== null;
}

export function isNumber(cell: string): boolean {
  return parseAmount(cell, ",") !== null || parseAmount(cell, ".") !== null;
}
