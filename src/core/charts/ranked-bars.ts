import { type ChartOptions, graphemes, label, textWidth } from "./axis.ts";
import { element, group, picture } from "./svg.ts";

export interface Bar {
  readonly label: string;
  readonly value: number;
  /** What stands at the end of the line: the figure with its unit, as the caller prints it. */
  readonly value_label: string;
}

export interface RankedBars extends Omit<ChartOptions, "height"> {
  readonly bars: readonly Bar[];
}

const ROW = 27;
const THICKNESS = 8;
const LABEL_SIZE = 9;

/** Height of the picture that `count` bars need. */
export function rankedBarsHeight(count: number): number {
  return Math.max(1, count) * ROW;
}

/** Horizontal bars, each below its name and figure, so that long names need no room beside it. */
export function rankedBars(chart: RankedBars): string {
  const { bars, width, theme } = chart;
  const values = bars.map(({ value }) => value);
  // The longest bar takes the whole width: there is no axis whose figures it would have to meet.
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
  const stretch = high === low ? 0 : width / (high - low);
  const zero = -low * stretch;
  const drawn = bars.map((bar, index) => {
    const y = index * ROW + 10;
    const length = Math.abs(bar.value) * stretch;
    const x = bar.value < 0 ? zero - length : zero;
    const name = shortened(bar.label, width - textWidth(bar.value_label, LABEL_SIZE) - 16);
    const track = { x: 0, y: y + 5, width, height: THICKNESS };
    return group(
      label(name, { x: 0, y, anchor: "start", size: LABEL_SIZE }, theme.ink),
      label(bar.value_label, { x: width, y, anchor: "end", size: LABEL_SIZE, weight: 600 }, theme.ink),
      element("rect", { ...track, fill: theme.line, "fill-opacity": 0.45 }),
      element("rect", { ...track, x, width: length, fill: index === 0 ? theme.series[0] : theme.series[1] }),
    );
  });
  return picture({ ...chart, height: rankedBarsHeight(bars.length) }, ...drawn);
}

/** A name that would run into its figure ends with an ellipsis; the table beside the chart has it in full. */
function shortened(text: string, room: number): string {
  if (textWidth(text, LABEL_SIZE) <= room) return text;
  const characters = graphemes(text);
  const kept = Math.max(1, Math.floor(room / (LABEL_SIZE * 0.55)) - 1);
  return `${characters.slice(0, kept).join("").trimEnd()}\u2026`;
}
