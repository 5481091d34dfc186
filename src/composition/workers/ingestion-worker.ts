import { z } from "zod";
import { categorizationSource } from "../categorization-source.ts";
import { openCategoryModel } from "../open-category-model.ts";
import { type Context, ENVIRONMENTS } from "../../core/context.ts";
import { DocumentStoreError } from "../../core/document-store.ts";
import { type FileScanner, ScannerError } from "../../core/file-scanner.ts";
import type { LanguageModel } from "../../core/language-model.ts";
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
import { MODEL_REQUESTS_MAX } from "../../platform/model/category-model.ts";
import { clamdScanner } from "../../platform/clamd-scanner.ts";
import type { Config } from "../../platform/config/config.ts";
import type { Job } from "../../platform/jobs/job.ts";
import { createWorker } from "../../platform/jobs/worker.ts";
import type { WorkerOptions } from "../../platform/jobs/worker-options.ts";
import { type Interval, startInterval } from "../../platform/interval.ts";
import { openParser } from "../isolation/parser.ts";
import { reportWorker } from "./report-worker.ts";
import { watchedJobs } from "./watched-jobs.ts";
import { countedScanner } from "../isolation/scan-counts.ts";
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

/** Pictures of pages take seconds each: they wait in a queue of their own, where they hold up no other file. */
const READ_PICTURES_JOB = "read_pictures";
/** While one is recorded, the next one is read. */
const PICTURES_PER_PROCESS = 2;

/** A file turned out to be pictures. */
class PicturesFound extends Error {
  override readonly name = "PicturesFound";
}

/** Documents that a language model is asked about wait for seconds as well, in a queue of theirs. */
const SUGGEST_CATEGORIES_JOB = "suggest_categories";

/** A document has lines that the language model is to be asked about. */
class ModelWanted extends Error {
  override readonly name = "ModelWanted";
}

const filePayload = z.object({ file_id: z.uuid() });

/** How often files that wait for quota are looked at; a new period begins at midnight UTC. */
const RELEASE_INTERVAL_MS = 15 * 60_000;

/** Files in work at once per parser thread: while a group of them is recorded, the next one is read. */
const FILES_PER_PARSER = 16;

/** With their pauses about three quarters of an hour: the scanner may be restarting, or loading what it knows. */
const SCANNER_ATTEMPTS = 12;

/** The parts of the service that the background work needs. */
type WorkerService = Pick<Service, "config" | "database" | "log" | "operatorContext" | "catalog" | "metrics"> &
  Partial<Pick<Service, "tracing">>;

