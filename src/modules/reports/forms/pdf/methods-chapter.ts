import { formatNumber } from "../../../../core/number-format.ts";
import { tonnesOf } from "../../../../core/quantity.ts";
import { methodName, scope2PartName } from "../../presentation/label-texts.ts";
import type { ReportDocument } from "../../presentation/report-document.ts";
import { unknownPlaces } from "../../presentation/unknown-places.ts";
import { exact, percentage, printedDate, tonnes, tonnesOrDash } from "./print-format.ts";
import {
  type Block,
  type Chapter,
  figureColumn,
  row,
  smallTable,
  type Table,
  table,
  type TableRow,
  wordColumn,
} from "./print-model.ts";
import { isFormat2, monthsOf, reportYear } from "./sums.ts";
import type { Words } from "./texts.ts";

/** How the figures came about: boundary, methods, gases, data quality. */
export function methodsChapter(document: ReportDocument, words: Words): Chapter {
  const { language, period, data_quality } = document;
  // Without entries nothing was calculated.
  const hasEntries = isFormat2(document) || data_quality.entry_count > 0;
  const blocks: Block[] = [
    ...explained(words("methods.boundary"), words("methods.boundary.text", dates(period, language))),
    ...explained(words("methods.scope2"), scope2Text(document, words)),
    ...scope2Blocks(document, words),
    ...(hasEntries
      ? [
          ...explained(words("methods.calculation"), words("methods.calculation.text")),
          ...explained(words("methods.gwp"), words("methods.gwp.text", { sets: gwpSets(document, words) })),
        ]
      : []),
    ...notesOf("spend_region_substituted", document).flatMap((text) => explained(words("methods.region"), text)),
    ...notesOf("factor_year_distant", document).flatMap((text) => explained(words("methods.year"), text)),
    ...notesOf("degree_days", document).flatMap((text) => explained(words("methods.heat"), text)),
    ...notesOf("rounding", document).flatMap((text) => explained(words("methods.rounding"), text)),
    ...(hasEntries
      ? [{ kind: "subheading" as const, text: words("methods.table") }, methodsTable(document, words)]
      : []),
    { kind: "subheading", text: words("methods.quality") },
    qualityTable(document, words),
  ];
  return { title: words("chapter.methods"), room_mm: 90, blocks };
}

function notesOf(code: string, { notes = [] }: ReportDocument): string[] {
  return notes.filter((note) => note.code === code).map(({ text }) => text);
}

/** How scope 2 was calculated, or that it was not. */
function scope2Text(document: ReportDocument, words: Words): string {
  const { language, data_quality, methods } = document;
  const value = reportYear(document).scope_2_market_based;
  if (value === null) return words("methods.scope2.unknown");
  if (!isFormat2(document) && !methods.some(({ scope }) => scope === "2")) return words("methods.scope2.stated_none");
  const fallbacks = data_quality.market_based_fallback_count;
  const count = formatNumber(fallbacks, language);
  const entries = words(fallbacks === 1 ? "basis.entry" : "basis.entries", { count });
  return words("methods.scope2.text", { count, entries });
}

/** The sets that the sources name, and of how many factors where some name none. */
function gwpSets(document: ReportDocument, words: Words): string {
  const { factors } = document;
  const named = factors.flatMap(({ gwp_set }) => gwp_set ?? []);
  const sets = [...new Set(named)].sort().join(", ");
  if (sets === "") return words("methods.gwp.none");
  if (isFormat2(document) || named.length === factors.length) return sets;
  return words("methods.gwp.part", { sets, count: String(named.length), all: String(factors.length) });
}

