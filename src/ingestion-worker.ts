import { z } from "zod";
import { ENVIRONMENTS } from "./core/context.ts";
import { categorizationTables } from "./modules/categorization/index.ts";
import { DEFAULT_CALCULATION_SETTINGS } from "./modules/emissions/index.ts";
import {
  fileProcessor,
  PROCESS_FILE_JOB,
  PROCESSING_FAILED,
  type ProcessingPorts,
  rejectFile,
  releaseHeldFiles,
} from "./modules/ingestion/index.ts";
import { listTenants } from "./modules/tenants/index.ts";
import { createWorker } from "./platform/jobs/worker.ts";
import { openParser } from "./parser.ts";
import { reportWorker } from "./report-worker.ts";
import type { Service } from "./service.ts";

/** The background work, reading uploads and rendering reports: the queue's workers and the isolated parser that they feed. */
export interface IngestionWorker {
  start(): Promise<void>;
  /** Runs until no upload and no report waits. */
  drain(): Promise<void>;
  /** Lets running files finish, gives the others back. */
  close(): Promise<void>;
}

const filePayload = z.object({ file_id: z.uuid() });

/** How often files that wait for quota are looked at; a new period begins at midnight UTC. */
const RELEASE_INTERVAL_MS = 15 * 60_000;

/** Files in work at once per parser thread: while a group of them is recorded, the next one is read. */
const FILES_PER_PARSER = 16;

/** The parts of the service that the background work needs. */
type WorkerService = Pick<Service, "config" | "database" | "log" | "operatorContext">;

export function ingestionWorker(service: WorkerService): IngestionWorker {
  const parser = openParser({
    threads: service.config.parser_workers,
    ocr_processes: service.config.ocr_workers,
  });
  const ports: ProcessingPorts = {
    contextOf: (tenantId, environment) => service.operatorContext(tenantId, environment, "system"),
    parse: (bytes, name) => parser.parse(bytes, name),
    categorization: categorizationTables(),
    settings: DEFAULT_CALCULATION_SETTINGS,
  };
  const processFile = fileProcessor(ports);
  const reports = reportWorker(service);
  const worker = createWorker({
    database: service.database,
    concurrency: FILES_PER_PARSER * service.config.parser_workers,
    handlers: {
      [PROCESS_FILE_JOB]: async ({ tenant_id, environment, payload }) => {
        await processFile({ tenant_id, environment, ...filePayload.parse(payload) });
      },
    },
    onDead: async (job) => {
      const ctx = await ports.contextOf(job.tenant_id, job.environment);
      await rejectFile(ctx, filePayload.parse(job.payload).file_id, PROCESSING_FAILED);
    },
    onError: (error, job) => service.log.error({ err: error, job_id: job?.id, kind: job?.kind }, "job failed"),
  });
  let timer: NodeJS.Timeout | null = null;
  const release = (): void => {
    releaseForAll(service).catch((error: unknown) => service.log.error({ err: error }, "held files were not released"));
  };
  return {
    async start() {
      await Promise.all([worker.start(), reports.start()]);
      timer = setInterval(release, RELEASE_INTERVAL_MS);
      release();
    },
    async drain() {
      await Promise.all([worker.drain(), reports.drain()]);
    },
    async close() {
      if (timer !== null) clearInterval(timer);
      await Promise.all([worker.stop(), reports.stop()]);
      await parser.close();
    },
  };
}

async function releaseForAll(service: WorkerService): Promise<void> {
  for (const tenant of await listTenants(service.database.system)) {
    for (const environment of ENVIRONMENTS) {
      await releaseHeldFiles(await service.operatorContext(tenant.id, environment, "system"));
    }
  }
}
