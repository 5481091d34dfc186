import { z } from "zod";
import { giveUpReport, RENDER_REPORT_JOB, renderReport } from "../../modules/reports/index.ts";
import type { Job } from "../../platform/jobs/job.ts";
import { watchedJobs } from "./watched-jobs.ts";
import { createWorker, type Worker } from "../../platform/jobs/worker.ts";
import { RENDERINGS_MAX } from "../isolation/report-renderer.ts";
import type { Service } from "../service.ts";

const payload = z.object({ report_job_id: z.uuid() });

/**
 * The queue's worker for reports: as many at a time as are rendered, each company's in turn. Apart from the other work: jobs
 * that wait for a process that renders would hold the places of files.
 */
export function reportWorker(
  service: Pick<Service, "database" | "log" | "operatorContext" | "metrics"> & Partial<Pick<Service, "tracing">>,
): Worker {
  const idOf = (job: Job) => payload.parse(job.payload).report_job_id;
  const contextOf = (job: Job) => service.operatorContext(job.tenant_id, job.environment, "system");
  return createWorker({
    database: service.database,
    ...watchedJobs(service),
    concurrency: RENDERINGS_MAX,
    handlers: { [RENDER_REPORT_JOB]: async (job) => renderReport(await contextOf(job), idOf(job)) },
    onDead: async (job, error) => giveUpReport(await contextOf(job), idOf(job), error),
    onError: (error, job) => service.log.error({ err: error, job_id: job?.id, kind: job?.kind }, "job failed"),
  });
}
