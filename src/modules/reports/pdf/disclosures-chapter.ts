import { formatNumber } from "../../../core/number-format.ts";
import type { Fact, ReportSection } from "../facts/fact.ts";
import type { ReportDocument } from "../report-document.ts";
import { rowsByKey, type TypedRows } from "./keyed-facts.ts";
import { type Language, printedDate, printedUnit } from "./print-format.ts";
import type { Block, Chapter, Table, TableRow } from "./print-model.ts";
import type { Words } from "./texts.ts";

/** Longer answers stand below their question, over the whole width. */
const SHORT = 56;

/** Each disclosure with its facts, in the order of the standard, and what it lacks. */
export function disclosuresChapter(document: ReportDocument, words: Words): Chapter {
  const facts = new Map(document.facts.map((fact) => [fact.id, fact]));
  const blocks = document.sections.flatMap((section) => sectionBlocks(section, facts, document, words));
  return { title: words("chapter.disclosures"), room_mm: null, blocks };
}

function sectionBlocks(
  section: ReportSection,
  facts: ReadonlyMap<string, Fact>,
  { language }: ReportDocument,
  words: Words,
): Block[] {
  const own = section.fact_ids.flatMap((id) => facts.get(id) ?? []);
  const { plain, keyed } = rowsByKey(own);
  const gaps: Block[] =
    section.missing.length === 0
      ? []
      : [
          {
            kind: "gaps",
            title: words("section.missing"),
            items: section.missing.map(({ datapoint, description }) => ({ term: description, text: datapoint })),
          },
        ];
  return [
    { kind: "section", id: section.id, title: section.title, status: statusOf(section, words) },
    ...(own.length === 0
      ? [{ kind: "paragraph" as const, tone: "soft" as const, text: words(`section.empty.${section.status}`) }]
      : []),
    ...(plain.length === 0 ? [] : [factTable(plain, language, words)]),
    ...keyed.map((rows) => keyedTable(rows, language, words)),
    ...gaps,
  ];
}

function statusOf({ status, fact_ids, missing }: ReportSection, words: Words): string {
  const facts =
    fact_ids.length === 0
      ? []
      : [words(fact_ids.length === 1 ? "status.fact" : "status.facts", { count: String(fact_ids.length) })];
  const lacks = missing.length === 0 ? [] : [words("status.lacks", { count: String(missing.length) })];
  return [words(`status.${status}`), ...facts, ...lacks].join(" · ");
}

function factTable(facts: readonly Fact[], language: Language, words: Words): Table {
  return {
    kind: "table",
    title: null,
    is_small: false,
    columns: [
      { title: words("column.datapoint"), align: "left", width: 1 },
      { title: words("column.value"), align: "right", width: "30mm" },
      { title: words("column.unit"), align: "left", width: "23mm" },
      { title: words("column.basis"), align: "left", width: "27mm" },
    ],
    rows: facts.map((fact) => factRow(fact, language, words)),
  };
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

function decimalsOf({ decimals, unit }: Fact, value: number): number | undefined {
  if (decimals === null) return undefined;
  return Number.isInteger(value) && !MEASURED.test(unit ?? "") ? 0 : decimals;
}

function basisOf({ provenance }: Fact, language: Language, words: Words): string {
  const { source, entry_count } = provenance;
  if (source === "ledger" && entry_count !== undefined) {
    return words(entry_count === 1 ? "basis.entry" : "basis.entries", { count: formatNumber(entry_count, language) });
  }
  return words(`basis.${source}`);
}

function keyedTable({ keys, concepts, fact }: TypedRows, language: Language, words: Words): Table {
  return {
    kind: "table",
    title: null,
    is_small: true,
    columns: [
      { title: words("column.key"), align: "left", width: 1 },
      ...concepts.map(({ label, unit, kind }) => ({
        title: unit === null || unit === "xbrli:pure" ? label : `${label} (${printedUnit(unit)})`,
        align: kind === "number" ? ("right" as const) : ("left" as const),
        width: 1,
      })),
    ],
    rows: keys.map((key) => ({
      tone: "plain",
      cells: [
        { text: key },
        ...concepts.map(({ concept }) => {
          const found = fact(key, concept);
          return { text: found === undefined ? "\u2013" : printedValue(found, language, words) };
        }),
      ],
    })),
  };
}
