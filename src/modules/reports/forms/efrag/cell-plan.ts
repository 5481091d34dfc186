import { RenderRefusal } from "../render-refusal.ts";
import { type CellPosition, cellName, positionKey } from "./cell-position.ts";
import type { CellEdit } from "./sheet-cells.ts";
import type { TemplateBook } from "./template-book.ts";

export type PlannedValue = number | string | boolean;

/** A figure of the report for a cell that the template calculates itself. */
export interface ReportedFigure {
  readonly sheet: string;
  readonly position: CellPosition;
  readonly value: PlannedValue;
  /** What a person calls it. */
  readonly label: string;
  /** Qualified name; undefined for what is no fact. */
  readonly concept?: string | undefined;
  /** Digits after the point of its number; null for what is no number. */
  readonly decimals: number | null;
}

/** What the template shows where a formula has nothing to calculate. */
export const NO_FIGURE = "-";

/** What is said of a value beside where it stands. */
type Meaning = Pick<ReportedFigure, "label" | "concept" | "decimals">;

/** What will stand in the cells of the template. */
export interface CellPlan {
  readonly inputs: ReadonlyMap<string, readonly CellEdit[]>;
  readonly figures: readonly ReportedFigure[];
  /** Puts a value into a cell; where the template calculates, it is kept beside the formula as a figure. */
  put(sheet: string, position: CellPosition, value: PlannedValue, of: Meaning): void;
  /** Empties a cell that the template has filled in before. */
  clear(sheet: string, position: CellPosition): void;
}

/** Characters that a cell can hold (Excel's own bound). */
const CELL_CHARACTERS_MAX = 32_767;

/** A plan without anything in it yet. */
export function emptyPlan(book: TemplateBook): CellPlan {
  const inputs = new Map<string, CellEdit[]>();
  const figures: ReportedFigure[] = [];
  const taken = new Map<string, PlannedValue | null>();
  const edit = (sheet: string, change: CellEdit): void => {
    inputs.set(sheet, [...(inputs.get(sheet) ?? []), change]);
  };
  const isTaken = (sheet: string, position: CellPosition, value: PlannedValue | null): boolean => {
    const cell = `${sheet}!${cellName(position)}`;
    const before = taken.get(cell);
    if (before !== undefined && before !== value) throw new Error(`two values for ${cell}`);
    taken.set(cell, value);
    return before !== undefined;
  };
  return {
    inputs,
    figures,
    put(sheet, position, value, { label, concept, decimals }) {
      if (typeof value === "string" && value.length > CELL_CHARACTERS_MAX) {
        throw new RenderRefusal(
          `"${label}" is longer than a cell of the template can hold (${CELL_CHARACTERS_MAX} characters).`,
        );
      }
      if (isTaken(sheet, position, value)) return;
      const isFormula = book.sheets.get(sheet)?.formulas.has(positionKey(position)) === true;
      if (isFormula) figures.push({ sheet, position, value, label, concept, decimals });
      else edit(sheet, { position, kind: "input", value });
    },
    clear(sheet, position) {
      if (!isTaken(sheet, position, null)) edit(sheet, { position, kind: "input", value: null });
    },
  };
}

/** The meaning of a value that is no fact. */
export function labelled(label: string): Meaning {
  return { label, decimals: null };
}
