import { type ReactNode, useId, useSyncExternalStore } from "react";
import { linearScale } from "../../../src/core/charts/scale.ts";
import styles from "./chart.module.css";

export interface MonthColumn {
  readonly label: string;
  /** kg CO2e by scope, null where nothing is known. */
  readonly scopes: readonly [number | null, number | null, number | null];
  /** Total of the same month a year before, kg CO2e; null: unknown. */
  readonly before: number | null;
}

interface MonthsProps {
  readonly title: string;
  readonly columns: readonly MonthColumn[];
  /** Names of the three scopes, and of the line of the year before. */
  readonly names: readonly [string, string, string, string];
  readonly mass: (kg: number | null) => string;
  /** A figure of the axis, kg CO2e. */
  readonly axis: (kg: number) => string;
  readonly month: string;
  readonly show_table: string;
}

const HEIGHT = 240;
const LEFT = 56;
const BOTTOM = 24;
/** One unit of the picture is one pixel, or nearly: letters keep their size on a telephone. */
const WIDTHS = { wide: 720, narrow: 340 } as const;

/** Emissions by month and scope, with the year before as a line, and the same as a table. */
export function Months({ title, columns, names, mass, axis, month, show_table }: MonthsProps): ReactNode {
  const id = useId();
  const isNarrow = useIsNarrow();
  const width = WIDTHS[isNarrow ? "narrow" : "wide"];
  const sums = columns.map(({ scopes }) => scopes.reduce<number>((sum, kg) => sum + Math.max(0, kg ?? 0), 0));
  const before = columns.map((column) => column.before ?? 0);
  const scale = linearScale([1, ...sums, ...before], { from: HEIGHT - BOTTOM, to: 12, count: 4 });
  const slot = (width - LEFT) / Math.max(1, columns.length);
  const line = columns.flatMap(({ before: kg }, index) =>
    kg === null ? [] : [`${LEFT + slot * (index + 0.5)},${scale.at(kg)}`],
  );
  return (
    <figure className={styles.figure}>
      <svg viewBox={`0 0 ${width} ${HEIGHT}`} role="img" aria-labelledby={`${id}-title`} className={styles.svg}>
        <title id={`${id}-title`}>{title}</title>
        {scale.ticks.map((tick) => (
          <g key={tick}>
            <line x1={LEFT} x2={width} y1={scale.at(tick)} y2={scale.at(tick)} className={styles.grid} />
            <text x={LEFT - 8} y={scale.at(tick) + 4} className={styles.tick}>
              {axis(tick)}
            </text>
          </g>
        ))}
        {columns.map((column, index) => (
          <Column
            key={column.label}
            column={column}
            label={isNarrow ? column.label.slice(0, 1) : column.label}
            x={LEFT + slot * index}
            slot={slot}
            at={(kg) => scale.at(kg)}
          />
        ))}
        {line.length < 2
          ? null
          : // The first, in the colour of the background, keeps the dashes apart from bars of any colour.
            [styles.halo, styles.before].map((name) => (
              <polyline key={name} points={line.join(" ")} className={name} />
            ))}
      </svg>
      <figcaption className={styles.legend}>
        {names.map((name, index) => (
          <span key={name} className={styles[`key${index}`]}>
            {name}
          </span>
        ))}
      </figcaption>
      <details>
        <summary>{show_table}</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">{month}</th>
              {names.map((name) => (
                <th key={name} scope="col" className="figure">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {columns.map(({ label, scopes, before: earlier }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                {[...scopes, earlier].map((kg, index) => (
                  // The cells of a row have no name of their own but their place.
                  // eslint-disable-next-line react/no-array-index-key
                  <td key={index} className="figure">
                    {mass(kg)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}

interface ColumnProps {
  readonly column: MonthColumn;
  readonly label: string;
  readonly x: number;
  readonly slot: number;
  readonly at: (kg: number) => number;
}

function Column({ column, label, x, slot, at }: ColumnProps): ReactNode {
  const width = Math.min(slot * 0.62, 40);
  const parts: ReactNode[] = [];
  let below = 0;
  for (const [index, kg] of column.scopes.entries()) {
    if (kg === null || kg <= 0) continue;
    const top = at(below + kg);
    const height = at(below) - top;
    const left = x + (slot - width) / 2;
    parts.push(<rect key={index} x={left} y={top} width={width} height={height} className={styles[`scope${index}`]} />);
    below += kg;
  }
  return (
    <g>
      {parts}
      <text x={x + slot / 2} y={HEIGHT - 6} className={styles.month}>
        {label}
      </text>
    </g>
  );
}

const NARROW = "(max-width: 700px)";

function useIsNarrow(): boolean {
  return useSyncExternalStore(
    (changed) => {
      const query = matchMedia(NARROW);
      query.addEventListener("change", changed);
      return () => query.removeEventListener("change", changed);
    },
    () => matchMedia(NARROW).matches,
  );
}
