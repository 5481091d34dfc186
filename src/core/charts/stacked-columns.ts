import { formatNumber } from "../number-format.ts";
import { axisWidth, type ChartOptions, label, legend, plate, seriesPaint, valueAxis } from "./axis.ts";
import { linearScale, type Scale } from "./scale.ts";
import { element, group, picture, type Svg } from "./svg.ts";

export interface Column {
  readonly label: string;
  /**
   * One value per series, lowest part of the column first. Negative values grow downwards. None at all: nothing is known of
   * the column, and no sum stands above it.
   */
  readonly values: readonly number[];
}

export interface StackedColumns extends ChartOptions {
  readonly columns: readonly Column[];
  /** Names of the series; at most three. */
  readonly series: readonly string[];
  readonly unit: string;
  /** Decimals of the sums that stand above the columns; null: none stand there. */
  readonly sum_decimals: number | null;
}

const TOP = 30;
const BOTTOM = 20;
const COLUMN_SHARE = 0.62;

/** Columns over time, each divided into series that add up to it. */
export function stackedColumns(chart: StackedColumns): string {
  const { width, height, theme, language, columns, unit } = chart;
  const range = { from: height - BOTTOM, to: TOP, count: 5 };
  const scale = linearScale(columns.flatMap(extent), range);
  const left = axisWidth(scale, language);
  const slot = (width - left) / Math.max(1, columns.length);
  const drawn = columns.map((column, index) => {
    const centre = left + slot * (index + 0.5);
    return group(
      parts(column, scale, { chart, centre, width: Math.min(slot * COLUMN_SHARE, 44) }),
      label(column.label, { x: centre, y: height - 6, anchor: "middle" }, theme.soft),
    );
  });
  return picture(
    chart,
    valueAxis(scale, { left, right: width }, { unit, language, theme }),
    legend(chart.series, width, theme),
    ...drawn,
  );
}

/** Highest and lowest point of a column. */
function extent({ values }: Column): [number, number] {
  const sum = (chosen: readonly number[]) => chosen.reduce((total, value) => total + value, 0);
  return [sum(values.filter((value) => value > 0)), sum(values.filter((value) => value < 0))];
}

interface ColumnPosition {
  readonly chart: StackedColumns;
  readonly centre: number;
  readonly width: number;
}

function parts(column: Column, scale: Scale, { chart, centre, width }: ColumnPosition): Svg {
  let above = 0;
  let below = 0;
  const rectangles = column.values.map((value, index) => {
    const from = value < 0 ? below : above;
    const to = from + value;
    if (value < 0) below = to;
    else above = to;
    if (value === 0) return group();
    const [y, end] = [scale.at(Math.max(from, to)), scale.at(Math.min(from, to))];
    const box = { x: centre - width / 2, y, width, height: end - y };
    return element("rect", { ...box, ...seriesPaint(index, chart.theme) });
  });
  if (chart.sum_decimals === null || column.values.length === 0) return group(...rectangles);
  const sum = formatNumber(above + below, chart.language, chart.sum_decimals);
  const position = { x: centre, y: scale.at(above) - 4, anchor: "middle", size: 7.5, weight: 500 } as const;
  return group(...rectangles, plate(sum, position, chart.theme));
}
