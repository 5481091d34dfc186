import { parseDate } from "../amounts.ts";

/** What the sheet of master data says of a calculation. */
export interface MasterData {
  /** First and last day, ISO dates; null: not both are stated as dates, or the last one lies before the first. */
  readonly period: { readonly start: string; readonly end: string } | null;
  /** The words by which the calculation is one of what might be done; null: nothing says so. */
  readonly what_if: string | null;
}

const START = /^start ?(?:dato|date)\b/i;
const END = /^(?:slut ?dato|end ?date)\b/i;
const NAME = /^(?:navn på beregning|name of calculation)/i;
const PURPOSE = /^(?:formål med beregningen|purpose of the calculation)/i;

/** Klimakompasset names calculations of measures "Tiltagscase"; the purpose "klimatiltag" is theirs as well. */
const WHAT_IF = /tiltag|what.?if|scenari|climate measures?|\bmeasures? case/i;

type Records = readonly (readonly string[])[];

/** Reads the sheet of master data: labels, each with what it says in the cell below. */
export function readMasterData(records: Records): MasterData {
  const start = parseDate(below(records, START), "day_first");
  const end = parseDate(below(records, END), "day_first");
  const says = [below(records, NAME), below(records, PURPOSE)];
  return {
    period: start === null || end === null || end < start ? null : { start, end },
    what_if: says.find((text) => WHAT_IF.test(text)) ?? null,
  };
}

/** The text of the cell below the label; empty: there is no such label. `records` have a place for rows without cells. */
function below(records: Records, label: RegExp): string {
  for (const [row, cells] of records.entries()) {
    const column = cells.findIndex((cell) => label.test(cell.trim()));
    if (column !== -1) return (records[row + 1]?.[column] ?? "").trim();
  }
  return "";
}
