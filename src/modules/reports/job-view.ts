import type { ReportJob } from "./report.ts";
import type { JobRow } from "./store.ts";

/** How far a job is when it has reached a stage: drawing the file takes most of the time. */
const PROGRESS_PCT: Readonly<Record<ReportJob["stage"], number>> = {
  frozen: 0,
  building: 10,
  rendering: 30,
  storing: 90,
  done: 100,
};

/** A stored job as callers see it. */
export function jobView(row: JobRow): ReportJob {
  return { ...row, progress_pct: PROGRESS_PCT[row.stage], queued_at: row.created_at };
}
