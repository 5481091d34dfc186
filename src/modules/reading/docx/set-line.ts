import { cutText } from "../../../core/cut-text.ts";
import type { PageWord } from "../pdf/page-words.ts";
import { cleanText } from "../xml/values.ts";
import type { Piece } from "./paragraph-text.ts";
import type { ParagraphStyle, TabStop } from "./word-styles.ts";

/** A word on a line: a page word that does not know yet how far down it stands. */
export type LineWord = Omit<PageWord, "baseline">;

/** Words beside each other, and how high they are, in points. */
export interface SetLine {
  readonly words: readonly LineWord[];
  readonly size: number;
  /** Space above it that is more than that of another line. */
  readonly space: number;
  readonly starts_page: boolean;
}

/** From where to where something is set, in points from the left edge of the page. */
export interface Span {
  readonly left: number;
  readonly right: number;
}

/** Where tabs lead that have no stop of their own (ECMA-376 part 1, 17.15.1.25). */
const TAB_DEFAULT = 36;
/** Longest piece of text that is kept; a longer one is cut. */
const WORD_LENGTH_MAX = 1000;
/** Between texts that belong to different columns, in sizes of letters. */
const COLUMN_GAP_SIZES = 1;
/** Blanks in a row with which people put one text away from another. */
const BLANKS = / {3,}|\u00A0{3,}/;

/** What a line holds: texts, and the tabs that lead from one to the next. */
type Part = { readonly text: string; readonly size: number } | "tab";

/** The lines of a paragraph: a break ends one, a tab or a row of blanks a word. Widths are those of ordinary letters, by guess. */
export function setParagraph(pieces: readonly Piece[], style: ParagraphStyle, span: Span): SetLine[] {
  const lines: SetLine[] = [];
  let parts: Part[] = [];
  let text = "";
  let size = 0;
  let starts_page = false;
  const endText = (): void => {
    for (const part of text.split(BLANKS)) {
      const clean = cleanText(cutText(part, WORD_LENGTH_MAX));
      if (clean !== null) parts.push({ text: clean, size: size || style.size });
    }
    text = "";
    size = 0;
  };
  const endLine = (): void => {
    endText();
    const words = wordsOf(parts, style, span);
    lines.push({ words, size: Math.max(...words.map((word) => word.size), style.size / 2), space: 0, starts_page });
    parts = [];
    starts_page = false;
  };
  for (const piece of pieces) {
    if (piece.kind === "text") {
      text += piece.text;
      if (piece.text.trim() !== "") size = Math.max(size, piece.size ?? style.size);
    } else if (piece.kind === "tab") {
      endText();
      parts.push("tab");
    } else if (piece.kind === "line") endLine();
    else if (piece.kind === "page") {
      endLine();
      starts_page = true;
    }
  }
  endLine();
  return lines;
}

/** Sets the parts of a line from the left, or as a whole where the paragraph is set to the right or to the middle. */
function wordsOf(parts: readonly Part[], { align, tabs }: ParagraphStyle, { left, right }: Span): LineWord[] {
  const words: LineWord[] = [];
  let x = left;
  let stop: TabStop | null = null;
  for (const part of parts) {
    if (part === "tab") {
      stop = nextStop(x - left, tabs);
      x = left + stop.position;
      continue;
    }
    const { text, size } = part;
    const width = widthOf(text, size);
    const free = words.length === 0 ? left : (words.at(-1)?.right ?? left) + COLUMN_GAP_SIZES * size;
    const start: number = Math.max(free, x - (stop === null ? 0 : shareBefore(stop.align) * width));
    words.push({ text, left: start, right: start + width, size });
    x = start + width;
    stop = null;
  }
  const free = right - (words.at(-1)?.right ?? left);
  const shift = align === "left" || free <= 0 ? 0 : free * shareBefore(align);
  return words.map((word) => ({ ...word, left: word.left + shift, right: word.right + shift }));
}

function shareBefore(align: TabStop["align"]): number {
  return { left: 0, center: 0.5, right: 1 }[align];
}

/** The first stop behind a place; where the paragraph has none left, one of those that every line has. */
function nextStop(x: number, tabs: readonly TabStop[]): TabStop {
  const own = tabs.find(({ position }) => position > x);
  return own ?? { position: (Math.floor(x / TAB_DEFAULT) + 1) * TAB_DEFAULT, align: "left" };
}

/** Shares of the size that letters are wide, as in ordinary fonts without serifs. */
function widthOf(text: string, size: number): number {
  let width = 0;
  for (const letter of text) {
    if (/[ijlftr.,:;'|!()[\]I ]/.test(letter)) width += 0.27;
    else if (/[mwMW@%]/.test(letter)) width += 0.82;
    else width += /[\p{Lu}]/u.test(letter) ? 0.6 : 0.5;
  }
  return width * size;
}
