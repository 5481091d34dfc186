import { z } from "zod";
import { giveUpReport, RENDER_REPORT_JOB, renderReport } from "../../modules/reports/index.ts";
import type { Job } from "../../platform/jobs/job.ts";
import type { Worker } from "../../platform/jobs/worker.ts";
import { jobWorker, type QueueService } from "../jobs.ts";
import type { Service } from "../service.ts";

const payload = z.object({ report_job_id: z.uuid() });

/** Renders reports, as many at a time as there are processes for it. */
export function reportWorker(service: QueueService & Pick<Service, "log" | "operatorContext">): Worker {
  const idOf = (job: Job) => payload.parse(job.payload).report_job_id;
  const contextOf = (job: Job) => service.operatorContext(job.tenant_id, job.environment, "system");
  return jobWorker(service, RENDER_REPORT_JOB, {
    run: async (job) => renderReport(await contextOf(job), idOf(job)),
    onDead: async (job, error) => giveUpReport(await contextOf(job), idOf(job), error),
    onError: (error, job) => service.log.error({ err: error, job_id: job?.id, kind: job?.kind }, "job failed"),
  });
}
