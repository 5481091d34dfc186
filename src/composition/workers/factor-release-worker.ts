import { z } from "zod";
import { FACTOR_RELEASE_JOB, failRun, workRun } from "../../modules/factor-releases/index.ts";
import type { Job } from "../../platform/jobs/job.ts";
import type { Worker } from "../../platform/jobs/worker.ts";
import { jobWorker, type QueueService } from "../jobs.ts";
import type { Service } from "../service.ts";

const payload = z.object({ factor_release_run_id: z.uuid() });

/** What a person reads when a run was given up for a reason that only the log knows. */
const GIVEN_UP =
  "The releases could not be previewed or applied, and nothing was changed: ask again, or tell the operator.";

/** Previews and applies releases of factors, one run at a time: applying one holds its company's books while it is written. */
export function factorReleaseWorker(service: QueueService & Pick<Service, "log" | "operatorContext">): Worker {
  const idOf = (job: Job) => payload.parse(job.payload).factor_release_run_id;
  const contextOf = (job: Job) => service.operatorContext(job.tenant_id, job.environment, "system");
  return jobWorker(service, FACTOR_RELEASE_JOB, {
    run: async (job) => workRun(await contextOf(job), idOf(job)),
    onDead: async (job) => failRun(await contextOf(job), idOf(job), GIVEN_UP),
    onError: (error, job) => service.log.error({ err: error, job_id: job?.id, kind: job?.kind }, "job failed"),
  });
}
