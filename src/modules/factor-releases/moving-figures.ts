import type { PendingScope } from "../emissions/index.ts";
import type { ShowingReport } from "../reports/index.ts";
import type { TargetOfYear } from "../targets/index.ts";

export const REASONS_ASKED = ["year_closed", "report_attested", "base_year"] as const;
export type ReasonAsked = (typeof REASONS_ASKED)[number];

/** What shows the figures of a year, and so moves with them. */
export interface MovingFigures {
  /** Why `apply` needs a reason; empty: it needs none. */
  readonly reason_needed_because: readonly ReasonAsked[];
  /** Of the year, and of the year after, which compare with it. */
  readonly reports: readonly ShowingReport[];
  readonly targets: readonly TargetOfYear[];
}

/** What a run does to its year: counts of lines, kg CO2e as decimal text. */
export interface RunEffect extends MovingFigures {
  readonly changed_count: number;
  readonly unchanged_count: number;
  readonly waiting_count: number;
  readonly scopes: readonly PendingScope[];
}
