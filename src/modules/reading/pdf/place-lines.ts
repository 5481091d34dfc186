import { decimal } from "../../../core/quantity.ts";
import type { PageRegion, PageSize, PrintedText } from "../../../core/page-drawing.ts";
import { pageRows, type PageWords, type Row, rowText } from "./page-words.ts";

/** Fewer letters than this say too little to tell one row from another. */
const LETTERS_MIN = 3;
/** How far letters reach above and below the line on which they stand, in their sizes. */
const ABOVE_SIZES = 1;
const BELOW_SIZES = 0.35;

/**
 * Finds rows of pages again by what was read of them: rows with the description, or its beginning where it goes on below,
 * rather those with the amount, rather the description alone in its cell than among other words; lines that are alike take
 * their rows in order. Null: no row is like it, or it would lie beyond its page, as on pages whose text runs upwards.
 */
export function placeLines(
  pages: readonly PageWords[],
  sizes: readonly PageSize[],
  lines: readonly PrintedText[],
): (PageRegion | null)[] {
  const rows = pageRows(pages).map((row) => ({ row, cells: wordyCells(row), numbers: numbersOf(rowText(row)) }));
  const taken = new Set<Row>();
  return lines.map(({ description, amount }) => {
    const wanted = folded(description);
    const money = amount === null ? null : centsOf(amount);
    const likeness = rows.map(({ row, cells, numbers }) => {
      const words = Math.max(0, ...cells.map((cell) => likenessOf(cell, wanted)));
      return { row, points: words === 0 ? 0 : words + (money !== null && numbers.includes(money) ? 10 : 0) };
    });
    const most = Math.max(0, ...likeness.map(({ points }) => points));
    const alike = likeness.filter(({ points }) => points > 0 && points === most);
    const found = (alike.find(({ row }) => !taken.has(row)) ?? alike[0])?.row;
    if (found === undefined) return null;
    taken.add(found);
    return placeOf(found, sizes[found.page - 1]);
  });
}

/** 3: the cell is the description, 2: its beginning, 1: has it among other words, 0: none of them. */
function likenessOf(cell: string, wanted: string): number {
  if (wanted === "") return 0;
  if (cell === wanted) return 3;
  if (wanted.startsWith(cell)) return 2;
  return cell.includes(wanted) ? 1 : 0;
}

/** The cells of a row that hold words. */
function wordyCells({ cells }: Row): readonly string[] {
  const texts = cells.map(({ text }) => folded(text));
  return texts.filter((text) => text.replaceAll(/\P{L}/gu, "").length >= LETTERS_MIN);
}

function folded(text: string): string {
  return text.toLowerCase().replaceAll(/\s+/g, " ").trim();
}

/** Each number of a row without its marks: "11.855,00" is 1185500. */
function numbersOf(text: string): readonly string[] {
  return [...text.matchAll(/\d[\d.,' ]*/g)].map(([number]) => number.replaceAll(/\D/g, ""));
}

function centsOf(amount: string): string {
  return decimal(amount).abs().toFixed(2).replace(".", "");
}

function placeOf({ page, baseline, size, cells }: Row, dimensions: PageSize | undefined): PageRegion | null {
  const [left, right] = [Math.min(...cells.map((cell) => cell.left)), Math.max(...cells.map((cell) => cell.right))];
  if (dimensions === undefined) return null;
  const { width, height } = dimensions;
  const top = baseline - ABOVE_SIZES * size;
  const bottom = baseline + BELOW_SIZES * size;
  if (left < 0 || top < 0 || right > width * 1.01 || bottom > height * 1.01) return null;
  return {
    page,
    left: left / width,
    top: top / height,
    width: Math.min(1, right / width) - left / width,
    height: Math.min(1, bottom / height) - top / height,
  };
}
