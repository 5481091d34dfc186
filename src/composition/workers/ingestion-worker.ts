import { z } from "zod";
import { categorizationSource } from "../categorization-source.ts";
import { openCategoryModel } from "../open-category-model.ts";
import { type Context, ENVIRONMENTS } from "../../core/context.ts";
import { DocumentStoreError } from "../../core/document-store.ts";
import { type FileScanner, ScannerError } from "../../core/file-scanner.ts";
import {
  fileProcessor,
  NOT_SCANNED,
  PROCESS_FILE_JOB,
  PROCESSING_FAILED,
  type ProcessingPorts,
  rejectFile,
  releaseHeldFiles,
  type ScanningPort,
} from "../../modules/ingestion/index.ts";
import { listTenants } from "../../modules/tenants/index.ts";
import { clamdScanner } from "../../platform/clamd-scanner.ts";
import type { Config } from "../../platform/config/config.ts";
import type { Job } from "../../platform/jobs/job.ts";
import type { Worker } from "../../platform/jobs/worker.ts";
import { type Interval, startInterval } from "../../platform/interval.ts";
import { openParser, type Parser } from "../isolation/parser.ts";
import { allocationWorker } from "./allocation-worker.ts";
import { factorReleaseWorker } from "./factor-release-worker.ts";
import { reportWorker } from "./report-worker.ts";
import {
  type JobKind,
  jobWorker,
  type JobWork,
  type QueueService,
  READ_PICTURES_JOB,
  SUGGEST_CATEGORIES_JOB,
} from "../jobs.ts";
import { countedScanner } from "./scan-counts.ts";
import type { Service } from "../service.ts";

/** The background work, reading uploads and rendering reports: the queue's workers and the isolated parser that they feed. */
export interface IngestionWorker {
  /** @throws ConfigError when a file that the operator named cannot be used */
  start(): Promise<void>;
  /** Runs until no upload and no report waits. @throws ConfigError as `start` */
  drain(): Promise<void>;
  /** Whether the malware scanner answers; null: there is none. */
  isScannerUp(): Promise<boolean | null>;
  /** Lets running files finish, gives the others back. */
  close(): Promise<void>;
}

/** Where a file goes on whose job is not done with it. */
const NEXT_QUEUE = { needs_ocr: READ_PICTURES_JOB, needs_model: SUGGEST_CATEGORIES_JOB } as const;

const filePayload = z.object({ file_id: z.uuid() });

/** How often files that wait for quota are looked at; a new period begins at midnight UTC. */
const RELEASE_INTERVAL_MS = 15 * 60_000;

/** The parts of the service that the background work needs. */
type WorkerService = QueueService & Pick<Service, "log" | "operatorContext" | "catalog">;

/** `fileScanner`: the scanner, which is otherwise the one of the configuration; `parser`: closed with the worker. */
export function ingestionWorker(
  service: WorkerService,
  fileScanner: FileScanner | null = scannerOf(service.config),
  parser: Parser = parserOf(service),
): IngestionWorker {
  const { log, metrics } = service;
  const scanner = fileScanner === null ? null : countedScanner(fileScanner, metrics.work);
  const onMalware: ScanningPort["onMalware"] = (finding) => log.warn(finding, "malware was found in a file");
  const categorization = categorizationSource(service);
  const model = openCategoryModel(service);
  const ports: ProcessingPorts = {
    contextOf: (tenantId, environment) => service.operatorContext(tenantId, environment, "system"),
    parse: (bytes, name, options) => parser.read(bytes, name, options),
    categorization,
    scanning: scanner === null ? null : { scanner, onMalware },
    model,
    asks_model: false,
  };
  const files = fileWorkers(service, ports, parser);
  const reports = reportWorker(service);
  const allocations = allocationWorker(service);
  const releases = factorReleaseWorker(service);
  const workers = [...files, reports, allocations, releases];
  const drainFiles = async (): Promise<void> => {
    for (const worker of files) await worker.drain();
  };
  let releasing: Interval | null = null;
  let isClosed = false;
  const release = (ending: AbortSignal): Promise<void> =>
    releaseForAll(service, ending).catch((error: unknown) => log.error({ err: error }, "held files were not released"));
  return {
    async start() {
      // A wrong file is told at the start, not by the first invoice.
      await categorization();
      await Promise.all(workers.map((worker) => worker.start()));
      if (isClosed) return;
      releasing = startInterval(RELEASE_INTERVAL_MS, release);
      releasing.now();
    },
    async drain() {
      await categorization();
      await Promise.all([drainFiles(), reports.drain()]);
      // What waits for files to be booked finds them.
      await allocations.drain();
      await releases.drain();
    },
    isScannerUp: async () => (scanner === null ? null : await scanner.isUp()),
    async close() {
      isClosed = true;
      await Promise.all([releasing?.end(), ...workers.map((worker) => worker.stop())]);
      await Promise.all([parser.close(), model?.close()]);
    },
  };
}

