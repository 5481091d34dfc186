/** One piece of text on a page, upright. Lengths in points (1/72 inch), to the right and downwards. */
export interface PageWord {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  /** Where the letters stand. */
  readonly baseline: number;
  /** Size of the letters. */
  readonly size: number;
}

/** What is printed on one page, in any order. */
export type PageWords = readonly PageWord[];

/** Words that stand together, such as one cell of a table or one line of an address. */
export interface Cell {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly size: number;
}

/** Cells on one height, from left to right. */
export interface Row {
  /** 1-based. */
  readonly page: number;
  readonly baseline: number;
  readonly size: number;
  readonly cells: readonly Cell[];
}

/** Words closer than this, in letter sizes, belong to one cell; columns are further apart. */
const WORD_GAP_SIZES = 0.62;
/** Words whose baselines differ by less than this, in letter sizes, stand on one row. */
const ROW_DRIFT_SIZES = 0.35;

/** A page is some 200 letters wide; whatever stands further to the right on a row is left out. */
const ROW_WORDS_MAX = 300;
/** A cell that grows longer than this is closed. */
const CELL_LENGTH_MAX = 1000;

/** The rows of a document's pages from top to bottom. Text that is printed twice to look bold counts once. */
export function pageRows(pages: readonly PageWords[]): Row[] {
  return pages.flatMap((words, index) => rowsOf(words, index + 1));
}

/** A row's text, cells apart by two blanks. */
export function rowText({ cells }: Row): string {
  return cells.map((cell) => cell.text).join("  ");
}

function rowsOf(words: PageWords, page: number): Row[] {
  const sorted = words.toSorted((word, other) => word.baseline - other.baseline);
  const rows: PageWord[][] = [];
  for (const word of sorted) {
    const row = rows.at(-1);
    const first = row?.[0];
    const drift = first === undefined ? Infinity : word.baseline - first.baseline;
    const size = first === undefined ? 0 : Math.min(first.size, word.size);
    if (row !== undefined && drift <= size * ROW_DRIFT_SIZES) row.push(word);
    else rows.push([word]);
  }
  return rows.map((row) => ({
    page,
    baseline: row[0]?.baseline ?? 0,
    size: Math.max(...row.map((word) => word.size)),
    cells: cellsOf(row),
  }));
}

function cellsOf(row: readonly PageWord[]): Cell[] {
  const cells: Cell[] = [];
  for (const word of row.toSorted((rowWord, other) => rowWord.left - other.left).slice(0, ROW_WORDS_MAX)) {
    const last = cells.at(-1);
    if (last !== undefined && isReprint(last, word)) continue;
    const gap = last === undefined ? Infinity : word.left - last.right;
    const size = Math.max(last?.size ?? 0, word.size);
    if (last === undefined || gap > size * WORD_GAP_SIZES || last.text.length > CELL_LENGTH_MAX) {
      cells.push({ text: word.text, left: word.left, right: word.right, size: word.size });
    } else {
      const blank = gap > size * 0.12 && !last.text.endsWith(" ") ? " " : "";
      const text = `${last.text}${blank}${word.text}`;
      cells[cells.length - 1] = { text, left: last.left, right: Math.max(last.right, word.right), size };
    }
  }
  return cells;
}

function isReprint(last: Cell, word: PageWord): boolean {
  return last.text === word.text && Math.abs(last.left - word.left) < word.size * 0.2;
}
