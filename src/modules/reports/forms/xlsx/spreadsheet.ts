/** How a cell looks; the number of decimals of a figure is told apart by its value. */
export type CellStyle = "text" | "strong" | "title" | "heading" | "note" | "figure" | "year" | "date";

/** A text, a figure, a yes or no, a day (YYYY-MM-DD) or nothing. */
export type CellValue =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "number"; readonly number: number }
  | { readonly kind: "boolean"; readonly boolean: boolean }
  | { readonly kind: "date"; readonly date: string };

export interface Cell {
  readonly value: CellValue;
  readonly style: CellStyle;
}

export interface Sheet {
  /** At most 31 characters, none of []:*?/\, unique in its workbook (ECMA-376 part 1, 18.2.19). */
  readonly name: string;
  /** In characters of the default font. */
  readonly widths: readonly number[];
  readonly rows: readonly (readonly (Cell | null)[])[];
  /** Whether the first row names the columns: it stays in sight and every column can be filtered. */
  readonly is_table: boolean;
  /** Of each row in points; null: one line. Without it the program that opens the file decides. */
  readonly heights?: readonly (number | null)[];
}

export interface Workbook {
  readonly title: string;
  readonly language: "da" | "en";
  /** ISO 8601; the only time in the file. */
  readonly created_at: string;
  readonly sheets: readonly Sheet[];
}

export function text(value: string, style: CellStyle = "text"): Cell {
  return { value: { kind: "text", text: value }, style };
}

/** Null stays an empty cell: "not known" is not zero. */
export function figure(value: number | null): Cell | null {
  return value === null ? null : { value: { kind: "number", number: value }, style: "figure" };
}

/** A figure, or the word for one that nobody knows: an empty cell reads as none. */
export function figureOrUnknown(value: number | null, words: (name: "unknown") => string): Cell | null {
  return value === null ? text(words("unknown")) : figure(value);
}

export function year(value: number): Cell {
  return { value: { kind: "number", number: value }, style: "year" };
}

/** Earlier days are counted differently by different programs, or not at all. */
const FIRST_DAY = "1900-03-01";

/** @param value YYYY-MM-DD */
export function date(value: string): Cell {
  return value < FIRST_DAY ? text(value) : { value: { kind: "date", date: value }, style: "date" };
}

export function yesOrNo(value: boolean | null): Cell | null {
  return value === null ? null : { value: { kind: "boolean", boolean: value }, style: "text" };
}

/** A sheet whose first row names the columns. */
export function table(name: string, columns: readonly Column[], rows: readonly (readonly (Cell | null)[])[]): Sheet {
  return {
    name,
    widths: columns.map(([, width]) => width),
    rows: [columns.map(([heading]) => text(heading, "heading")), ...rows],
    is_table: true,
  };
}

export type Column = readonly [heading: string, width: number];
