import { periodInWords } from "../period-words.ts";
import { type ColumnMap, normaliseHeading } from "./columns.ts";
import { periodInCell } from "./period-cell.ts";
import { isPlaceholder } from "./placeholder.ts";

type Records = readonly (readonly string[])[];

/** Headings of columns that hold what a row is about in one table, and in another the number of an accounting period ("5"). */
const HEADINGS: ReadonlySet<string> = new Set(
  "periode|period|måned|month|leveringsperiode|delivery period|zeitraum|lieferzeitraum|monat|månad".split("|"),
);

/**
 * With a column of periods that its heading alone does not tell: where the table has no other, every cell below that says something is a
 * period with marks or words. One that is none, as numbers of accounting periods are, leaves the column unread.
 * @param row of the heading among the records
 */
export function withDoubtfulPeriod(
  columns: ColumnMap,
  head: readonly string[],
  { records, row }: { readonly records: Records; readonly row: number },
): ColumnMap {
  if (columns.has("period") || (columns.has("period_start") && columns.has("period_end"))) return columns;
  const read = new Set([...columns.values()].map((column) => column.index));
  const index = head.findIndex(
    (heading, at) =>
      !read.has(at) && HEADINGS.has(normaliseHeading(heading)) && holdsPeriods(records.slice(row + 1), at),
  );
  if (index === -1) return columns;
  return new Map([...columns, ["period", { index, currency: null, unit: null, is_doubtful: true }]]);
}

/** "2025" and "202507" may be of a financial year that is no calendar year. */
const IS_NUMBER = /^\d+$/;

function holdsPeriods(rows: Records, index: number): boolean {
  let hasPeriod = false;
  for (const cells of rows) {
    const cell = (cells[index] ?? "").trim();
    if (isPlaceholder(cell)) continue;
    if (IS_NUMBER.test(cell) || periodInCell(cell) === null) return false;
    hasPeriod = true;
  }
  return hasPeriod;
}

type Days = { readonly start: string; readonly end: string };

/** Whether the text of a row names its period itself: what stands in such a column is then that of the booking. */
export function namesOtherPeriod(text: string, { start, end }: Days): boolean {
  const named = periodInWords(text);
  return named !== null && (named.start !== start || named.end !== end);
}
