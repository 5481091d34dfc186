import { rankedBars } from "../../../core/charts/ranked-bars.ts";
import { type Column, stackedColumns } from "../../../core/charts/stacked-columns.ts";
import { PAPER_THEME } from "../../../core/charts/theme.ts";
import { trajectory, type YearValue } from "../../../core/charts/trajectory.ts";
import { formatNumber } from "../../../core/number-format.ts";
import type { ReportDocument } from "../report-document.ts";
import { headlineDecimals, type Language, shortMonth } from "./print-format.ts";
import { added, marketTotal, scopesOf } from "./sums.ts";
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

function columnsChart(drawing: Drawing, columns: readonly Column[], language: Language, words: Words): ReportChart {
  const series = [words("scope.1"), words("scope.2_market"), words("scope.3")];
  const total = Math.max(0, ...columns.map(({ values }) => Math.abs(added(values))));
  const sum_decimals = total < 10 ? 2 : total < 1000 ? 1 : 0;
  const svg = stackedColumns({ ...options(drawing, language), columns, series, unit: UNIT, sum_decimals });
  return { file: `charts/${drawing.name}.svg`, title: drawing.title, alt: drawing.alt, svg };
}

export function monthsChart({ months, language, report_year }: ReportDocument, words: Words): ReportChart {
  const columns = months.map((one) => ({ label: shortMonth(one.month, language), values: scopesOf(one) }));
  const figures = columns.map(({ label, values }) => ({ label, total: added(values) }));
  const figure = together(
    figures.map(({ total }) => total),
    language,
  );
  const [highest] = [...figures].sort((one, other) => other.total - one.total);
  const alt = words("chart.months.alt", {
    year: String(report_year),
    month: highest?.label ?? "\u2013",
    value: figure(highest?.total ?? 0),
    months: figures.map(({ label, total }) => `${label} ${figure(total)}`).join(", "),
  });
  return columnsChart({ name: "months", title: words("months"), alt }, columns, language, words);
}

export function yearsChart({ years, language }: ReportDocument, words: Words): ReportChart {
  const columns = years.map((one) => ({ label: yearName(one, words), values: scopesOf(one) }));
  const figure = together(years.map(marketTotal), language);
  const values = years.map((one) => `${yearName(one, words)} ${figure(marketTotal(one))}`).join(", ");
  const alt = words("chart.years.alt", { values });
  return columnsChart({ name: "years", title: words("chart.years"), alt }, columns, language, words);
}

interface NamedValue {
  readonly name: string;
  readonly value: number;
}

function barsChart(
  drawing: Omit<Drawing, "alt">,
  ranked: readonly NamedValue[],
  language: Language,
  words: Words,
): ReportChart {
  const shown = [...ranked].sort((one, other) => other.value - one.value).slice(0, BARS_MAX);
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
  const { height: _height, ...known } = options({ ...drawing, alt }, language);
  return { file: `charts/${drawing.name}.svg`, title: drawing.title, alt, svg: rankedBars({ ...known, bars }) };
}

export function sourcesChart({ categories, language }: ReportDocument, words: Words): ReportChart {
  const ranked = categories
    .filter(({ value }) => value !== 0)
    .map(({ name, scope, value }) => ({ name: `${name} (scope ${scope})`, value }));
  return barsChart({ name: "sources", title: words("chart.sources") }, ranked, language, words);
}

export function scope3Chart({ scope3_categories, language }: ReportDocument, words: Words): ReportChart {
  const ranked = scope3_categories
    .filter(({ value }) => value !== 0)
    .map(({ number, name, value }) => ({ name: number === null ? name : `${number}. ${name}`, value }));
  return barsChart({ name: "scope3", title: words("chart.scope3") }, ranked, language, words);
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
 * earlier years are left out: they would look like a fall.
 */
function reportedFor({ years, report_year }: ReportDocument, target: Target): YearValue[] | null {
  const chosen = SCOPES_OF_TARGETS[target.scope] ?? [0, 1, 2];
  const whole = years.filter(({ year, months_with_data }) => months_with_data === 12 || year === report_year);
  const reported = whole.map((one) => {
    const scopes = scopesOf(one);
    return { year: one.year, value: added(chosen.map((scope) => scopes[scope])) };
  });
  const isThatMeasure = reported.some(({ year, value }) => year === report_year && value === target.current_value);
  return isThatMeasure ? reported : null;
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
