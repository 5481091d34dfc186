/** What the template sets: finished text in the language of the report, in order. The template decides on looks only. */
export interface PrintModel {
  readonly language: "da" | "en";
  readonly region: string;
  readonly title: string;
  readonly author: string;
  readonly description: string;
  readonly contents_title: string;
  /** Width of the longest id of a disclosure, in em. */
  readonly id_width_em: number;
  readonly running: { readonly left: string; readonly right: string; readonly foot: string; readonly page: string };
  readonly cover: Cover;
  readonly chapters: readonly Chapter[];
  readonly attachment: { readonly name: string; readonly description: string };
}

export interface Cover {
  readonly product: string;
  readonly standard: string;
  readonly company: string;
  readonly title: string;
  readonly art: string;
  readonly details: readonly Definition[];
}

export interface Definition {
  readonly term: string;
  readonly text: string;
}

export interface Chapter {
  readonly title: string;
  /** Height that must be left on the page for it to start there, else it starts on the next; null: always a new page. */
  readonly room_mm: number | null;
  readonly blocks: readonly Block[];
}

export type Tone = "body" | "soft" | "lead" | "note";

export type Block =
  | { readonly kind: "section"; readonly id: string; readonly title: string; readonly status: string }
  | { readonly kind: "subheading"; readonly text: string }
  | { readonly kind: "paragraph"; readonly text: string; readonly tone: Tone }
  | { readonly kind: "tiles"; readonly tiles: readonly Tile[] }
  | { readonly kind: "chart"; readonly file: string; readonly title: string; readonly alt: string }
  | { readonly kind: "definitions"; readonly items: readonly Definition[] }
  | { readonly kind: "gaps"; readonly title: string; readonly items: readonly Definition[] }
  | Table;

export interface Tile {
  readonly label: string;
  readonly value: string;
  readonly unit: string;
  readonly note: string;
}

export interface TableColumn {
  readonly title: string;
  readonly align: "left" | "right";
  /** Part of the remaining width, a fixed width, or what the content needs. */
  readonly width: number | `${number}mm` | "auto";
}

export interface Cell {
  readonly text: string;
  /** Set smaller and in grey: what a reader looks up rather than reads. */
  readonly is_quiet?: boolean;
  /** A second line in small type. */
  readonly detail?: string;
  /** Digits that the figure lacks to stand with its point below the others'. */
  readonly pad?: string;
  /** Columns that the cell takes; 1 by default. */
  readonly span?: number;
}

export interface TableRow {
  readonly tone: "plain" | "total" | "group" | "prose";
  readonly cells: readonly Cell[];
}

export interface Table {
  readonly kind: "table";
  readonly is_small: boolean;
  readonly columns: readonly TableColumn[];
  readonly rows: readonly TableRow[];
}

/** A row of plain cells. */
export function row(...texts: readonly string[]): TableRow {
  return { tone: "plain", cells: texts.map((text) => ({ text })) };
}

export function table(columns: readonly TableColumn[], rows: readonly TableRow[]): Table {
  return { kind: "table", is_small: false, columns, rows };
}

/** For tables of many rows or columns. */
export function smallTable(columns: readonly TableColumn[], rows: readonly TableRow[]): Table {
  return { ...table(columns, rows), is_small: true };
}

/** A column of words, as wide as there is room unless said otherwise. */
export function wordColumn(title: string, width: TableColumn["width"] = 1): TableColumn {
  return { title, align: "left", width };
}

/** A column of figures, as wide as they are unless said otherwise. */
export function figureColumn(title: string, width: TableColumn["width"] = "auto"): TableColumn {
  return { title, align: "right", width };
}
