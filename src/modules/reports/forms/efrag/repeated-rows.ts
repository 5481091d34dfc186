import type { Fact } from "../../datapoints/fact.ts";
import { type CellPlan, labelled } from "./cell-plan.ts";
import type { CellPosition } from "./cell-position.ts";
import { cellValueOf, datapointOf, unitWord, type WordSource } from "./cell-values.ts";
import { localName, type ReportedFacts } from "./reported-facts.ts";
import { tooMany } from "./single-cells.ts";
import { type TemplateRange, templateTables } from "./template-tables.ts";

/** The rows of one table of the template: a key for each row, and the columns beside it. */
interface RowTable {
  readonly axis: TemplateRange;
  readonly columns: readonly TemplateRange[];
  /** Cells for the unit of a row. */
  readonly units: readonly TemplateRange[];
}

/** One row: facts of one key and, where rows have units, of one unit. */
interface PlannedRow {
  readonly key: string;
  readonly unit: string | null;
  readonly facts: Fact[];
}

/**
 * Places facts with keys: sites, subsidiaries, materials, pollutants, kinds of waste, countries. Keys that people chose
 * become the numbers that the template gives its rows, the same number for one site in all tables.
 * @throws RenderRefusal when a table has fewer rows than the report.
 */
export function placeRepeatedRows(plan: CellPlan, facts: ReportedFacts, words: WordSource): void {
  for (const table of rowTables()) {
    const { sheet, first, last } = table.axis.range;
    const rows = plannedRows(table, facts);
    if (rows.length > last.row - first.row + 1) throw tooMany(table.axis.name, rows.length, last.row - first.row + 1);
    for (const [index, row] of rows.entries()) {
      if (row.facts.length === 0) continue;
      placeKey(plan, table, { column: first.column, row: first.row + index }, row.key, { facts, words });
      for (const fact of row.facts) placeInRow(plan, table, first.row + index, fact, words);
      const unit = table.units[0];
      if (unit !== undefined && row.unit !== null) {
        const position = { column: unit.range.first.column, row: first.row + index };
        plan.put(sheet, position, unitWord(row.unit), labelled(unit.name));
      }
    }
  }
}

function rowTables(): RowTable[] {
  const { ranges } = templateTables();
  return ranges
    .filter(({ role, content }) => role === "axis" && content === "input")
    .map((axis) => {
      const beside = ranges.filter(
        ({ range }) =>
          range.sheet === axis.range.sheet &&
          range.first.row === axis.range.first.row &&
          range.last.row === axis.range.last.row,
      );
      return {
        axis,
        columns: beside.filter(({ role }) => role === "fact"),
        units: beside.filter(({ role }) => role === "unit"),
      };
    });
}

/** Numbered rows stand in the order of all keys of the axis; others hold only keys with facts of this table. */
function plannedRows(table: RowTable, facts: ReportedFacts): PlannedRow[] {
  const concepts = new Set(table.columns.map(({ concept }) => concept));
  const along = facts.along(table.axis.concept);
  const mine = along.filter(({ concept }) => concepts.has(concept));
  const keys = new Set((isNumbered(table) ? along : mine).map((fact) => keyOf(table, fact)));
  return [...keys].flatMap((key) =>
    rowsOfKey(
      table,
      key,
      mine.filter((fact) => keyOf(table, fact) === key),
    ),
  );
}

function keyOf({ axis }: RowTable, fact: Fact): string {
  return fact.dimensions[axis.concept] ?? "";
}

function rowsOfKey(table: RowTable, key: string, facts: readonly Fact[]): PlannedRow[] {
  if (table.units.length === 0) return [{ key, unit: null, facts: [...facts] }];
  const units = new Set(facts.flatMap(({ unit }) => unit ?? []));
  if (units.size === 0) return [{ key, unit: null, facts: [...facts] }];
  return [...units].map((unit) => ({ key, unit, facts: facts.filter((fact) => (fact.unit ?? unit) === unit) }));
}

/** The template numbers the rows of sites, subsidiaries and materials itself. */
function isNumbered({ axis }: RowTable): boolean {
  return axis.concept.endsWith("TypedAxis") && axis.name === localName(axis.concept);
}

function placeKey(
  plan: CellPlan,
  table: RowTable,
  position: CellPosition,
  key: string,
  { facts, words }: { readonly facts: ReportedFacts; readonly words: WordSource },
): void {
  if (isNumbered(table)) return;
  const { sheet } = table.axis.range;
  if (table.axis.concept.endsWith("TypedAxis")) {
    const keys = [...new Set(facts.along(table.axis.concept).map((fact) => keyOf(table, fact)))];
    plan.put(sheet, position, keys.indexOf(key) + 1, labelled(table.axis.name));
    return;
  }
  const list = datapointOf(words.catalog, table.columns[0]?.concept ?? "")?.axis_list ?? "";
  plan.put(sheet, position, words.dropDowns.wordFor(table.axis.choices, list, key), labelled(table.axis.name));
}

function placeInRow(plan: CellPlan, table: RowTable, row: number, fact: Fact, words: WordSource): void {
  const column = table.columns.find(({ concept }) => concept === fact.concept);
  if (column === undefined) return;
  const { sheet, first } = column.range;
  plan.put(sheet, { column: first.column, row }, cellValueOf(fact, column, words), fact);
}
