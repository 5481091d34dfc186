import { formatNumber } from "../../../core/number-format.ts";
import type { ReportDocument } from "../report-document.ts";
import { exact, percentage, printedDate, tonnes } from "./print-format.ts";
import type { Block, Chapter, Definition, Table } from "./print-model.ts";
import { type Words, wordOr } from "./texts.ts";

/** How the figures came about: boundary, methods, gases, data quality. */
export function methodsChapter(document: ReportDocument, words: Words): Chapter {
  const { language, period, data_quality, factors } = document;
  const sets = [...new Set(factors.flatMap(({ gwp_set }) => gwp_set ?? []))].sort().join(", ");
  const blocks: Block[] = [
    ...explained(words("methods.boundary"), words("methods.boundary.text", dates(period, language))),
    ...explained(
      words("methods.scope2"),
      words("methods.scope2.text", { count: formatNumber(data_quality.market_based_fallback_count, language) }),
    ),
    ...explained(words("methods.calculation"), words("methods.calculation.text")),
    ...explained(
      words("methods.gwp"),
      words("methods.gwp.text", { sets: sets === "" ? words("methods.gwp.none") : sets }),
    ),
    { kind: "subheading", text: words("methods.table") },
    methodsTable(document, words),
    { kind: "subheading", text: words("methods.quality") },
    { kind: "definitions", items: qualityOf(document, words) },
  ];
  return { title: words("chapter.methods"), is_apart: true, blocks };
}

function dates({ from, to }: ReportDocument["period"], language: ReportDocument["language"]): Record<string, string> {
  return { from: printedDate(from, language), to: printedDate(to, language) };
}

function explained(title: string, text: string): Block[] {
  return [
    { kind: "subheading", text: title },
    { kind: "paragraph", tone: "body", text },
  ];
}

function methodsTable({ methods, language }: ReportDocument, words: Words): Table {
  return {
    kind: "table",
    title: null,
    is_small: false,
    columns: [
      { title: words("methods.method"), align: "left", width: 1 },
      { title: words("detail.scope"), align: "right", width: "auto" },
      { title: words("detail.entries"), align: "right", width: "auto" },
      { title: "tCO\u2082e", align: "right", width: "auto" },
    ],
    rows: methods.map(({ scope, calculation_method, value, entry_count }) => ({
      tone: "plain",
      cells: [
        { text: wordOr(words, `method.${calculation_method}`, calculation_method) },
        { text: scope },
        { text: formatNumber(entry_count, language) },
        { text: tonnes(value, language) },
      ],
    })),
  };
}

function qualityOf({ data_quality: quality, language }: ReportDocument, words: Words): Definition[] {
  const count = (value: number) => formatNumber(value, language);
  return [
    { term: words("methods.quality.score"), text: quality.score === null ? "\u2013" : exact(quality.score, language) },
    { term: words("methods.quality.primary"), text: percentage(quality.primary_share_pct, language) },
    { term: words("methods.quality.spend"), text: percentage(quality.spend_share_pct, language) },
    { term: words("methods.quality.entries"), text: count(quality.entry_count) },
    { term: words("methods.quality.months"), text: `${quality.months_with_data} / 12` },
    { term: words("methods.quality.pending"), text: count(quality.pending_review_count) },
    { term: words("methods.quality.fallback"), text: count(quality.market_based_fallback_count) },
  ];
}
