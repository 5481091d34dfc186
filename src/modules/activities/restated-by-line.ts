import { pendingFigures, type PendingFigure } from "../emissions/index.ts";
import type { YearDays } from "../financial-years/index.ts";
import type { SplitRow } from "./new-split.ts";
import { readAs, type ReadingTables } from "./read-again.ts";
import { type LineOfSplit, suggestedCategory } from "./waiting-line.ts";

interface Restated {
  readonly tables: ReadingTables;
  readonly closed: readonly YearDays[];
}

/** What accepting a line that waits for its closed year would add to that year; empty: nothing can be calculated for it. Pure. */
export function restatedByLine(row: SplitRow, line: LineOfSplit, { tables, closed }: Restated): PendingFigure[] {
  const category = suggestedCategory(row);
  if (category === null) return [];
  const { quantity: split_quantity, unit: split_unit, conversion } = row;
  const { result } = readAs({ ...line, split_quantity, split_unit, conversion }, category, tables);
  if (result.kind !== "calculated") return [];
  const { id: activity_split_id, activity_id, department_id } = row;
  const cause = line.document_type === "credit_note" ? "credit_note" : "document";
  const after = result.entries.map((entry) => ({
    ...entry,
    department_id,
    transaction_date: entry.used?.to ?? line.transaction_date.slice(0, 10),
  }));
  return pendingFigures({ activity_split_id, activity_id, cause }, { before: [], after }, closed);
}
