import { REGULAR_MONTHS } from "../../../../core/financial-year.ts";
import { rankedBars } from "../../../../core/charts/ranked-bars.ts";
import { type Column, stackedColumns } from "../../../../core/charts/stacked-columns.ts";
import { PAPER_THEME } from "../../../../core/charts/theme.ts";
import { trajectory, type YearValue } from "../../../../core/charts/trajectory.ts";
import { formatNumber } from "../../../../core/number-format.ts";
import type { ReportDocument } from "../../presentation/report-document.ts";
import { headlineDecimals, type Language, shortMonth } from "./print-format.ts";
import { added, isFormat2, marketTotal, monthsOf, recordedTotal, scopesOf, yearTitle } from "./sums.ts";
import { type Words, yearName } from "./texts.ts";

/** A picture of the report, with the words that stand for it. */
export interface ReportChart {
  readonly file: string;
  readonly title: string;
  readonly alt: string;
  readonly svg: string;
}

const WIDTH = 470;
const HEIGHT = 172;
const BARS_MAX = 7;
const UNIT = "tCO\u2082e";

interface Drawing {
  readonly name: string;
  readonly title: string;
  readonly alt: string;
}

/** Writes figures that stand together with the same decimals. */
function together(values: readonly number[], language: Language): (value: number) => string {
  const decimals = headlineDecimals(values);
  return (value) => formatNumber(value, language, decimals);
}

function options({ title, alt }: Drawing, language: Language) {
  return { title, description: alt, language, width: WIDTH, height: HEIGHT, theme: PAPER_THEME };
}

const SERIES = ["scope.1", "scope.2_market", "scope.3"] as const;

type ScopeColumn = Omit<Column, "values"> & { readonly values: readonly (number | null)[] };

/** A scope that no column knows is no series: a legend without columns would read as zero. */
function columnsChart(
  drawing: Drawing,
  knownColumns: readonly ScopeColumn[],
  document: ReportDocument,
  words: Words,
): ReportChart {
  const { language } = document;
  const isShown = (index: number) => isFormat2(document) || knownColumns.some(({ values }) => values[index] !== null);
  const shown = SERIES.map((_, index) => index).filter(isShown);
  const columns = knownColumns.map(({ label, values }) => {
    const isKnown = isFormat2(document) || values.some((value) => value !== null);
    return { label, values: isKnown ? shown.map((index) => values[index] ?? 0) : [] };
  });
  const series = shown.flatMap((index) => SERIES[index] ?? []).map((name) => words(name));
  const total = Math.max(0, ...columns.map(({ values }) => Math.abs(added(values))));
  const sum_decimals = total < 10 ? 2 : total < 1000 ? 1 : 0;
  const title = shown.length < SERIES.length ? `${drawing.title}: ${series.join(", ")}` : drawing.title;
  const svg = stackedColumns({
    ...options({ ...drawing, title }, language),
    columns,
    series,
    unit: UNIT,
    sum_decimals,
  });
  return { file: `charts/${drawing.name}.svg`, title, alt: drawing.alt, svg };
}

export function monthsChart(document: ReportDocument, words: Words): ReportChart {
  const { months, language } = document;
  const columns = months.map((monthSums) => ({
    label: shortMonth(monthSums.month, language),
    values: scopesOf(monthSums),
  }));
  const figures = months.map((monthSums, index) => ({
    label: columns[index]?.label ?? "",
    total: recordedTotal(monthSums),
  }));
  const figure = together(
    figures.map(({ total }) => total),
    language,
  );
  const [highest] = [...figures].sort((labelledTotal, other) => other.total - labelledTotal.total);
  const isKnown = months.map((monthSums) => isFormat2(document) || scopesOf(monthSums).some((value) => value !== null));
  const alt = words("chart.months.alt", {
    year: yearTitle(document),
    month: highest?.label ?? "\u2013",
    value: figure(highest?.total ?? 0),
    months: figures
      .map(({ label, total }, index) => `${label} ${isKnown[index] === true ? figure(total) : "\u2013"}`)
      .join(", "),
  });
  return columnsChart({ name: "months", title: words("months"), alt }, columns, document, words);
}

/** Years of another length are compared with none. */
function isWholeYear({ months_with_data, period }: ReportDocument["years"][number]): boolean {
  return months_with_data === REGULAR_MONTHS && monthsOf({ period }) === REGULAR_MONTHS;
}

/** Years that can be compared: whole ones of twelve months, of which every scope is known. A part of a year would look like a rise or a fall. */
export function comparableYears(document: ReportDocument): ReportDocument["years"] {
  if (isFormat2(document)) return document.years;
  return document.years.filter((yearSums) => isWholeYear(yearSums) && marketTotal(yearSums) !== null);
}

export function yearsChart(document: ReportDocument, words: Words): ReportChart {
  const { language } = document;
  const years = comparableYears(document);
  const columns = years.map((yearSums) => ({ label: yearName(yearSums, words), values: scopesOf(yearSums) }));
  const figure = together(years.map(recordedTotal), language);
  const values = years.map((yearSums) => `${yearName(yearSums, words)} ${figure(recordedTotal(yearSums))}`).join(", ");
  const alt = words("chart.years.alt", { values });
  return columnsChart({ name: "years", title: words("chart.years"), alt }, columns, document, words);
}

