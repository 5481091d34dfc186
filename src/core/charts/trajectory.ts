import { formatNumber } from "../number-format.ts";
import { axisWidth, type ChartOptions, label, LABEL_SIZE, LEGEND_Y, plate, textWidth, valueAxis } from "./axis.ts";
import { linearScale, type Scale } from "./scale.ts";
import { element, group, picture, type Svg } from "./svg.ts";

export interface YearValue {
  readonly year: number;
  readonly value: number;
}

export interface Trajectory extends ChartOptions {
  readonly actual: readonly YearValue[];
  /** The straight way from the base year to the target; null: no target is drawn. */
  readonly path: { readonly from: YearValue; readonly to: YearValue } | null;
  readonly names: { readonly actual: string; readonly path: string };
  readonly unit: string;
  readonly decimals: number;
}

const TOP = 30;
const BOTTOM = 20;
const PAD = 22;
/** More years than that get every second, third ... label. */
const YEAR_LABELS = 12;

/** Reported years as a line with points, and the way to the target as a dashed one. */
export function trajectory(chart: Trajectory): string {
  const { width, height, actual, path, theme, language, unit } = chart;
  const ends = path === null ? [] : [path.from, path.to];
  const points = [...actual, ...ends];
  const values = points.map(({ value }) => value);
  const scale = linearScale(values, { from: height - BOTTOM, to: TOP, count: 4 });
  const left = axisWidth(scale, language);
  const years = points.map(({ year }) => year);
  const [first, last] = [Math.min(...years), Math.max(...years)];
  const span = Math.max(1, last - first);
  const plot: PlotScale = {
    x: (year) => left + PAD + ((year - first) / span) * (width - left - 2 * PAD),
    scale,
    chart,
  };
  return picture(
    chart,
    valueAxis(scale, { left, right: width }, { unit, language, theme }),
    yearLabels(first, last, plot),
    ...(path === null ? [] : [targetPath(path, plot)]),
    actualLine(actual, plot),
    names(chart),
  );
}

interface PlotScale {
  readonly x: (year: number) => number;
  readonly scale: Scale;
  readonly chart: Trajectory;
}

function yearLabels(first: number, last: number, { x, chart }: PlotScale): Svg {
  const every = Math.max(1, Math.ceil((last - first + 1) / YEAR_LABELS));
  const years = Array.from({ length: Math.floor((last - first) / every) + 1 }, (_, index) => first + index * every);
  return group(
    ...years.map((year) =>
      label(String(year), { x: x(year), y: chart.height - 6, anchor: "middle" }, chart.theme.soft),
    ),
  );
}

function actualLine(actual: readonly YearValue[], { x, scale, chart }: PlotScale): Svg {
  const stroke = chart.theme.series[0];
  const points = actual.map(({ year, value }) => `${x(year).toFixed(2)},${scale.at(value).toFixed(2)}`).join(" ");
  const line = element("polyline", { points, fill: "none", stroke, "stroke-width": 2, "stroke-linejoin": "round" });
  const dots = actual.map(({ year, value }) =>
    group(
      element("circle", { cx: x(year), cy: scale.at(value), r: 3.2, fill: stroke }),
      figure(value, { x: x(year), y: scale.at(value) - 7 }, chart),
    ),
  );
  return group(...(actual.length > 1 ? [line] : []), ...dots);
}

function targetPath({ from, to }: NonNullable<Trajectory["path"]>, { x, scale, chart }: PlotScale): Svg {
  const stroke = chart.theme.accent;
  const end = { x: x(to.year), y: scale.at(to.value) };
  const way = { x1: x(from.year), y1: scale.at(from.value), x2: end.x, y2: end.y };
  return group(
    element("line", { ...way, stroke, "stroke-width": 1.4, "stroke-dasharray": "4 3" }),
    element("circle", { cx: end.x, cy: end.y, r: 3.2, fill: chart.theme.paper, stroke, "stroke-width": 1.6 }),
    figure(to.value, { x: end.x, y: end.y - 7 }, chart),
  );
}

function figure(value: number, { x, y }: { x: number; y: number }, chart: Trajectory): Svg {
  const text = formatNumber(value, chart.language, chart.decimals);
  return plate(text, { x, y, anchor: "middle", weight: 600, size: 8 }, chart.theme);
}

/** Which line is which: a solid and a dashed stroke, told apart without colour. */
function names({ width, theme, names: { actual, path: pathName }, path }: Trajectory): Svg {
  const entries = [
    { name: actual, stroke: { stroke: theme.series[0], "stroke-width": 2 } },
    ...(path === null
      ? []
      : [{ name: pathName, stroke: { stroke: theme.accent, "stroke-width": 1.4, "stroke-dasharray": "4 3" } }]),
  ];
  let right = width;
  const drawn = [...entries].reverse().map(({ name, stroke }) => {
    const start = right - textWidth(name, LABEL_SIZE) - 4;
    right = start - 34;
    return group(
      element("line", { x1: start - 20, x2: start - 4, y1: LEGEND_Y - 3, y2: LEGEND_Y - 3, ...stroke }),
      label(name, { x: start, y: LEGEND_Y, anchor: "start" }, theme.ink),
    );
  });
  return group(...drawn);
}
