import type { DescribedTable, ShownColumn } from "../table-question.ts";
import { type ColumnMapping, meaningOf } from "./column-mapping.ts";
import type { ColumnMap } from "./columns.ts";
import { shownColumn } from "./shown-column.ts";
import { headColumns, headKey } from "./table-head.ts";

/** Columns of a table that are shown, and that something can be said of. */
const COLUMNS_MAX = 100;

/** The columns of a table with what they hold and what is read of them, without those at its end that are empty. */
export function describedTable(
  sample: readonly (readonly string[])[],
  { row, columns }: { readonly row: number; readonly columns: ColumnMap },
  mapping: ColumnMapping | null,
): DescribedTable {
  const head = sample[row] ?? [];
  const rows = sample.slice(row + 1);
  const fields = new Map([...columns].map(([field, { index }]) => [index, field]));
  const shown = headColumns(head).map((column) => {
    const field = fields.get(column.index);
    return shownColumn(column, rows, field === undefined ? null : meaningOf(field));
  });
  return {
    head_key: headKey(head),
    sheet: null,
    columns: shown.slice(0, Math.min(COLUMNS_MAX, 1 + shown.findLastIndex(isFilled))),
    mapping: mapping === null ? null : { id: mapping.id, version: mapping.version },
  };
}

function isFilled({ heading, holds }: ShownColumn): boolean {
  return heading !== "" || holds !== "nothing";
}