/**
 * The workers of the three queues of files, in the order in which a file may pass them: pictures are found by reading files, also in archives, and
 * there are no files in them.
 */
function fileWorkers(service: WorkerService, ports: ProcessingPorts, parser: Parser): Worker[] {
  // What comes to the other queues has been scanned already.
  const scanned: ProcessingPorts = { ...ports, scanning: null, asks_model: true };
  const onDead: JobWork["onDead"] = async (job, error) => {
    const ctx = await ports.contextOf(job.tenant_id, job.environment);
    const reason = error instanceof ScannerError ? NOT_SCANNED : PROCESSING_FAILED;
    await rejectFile(ctx, fileOf(job).file_id, reason);
  };
  const onError: JobWork["onError"] = (error, job) => {
    const facts = { err: error, job_id: job?.id, kind: job?.kind };
    if (error instanceof ScannerError)
      service.log.warn(facts, "a file was not scanned for malware, so it was not read");
    else if (error instanceof DocumentStoreError)
      service.log.warn(facts, "a document could not be read or kept; it is tried again");
    else service.log.error(facts, "job failed");
  };
  const workerOf = (kind: JobKind, processFile: ReturnType<typeof fileProcessor>): Worker =>
    jobWorker(service, kind, {
      async run(job) {
        const file = fileOf(job);
        const result = await processFile(file);
        if (result === "done") return;
        await requeue(await ports.contextOf(file.tenant_id, file.environment), NEXT_QUEUE[result], file.file_id);
      },
      onDead,
      onError,
    });
  const readPictures: ProcessingPorts["parse"] = (bytes, name, options) => parser.parse(bytes, name, options);
  return [
    workerOf(PROCESS_FILE_JOB, fileProcessor(ports)),
    workerOf(READ_PICTURES_JOB, fileProcessor({ ...scanned, parse: readPictures })),
    // Without a model it still takes what waited for one when the operator took it away.
    workerOf(SUGGEST_CATEGORIES_JOB, fileProcessor(scanned)),
  ];
}

function fileOf({ tenant_id, environment, payload }: Job) {
  return { tenant_id, environment, ...filePayload.parse(payload) };
}

/** Safe to repeat: a live job of the file is kept. */
async function requeue(ctx: Context, kind: string, file_id: string): Promise<void> {
  const job = { kind, key: file_id, payload: { file_id } };
  await ctx.db.transaction((tx) => ctx.jobs.enqueue(tx, [job]));
}

function parserOf({ config, metrics }: Pick<WorkerService, "config" | "metrics">): Parser {
  const { parser_workers: threads, ocr_workers: ocr_processes } = config;
  return openParser({ threads, ocr_processes, work: metrics.work });
}

function scannerOf({ clamd_address }: Pick<Config, "clamd_address">): FileScanner | null {
  return clamd_address === undefined ? null : clamdScanner(clamd_address);
}

async function releaseForAll(service: WorkerService, ending: AbortSignal): Promise<void> {
  for (const tenant of await listTenants(service.database.system)) {
    for (const environment of ENVIRONMENTS) {
      if (ending.aborted) return;
      await releaseHeldFiles(await service.operatorContext(tenant.id, environment, "system"));
    }
  }
}
