import { randomUUID } from "node:crypto";
import type { SpanRequest } from "../../core/tracing.ts";
import { singleFlight } from "../../core/single-flight.ts";
import type { Subscription } from "../db/listener.ts";
import { type Interval, startInterval } from "../interval.ts";
import { FailedJobs } from "./failed-jobs.ts";
import { INTERRUPTIONS_BEFORE_ALONE } from "./job.ts";
import { isAboutKinds, JOBS_CHANNEL, TRACE_MEMBER } from "./queue.ts";
import {
  claimExhausted,
  type ClaimedJob,
  claimJobs,
  pruneJobs,
  reclaimJobs,
  releaseJobs,
  renewLeases,
  CURSOR_START,
  type TenantCursor,
} from "./store.ts";
import { UnrecordedJobs } from "./unrecorded-jobs.ts";
import { type CompleteWorkerOptions, WORKER_DEFAULTS, type WorkerOptions } from "./worker-options.ts";

export interface Worker {
  start(): Promise<void>;
  /** Runs until nothing is ready and nothing runs; returns how many attempts were made. For tests and commands. */
  drain(): Promise<number>;
  /** Takes no more jobs, waits up to `grace_ms` for the running ones, gives the others back. */
  stop(grace_ms?: number): Promise<void>;
}

const PRUNE_EVERY_MS = 60_000;

export function createWorker(options: WorkerOptions): Worker {
  return new QueueWorker(options);
}

class QueueWorker implements Worker {
  readonly #options: CompleteWorkerOptions;
  readonly #kinds: readonly string[];
  readonly #name = randomUUID();
  /** Claimed and not yet started, in the order of their turn. */
  #waiting: ClaimedJob[] = [];
  readonly #running = new Map<ClaimedJob, Promise<void>>();
  readonly #unrecorded: UnrecordedJobs;
  readonly #failures: FailedJobs;
  /** A renewal failed: what runs here may look abandoned. */
  #isRenewalDue = false;
  /** One claim at a time; a call during a claim makes it look once more. */
  readonly #fill = singleFlight(() => this.#claimUntilFull());
  #cursor: TenantCursor = CURSOR_START;
  #claims = 0;
  #attempts = 0;
  #isStopping = false;
  readonly #intervals: Interval[] = [];
  #subscription: Subscription | null = null;

  constructor(options: WorkerOptions) {
    this.#options = { ...WORKER_DEFAULTS, ...options };
    this.#kinds = Object.keys(options.handlers);
    for (const kind of this.#kinds) this.#options.onGivenUp(kind, 0);
    this.#unrecorded = new UnrecordedJobs(options.database.system, (error) => this.#options.onError(error, null));
    this.#failures = new FailedJobs(this.#options, this.#unrecorded);
  }

  async start(): Promise<void> {
    const { database, poll_ms, lease_ms } = this.#options;
    const wake = (): void => void this.#guarded(() => this.#fill());
    const hear = (payload: string): void => {
      if (isAboutKinds(payload, this.#kinds)) wake();
    };
    this.#subscription = await database.listen(JOBS_CHANNEL, hear, wake);
    this.#every(poll_ms, async () => {
      await this.#settleOutage();
      await this.#recover();
      await this.#fill();
    });
    this.#every(lease_ms / 3, () => this.#renew());
    this.#every(PRUNE_EVERY_MS, () => pruneJobs(database.system, this.#options.keep_done_seconds));
    wake();
  }

  async drain(): Promise<number> {
    const before = this.#attempts;
    await this.#whileRenewing(async () => {
      await this.#settleOutage();
      await this.#recover();
      for (;;) {
        await this.#fill();
        if (this.#running.size === 0 && this.#waiting.length === 0) break;
        await Promise.race(this.#running.values());
      }
      await this.#unrecorded.flush();
    });
    return this.#attempts - before;
  }

  async stop(grace_ms = 20_000): Promise<void> {
    this.#isStopping = true;
    await Promise.all([this.#subscription?.close(), ...this.#intervals.map((work) => work.end())]);
    // A claim that is under way ends before its jobs are given back; this look itself claims nothing any more.
    await this.#guarded(() => this.#fill());
    await this.#guarded(() => releaseJobs(this.#options.database.system, this.#waiting.splice(0)));
    await this.#whileRenewing(() => this.#settleWithin(grace_ms));
    // What is still running will be run again, by another process or after the next start.
    await this.#guarded(() => releaseJobs(this.#options.database.system, [...this.#running.keys()]));
    await this.#unrecorded.flush();
  }

  /** What lasts as long as jobs run: they stay this process's, and no other one begins them a second time. */
  async #whileRenewing(work: () => Promise<void>): Promise<void> {
    const renewal = startInterval(this.#options.lease_ms / 3, () => this.#guarded(() => this.#renew()));
    try {
      await work();
    } finally {
      await renewal.end();
    }
  }

  async #settleWithin(grace_ms: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, grace_ms);
    });
    await Promise.race([Promise.all(this.#running.values()), timeout]);
    clearTimeout(timer);
  }

  #every(interval_ms: number, work: () => Promise<void>): void {
    this.#intervals.push(startInterval(interval_ms, () => this.#guarded(work)));
  }

  /** Failures of the queue itself are reported and tried again by the next poll. */
  async #guarded(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#options.onError(error, null);
    }
  }

