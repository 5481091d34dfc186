import { formatNumber, type NumberLanguage } from "../number-format.ts";
import type { Scale } from "./scale.ts";
import { element, group, type Svg } from "./svg.ts";
import type { ChartTheme } from "./theme.ts";

/** What every chart is told beside its data. Titles, descriptions and units are the caller's, in the reader's language. */
export interface ChartOptions {
  readonly title: string;
  /** Says in words what the picture shows: it is read out instead of it. */
  readonly description: string;
  readonly language: NumberLanguage;
  readonly width: number;
  readonly height: number;
  readonly theme: ChartTheme;
}

export const LABEL_SIZE = 8.5;
/** Base line of the legend and of the unit. */
export const LEGEND_Y = 9;

const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });

/** What a reader sees as single characters. */
export function graphemes(text: string): string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/** Rough width of a text in the chart's typeface; charts leave room with it, nothing is cut by it. */
export function textWidth(text: string, size: number): number {
  return graphemes(text).length * size * 0.55;
}

/** Lines across the plot with their figures to the left, and the unit above. */
export function valueAxis(
  scale: Scale,
  plot: { left: number; right: number },
  { unit, language, theme }: { unit: string; language: NumberLanguage; theme: ChartTheme },
): Svg {
  const lines = scale.ticks.map((tick) => {
    const y = scale.at(tick);
    const stroke = tick === 0 ? theme.ink : theme.line;
    return group(
      element("line", { x1: plot.left, x2: plot.right, y1: y, y2: y, stroke, "stroke-width": tick === 0 ? 0.9 : 0.6 }),
      label(formatNumber(tick, language, scale.decimals), { x: plot.left - 6, y: y + 3, anchor: "end" }, theme.soft),
    );
  });
  return group(...lines, label(unit, { x: 0, y: LEGEND_Y, anchor: "start" }, theme.soft));
}

export interface LabelPosition {
  readonly x: number;
  readonly y: number;
  readonly anchor: "start" | "middle" | "end";
  readonly weight?: number;
  readonly size?: number;
}

export function label(text: string, position: LabelPosition, fill: string): Svg {
  const { x, y, anchor, weight = 400, size = LABEL_SIZE } = position;
  return element("text", { x, y, "text-anchor": anchor, "font-size": size, "font-weight": weight, fill }, text);
}

/** Width that the figures of an axis need, with their distance to the plot. */
export function axisWidth(scale: Scale, language: NumberLanguage): number {
  const widths = scale.ticks.map((tick) => textWidth(formatNumber(tick, language, scale.decimals), LABEL_SIZE));
  return Math.max(...widths) + 8;
}

const SWATCH = 12;
const BETWEEN = 14;

/** Names of the series with their colours, in one row that ends at `right`. */
export function legend(names: readonly string[], right: number, theme: ChartTheme): Svg {
  const widths = names.map((name) => textWidth(name, LABEL_SIZE) + SWATCH);
  let x = right - widths.reduce((total, width) => total + width + BETWEEN, -BETWEEN);
  const entries = names.map((name, index) => {
    const left = x;
    x += (widths[index] ?? 0) + BETWEEN;
    return group(
      element("rect", { x: left, y: LEGEND_Y - 7, width: 8, height: 8, ...seriesPaint(index, theme) }),
      label(name, { x: left + SWATCH, y: LEGEND_Y, anchor: "start" }, theme.ink),
    );
  });
  return group(...entries);
}

/** A figure on a plate of paper, so that no line runs through it. */
export function plate(text: string, position: LabelPosition & { readonly size: number }, theme: ChartTheme): Svg {
  const width = textWidth(text, position.size) + 2;
  const box = { x: position.x - width / 2, y: position.y - position.size + 1, width, height: position.size };
  return group(element("rect", { ...box, fill: theme.paper }), label(text, position, theme.ink));
}

/** Fill of the n-th series; the lightest has an edge, so that it stands out from the paper. */
export function seriesPaint(index: number, theme: ChartTheme): Record<string, string | number> {
  const fill = theme.series[index] ?? theme.series[theme.series.length - 1] ?? theme.ink;
  return index < theme.series.length - 1 ? { fill } : { fill, stroke: theme.edge, "stroke-width": 0.5 };
}
