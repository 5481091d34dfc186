import { parseDate } from "../amounts.ts";
import { cellOf, type TableContext } from "./money.ts";
import { periodInCell } from "./period-cell.ts";

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
    return SAYS_SOMETHING.test(cell) && !isPlaceholder(cell) ? cell : "";
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
  if (period !== null) return { start: period.start, end: period.end, unread: null };
  if (cell !== "") unread.push(cell);
  return { ...NONE, unread: unread[0] ?? null };
}

/** A dash alone is an empty cell. */
const SAYS_SOMETHING = /[\p{L}\p{N}]/u;

const NO_PERIOD = /^(?:0|n\/?a|ingen|none|null|løbende)\.?$/i;
/** The first or last day that a system or a spreadsheet knows stands for no day, or one without end. */
const NO_DAY =
  /^(?:31[-./]12[-./]9999|12[-./]31[-./]9999|9999[-./]12[-./]31|0?1[-./]0?1[-./](?:1900|1970)|(?:1900|1970)[-./]0?1[-./]0?1)(?:[ T].*)?$/;

function isPlaceholder(cell: string): boolean {
  return NO_PERIOD.test(cell) || NO_DAY.test(cell);
}
