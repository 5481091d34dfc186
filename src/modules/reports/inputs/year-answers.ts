import type { KnownValue } from "../datapoints/condition.ts";
import type { ReportInput } from "./report-input.ts";

/** The answers of a year as they stand. */
export interface YearAnswers {
  /** Of all cells of a datapoint, without those that were taken back. */
  of(datapoint: string): readonly ReportInput[];
  /** What was reported for a datapoint without dimension, for conditions. */
  readonly known: KnownValue;
}

/** Sorts the newest versions of a year's cells by datapoint. */
export function yearAnswers(newest: readonly ReportInput[]): YearAnswers {
  const answers = new Map<string, ReportInput[]>();
  for (const row of newest) {
    if (row.status === "withdrawn") continue;
    const datapointRows = answers.get(row.datapoint);
    if (datapointRows === undefined) answers.set(row.datapoint, [row]);
    else datapointRows.push(row);
  }
  return {
    of: (datapoint) => answers.get(datapoint) ?? [],
    known: (datapoint) => answers.get(datapoint)?.find(({ member }) => member === null)?.value ?? undefined,
  };
}
