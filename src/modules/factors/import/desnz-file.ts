/** One published factor: the lines of the flat file that share an id but for its last part, which is the gas. */
export interface DesnzFactor {
  /** Empty: the file prints none and none is known of its words. */
  readonly id: string;
  /** First line of the factor in its sheet. */
  readonly line: number;
  readonly scope: string;
  readonly levels: readonly [string, string, string, string];
  readonly column_text: string;
  readonly unit: string;
  /** Published figure by what it measures ("kg CO2e", "kg CO2e of CO2 per unit", "kWh (net)"); null: not available. */
  readonly figures: ReadonlyMap<string, string | null>;
}

export interface DesnzFile {
  readonly year: number;
  readonly version: string | null;
  /** Which of the publisher's workbooks it is. */
  readonly edition: "flat file" | "full set";
  readonly factors: readonly DesnzFactor[];
}

/** The words of a published factor in one line: "Fuels, Gaseous fuels, Butane". */
export function nameOfPublished({
  levels,
  column_text,
  unit,
}: Pick<DesnzFactor, "levels" | "column_text" | "unit">): string {
  const parts = [...levels, column_text].filter((part) => part !== "" && part !== unit);
  return [...new Set(parts)].join(", ").slice(0, 500);
}