/** What both figures of scope 2 are made of, each contract and certificate by name. */
function scope2Blocks({ scope2_parts = [], language }: ReportDocument, words: Words): Block[] {
  if (scope2_parts.length === 0) return [];
  return [
    smallTable(
      [
        wordColumn(words("scope2.rests_on")),
        figureColumn(words("scope2.mwh")),
        figureColumn(words("scope2.market")),
        figureColumn(words("scope2.location")),
        figureColumn(words("scope2.share")),
      ],
      scope2_parts.map((part) => ({
        tone: "plain",
        cells: [
          part.name === null
            ? { text: scope2PartName(part, words) }
            : { text: part.name, detail: scope2PartName(part, words) },
          { text: tonnesOrDash(part.mwh, language) },
          { text: tonnes(part.market_based, language) },
          { text: tonnes(part.location_based, language) },
          { text: percentage(part.share_pct, language) },
        ],
      })),
    ),
  ];
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
  return table(
    [
      wordColumn(words("methods.method")),
      figureColumn(words("scope")),
      figureColumn(words("entries")),
      figureColumn("tCO\u2082e"),
    ],
    methods.map(({ scope, calculation_method, value, entry_count }) => ({
      tone: "plain",
      cells: [
        { text: methodName(calculation_method, words) },
        { text: scope },
        { text: formatNumber(entry_count, language) },
        { text: tonnes(value, language) },
      ],
    })),
  );
}

function qualityTable(document: ReportDocument, words: Words): Table {
  const { data_quality: quality, language } = document;
  const count = (value: number) => formatNumber(value, language);
  return table(
    [wordColumn(words("methods.quality.figure")), figureColumn(words("value"))],
    [
      row(words("score"), quality.score === null ? "\u2013" : exact(quality.score, language)),
      ...shareRows(quality, language, words),
      row(words("entries"), count(quality.entry_count)),
      row(words("months_with_data"), `${quality.months_with_data} / ${monthsOf(document)}`),
      ...reachRows(document, words),
      ...unknownRow(document, words),
      row(words("pending"), count(quality.pending_review_count)),
      ...restatementsRow(document, words),
      row(words("fallback"), count(quality.market_based_fallback_count)),
      ...factorRows(document, words),
    ],
  );
}

/** Nothing in documents that were frozen before it was told. */
function reachRows({ total_facts, language }: ReportDocument, words: Words): TableRow[] {
  const { is_complete, data_from = null, data_to = null } = total_facts ?? {};
  if (is_complete === undefined) return [];
  const days = [data_from, data_to].flatMap((day) => (day === null ? [] : [printedDate(day, language)]));
  return [
    row(words("data_days"), days.length === 0 ? "\u2013" : days.join(" \u2013 ")),
    row(words("is_complete"), words(`is_complete.${is_complete}`)),
  ];
}

/** Nothing in documents that were frozen before it was told. */
function unknownRow({ total_facts, language }: ReportDocument, words: Words): TableRow[] {
  const unknown = total_facts?.unknown;
  return unknown === undefined ? [] : [row(words("unknown_places"), unknownPlaces(unknown, language))];
}

/** Nothing in documents that were frozen before it was told. */
function restatementsRow({ total_facts, language }: ReportDocument, words: Words): TableRow[] {
  const pending = total_facts?.pending_restatement_count;
  return pending === undefined ? [] : [row(words("restatements_pending"), formatNumber(pending, language))];
}

/** Nothing in documents that were frozen before it was told. */
function factorRows({ total_facts, language }: ReportDocument, words: Words): TableRow[] {
  const of = (label: string, kg: number | undefined) =>
    kg === undefined ? [] : [row(label, tonnes(tonnesOf(kg).toNumber(), language))];
  return [
    ...of(words("substituted"), total_facts?.spend_region_substituted_kg),
    ...of(words("distant"), total_facts?.factor_year_distant_kg),
  ];
}

/** Which share of the emissions rests on what; together 100 %. */
function shareRows(
  { method_shares, primary_share_pct = null, spend_share_pct = null }: ReportDocument["data_quality"],
  language: ReportDocument["language"],
  words: Words,
): TableRow[] {
  if (method_shares === undefined) {
    return [
      row(words("methods.quality.primary"), percentage(primary_share_pct, language)),
      row(words("methods.quality.spend"), percentage(spend_share_pct, language)),
    ];
  }
  return method_shares.map(({ group, share_pct }) => row(words(`share.${group}`), percentage(share_pct, language)));
}
