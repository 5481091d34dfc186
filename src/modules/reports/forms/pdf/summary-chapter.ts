import type { ReportDocument } from "../../presentation/report-document.ts";
import {
  comparableYears,
  monthsChart,
  type ReportChart,
  scope3Chart,
  sourcesChart,
  targetCharts,
  yearsChart,
} from "./charts.ts";
import { headlineDecimals } from "./print-format.ts";
import type { Block, Chapter, Tile } from "./print-model.ts";
import { coverageOf, leadOf } from "./summary-lead.ts";
import { isFormat2, locationTotal, marketTotal, reportYear } from "./sums.ts";
import type { Words } from "./texts.ts";
import { SCOPE3_CATEGORIES } from "../../../../core/ghg.ts";
import { formatNumber } from "../../../../core/number-format.ts";

export interface IllustratedChapter {
  readonly chapter: Chapter;
  readonly charts: readonly ReportChart[];
}

/** The year in a page of figures and pictures, and which disclosures stand behind it. */
export function summaryChapter(document: ReportDocument, words: Words): IllustratedChapter {
  const hasEntries = isFormat2(document) || document.data_quality.entry_count > 0;
  const charts = [
    ...(hasEntries ? [monthsChart(document, words)] : []),
    ...(document.categories.some(({ value }) => value !== 0) ? [sourcesChart(document, words)] : []),
    ...(document.scope3_categories.some(({ value }) => value !== 0 && value !== null)
      ? [scope3Chart(document, words)]
      : []),
    ...(comparableYears(document).length > 1 ? [yearsChart(document, words)] : []),
    ...targetCharts(document, words).slice(0, 1),
  ];
  const blocks: Block[] = [
    { kind: "paragraph", tone: "lead", text: leadOf(document, words) },
    { kind: "tiles", tiles: tilesOf(document, words) },
    ...caveatsOf(document, words),
    ...(hasEntries ? [{ kind: "paragraph" as const, tone: "soft" as const, text: coverageOf(document, words) }] : []),
    ...charts.map(({ file, title, alt }) => ({ kind: "chart" as const, file, title, alt })),
  ];
  return { chapter: { title: words("chapter.summary"), room_mm: null, blocks }, charts };
}

/** What limits the figures and what does not go together, before anybody reads on. */
function caveatsOf({ warnings = [], notes = [] }: ReportDocument, words: Words): Block[] {
  const items = [
    ...warnings.map(({ message, datapoints }) => ({ term: message, text: datapoints.join(", ") })),
    // How figures are rounded stands with the tables and the methods.
    ...notes.filter(({ code }) => code !== "rounding").map(({ text }) => ({ term: text, text: "" })),
  ];
  return items.length === 0 ? [] : [{ kind: "gaps", title: words("summary.caveats"), items }];
}

function tilesOf(document: ReportDocument, words: Words): Tile[] {
  const { language } = document;
  const year = reportYear(document);
  const unit = "tCO\u2082e";
  const totals = [marketTotal(year), locationTotal(year)];
  const scopes = [year.scope_1, year.scope_2_market_based, year.scope_3];
  const decimals = headlineDecimals((totals[0] === null ? scopes : totals).filter((value) => value !== null));
  const figure = (value: number) => formatNumber(value, language, decimals);
  const tile = (label: string, value: number | null, note: string): Tile =>
    value === null ? { label, value: words("unknown"), unit: "", note } : { label, value: figure(value), unit, note };
  const location = (value: number | null, otherwise: string) =>
    value === null ? otherwise : words("tile.total_location", { value: figure(value) });
  const noteOf = (scope: "1" | "2" | "3", value: number | null, note: string) => {
    if (value === null) return words("tile.unknown");
    if (value < 0 && !isFormat2(document)) return words("tile.negative");
    return isStatedNone(document, scope, value) ? words("tile.stated_none") : note;
  };
  const of2 = location(year.scope_2_location_based, words("tile.unknown"));
  return [
    tile(words("tile.total"), marketTotal(year), location(locationTotal(year), words("tile.no_total"))),
    tile(words("scope.1"), year.scope_1, noteOf("1", year.scope_1, words("tile.scope1.note"))),
    tile(words("scope.2"), year.scope_2_market_based, noteOf("2", year.scope_2_market_based, of2)),
    tile(words("scope.3"), year.scope_3, noteOf("3", year.scope_3, scope3Note(document, words))),
  ];
}

/** Of how many categories scope 3 tells something. */
function scope3Note(document: ReportDocument, words: Words): string {
  const knownCount = document.scope3_categories.filter(({ number, value }) => number !== null && value !== null).length;
  const isWhole = isFormat2(document) || knownCount === SCOPE3_CATEGORIES.length;
  return isWhole ? words("tile.scope3.note") : words("tile.scope3.part", { count: String(knownCount) });
}

/** A zero without a category behind it is a statement of people. */
function isStatedNone(document: ReportDocument, scope: string, value: number): boolean {
  return !isFormat2(document) && value === 0 && !document.categories.some((category) => category.scope === scope);
}
