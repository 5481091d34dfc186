import { type CalculatedBook, calculationOf, type CellFormula } from "./calculation.ts";
import { type CellPosition, COLUMNS_MAX, positionKey } from "./cell-position.ts";
import { type FormulaNode, parseFormula } from "./formula-tree.ts";
import type { CellValue } from "./formula-values.ts";
import { type CellEdit, readSheetCells, type SheetCells, type StoredCell } from "./sheet-cells.ts";
import type { WorkbookPackage } from "./template-package.ts";

/** The cells of a workbook, ready to be calculated. */
export interface TemplateBook {
  readonly sheets: ReadonlyMap<string, BookSheet>;
  readonly named: CalculatedBook["named"];
}

interface BookSheet {
  readonly cells: SheetCells;
  readonly formulas: ReadonlyMap<number, CellFormula>;
  readonly extent: CellPosition;
}

/** Reads all cells and formulas of a workbook; a formula that is not understood keeps its stored value. */
export function readBook(workbook: WorkbookPackage): TemplateBook {
  const sheets = new Map<string, BookSheet>();
  for (const [name, part] of workbook.sheets) {
    const cells = readSheetCells((workbook.parts.get(part) ?? Buffer.alloc(0)).toString("utf8"), workbook.strings);
    sheets.set(name, { cells, formulas: formulasOf(cells), extent: extentOf(cells) });
  }
  return { sheets, named: (name) => workbook.names.get(name) ?? null };
}

/** A formula that several cells share is read once; each of them sees it from its own place. */
function formulasOf(cells: SheetCells): Map<number, CellFormula> {
  const formulas = new Map<number, CellFormula>();
  const shared = new Map<string, { readonly tree: FormulaNode | null; readonly first: CellPosition }>();
  for (const [key, { formula, position }] of cells) {
    if (formula === null) continue;
    const group = formula.shared_index;
    const master = group === null || formula.text !== "" ? undefined : shared.get(group);
    if (master !== undefined) {
      const { tree, first } = master;
      formulas.set(key, { tree, columns: position.column - first.column, rows: position.row - first.row });
      continue;
    }
    const tree = parseFormula(formula.text.trim());
    if (group !== null) shared.set(group, { tree, first: position });
    formulas.set(key, { tree, columns: 0, rows: 0 });
  }
  return formulas;
}

function extentOf(cells: SheetCells): CellPosition {
  let column = 1;
  let row = 1;
  for (const { position } of cells.values()) {
    column = Math.max(column, position.column);
    row = Math.max(row, position.row);
  }
  return { column, row };
}

/** Every formula of a sheet with its stored and its calculated value. */
export interface CalculatedCell {
  readonly sheet: string;
  readonly cell: StoredCell;
  readonly calculated: CellValue;
}

/** Calculates all formulas of a workbook in which some cells have new values. */
export function calculateBook(book: TemplateBook, edits: ReadonlyMap<string, readonly CellEdit[]>): CalculatedCell[] {
  const valueOf = bookCalculation(book, edits);
  return [...book.sheets].flatMap(([sheet, { cells, formulas }]) =>
    [...formulas.keys()].flatMap((key) => {
      const cell = cells.get(key);
      return cell === undefined ? [] : [{ sheet, cell, calculated: valueOf(sheet, cell.position) }];
    }),
  );
}

/** The value of any cell of a workbook in which some cells have new values. */
export function bookCalculation(
  book: TemplateBook,
  edits: ReadonlyMap<string, readonly CellEdit[]>,
): (sheet: string, position: CellPosition) => CellValue {
  const editsBySheet = new Map<string, ReadonlyMap<number, CellValue>>();
  for (const [sheet, changes] of edits) {
    editsBySheet.set(sheet, new Map(changes.map((edit) => [positionKey(edit.position), edit.value])));
  }
  return calculationOf({
    stored: (sheet, position) => {
      const key = positionKey(position);
      const changed = editsBySheet.get(sheet)?.get(key);
      return changed === undefined ? (book.sheets.get(sheet)?.cells.get(key)?.value ?? null) : changed;
    },
    formula: (sheet, position) => book.sheets.get(sheet)?.formulas.get(positionKey(position)) ?? null,
    extent: (sheet) => grownExtent(book.sheets.get(sheet)?.extent ?? null, edits.get(sheet) ?? []),
    named: book.named,
  });
}

function grownExtent(extent: CellPosition | null, edits: readonly CellEdit[]): CellPosition | null {
  if (extent === null) return null;
  return {
    column: Math.min(Math.max(extent.column, ...edits.map((edit) => edit.position.column)), COLUMNS_MAX),
    row: Math.max(extent.row, ...edits.map((edit) => edit.position.row)),
  };
}
