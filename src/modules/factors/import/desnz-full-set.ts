import { type DesnzFactor, type DesnzFile, nameOfPublished } from "./desnz-file.ts";
import { ownUnit } from "./desnz-vocabulary.ts";
import { type PublishedIds, publishedWords } from "./published-ids.ts";
import type { XlsxRow, XlsxSheet } from "./xlsx.ts";

const TOTAL = "kg CO2e";
const OUTSIDE_TOTAL = "kg CO2e of CO2 per unit";
const UNIT = "Unit";

/** Words that a later year replaced, with those of the flat file of 2025: the figures are of the same way of treatment. */
const RENAMED: ReadonlyMap<string, string> = new Map([["Combustion", "Incineration with Energy Recovery"]]);

/** A table of one sheet: where its labels, its unit and its figures stand. */
interface Table {
  readonly unit: number;
  readonly labels: readonly number[];
  /** One per figure with its gases: what each of its columns measures. */
  readonly groups: readonly { readonly column_text: string; readonly measures: ReadonlyMap<number, string> }[];
}

/**
 * Reads the UK Government's workbook named "full set": one sheet per kind of activity, tables of labels by fuels, sizes or treatments.
 * An empty cell is "not available", never zero. Rows that no id is known of come with an empty id. Null: it is another workbook.
 */
export function desnzFullSet(sheets: readonly XlsxSheet[], ids: PublishedIds): DesnzFile | null {
  const front = headOf(sheets[0]?.rows ?? []);
  const year = Number(front.get("Year:"));
  if (front.get("Factor set:") !== "Full set" || !Number.isInteger(year) || year < 2000) return null;
  const factors = sheets.flatMap((sheet) => factorsOf(sheet, ids));
  return { year, version: front.get("Version:") ?? null, edition: "full set", factors };
}

/** What the head of a sheet says: "Scope:", "Version:", "Year:" with the cell beside each. */
function headOf(rows: readonly XlsxRow[]): ReadonlyMap<string, string> {
  const head = new Map<string, string>();
  for (const { cells } of rows.slice(0, 8)) {
    for (const [column, cell] of cells.entries()) {
      const name = cell?.text.trim() ?? "";
      if (name.endsWith(":") && !head.has(name)) head.set(name, words(cells[column + 1]?.text));
    }
  }
  return head;
}

function factorsOf({ name, rows }: XlsxSheet, ids: PublishedIds): DesnzFactor[] {
  const scope = headOf(rows).get("Scope:") ?? "";
  const factors: DesnzFactor[] = [];
  let table: Table | null = null;
  let labels = new Map<number, string>();
  for (const [index, row] of rows.entries()) {
    const before = rows[index - 1];
    const head = tableHead(row, before);
    if (head !== null) {
      table = head;
      labels = new Map();
    } else if (table !== null) {
      const unit = textAt(row, table.unit);
      // A table ends at the first row without a unit; questions and answers follow it.
      if (unit === "" || row.number !== (before?.number ?? 0) + 1) {
        table = null;
        continue;
      }
      labels = filledDown(table, row, labels);
      const [activity = "", kind = "", size = ""] = table.labels.map((column) => labels.get(column) ?? "");
      for (const { column_text, measures } of table.groups) {
        const levels = [words(name), activity, kind, size] as const;
        const figures = new Map([...measures].map(([column, measure]) => [measure, textAt(row, column) || null]));
        const named = nameOfPublished({ levels, column_text, unit });
        const id = ids.get(publishedWords(named, ownUnit(unit)?.unit ?? unit)) ?? "";
        factors.push({ id, line: row.number, scope, levels, column_text, unit, figures });
      }
    }
  }
  return factors;
}

/** A row that names a unit and figures; more than one figure is told apart by the row above. Null: it heads no table. */
function tableHead(row: XlsxRow, above: XlsxRow | undefined): Table | null {
  const names = row.cells.map((cell) => words(cell?.text));
  const unit = names.indexOf(UNIT);
  const total = names.includes(TOTAL) ? TOTAL : OUTSIDE_TOTAL;
  const starts = names.flatMap((name, column) => (name === total ? [column] : []));
  const [first] = starts;
  if (unit < 1 || first === undefined || first < unit) return null;
  const groups = starts.map((start, index) => {
    const end = starts[index + 1] ?? names.length;
    const measured = names.flatMap((name, column): [number, string][] =>
      column >= start && column < end && name.startsWith(TOTAL) ? [[column, name]] : [],
    );
    const text = starts.length > 1 ? textAt(above, start) : "";
    return { column_text: RENAMED.get(text) ?? text, measures: new Map(measured) };
  });
  const labels = names.flatMap((name, column) => (column < unit && name !== "" ? [column] : []));
  return { unit, labels, groups };
}

/** A label holds for the rows below it until another one, or one further left, takes its place. */
function filledDown({ labels: columns }: Table, row: XlsxRow, before: ReadonlyMap<number, string>) {
  const labels = new Map(before);
  for (const [index, column] of columns.entries()) {
    const text = textAt(row, column);
    if (text === "") continue;
    labels.set(column, text);
    for (const right of columns.slice(index + 1)) labels.delete(right);
  }
  return labels;
}

function textAt(row: XlsxRow | undefined, column: number): string {
  return words(row?.cells[column]?.text);
}

function words(text: string | undefined): string {
  return text?.replaceAll(/\s+/g, " ").trim() ?? "";
}