  #now(): string | null {
    return this.#options.clock?.now().toISOString() ?? null;
  }

  async #claimUntilFull(): Promise<void> {
    while (!this.#isStopping && this.#waiting.length < this.#options.concurrency) {
      if (!(await this.#claimOnce())) return;
    }
  }

  async #claimOnce(): Promise<boolean> {
    const { database, concurrency, lease_ms } = this.#options;
    const isFromStart = this.#cursor === CURSOR_START;
    this.#claims += 1;
    const claim = await claimJobs(database.system, {
      kinds: this.#kinds,
      limit: 2 * concurrency - this.#waiting.length,
      lease: `${this.#name}:${this.#claims}`,
      lease_ms,
      after: this.#cursor,
      now: this.#now(),
    });
    this.#cursor = claim.next;
    this.#waiting.push(...claim.jobs);
    this.#startWaiting();
    return claim.jobs.length > 0 || !isFromStart;
  }

  #startWaiting(): void {
    while (!this.#isStopping && this.#running.size < this.#options.concurrency) {
      const [job] = this.#waiting;
      if (job === undefined || !this.#mayJoin(job)) return;
      this.#waiting.shift();
      const run = this.#run(job).finally(() => {
        this.#running.delete(job);
        this.#startWaiting();
        if (this.#waiting.length < this.#options.concurrency / 2) void this.#guarded(() => this.#fill());
      });
      this.#running.set(job, run);
    }
  }

  /** A job that its processes did not survive runs alone: it takes no other one with it. */
  #mayJoin(job: ClaimedJob): boolean {
    return this.#running.size === 0 || ![job, ...this.#running.keys()].some(isSuspect);
  }

  async #run(job: ClaimedJob): Promise<void> {
    this.#attempts += 1;
    const began_ms = performance.now();
    const ended = (outcome: "done" | "failed"): void =>
      this.#options.onAttempt(job.kind, outcome, (performance.now() - began_ms) / 1000);
    try {
      const handler = this.#options.handlers[job.kind];
      if (handler === undefined) throw new Error(`no handler for jobs of kind ${job.kind}`);
      const { tracing } = this.#options;
      await (tracing === null ? handler(job) : tracing.span(spanOf(job), () => handler(job)));
      ended("done");
    } catch (error) {
      ended("failed");
      this.#options.onError(error, job);
      await this.#guarded(() => this.#failures.settle(job, error));
      return;
    }
    this.#unrecorded.addDone(job);
    // Not awaited: the next job need not wait for the record of this one.
    void this.#unrecorded.flush();
  }

  /** After an outage: what was done, cut short or kept running meanwhile is settled before anybody takes it for abandoned. */
  async #settleOutage(): Promise<void> {
    if (!this.#unrecorded.isEmpty()) await this.#unrecorded.flush();
    if (this.#isRenewalDue) await this.#renew();
  }

  async #renew(): Promise<void> {
    this.#isRenewalDue = false;
    const held = [...this.#running.keys(), ...this.#waiting];
    if (held.length === 0) return;
    const { database, lease_ms } = this.#options;
    try {
      await renewLeases(database.system, held, { now: this.#now(), lease_ms });
    } catch (error) {
      this.#isRenewalDue = true;
      throw error;
    }
  }

  /** Jobs of processes that died: ready again, or given up when that has happened too often. */
  async #recover(): Promise<void> {
    const { database, lease_ms } = this.#options;
    const now = this.#now();
    await reclaimJobs(database.system, this.#kinds, now);
    this.#claims += 1;
    const lease = `${this.#name}:${this.#claims}`;
    const exhausted = await claimExhausted(database.system, { kinds: this.#kinds, now, lease, lease_ms });
    for (const { last_error, ...job } of exhausted) {
      await this.#guarded(() => this.#failures.giveUp(job, new Error(last_error)));
    }
  }
}

function spanOf({ kind, attempts, payload }: ClaimedJob): SpanRequest {
  const parent = payload[TRACE_MEMBER];
  const facts = {
    "messaging.system": "carbon_ledger",
    "carbon_ledger.job.kind": kind,
    "carbon_ledger.job.attempt": attempts,
  };
  return { name: `job ${kind}`, kind: "consumer", facts, parent: typeof parent === "string" ? parent : undefined };
}

function isSuspect({ interruptions }: ClaimedJob): boolean {
  return interruptions >= INTERRUPTIONS_BEFORE_ALONE;
}
