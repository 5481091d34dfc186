import type { FactValue } from "./fact.ts";

export const INPUT_STATUSES = ["reported", "omitted", "not_applicable"] as const;

/** What people have answered for one datapoint of a year: the newest version of each (datapoint, member). */
export interface ReportInputRow {
  readonly id: string;
  /** Id of a row of data/vsme/datapoints.csv. */
  readonly datapoint: string;
  /** Member of the datapoint's list, the row's key on a typed axis, null where the datapoint has neither. */
  readonly member: string | null;
  /** Null unless the status is `reported`. Numbers are in the datapoint's unit, enumerations are member names. */
  readonly value: FactValue | null;
  /** omitted: classified or sensitive (VSME 24 b); not_applicable: the company says that it does not apply to it. */
  readonly status: (typeof INPUT_STATUSES)[number];
  readonly note: string | null;
}
