import { element, picture } from "../../../../core/charts/svg.ts";
import type { ReportDocument } from "../../presentation/report-document.ts";
import { recordedTotal } from "./sums.ts";

const WIDTH = 595;
const HEIGHT = 300;
const GAP = 7;
/** Dark to light on the dark cover. */
const TONES = ["#8fc9aa", "#3f9a6c", "#1d5f42"];

/** The months of the report as columns without figures: an ornament, of which every report has its own. */
export function coverArt({ months }: ReportDocument): string {
  const highest = Math.max(...months.map(recordedTotal), 0.001);
  const slot = WIDTH / Math.max(1, months.length);
  const columns = months.flatMap((month, index) => {
    let top = HEIGHT;
    return [month.scope_1, month.scope_2_market_based, month.scope_3].flatMap((value, series) => {
      const height = (Math.max(0, value ?? 0) / highest) * HEIGHT * 0.94;
      if (height === 0) return [];
      top -= height;
      const box = { x: index * slot + GAP / 2, y: top, width: slot - GAP, height };
      return [element("rect", { ...box, fill: TONES[series] ?? "#1d5f42" })];
    });
  });
  return picture({ width: WIDTH, height: HEIGHT, title: "", description: "" }, ...columns);
}
