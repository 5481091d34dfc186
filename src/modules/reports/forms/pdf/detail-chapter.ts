import { formatNumber } from "../../../../core/number-format.ts";
import type { ReportDocument } from "../../presentation/report-document.ts";
import { type ReportChart, targetCharts } from "./charts.ts";
import { exact, fractionPads, percentage, printedUnit, shortMonth, tonnes, tonnesOrDash } from "./print-format.ts";
import {
  type Block,
  figureColumn,
  row,
  smallTable,
  type Table,
  table,
  type TableColumn,
  type TableRow,
  wordColumn,
} from "./print-model.ts";
import { restatedBlocks } from "./restated-table.ts";
import type { IllustratedChapter } from "./summary-chapter.ts";
import { added, isFormat2, marketTotal, percentOf, reportYear, type Sums } from "./sums.ts";
import { type Words, yearName } from "./texts.ts";

const UNIT = "tCO\u2082e";

/** The tables behind the summary: scope 3, energy, categories, months, years and targets. */
export function detailChapter(document: ReportDocument, words: Words): IllustratedChapter {
  // The first picture stands in the summary.
  const charts = targetCharts(document, words).slice(1);
  const blocks: Block[] = [
    ...titled(words("detail.scope3"), scope3Table(document, words)),
    ...roundingOf(document, words),
    ...(document.energy_carriers.length === 0 ? [] : titled(words("detail.energy"), energyTable(document, words))),
    ...(document.targets.length === 0 ? [] : targetBlocks(document, charts, words)),
    ...titled(words("months"), monthsTable(document, words)),
    ...titled(words("detail.years"), yearsTable(document, words)),
    ...roundingOf(document, words),
    ...restatedBlocks(document, words),
    ...titled(words("detail.categories"), categoriesTable(document, words)),
  ];
  return { chapter: { title: words("chapter.detail"), room_mm: 130, blocks }, charts };
}

/** Said below each table whose parts are printed beside their sums. */
function roundingOf({ notes = [] }: ReportDocument, words: Words): Block[] {
  const rounding = notes
    .filter(({ code }) => code === "rounding")
    .map(({ text }) => `${words("detail.unknown")} ${text}`);
  return rounding.map((text) => ({ kind: "paragraph", tone: "soft", text }));
}

function titled(text: string, table: Table): Block[] {
  return [{ kind: "subheading", text }, table];
}

type Scope3Category = ReportDocument["scope3_categories"][number];

/** The total is that of the year: the categories are rounded one by one, and may add up to a kilogram more or less. */
function scope3Table(document: ReportDocument, words: Words): Table {
  const { scope3_categories, years, language } = document;
  const reported = reportYear(document);
  const year = years.find((yearSums) => yearSums === reported);
  const sum = added(scope3_categories.map(({ value }) => value ?? 0));
  const total = year === undefined && isFormat2(document) ? sum : (year?.scope_3 ?? null);
  const isNet = !isFormat2(document) && scope3_categories.some(({ value }) => value !== null && value < 0);
  const share = (value: number | null) =>
    percentage(value === null || total === null || isNet ? null : percentOf(value, total), language);
  const isPart = total !== null && scope3_categories.some(({ value }) => value === null);
  const name = words(isPart ? "detail.scope3.total" : "detail.total");
  const rows = scope3_categories.map((category) => ({
    tone: "plain" as const,
    cells: [
      { text: category.number === null ? "\u2013" : String(category.number) },
      { text: category.name, ...detailOf(category, words) },
      { text: tonnesOrDash(category.value, language) },
      { text: share(category.value) },
    ],
  }));
  return table(
    [
      figureColumn(words("number")),
      wordColumn(words("category")),
      figureColumn(UNIT),
      figureColumn(words("detail.share")),
    ],
    [...rows, totalRow("", name, tonnesOrDash(total, language), share(total))],
  );
}

/** Why a category has no figure of the ledger. */
function detailOf({ status, reason }: Scope3Category, words: Words): { detail?: string } {
  if (status === undefined || status === "recorded") return {};
  return { detail: words(`detail.scope3.${status}`, { reason: reason ?? "" }).trim() };
}

function totalRow(...texts: readonly string[]): TableRow {
  return { tone: "total", cells: texts.map((text) => ({ text })) };
}

function energyTable({ energy_carriers, language }: ReportDocument, words: Words): Table {
  const unknown = words("detail.energy.unknown");
  const quantities = energy_carriers.map(({ quantity }) => (quantity === null ? "" : exact(quantity, language)));
  const pads = fractionPads(quantities, language);
  return table(
    [
      wordColumn(words("detail.energy.carrier")),
      wordColumn(words("renewable"), "auto"),
      figureColumn(words("quantity")),
      wordColumn(words("unit"), "auto"),
      figureColumn("MWh"),
    ],
    energy_carriers.map((carrier, index) => ({
      tone: "plain",
      cells: [
        { text: carrier.name, detail: conversionOf(carrier, language) },
        { text: carrier.renewable === null ? unknown : words(carrier.renewable ? "yes" : "no") },
        { text: quantities[index] ?? "", pad: pads[index] ?? "" },
        { text: printedUnit(carrier.unit) },
        { text: carrier.mwh === null ? unknown : tonnes(carrier.mwh, language) },
      ],
    })),
  );
}

