import { z } from "zod";
import { ENVIRONMENTS } from "./core/context.ts";
import { type FileScanner, ScannerError } from "./core/file-scanner.ts";
import { categorizationTables } from "./modules/categorization/index.ts";
import { DEFAULT_CALCULATION_SETTINGS } from "./modules/emissions/index.ts";
import {
  fileProcessor,
  NOT_SCANNED,
  PROCESS_FILE_JOB,
  PROCESSING_FAILED,
  type ProcessingPorts,
  rejectFile,
  releaseHeldFiles,
  type ScanningPort,
} from "./modules/ingestion/index.ts";
import { listTenants } from "./modules/tenants/index.ts";
import { clamdScanner } from "./platform/clamd-scanner.ts";
import type { Config } from "./platform/config.ts";
import { createWorker } from "./platform/jobs/worker.ts";
import { openParser } from "./parser.ts";
import { reportWorker } from "./report-worker.ts";
import { countedScanner } from "./scan-counts.ts";
import type { Service } from "./service.ts";

/** The background work, reading uploads and rendering reports: the queue's workers and the isolated parser that they feed. */
export interface IngestionWorker {
  start(): Promise<void>;
  /** Runs until no upload and no report waits. */
  drain(): Promise<void>;
  /** Whether the malware scanner answers; null: there is none. */
  isScannerUp(): Promise<boolean | null>;
  /** Lines for the metrics. */
  metrics(): readonly string[];
  /** Lets running files finish, gives the others back. */
  close(): Promise<void>;
}

const filePayload = z.object({ file_id: z.uuid() });

/** How often files that wait for quota are looked at; a new period begins at midnight UTC. */
const RELEASE_INTERVAL_MS = 15 * 60_000;

/** Files in work at once per parser thread: while a group of them is recorded, the next one is read. */
const FILES_PER_PARSER = 16;

/** With their pauses about three quarters of an hour: the scanner may be restarting, or loading what it knows. */
const SCANNER_ATTEMPTS = 12;

/** The parts of the service that the background work needs. */
type WorkerService = Pick<Service, "config" | "database" | "log" | "operatorContext">;

/** `given`: the scanner, which is otherwise the one of the configuration. */
export function ingestionWorker(
  service: WorkerService,
  given: FileScanner | null = scannerOf(service.config),
): IngestionWorker {
  const parser = openParser({
    threads: service.config.parser_workers,
    ocr_processes: service.config.ocr_workers,
  });
  const { log } = service;
  const scanner = given === null ? null : countedScanner(given);
  const onMalware: ScanningPort["onMalware"] = (finding) => log.warn(finding, "malware was found in a file");
  const ports: ProcessingPorts = {
    contextOf: (tenantId, environment) => service.operatorContext(tenantId, environment, "system"),
    parse: (bytes, name) => parser.parse(bytes, name),
    categorization: categorizationTables(),
    settings: DEFAULT_CALCULATION_SETTINGS,
    scanning: scanner === null ? null : { scanner, onMalware },
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
    attemptsAfter: (error) => (error instanceof ScannerError ? SCANNER_ATTEMPTS : 0),
    onDead: async (job, error) => {
      const ctx = await ports.contextOf(job.tenant_id, job.environment);
      const reason = error instanceof ScannerError ? NOT_SCANNED : PROCESSING_FAILED;
      await rejectFile(ctx, filePayload.parse(job.payload).file_id, reason);
    },
    onError: (error, job) => {
      const facts = { err: error, job_id: job?.id, kind: job?.kind };
      if (error instanceof ScannerError) log.warn(facts, "a file was not scanned for malware, so it was not read");
      else log.error(facts, "job failed");
    },
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
    isScannerUp: async () => (scanner === null ? null : await scanner.isUp()),
    metrics: () => scanner?.metrics() ?? [],
    async close() {
      if (timer !== null) clearInterval(timer);
      await Promise.all([worker.stop(), reports.stop()]);
      await parser.close();
    },
  };
}

function scannerOf({ clamd_address }: Pick<Config, "clamd_address">): FileScanner | null {
  return clamd_address === undefined ? null : clamdScanner(clamd_address);
}

async function releaseForAll(service: WorkerService): Promise<void> {
  for (const tenant of await listTenants(service.database.system)) {
    for (const environment of ENVIRONMENTS) {
      await releaseHeldFiles(await service.operatorContext(tenant.id, environment, "system"));
    }
  }
}
