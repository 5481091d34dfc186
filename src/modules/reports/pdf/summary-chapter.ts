import type { ReportDocument } from "../report-document.ts";
import { monthsChart, type ReportChart, scope3Chart, sourcesChart, targetCharts, yearsChart } from "./charts.ts";
import { headlineDecimals, percentage } from "./print-format.ts";
import type { Block, Chapter, Tile } from "./print-model.ts";
import { added, locationTotal, marketTotal, percentOf } from "./sums.ts";
import type { Words } from "./texts.ts";
import { formatNumber } from "../../../core/number-format.ts";

export interface IllustratedChapter {
  readonly chapter: Chapter;
  readonly charts: readonly ReportChart[];
}

/** The year in a page of figures and pictures, and which disclosures stand behind it. */
export function summaryChapter(document: ReportDocument, words: Words): IllustratedChapter {
  const charts = [
    monthsChart(document, words),
    ...(document.categories.some(({ value }) => value !== 0) ? [sourcesChart(document, words)] : []),
    ...(document.scope3_categories.some(({ value }) => value !== 0) ? [scope3Chart(document, words)] : []),
    ...(document.years.length > 1 ? [yearsChart(document, words)] : []),
    ...targetCharts(document, words).slice(0, 1),
  ];
  const blocks: Block[] = [
    { kind: "paragraph", tone: "lead", text: leadOf(document, words) },
    { kind: "tiles", tiles: tilesOf(document, words) },
    { kind: "paragraph", tone: "soft", text: coverageOf(document, words) },
    ...charts.map(({ file, title, alt }) => ({ kind: "chart" as const, file, title, alt })),
  ];
  return { chapter: { title: words("chapter.summary"), room_mm: null, blocks }, charts };
}

function yearOf(document: ReportDocument, year: number): ReportDocument["years"][number] {
  const none = {
    year,
    months_with_data: 0,
    scope_1: 0,
    scope_2_location_based: 0,
    scope_2_market_based: 0,
    scope_3: 0,
  };
  return document.years.find((one) => one.year === year) ?? none;
}

function leadOf(document: ReportDocument, words: Words): string {
  const { report_year, language, company, categories } = document;
  const total = marketTotal(yearOf(document, report_year));
  const first = words("summary.lead", {
    company: company.name,
    total: formatNumber(total, language, headlineDecimals([total])),
    year: String(report_year),
  });
  const [largest] = categories;
  const source =
    largest === undefined || largest.value <= 0 || largest.share_pct === null
      ? ""
      : words("summary.largest", {
          name: largest.name,
          percent: percentage(largest.share_pct, language),
        });
  return [first, changeOf(document, words), source].filter((text) => text !== "").join(" ");
}

/** Only whole years are compared. */
function changeOf(document: ReportDocument, words: Words): string {
  const { language, report_year } = document;
  const years = [yearOf(document, report_year), yearOf(document, report_year - 1)];
  const [total = 0, before = 0] = years.map(marketTotal);
  if (total === before || years.some(({ months_with_data }) => months_with_data < 12)) return "";
  const percent = percentage(percentOf(Math.abs(added([total, -before])), before), language);
  return words(total < before ? "summary.lower" : "summary.higher", { percent });
}

function tilesOf(document: ReportDocument, words: Words): Tile[] {
  const { language, report_year } = document;
  const year = yearOf(document, report_year);
  const unit = "tCO\u2082e";
  const decimals = headlineDecimals([marketTotal(year), locationTotal(year)]);
  const figure = (value: number) => formatNumber(value, language, decimals);
  const location = (value: number) => words("tile.total_location", { value: figure(value) });
  return [
    { label: words("tile.total"), value: figure(marketTotal(year)), unit, note: location(locationTotal(year)) },
    { label: words("scope.1"), value: figure(year.scope_1), unit, note: words("tile.scope1.note") },
    {
      label: words("scope.2"),
      value: figure(year.scope_2_market_based),
      unit,
      note: location(year.scope_2_location_based),
    },
    { label: words("scope.3"), value: figure(year.scope_3), unit, note: words("tile.scope3.note") },
  ];
}

function coverageOf({ data_quality, language }: ReportDocument, words: Words): string {
  return words("summary.coverage", {
    entries: formatNumber(data_quality.entry_count, language),
    months: String(data_quality.months_with_data),
    primary: percentage(data_quality.primary_share_pct, language),
    spend: percentage(data_quality.spend_share_pct, language),
  });
}