/** `given`: the scanner, which is otherwise the one of the configuration. */
export function ingestionWorker(
  service: WorkerService,
  given: FileScanner | null = scannerOf(service.config),
): IngestionWorker {
  const { log, metrics } = service;
  const parser = openParser({
    threads: service.config.parser_workers,
    ocr_processes: service.config.ocr_workers,
    work: metrics.work,
  });
  const scanner = given === null ? null : countedScanner(given, metrics.work);
  const onMalware: ScanningPort["onMalware"] = (finding) => log.warn(finding, "malware was found in a file");
  const categorization = categorizationSource(service);
  const model = openCategoryModel(service);
  const ports: ProcessingPorts = {
    contextOf: (tenantId, environment) => service.operatorContext(tenantId, environment, "system"),
    parse: async (bytes, name) => {
      const outcome = await parser.read(bytes, name);
      if (outcome.kind === "pictures") throw new PicturesFound("to be read by the worker of pictures");
      return outcome;
    },
    categorization,
    scanning: scanner === null ? null : { scanner, onMalware },
    model: model === null ? null : deferredModel(model),
  };
  const processFile = fileProcessor(ports);
  // What is passed on to it has been scanned already.
  const processPictures = fileProcessor({
    ...ports,
    scanning: null,
    model,
    parse: (bytes, name) => parser.parse(bytes, name),
  });
  const processWithModel = fileProcessor({ ...ports, scanning: null, model });
  const reports = reportWorker(service);
  const common: Omit<WorkerOptions, "handlers"> = {
    database: service.database,
    ...watchedJobs(service),
    attemptsAfter: (error) => (error instanceof ScannerError ? SCANNER_ATTEMPTS : 0),
    onDead: async (job, error) => {
      const ctx = await ports.contextOf(job.tenant_id, job.environment);
      const reason = error instanceof ScannerError ? NOT_SCANNED : PROCESSING_FAILED;
      await rejectFile(ctx, fileOf(job).file_id, reason);
    },
    onError: (error, job) => {
      const facts = { err: error, job_id: job?.id, kind: job?.kind };
      if (error instanceof ScannerError) log.warn(facts, "a file was not scanned for malware, so it was not read");
      else if (error instanceof DocumentStoreError)
        log.warn(facts, "a document could not be read or kept; it is tried again");
      else log.error(facts, "job failed");
    },
  };
  const worker = createWorker({
    ...common,
    concurrency: FILES_PER_PARSER * service.config.parser_workers,
    handlers: {
      [PROCESS_FILE_JOB]: async (job) => {
        try {
          await processFile(fileOf(job));
        } catch (error) {
          const kind = followUpQueue(error);
          if (kind === null) throw error;
          await requeue(await ports.contextOf(job.tenant_id, job.environment), kind, fileOf(job).file_id);
        }
      },
    },
  });
  const pictures = createWorker({
    ...common,
    concurrency: PICTURES_PER_PROCESS * service.config.ocr_workers,
    handlers: { [READ_PICTURES_JOB]: async (job) => processPictures(fileOf(job)) },
  });
  // Without a model it still takes what waited for one when the operator took it away.
  const suggesting = createWorker({
    ...common,
    concurrency: MODEL_REQUESTS_MAX,
    handlers: { [SUGGEST_CATEGORIES_JOB]: async (job) => processWithModel(fileOf(job)) },
  });
  const workers = [worker, pictures, suggesting, reports];
  // Pictures are found by reading files, also in archives; there are no files in them.
  const drainFiles = async (): Promise<void> => {
    await worker.drain();
    await pictures.drain();
    await suggesting.drain();
  };
  let releasing: Interval | null = null;
  let isClosed = false;
  const release = (ending: AbortSignal): Promise<void> =>
    releaseForAll(service, ending).catch((error: unknown) => log.error({ err: error }, "held files were not released"));
  return {
    async start() {
      // A wrong file is told at the start, not by the first invoice.
      await categorization();
      await Promise.all(workers.map((one) => one.start()));
      if (isClosed) return;
      releasing = startInterval(RELEASE_INTERVAL_MS, release);
      releasing.now();
    },
    async drain() {
      await categorization();
      await Promise.all([drainFiles(), reports.drain()]);
    },
    isScannerUp: async () => (scanner === null ? null : await scanner.isUp()),
    async close() {
      isClosed = true;
      await Promise.all([releasing?.end(), ...workers.map((one) => one.stop())]);
      await Promise.all([parser.close(), model?.close()]);
    },
  };
}

function fileOf({ tenant_id, environment, payload }: Job) {
  return { tenant_id, environment, ...filePayload.parse(payload) };
}

/** The job that reads a file which turned out to take seconds; null for every other failure. */
function followUpQueue(error: unknown): string | null {
  if (error instanceof PicturesFound) return READ_PICTURES_JOB;
  return error instanceof ModelWanted ? SUGGEST_CATEGORIES_JOB : null;
}

/** Says when the model would be asked, so that another queue asks it. */
function deferredModel(model: LanguageModel): LanguageModel {
  return {
    name: model.name,
    isReady: () => model.isReady(),
    ask: () => Promise.reject(new ModelWanted("to be asked by the worker of suggestions")),
  };
}

/** Safe to repeat: a live job of the file is kept. */
async function requeue(ctx: Context, kind: string, file_id: string): Promise<void> {
  const job = { kind, key: file_id, payload: { file_id } };
  await ctx.db.transaction((tx) => ctx.jobs.enqueue(tx, [job]));
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