type Carrier = ReportDocument["energy_carriers"][number];

function conversionOf(carrier: Carrier, language: ReportDocument["language"]): string {
  const { density_kg_per_litre: density, net_calorific_value_tj_per_gg: calorific, source } = carrier;
  return [
    ...(density === null ? [] : [`${exact(density, language)} kg/l`]),
    ...(calorific === null ? [] : [`${exact(calorific, language)} TJ/Gg`]),
    source,
  ]
    .filter((text) => text !== "")
    .join(" · ");
}

function targetBlocks({ targets, language }: ReportDocument, charts: readonly ReportChart[], words: Words): Block[] {
  const value = (year: number, amount: number) => `${year}: ${tonnes(amount, language)}`;
  const table: Table = smallTable(
    [
      wordColumn(words("target")),
      figureColumn(words("baseline_year")),
      figureColumn(words("target_year")),
      figureColumn(words("detail.target.reduction")),
      figureColumn(words("detail.target.current")),
      wordColumn(words("on_track"), "auto"),
    ],
    targets.map((target) => ({
      tone: "plain",
      cells: [
        { text: target.name, detail: boundaryOf(target, words) },
        { text: value(target.baseline_year, target.baseline_value) },
        { text: value(target.target_year, target.target_value) },
        { text: percentage(target.reduction_pct, language) },
        { text: currentOf(target, language, words) },
        { text: target.on_track === null ? "\u2013" : words(target.on_track ? "yes" : "no") },
      ],
    })),
  );
  const pictures = charts.map(({ file, title, alt }) => ({ kind: "chart" as const, file, title, alt }));
  return [...titled(words("detail.targets"), table), ...pictures];
}

type Target = ReportDocument["targets"][number];

/** What a target covers, in what it is measured and where its base comes from. */
function boundaryOf({ scope, category, unit, baseline_source }: Target, words: Words): string {
  const scopes = words(scopeName(scope));
  if (unit === undefined) return scopes;
  const covered = category == null ? scopes : `${scopes}, ${words("detail.target.only", { category: category.name })}`;
  const metric = unit.slice(unit.indexOf("/") + 1);
  const measure = unit.includes("/") ? words("detail.target.per", { metric }) : UNIT;
  const base = words(baseline_source === "ledger" ? "detail.target.booked" : "detail.target.stated");
  return [covered, measure, base].join(" \u00b7 ");
}

/** The latest figure with its year, and how much of the year it is of. */
function currentOf(target: Target, language: ReportDocument["language"], words: Words): string {
  const { current_value, current_year = null, current_months_with_data } = target;
  if (current_value === null) return "\u2013";
  const figure = tonnes(current_value, language);
  if (current_year === null) return figure;
  return `${yearName({ year: current_year, months_with_data: current_months_with_data ?? 12 }, words)}: ${figure}`;
}

function scopeName(scope: string): "scope.1" | "scope.2" | "scope.3" | "scope.1+2" | "scope.all" {
  switch (scope) {
    case "1":
      return "scope.1";
    case "2":
      return "scope.2";
    case "3":
      return "scope.3";
    case "1+2":
      return "scope.1+2";
    default:
      return "scope.all";
  }
}

function sumColumns(first: string, words: Words): TableColumn[] {
  return [
    wordColumn(first),
    figureColumn(words("scope.1")),
    figureColumn(words("detail.scope2_location")),
    figureColumn(words("detail.scope2_market")),
    figureColumn(words("scope.3")),
    figureColumn(words("tile.total")),
  ];
}

function sumRow(name: string, sums: Sums, language: ReportDocument["language"]): TableRow {
  const { scope_1, scope_2_location_based, scope_2_market_based, scope_3 } = sums;
  const values = [scope_1, scope_2_location_based, scope_2_market_based, scope_3, marketTotal(sums)];
  return row(name, ...values.map((value) => tonnesOrDash(value, language)));
}

function monthsTable({ months, language }: ReportDocument, words: Words): Table {
  const columns = sumColumns(words("detail.month"), words);
  const rows = months.map((sums) => sumRow(shortMonth(sums.month, language), sums, language));
  return smallTable(columns, rows);
}

function yearsTable({ years, language }: ReportDocument, words: Words): Table {
  const columns = sumColumns(words("year"), words);
  const rows = years.map((sums) => sumRow(yearName(sums, words), sums, language));
  return smallTable(columns, rows);
}

function categoriesTable({ categories, language }: ReportDocument, words: Words): Table {
  return smallTable(
    [
      wordColumn(words("category")),
      figureColumn(words("scope")),
      figureColumn(words("entries")),
      figureColumn(UNIT),
      figureColumn(words("detail.share")),
    ],
    categories.map(({ name, scope, entry_count, value, share_pct }) =>
      row(name, scope, formatNumber(entry_count, language), tonnes(value, language), percentage(share_pct, language)),
    ),
  );
}
