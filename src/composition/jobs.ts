import { ScannerError } from "../core/file-scanner.ts";
import { SYNC_SOURCE_JOB } from "../modules/data-sources/index.ts";
import { APPLY_ALLOCATION_JOB } from "../modules/energy-instruments/index.ts";
import { FACTOR_RELEASE_JOB } from "../modules/factor-releases/index.ts";
import { PROCESS_FILE_JOB } from "../modules/ingestion/index.ts";
import { RENDER_REPORT_JOB } from "../modules/reports/index.ts";
import type { Config } from "../platform/config/config.ts";
import type { Job } from "../platform/jobs/job.ts";
import { createWorker, type Worker } from "../platform/jobs/worker.ts";
import { type WorkerOptions, WORKER_DEFAULTS } from "../platform/jobs/worker-options.ts";
import { MODEL_REQUESTS_MAX } from "../platform/model/category-model.ts";
import { RENDERINGS_MAX } from "./isolation/report-renderer.ts";
import type { Service } from "./service.ts";

/** Pictures of pages take seconds each: they wait in a queue of their own, where they hold up no other file. */
export const READ_PICTURES_JOB = "read_pictures";
/** Documents that a language model is asked about wait for seconds as well, in a queue of theirs. */
export const SUGGEST_CATEGORIES_JOB = "suggest_categories";

/**
 * Files in work at once per parser thread: while a group of them is recorded, the next one is read. About half of them wait to be recorded
 * together, and what a group costs beside its files is most of what a small one does.
 */
const FILES_PER_PARSER = 64;
/** While one is recorded, the next one is read. */
const PICTURES_PER_PROCESS = 2;
const SYNCS_MAX = 8;

/** With their pauses about three quarters of an hour: the scanner may be restarting, or loading what it knows. */
const SCANNER_ATTEMPTS = 12;

/** How a queue treats its kind of job. Five attempts are made of each, with pauses, unless `attemptsAfter` says more. */
interface Queue {
  /** Jobs that one process runs at the same time; in each queue companies take turns. */
  readonly concurrency: (config: Pick<Config, "parser_workers" | "ocr_workers">) => number;
  /** How long a job stays with a process that gives no sign of life. */
  readonly lease_ms: number;
  readonly attemptsAfter: (error: unknown) => number;
}

const { lease_ms, attemptsAfter } = WORKER_DEFAULTS;
const whileScannerIsAway = (error: unknown): number => (error instanceof ScannerError ? SCANNER_ATTEMPTS : 0);

/**
 * Every kind of job that this service works off, each in a queue of its own: work that takes seconds holds no place that files
 * which take milliseconds wait for. The kinds are stored with the jobs: a name once given stays.
 */
export const QUEUES = {
  /** Reads a file of an upload into the ledger: `workers/ingestion-worker.ts`. */
  [PROCESS_FILE_JOB]: {
    concurrency: ({ parser_workers }) => FILES_PER_PARSER * parser_workers,
    lease_ms,
    attemptsAfter: whileScannerIsAway,
  },
  /** Recognises letters on scans and photos, and goes on as with any file. */
  [READ_PICTURES_JOB]: {
    concurrency: ({ ocr_workers }) => PICTURES_PER_PROCESS * ocr_workers,
    lease_ms,
    attemptsAfter: whileScannerIsAway,
  },
  /** Asks the operator's language model about a file's lines, and records them. */
  [SUGGEST_CATEGORIES_JOB]: { concurrency: () => MODEL_REQUESTS_MAX, lease_ms, attemptsAfter: whileScannerIsAway },
  /** Renders a report from its frozen snapshot: `workers/report-worker.ts`. */
  [RENDER_REPORT_JOB]: { concurrency: () => RENDERINGS_MAX, lease_ms, attemptsAfter },
  /** Applies an allocation of energy contracts and certificates: `workers/allocation-worker.ts`. */
  [APPLY_ALLOCATION_JOB]: { concurrency: () => 1, lease_ms, attemptsAfter },
  /** Previews and applies releases of factors: `workers/factor-release-worker.ts`. */
  [FACTOR_RELEASE_JOB]: { concurrency: () => 1, lease_ms, attemptsAfter },
  /** Fetches from a data source that is due: `workers/source-worker.ts`. */
  [SYNC_SOURCE_JOB]: { concurrency: () => SYNCS_MAX, lease_ms, attemptsAfter },
} satisfies Record<string, Queue>;

export type JobKind = keyof typeof QUEUES;

/** What is done with the jobs of one kind. */
export interface JobWork extends Pick<WorkerOptions, "onDead" | "onError"> {
  readonly run: (job: Job) => Promise<void>;
}

/** The parts of the service that every queue needs. */
export type QueueService = Pick<Service, "config" | "database" | "metrics"> & Partial<Pick<Service, "tracing">>;

/** The worker of one queue; what it does is told to metrics and traces. */
export function jobWorker(service: QueueService, kind: JobKind, { run, onDead, onError }: JobWork): Worker {
  const {
    config,
    database,
    metrics: { work },
    tracing = null,
  } = service;
  const queue: Queue = QUEUES[kind];
  return createWorker({
    database,
    tracing,
    concurrency: queue.concurrency(config),
    lease_ms: queue.lease_ms,
    attemptsAfter: queue.attemptsAfter,
    handlers: { [kind]: run },
    onDead,
    onError,
    onAttempt: (job_kind, outcome, seconds) => work.jobEnded(job_kind, outcome, seconds),
    onGivenUp: (job_kind, jobs) => work.jobGivenUp(job_kind, jobs),
  });
}
