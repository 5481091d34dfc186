import { formatNumber } from "../../../../core/number-format.ts";
import type { Fact } from "../../datapoints/fact.ts";
import type { ReportDocument } from "../../presentation/report-document.ts";
import type { ComparedFact, FactGrid } from "./fact-groups.ts";
import { type Language, printedDate, printedUnit, withPercent } from "./print-format.ts";
import { figureColumn, row, smallTable, type Table, table, type TableRow, wordColumn } from "./print-model.ts";
import type { Words } from "./texts.ts";
import { previousYearTitle, yearTitle } from "./sums.ts";

/** Longer answers stand below their question, over the whole width. */
const SHORT = 56;
/** More columns than that do not fit beside each other. */
const COLUMNS_MAX = 5;
const NOTHING = "\u2013";

/** Facts one below the other: name, value, unit, and what the value rests on. */
export function factTable(facts: readonly Fact[], language: Language, words: Words): Table {
  return table(
    [
      wordColumn(words("datapoint")),
      figureColumn(words("value"), "30mm"),
      wordColumn(words("unit"), "23mm"),
      wordColumn(words("column.basis"), "27mm"),
    ],
    facts.map((fact) => factRow(fact, language, words)),
  );
}

function factRow(fact: Fact, language: Language, words: Words): TableRow {
  const value = printedValue(fact, language, words);
  const basis = { text: basisOf(fact, language, words), is_quiet: true };
  if (fact.kind === "number") {
    return { tone: "plain", cells: [{ text: fact.label }, { text: value }, { text: printedUnit(fact.unit) }, basis] };
  }
  if (value.length <= SHORT && !value.includes("\n")) {
    return { tone: "plain", cells: [{ text: fact.label }, { text: value, span: 2 }, basis] };
  }
  return { tone: "prose", cells: [{ text: fact.label, detail: value, span: 3 }, basis] };
}

/** A fact's value as it is printed: figures with the decimals that were reported. */
export function printedValue(fact: Fact, language: Language, words: Words): string {
  const { value, value_label } = fact;
  if (value_label !== null) return value_label;
  if (typeof value === "number") {
    return fact.kind === "year" ? String(value) : formatNumber(value, language, decimalsOf(fact, value));
  }
  if (typeof value === "boolean") return words(value ? "yes" : "no");
  if (typeof value === "string") return fact.kind === "date" ? printedDate(value, language) : value;
  return value.join(", ");
}

/** Units whose figures are measured to the last decimal; of others a whole number is a count and has none. */
const MEASURED = /tCO2e|MWh|iso4217/;

/** Decimals with which a figure is printed at least; undefined: those that it has. */
export function decimalsOf({ decimals, unit }: Fact, value: number): number | undefined {
  if (decimals === null) return undefined;
  return Number.isInteger(value) && !MEASURED.test(unit ?? "") ? 0 : decimals;
}

/** What a fact rests on, in words. */
export function basisOf({ provenance }: Fact, language: Language, words: Words): string {
  const { source, entry_count } = provenance;
  if (source === "ledger" && entry_count !== undefined) {
    return words(entry_count === 1 ? "basis.entry" : "basis.entries", { count: formatNumber(entry_count, language) });
  }
  return words(`source.${source}`);
}

/** Rows by key while the concepts fit beside each other, columns by key while the keys do, else one list per key. */
export function gridTable(grid: FactGrid, language: Language, words: Words): Table {
  const { keys, columns, at } = grid;
  const valueAt = (key: string, column: Fact) => {
    const fact = at(key, column);
    return fact === undefined ? NOTHING : printedValue(fact, language, words);
  };
  if (columns.length <= COLUMNS_MAX) {
    const titles = columns.map((column) =>
      (column.kind === "number" ? figureColumn : wordColumn)(namedWithUnit(column), 1),
    );
    const rows = keys.map((key) => row(key, ...columns.map((column) => valueAt(key, column))));
    return smallTable([wordColumn(words("column.key")), ...titles], rows);
  }
  if (keys.length < COLUMNS_MAX) {
    const titles = keys.map((key) => figureColumn(key, 0.5));
    const rows = columns.map((column) => row(namedWithUnit(column), ...keys.map((key) => valueAt(key, column))));
    return smallTable([wordColumn(words("datapoint")), ...titles], rows);
  }
  const rows = keys.flatMap((key): TableRow[] => [
    { tone: "group", cells: [{ text: key, span: 4 }] },
    ...columns.flatMap((column) => at(key, column) ?? []).map((fact) => factRow(fact, language, words)),
  ]);
  return { ...factTable([], language, words), rows };
}

export function namedWithUnit({ label, unit }: Fact): string {
  const printed = printedUnit(unit);
  return printed === "" ? label : `${label} (${printed})`;
}

/** Figures of the base year, the year before and the report year side by side, as ESRS E1-6 (AR 48) sets them. */
export function comparedTable(facts: readonly ComparedFact[], document: ReportDocument, words: Words): Table {
  const { language } = document;
  const value = (fact: Fact | undefined) => (fact === undefined ? NOTHING : printedValue(fact, language, words));
  const changed = (fact: Fact | undefined) => (fact === undefined ? NOTHING : withPercent(value(fact), language));
  const titles = [
    words("baseline_year"),
    words("compared.previous", { year: previousYearTitle(document) }),
    yearTitle(document),
    words("compared.change"),
  ];
  return table(
    [wordColumn(words("datapoint")), ...titles.map((title) => figureColumn(title))],
    facts.map(({ current, base, previous, change }) =>
      row(namedWithUnit(current), value(base), value(previous), value(current), changed(change)),
    ),
  );
}
