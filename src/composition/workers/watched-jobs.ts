import type { WorkerOptions } from "../../platform/jobs/worker-options.ts";
import type { Service } from "../service.ts";

/** What every worker of the queue tells metrics and traces. */
export function watchedJobs({
  metrics: { work },
  tracing = null,
}: Pick<Service, "metrics"> & Partial<Pick<Service, "tracing">>): Pick<
  WorkerOptions,
  "onAttempt" | "onGivenUp" | "tracing"
> {
  return {
    tracing,
    onAttempt: (kind, outcome, seconds) => work.jobEnded(kind, outcome, seconds),
    onGivenUp: (kind, jobs) => work.jobGivenUp(kind, jobs),
  };
}
