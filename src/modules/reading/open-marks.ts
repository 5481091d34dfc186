import { type DecimalMark, detectDecimalMark, isGroup, markShownBy, sizeOfWhole } from "./amounts.ts";

/** The cells of a table that hold numbers: money, prices of a unit and quantities. */
interface TableNumbers {
  readonly money: readonly string[];
  readonly prices: readonly string[];
  readonly quantities: readonly string[];
}

/** How a file separates its cells, and the mark of those that do not show theirs. */
interface CellsOfFile {
  readonly decimal_mark: DecimalMark;
  readonly delimiter: string | null;
}

/**
 * Whether nothing says that what `mark` makes thousands are thousands: "12.345" alone, or beside zeros. A cell that can only be read one way
 * says it, and so do whole numbers below a thousand ("1.234", "950") where none above it stands without groups.
 */
export function isMarkOpen(cells: readonly string[], mark: DecimalMark): boolean {
  const { hasSmall, hasLarge } = wholesOf(cells);
  return areAllOpen(cells) && cells.some((cell) => isGroup(cell, mark)) && (hasLarge || !hasSmall);
}

/**
 * Whether quantities may be thousands or decimals by what they are alone. Who separates cells with a comma writes decimals with a point, or
 * groups with it, since a comma would end the cell: there "12.345" is as open. Whole numbers above a thousand have no groups, and tell.
 */
export function areQuantitiesOpen(cells: readonly string[], { decimal_mark, delimiter }: CellsOfFile): boolean {
  if (isMarkOpen(cells, decimal_mark)) return true;
  return (
    delimiter === "," && areAllOpen(cells) && cells.some((cell) => isGroup(cell, ",")) && !wholesOf(cells).hasLarge
  );
}

/** Whether no cell can only be read one way. */
function areAllOpen(cells: readonly string[]): boolean {
  return cells.every((cell) => markShownBy(cell) === null);
}

function wholesOf(cells: readonly string[]): { readonly hasSmall: boolean; readonly hasLarge: boolean } {
  const sizes = new Set(cells.map(sizeOfWhole));
  return { hasSmall: sizes.has("small"), hasLarge: sizes.has("large") };
}

/**
 * The decimal mark of amounts of money, and whether it is open. Where no cell shows it, three digits behind the only mark are a group:
 * no currency of such books is written with three decimals ("15.000" between commas is fifteen thousand). It is open where nothing
 * besides says so, since some systems write three decimals to every number.
 */
export function moneyMark(
  { money, prices }: Pick<TableNumbers, "money" | "prices">,
  fallback: DecimalMark,
): { mark: DecimalMark; is_open: boolean } {
  const other = otherThan(fallback);
  const shown = [...money, ...prices];
  const mark = detectDecimalMark(shown, fallback);
  const isShown = mark === detectDecimalMark(shown, other);
  const hasGroups = !isShown && money.some((cell) => isGroup(cell, other));
  return hasGroups ? { mark: other, is_open: isMarkOpen(money, other) } : { mark, is_open: false };
}

/**
 * Whether the quantities of a table may be thousands or decimals. Money tells: a table hardly ever has two marks, and no currency of such
 * books is written with three decimals, so that three digits behind its only mark are a group. Prices of a unit may have three decimals.
 */
export function isTableMarkOpen({ money, prices, quantities }: TableNumbers, file: CellsOfFile): boolean {
  if (!areQuantitiesOpen(quantities, file)) return false;
  const shown = [...money, ...prices];
  const isShown = detectDecimalMark(shown, ",") === detectDecimalMark(shown, ".");
  const hasGroups = (of: DecimalMark) => money.some((cell) => isGroup(cell, of));
  return !isShown && hasGroups(",") === hasGroups(".");
}

const CELL_MAX = 40;
/** A number with a group and decimals, which no date and no number of a document looks like. */
const BOTH_MARKS = /^[-+(]?\s*\d{1,3}(?:[.,'\s]\d{3})*([.,])\d{3}([.,])\d{1,2}\s*[-)]?$/;

/** The mark that columns of which nobody knows what they hold show in numbers such as "1.234,50"; null: none, or both. */
export function markShownElsewhere(
  rows: readonly (readonly string[])[],
  read: ReadonlySet<number>,
): DecimalMark | null {
  const marks = new Set<string>();
  for (const cells of rows) {
    for (const [index, cell] of cells.entries()) {
      const [, group, mark] = read.has(index) || cell.length > CELL_MAX ? [] : (BOTH_MARKS.exec(cell.trim()) ?? []);
      if (mark !== undefined && mark !== group) marks.add(mark);
    }
  }
  const [only] = marks;
  return marks.size === 1 && (only === "," || only === ".") ? only : null;
}

function otherThan(mark: DecimalMark): DecimalMark {
  return mark === "," ? "." : ",";
}
