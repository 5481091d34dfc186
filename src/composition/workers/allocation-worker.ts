import { z } from "zod";
import { APPLY_ALLOCATION_JOB, applyRun, failRun } from "../../modules/energy-instruments/index.ts";
import type { Job } from "../../platform/jobs/job.ts";
import type { Worker } from "../../platform/jobs/worker.ts";
import { jobWorker, type QueueService } from "../jobs.ts";
import type { Service } from "../service.ts";

const payload = z.object({ energy_allocation_id: z.uuid() });

/** What a person reads when a run was given up for a reason that only the log knows. */
const GIVEN_UP = "The allocation could not be applied, and nothing of it was: ask for it again, or tell the operator.";

/** Applies allocations of energy contracts and certificates, one at a time: each holds its company's books while it is written. */
export function allocationWorker(service: QueueService & Pick<Service, "log" | "operatorContext">): Worker {
  const idOf = (job: Job) => payload.parse(job.payload).energy_allocation_id;
  const contextOf = (job: Job) => service.operatorContext(job.tenant_id, job.environment, "system");
  return jobWorker(service, APPLY_ALLOCATION_JOB, {
    run: async (job) => applyRun(await contextOf(job), idOf(job)),
    onDead: async (job) => failRun(await contextOf(job), idOf(job), GIVEN_UP),
    onError: (error, job) => service.log.error({ err: error, job_id: job?.id, kind: job?.kind }, "job failed"),
  });
}
