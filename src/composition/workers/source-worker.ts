import { z } from "zod";
import { SourceError } from "../../core/source-connector.ts";
import { queueDueSources, SYNC_SOURCE_JOB, syncSource } from "../../modules/data-sources/index.ts";
import { registerSourceFiles } from "../../modules/ingestion/index.ts";
import { startDeadline } from "../../platform/outbound/deadline.ts";
import { type Interval, startInterval } from "../../platform/interval.ts";
import { jobWorker, type QueueService } from "../jobs.ts";
import type { Service } from "../service.ts";

/** Fetches from data sources when their time has come. Apart from the other work: a slow source holds up no upload. */
export interface SourceWorker {
  start(): Promise<void>;
  /** Runs until no sync is due. */
  drain(): Promise<void>;
  /** Ends what is under way; it goes on from its last page with the next start. */
  close(): Promise<void>;
}

/** The parts of the service that fetching needs. */
export type SourceService = QueueService & Pick<Service, "log" | "clock" | "operatorContext">;

const payload = z.object({ data_source_id: z.uuid() });

/** How often the schedule is looked at. */
const LOOK_EVERY_MS = 30_000;
/** One sync at most; the next one goes on from its last page. */
const SYNC_TIMEOUT_MS = 10 * 60_000;
const STOP_GRACE_MS = 5_000;

export function sourceWorker(service: SourceService): SourceWorker {
  const { database, log, clock } = service;
  const stopping = new AbortController();
  const contextOf = (tenant_id: string, environment: "live" | "sandbox") =>
    service.operatorContext(tenant_id, environment, "system");
  const late = (): Error => new SourceError("unavailable", "the sync took too long; it goes on later");
  const worker = jobWorker(service, SYNC_SOURCE_JOB, {
    async run(job) {
      const ctx = await contextOf(job.tenant_id, job.environment);
      const deadline = startDeadline(SYNC_TIMEOUT_MS, late, [stopping.signal]);
      try {
        const { data_source_id } = payload.parse(job.payload);
        await syncSource({ registerFiles: registerSourceFiles }, ctx, data_source_id, deadline.signal);
      } finally {
        deadline.end();
      }
    },
    // The source is due again by itself a quarter of an hour after its last sign of life.
    onDead: () => Promise.resolve(),
    onError: (error, job) => {
      if (!stopping.signal.aborted) log.error({ err: error, job_id: job?.id, kind: job?.kind }, "job failed");
    },
  });
  const look = (ending?: AbortSignal): Promise<void> =>
    queueDueSources(database.system, clock.now().toISOString(), {
      contextOf,
      ending,
      onError: (error, data_source_id) => log.error({ err: error, data_source_id }, "a data source was not queued"),
    });
  const lookQuietly = (ending: AbortSignal): Promise<void> =>
    look(ending).catch((error: unknown) => log.error({ err: error }, "due data sources were not queued"));
  let looking: Interval | null = null;
  return {
    async start() {
      await worker.start();
      if (stopping.signal.aborted) return;
      looking = startInterval(LOOK_EVERY_MS, lookQuietly);
      looking.now();
    },
    async drain() {
      await look();
      await worker.drain();
    },
    async close() {
      stopping.abort(new Error("the service is stopping"));
      await Promise.all([looking?.end(), worker.stop(STOP_GRACE_MS)]);
    },
  };
}