interface NamedValue {
  readonly name: string;
  readonly value: number;
}

/** The largest of either sign: a large credit is told like a large emission. */
function barsChart(
  drawing: Omit<Drawing, "alt">,
  ranked: readonly NamedValue[],
  document: ReportDocument,
  words: Words,
): ReportChart {
  const { language } = document;
  const size = ({ value }: NamedValue) => (isFormat2(document) ? value : Math.abs(value));
  const largest = [...ranked].sort((namedValue, other) => size(other) - size(namedValue)).slice(0, BARS_MAX);
  const shown = largest.sort((namedValue, other) => other.value - namedValue.value);
  const figure = together(
    shown.map(({ value }) => value),
    language,
  );
  const bars = shown.map(({ name, value }) => ({
    label: name,
    value,
    value_label: `${figure(value)} ${UNIT}`,
  }));
  const values = bars.map(({ label, value_label }) => `${label} ${value_label}`).join(", ");
  const alt = words("chart.bars.alt", { values });
  const { height: _height, ...chartOptions } = options({ ...drawing, alt }, language);
  return { file: `charts/${drawing.name}.svg`, title: drawing.title, alt, svg: rankedBars({ ...chartOptions, bars }) };
}

export function sourcesChart(document: ReportDocument, words: Words): ReportChart {
  const ranked = document.categories
    .filter(({ value }) => value !== 0)
    .map(({ name, scope, value }) => ({ name: `${name} (scope ${scope})`, value }));
  return barsChart({ name: "sources", title: words("chart.sources") }, ranked, document, words);
}

export function scope3Chart(document: ReportDocument, words: Words): ReportChart {
  const ranked = document.scope3_categories.flatMap(({ number, name, value }) =>
    value === null || value === 0 ? [] : [{ name: number === null ? name : `${number}. ${name}`, value }],
  );
  return barsChart({ name: "scope3", title: words("chart.scope3") }, ranked, document, words);
}

type Target = ReportDocument["targets"][number];

const SCOPES_OF_TARGETS: Readonly<Record<string, readonly (0 | 1 | 2)[]>> = {
  "1": [0],
  "2": [1],
  "3": [2],
  "1+2": [0, 1],
  all: [0, 1, 2],
};

/**
 * The reported years of a target's scopes, market-based; null when the target's own latest figure is another one: then it is
 * measured otherwise (location-based, one category, per unit of a metric), and its years are not in the document. Parts of
 * years are left out: they would look like a fall.
 */
function reportedFor(document: ReportDocument, target: Target): YearValue[] | null {
  const { years, report_year } = document;
  if (target.target_type === "intensity" || (target.category ?? null) !== null) return null;
  const chosen = SCOPES_OF_TARGETS[target.scope] ?? [0, 1, 2];
  const isWhole = (yearSums: (typeof years)[number]) =>
    isWholeYear(yearSums) || (isFormat2(document) && yearSums.year === report_year);
  const reported = years.filter(isWhole).flatMap((yearSums) => {
    const scopes = chosen.map((scope) => scopesOf(yearSums)[scope]);
    const knownValues = scopes.filter((value) => value !== null);
    return knownValues.length < scopes.length ? [] : [{ year: yearSums.year, value: added(knownValues) }];
  });
  const isThatMeasure = reported.some(({ year, value }) => year === report_year && isFigureOf(target, value, document));
  return isThatMeasure ? reported : null;
}

/** Half a kilogram for each scope: rounded parts add up to their rounded sum, or nearly so. */
const ROUNDING = 0.002;

function isFigureOf({ current_value }: Target, value: number, document: ReportDocument): boolean {
  if (isFormat2(document)) return value === current_value;
  return current_value !== null && Math.abs(value - current_value) < ROUNDING;
}

/** A picture for each target whose years are known: the reported figures against the straight way to it. */
export function targetCharts(document: ReportDocument, words: Words): ReportChart[] {
  return document.targets.flatMap((target, index) => {
    const actual = reportedFor(document, target);
    return actual === null
      ? []
      : [targetChart({ target, actual, name: `target-${index + 1}` }, document.language, words)];
  });
}

interface TargetDrawing {
  readonly target: Target;
  readonly actual: readonly YearValue[];
  readonly name: string;
}

function targetChart({ target, actual, name }: TargetDrawing, language: Language, words: Words): ReportChart {
  const title = words("chart.target", { name: target.name });
  const shown = [target.baseline_value, target.target_value, ...actual.map(({ value }) => value)];
  const figure = together(shown, language);
  const alt = words("chart.target.alt", {
    values: actual.map(({ year, value }) => `${year} ${figure(value)}`).join(", "),
    baseline: figure(target.baseline_value),
    baseline_year: String(target.baseline_year),
    target: figure(target.target_value),
    target_year: String(target.target_year),
  });
  const svg = trajectory({
    ...options({ name, title, alt }, language),
    actual,
    path: {
      from: { year: target.baseline_year, value: target.baseline_value },
      to: { year: target.target_year, value: target.target_value },
    },
    names: { actual: words("chart.actual"), path: words("chart.path") },
    unit: UNIT,
    decimals: headlineDecimals(shown),
  });
  return { file: `charts/${name}.svg`, title, alt, svg };
}
