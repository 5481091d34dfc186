import { type ColumnMap, HEADER_ROWS_MAX, isUsable, mapColumns } from "./columns.ts";
import { withDoubtfulPeriod } from "./doubtful-period.ts";

export interface Header {
  readonly row: number;
  readonly columns: ColumnMap;
}

/** The header: the row among the first 50 that names the most fields, a usable one first. Null: no row names two. */
export function findHeader(records: readonly (readonly string[])[]): Header | null {
  let best: Header | null = null;
  let bestScore = 1;
  for (const [row, cells] of records.slice(0, HEADER_ROWS_MAX).entries()) {
    const columns = withDoubtfulPeriod(mapColumns(cells), cells, { records, row });
    const score = columns.size + (isUsable(columns) ? 100 : 0);
    if (score > bestScore) {
      best = { row, columns };
      bestScore = score;
    }
  }
  return best;
}

/** A number that ranks delimiters: the header that each of them brings to light. */
export function headerScore(header: Header | null): number {
  if (header === null) return 0;
  return header.columns.size + (isUsable(header.columns) ? 100 : 0);
}
