import type { ColumnMap } from "./columns.ts";

/** Columns that are named; the others are counted. */
const NAMED_MAX = 20;

/** What no field was read from, though its cells hold something. */
export interface UnreadColumns {
  /** Headings as printed, in order. */
  readonly names: readonly string[];
  /** Those whose cells hold words. */
  readonly with_words: readonly string[];
}

/** The columns of a header that no field is read from, by the rows below it; empty ones say nothing and are left out. */
export function unreadColumns(
  headings: readonly string[],
  columns: ColumnMap,
  rows: readonly (readonly string[])[],
): UnreadColumns {
  const read = new Set([...columns.values()].map(({ index }) => index));
  const names: string[] = [];
  const with_words: string[] = [];
  for (const [index, heading] of headings.entries()) {
    if (read.has(index)) continue;
    const filled = rows.map((cells) => cells[index] ?? "").filter((cell) => cell.trim() !== "");
    if (filled.length === 0) continue;
    const name = `"${heading === "" ? `column ${index + 1}` : heading.slice(0, 60)}"`;
    names.push(name);
    if (filled.filter((cell) => /\p{L}{3}/u.test(cell)).length * 2 > filled.length) with_words.push(name);
  }
  return { names, with_words };
}

/** For the file's warnings; null: every column was read. */
export function unreadWarning({ names }: UnreadColumns): string | null {
  return names.length === 0 ? null : `columns that are not known were not read: ${listed(names)}`;
}

/** Why rows without any text wait, when a column that was not read may hold it; null: none does. */
export function missingTexts({ with_words }: UnreadColumns): string | null {
  if (with_words.length === 0) return null;
  return (
    `The table has no column of texts that is known; ${listed(with_words)} may be it. Leave these rows out, name its heading ` +
    '"Text" and upload the file again; or decide about the rows as they are.'
  );
}

function listed(names: readonly string[]): string {
  const rest = names.length - NAMED_MAX;
  return names.slice(0, NAMED_MAX).join(", ") + (rest > 0 ? ` and ${rest} more` : "");
}
