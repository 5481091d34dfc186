import { cutText } from "../../../core/cut-text.ts";
import type { ColumnMapping } from "./column-mapping.ts";
import type { ColumnMap } from "./columns.ts";

/** Columns that are named; the others are counted. */
const NAMED_MAX = 20;

/**
 * For the file's warnings: the columns of a header that no field is read from, though rows below it hold something in them, and
 * that nobody said to leave out. Null: none.
 */
export function unreadWarning(
  headings: readonly string[],
  columns: ColumnMap,
  { rows, ignored }: { readonly rows: readonly (readonly string[])[]; readonly ignored: ReadonlySet<number> },
): string | null {
  const read = new Set([...columns.values()].map(({ index }) => index));
  const names: string[] = [];
  for (const [index, heading] of headings.entries()) {
    if (read.has(index) || ignored.has(index) || rows.every((cells) => (cells[index] ?? "").trim() === "")) continue;
    names.push(`"${heading === "" ? `column ${index + 1}` : cutText(heading, 60)}"`);
  }
  return names.length === 0 ? null : `columns that are not known were not read: ${listed(names)}`;
}

/** For the file's warnings: by which statement of the company its columns are read. */
export function statedWarning({ id, version, columns, amounts }: ColumnMapping): string {
  const stated = columns.map(({ heading, meaning, decimal_mark }) => {
    const mark = decimal_mark === undefined ? "" : ` with a decimal ${decimal_mark}`;
    return `"${cutText(heading, 60)}" as ${meaning}${mark}`;
  });
  const parts = [stated.length === 0 ? null : listed(stated), amounts === null ? null : `amounts as ${amounts}`];
  const told = parts.filter((part) => part !== null).join("; ");
  return `read as stated for this source (column mapping ${id}, version ${version})${told === "" ? "" : `: ${told}`}`;
}

function listed(names: readonly string[]): string {
  const rest = names.length - NAMED_MAX;
  return names.slice(0, NAMED_MAX).join(", ") + (rest > 0 ? ` and ${rest} more` : "");
}
