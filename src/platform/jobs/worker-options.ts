import type { Clock } from "../../core/context.ts";
import type { Tracing } from "../../core/tracing.ts";
import type { Database } from "../db/database.ts";
import type { Job, JobHandlers } from "./job.ts";

export interface WorkerOptions {
  readonly database: Database;
  readonly handlers: JobHandlers;
  /** Records in the domain that a job is given up. May run twice; the job counts as dead only once this succeeded. */
  readonly onDead: (job: Job, error: unknown) => Promise<void>;
  /** Told of every failed attempt (with its job) and of failures of the queue itself (without). */
  readonly onError: (error: unknown, job: Job | null) => void;
  /** Where attempts are traced, within the trace of the request that asked for the job. */
  readonly tracing?: Tracing | null;
  /** Told of every attempt that has ended, with its time. */
  readonly onAttempt?: (kind: string, outcome: "done" | "failed", seconds: number) => void;
  /** Told of every job that is given up; at the start of no job of each kind, so that a count begins at zero. */
  readonly onGivenUp?: (kind: string, jobs: number) => void;
  /** Attempts that a job gets after this failure, for failures that pass with time; never fewer than its own. */
  readonly attemptsAfter?: (error: unknown) => number;
  /** Jobs that run at the same time, default 4. */
  readonly concurrency?: number;
  /** How long a job stays with a process that gives no sign of life, default 20 s; renewed while the process lives. */
  readonly lease_ms?: number;
  /** Backstop of the notification, and the precision of delayed runs, default 1 s. */
  readonly poll_ms?: number;
  /** How long finished jobs stay visible, default 24 h. */
  readonly keep_done_seconds?: number;
  /** Given in tests; otherwise the database's clock decides, which all processes share. */
  readonly clock?: Clock;
}

/** With the defaults for what was left out. */
export type CompleteWorkerOptions = Required<Omit<WorkerOptions, "clock">> & Pick<WorkerOptions, "clock">;

export const WORKER_DEFAULTS = {
  tracing: null,
  onAttempt: () => undefined,
  onGivenUp: () => undefined,
  attemptsAfter: () => 0,
  concurrency: 4,
  lease_ms: 20_000,
  poll_ms: 1_000,
  keep_done_seconds: 86_400,
};
