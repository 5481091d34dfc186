import type { WorkerOptions } from "./platform/jobs/worker-options.ts";
import type { WorkCounts } from "./platform/telemetry/work-counts.ts";

/** What every worker of the queue tells the metrics. */
export function jobCounting(work: WorkCounts): Pick<WorkerOptions, "onAttempt" | "onGivenUp"> {
  return {
    onAttempt: (kind, outcome, seconds) => work.jobEnded(kind, outcome, seconds),
    onGivenUp: (kind, jobs) => work.jobGivenUp(kind, jobs),
  };
}
