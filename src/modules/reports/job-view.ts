import type { ReportJob } from "./report.ts";
import type { JobRow } from "./store.ts";

/** Rendering is one step of well under a second: between the ends there is only "under way". */
const PROGRESS_PCT: Readonly<Record<ReportJob["status"], number>> = {
  queued: 0,
  running: 50,
  completed: 100,
  failed: 0,
};

/** A stored job as callers see it. */
export function jobView(row: JobRow): ReportJob {
  return { ...row, progress_pct: PROGRESS_PCT[row.status], queued_at: row.created_at };
}
