import type { Cell, Row } from "../pdf/page-words.ts";

/** A label on a page and what stands behind it in the same cell. */
export interface LabelMatch {
  /** Index of the row. */
  readonly at: number;
  readonly cell: Cell;
  readonly rest: string;
}

/** The first value that is read behind, beside or below a label; `label` captures what stands behind it as `value`. Null: none. */
export function labelled(rows: readonly Row[], label: RegExp, read: (text: string) => string | null): string | null {
  for (const match of matches(rows, label)) {
    const { rest } = match;
    if (rest !== "") {
      const restValue = read(rest);
      if (restValue !== null) return restValue;
      continue;
    }
    for (const text of valuesNear(rows, match)) {
      const value = read(text.replace(/^:\s*/, ""));
      if (value !== null) return value;
    }
  }
  return null;
}

/** Every cell that begins with the label, in the order of the pages. */
export function* matches(rows: readonly Row[], label: RegExp): Generator<LabelMatch> {
  for (const [at, row] of rows.entries()) {
    for (const cell of row.cells) {
      const match = label.exec(cell.text.trim());
      if (match !== null) yield { at, cell, rest: (match.groups?.["value"] ?? "").trim() };
    }
  }
}

/** What stands behind a label in its cell, then to its right, then below it. */
export function valuesAt(rows: readonly Row[], match: LabelMatch): string[] {
  return [match.rest, ...valuesNear(rows, match)];
}

/** What stands to the right of a label, then below it. */
export function valuesNear(rows: readonly Row[], { at, cell }: LabelMatch): string[] {
  const row = rows[at];
  if (row === undefined) return [];
  const right = row.cells.filter((otherCell) => otherCell.left > cell.left).slice(0, 1);
  const below = rows
    .slice(at + 1, at + 3)
    .filter((lowerRow) => lowerRow.page === row.page && lowerRow.baseline - row.baseline < 3 * row.size)
    .flatMap((lowerRow) => lowerRow.cells.filter((two) => two.left < cell.right && two.right > cell.left));
  return [...right, ...below].map((nearCell) => nearCell.text);
}
