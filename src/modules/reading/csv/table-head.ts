import { cutText } from "../../../core/cut-text.ts";
import { canonicalHash } from "../../../core/content-hash.ts";
import { headingSuffix } from "./heading-suffix.ts";
import { type Column, normaliseHeading } from "./columns.ts";

/** Characters of a heading that are compared and shown. */
export const HEADING_LENGTH_MAX = 200;

/** A column by what stands above it: the heading as printed and which one of that name it is, from 1 on, from the left. */
export interface HeadColumn {
  readonly heading: string;
  readonly occurrence: number;
  readonly index: number;
}

/** What headings are compared by; one without letters and digits ("%") by its signs, one that is empty by nothing. */
export function headingName(heading: string): string {
  const name = normaliseHeading(heading);
  return cutText(name === "" ? heading.trim() : name, HEADING_LENGTH_MAX);
}

/** The columns of a header row, those without a heading included. */
export function headColumns(cells: readonly string[]): HeadColumn[] {
  const seen = new Map<string, number>();
  return cells.map((cell, index) => {
    const name = headingName(cell);
    const occurrence = (seen.get(name) ?? 0) + 1;
    seen.set(name, occurrence);
    return { heading: cutText(cell.trim(), HEADING_LENGTH_MAX), occurrence, index };
  });
}

/** Equal for equal columns: the name of its heading, and which of that name it is. */
export function columnName({ heading, occurrence }: Pick<HeadColumn, "heading" | "occurrence">): string {
  return `${headingName(heading)}#${occurrence}`;
}

/**
 * What a source is recognised by where nothing else names it: SHA-256, lower hex, of the names of its headings in any order.
 * Exports of one program have the same, whatever the order of their columns, as CSV and as workbook; empty headings say nothing.
 */
export function headKey(cells: readonly string[]): string {
  return canonicalHash(
    cells
      .map(headingName)
      .filter((name) => name !== "")
      .toSorted(),
  );
}

/** A column of any heading, with the currency or unit that the heading names. */
export function columnOf({ heading, index }: HeadColumn): Column {
  const { currency, unit } = headingSuffix(normaliseHeading(heading));
  return { index, currency, unit };
}
