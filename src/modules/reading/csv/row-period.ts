import { parseDate } from "../amounts.ts";
import { cellOf, type TableContext } from "./money.ts";
import { namesOtherPeriod } from "./doubtful-period.ts";
import { periodInCell } from "./period-cell.ts";
import { isPlaceholder } from "./placeholder.ts";

/** The days that a row states, ISO dates; both null: none. */
export interface RowPeriod {
  readonly start: string | null;
  readonly end: string | null;
  /** The first cell that should hold a day or a period and holds other words; null: none. */
  readonly unread: string | null;
}

const NONE: RowPeriod = { start: null, end: null, unread: null };

/** Two columns of dates, or one of periods; what is half there is no period. */
export function rowPeriod(cells: readonly string[], table: TableContext): RowPeriod {
  const { columns, formats } = table;
  const said = (field: "period_start" | "period_end" | "period"): string => {
    const cell = cellOf(cells, table, field) ?? "";
    return isPlaceholder(cell) ? "" : cell;
  };
  const unread: string[] = [];
  if (columns.has("period_start") && columns.has("period_end")) {
    const [first, last] = [said("period_start"), said("period_end")];
    const [start, end] = [parseDate(first, formats.period_order), parseDate(last, formats.period_order)];
    if (start !== null && end !== null) return { start, end, unread: null };
    if (first !== "" && start === null) unread.push(first);
    if (last !== "" && end === null) unread.push(last);
  }
  const cell = said("period");
  const period = cell === "" ? null : periodInCell(cell);
  if (period !== null) {
    const isDoubtful = columns.get("period")?.is_doubtful === true && columns.has("date");
    const text = isDoubtful ? (cellOf(cells, table, "text") ?? "") : "";
    return namesOtherPeriod(text, period) ? NONE : { start: period.start, end: period.end, unread: null };
  }
  if (cell !== "") unread.push(cell);
  return { ...NONE, unread: unread[0] ?? null };
}
