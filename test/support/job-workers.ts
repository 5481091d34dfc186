import type { JobRequest, TenantIdentity } from "../../src/core/context.ts";
import { statement } from "../../src/core/statement.ts";
import type { JobHandlers } from "../../src/platform/jobs/job.ts";
import { createWorker, type Worker } from "../../src/platform/jobs/worker.ts";
import type { WorkerOptions } from "../../src/platform/jobs/worker-options.ts";
import { type TestClock, testClock } from "./context.ts";
import { testDatabase, type TestDatabase } from "./database.ts";

interface JobRow {
  readonly key: string;
  readonly state: string;
  readonly attempts: number;
  readonly last_error: string | null;
}

/** An empty queue of a database of its own, with the workers that a test lets loose on it. */
export interface JobSite {
  readonly db: TestDatabase;
  readonly tenant: TenantIdentity;
  /** The workers' clock. */
  readonly clock: TestClock;
  /** A worker that is not started; it is stopped with the site. */
  worker(handlers: JobHandlers, options?: Partial<WorkerOptions>): Worker;
  /** Jobs of kind "work" and key "k", unless said otherwise, in one transaction. */
  enqueue(owner: TenantIdentity, jobs: readonly Partial<JobRequest>[]): Promise<void>;
  /** Every job, oldest first. */
  states(): Promise<JobRow[]>;
  /** When the running job may be taken by another process, in milliseconds of the epoch; NaN: none runs. */
  leasedUntil(): Promise<number>;
  close(): Promise<void>;
}

const selectLease = statement("select max(locked_until) as until from jobs where state = 'running'");
const selectJobs = statement("select key, state, attempts, last_error from jobs order by created_at, key limit 1000");

export async function jobSite(): Promise<JobSite> {
  const db = await testDatabase();
  // Jobs become ready by the database's clock: start well after it.
  const clock = testClock("2090-01-01T00:00:00.000Z");
  const workers: Worker[] = [];
  return {
    db,
    tenant: await db.tenant(),
    clock,
    worker(handlers, options = {}) {
      const made = createWorker({
        database: db.database,
        handlers,
        onDead: () => Promise.resolve(),
        onError: () => undefined,
        clock,
        ...options,
      });
      workers.push(made);
      return made;
    },
    async enqueue(owner, jobs) {
      const ctx = db.context(owner);
      await ctx.db.transaction((tx) =>
        ctx.jobs.enqueue(
          tx,
          jobs.map((job) => ({ kind: "work", key: "k", payload: {}, ...job })),
        ),
      );
    },
    states: () => db.database.system.rows<JobRow>(selectJobs),
    async leasedUntil() {
      const [row] = await db.database.system.rows<{ until: string | null }>(selectLease);
      return Date.parse(row?.until ?? "");
    },
    async close() {
      for (const worker of workers) await worker.stop(0);
      await db.close();
    },
  };
}

/** A promise that a test resolves when it is time. */
export function gate(): { readonly open: () => void; readonly passed: Promise<void> } {
  let open = (): void => undefined;
  const passed = new Promise<void>((resolve) => (open = resolve));
  return { open: () => open(), passed };
}
