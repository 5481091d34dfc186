import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { JobRequest, TenantIdentity } from "../../src/core/context.ts";
import { statement } from "../../src/core/statement.ts";
import { type Job, type JobHandlers, retryDelay_ms } from "../../src/platform/jobs/job.ts";
import { createWorker, type Worker, type WorkerOptions } from "../../src/platform/jobs/worker.ts";
import { type TestClock, testClock } from "../support/context.ts";
import { testDatabase, type TestDatabase } from "../support/database.ts";

let db: TestDatabase;
let tenant: TenantIdentity;
let clock: TestClock;
const workers: Worker[] = [];

beforeEach(async () => {
  db = await testDatabase();
  tenant = await db.tenant();
  // Jobs become ready by the database's clock: start well after it.
  clock = testClock("2090-01-01T00:00:00.000Z");
});
afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.stop(0);
  await db.close();
});

function worker(handlers: JobHandlers, options: Partial<WorkerOptions> = {}): Worker {
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
}

async function enqueue(owner: TenantIdentity, jobs: readonly Partial<JobRequest>[]): Promise<void> {
  const ctx = db.context(owner);
  await ctx.db.transaction((tx) =>
    ctx.jobs.enqueue(
      tx,
      jobs.map((job) => ({ kind: "work", key: "k", payload: {}, ...job })),
    ),
  );
}

interface Row {
  readonly key: string;
  readonly state: string;
  readonly attempts: number;
  readonly last_error: string | null;
}
const selectJobs = statement("select key, state, attempts, last_error from jobs order by created_at, key limit 1000");
const states = (): Promise<Row[]> => db.database.system.rows<Row>(selectJobs);

/** A promise that a test resolves when it is time. */
function gate(): { readonly open: () => void; readonly passed: Promise<void> } {
  let open = (): void => undefined;
  const passed = new Promise<void>((resolve) => (open = resolve));
  return { open: () => open(), passed };
}

describe("enqueueing", () => {
  test("is part of the transaction: rolled back work leaves no job", async () => {
    const ctx = db.context(tenant);
    const failed = ctx.db.transaction(async (tx) => {
      await ctx.jobs.enqueue(tx, [{ kind: "work", key: "a", payload: {} }]);
      throw new Error("changed my mind");
    });
    await expect(failed).rejects.toThrow("changed my mind");
    expect(await states()).toEqual([]);
  });

  test("has one effect per live key, and again once that job is done", async () => {
    const seen: string[] = [];
    const runner = worker({ work: async (job) => void seen.push(job.key) });
    await Promise.all([enqueue(tenant, [{ key: "a" }, { key: "b" }]), enqueue(tenant, [{ key: "a" }])]);
    await enqueue(tenant, [{ key: "a" }, { key: "a" }]);
    expect(await runner.drain()).toBe(2);
    await enqueue(tenant, [{ key: "a" }]);
    expect(await runner.drain()).toBe(1);
    expect(seen.sort()).toEqual(["a", "a", "b"]);
  });

  test("of the same key by another tenant or environment is another job", async () => {
    const other = await db.tenant();
    await enqueue(tenant, [{ key: "a" }]);
    await enqueue({ ...tenant, environment: "sandbox" }, [{ key: "a" }]);
    await enqueue(other, [{ key: "a" }]);
    const seen: Job[] = [];
    await worker({ work: async (job) => void seen.push(job) }).drain();
    expect(new Set(seen.map((job) => `${job.tenant_id} ${job.environment}`)).size).toBe(3);
  });
});

describe("running", () => {
  test("several workers share the jobs without running one twice", async () => {
    await enqueue(
      tenant,
      Array.from({ length: 200 }, (_, index) => ({ key: `k${index}`, payload: { index } })),
    );
    const seen: unknown[] = [];
    const handlers: JobHandlers = { work: async (job) => void seen.push(job.payload["index"]) };
    await Promise.all([worker(handlers).drain(), worker(handlers).drain(), worker(handlers).drain()]);
    expect(seen.length).toBe(200);
    expect(new Set(seen).size).toBe(200);
    expect((await states()).every((row) => row.state === "done" && row.attempts === 1)).toBe(true);
  });

  test("runs at most `concurrency` jobs at a time", async () => {
    await enqueue(
      tenant,
      Array.from({ length: 30 }, (_, index) => ({ key: `k${index}` })),
    );
    let now = 0;
    let most = 0;
    const handler = async (): Promise<void> => {
      now += 1;
      most = Math.max(most, now);
      await new Promise((resolve) => setImmediate(resolve));
      now -= 1;
    };
    await worker({ work: handler }, { concurrency: 3 }).drain();
    expect(most).toBe(3);
  });

  test("a tenant with one job does not wait behind another tenant's backlog", async () => {
    const small = await db.tenant();
    await enqueue(
      tenant,
      Array.from({ length: 100 }, (_, index) => ({ key: `big${index}` })),
    );
    await enqueue(small, [{ key: "small" }]);
    const order: string[] = [];
    await worker({ work: async (job) => void order.push(job.key) }, { concurrency: 2 }).drain();
    expect(order.length).toBe(101);
    expect(order.indexOf("small")).toBeLessThan(5);
  });

  test("a started worker hears of new jobs and runs them", async () => {
    const done = gate();
    await worker(
      {
        work: async () => done.open(),
      },
      { poll_ms: 3_600_000 },
    ).start();
    await enqueue(tenant, [{ key: "a" }]);
    await done.passed;
  });

  test("kinds without a handler stay for processes that have one", async () => {
    await enqueue(tenant, [{ kind: "other", key: "a" }]);
    expect(await worker({ work: async () => undefined }).drain()).toBe(0);
    expect(await worker({ other: async () => undefined }).drain()).toBe(1);
  });
});

describe("failures", () => {
  test("a failed job is tried again later, each time after a longer pause, and is given up after the last attempt", async () => {
    const dead: string[] = [];
    const errors: unknown[] = [];
    const runner = worker(
      {
        work: async () => {
          throw new Error("no luck");
        },
      },
      {
        onDead: async (job, error) => void dead.push(`${job.key}: ${error instanceof Error ? error.message : ""}`),
        onError: (error) => void errors.push(error),
      },
    );
    await enqueue(tenant, [{ key: "a" }]);
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      expect(await runner.drain()).toBe(1);
      expect(await runner.drain()).toBe(0);
      expect(dead).toEqual(attempt === 5 ? ["a: no luck"] : []);
      clock.advance(retryDelay_ms(attempt, 1) / 1000);
    }
    expect(errors.length).toBe(5);
    expect(await states()).toEqual([{ key: "a", state: "dead", attempts: 5, last_error: "no luck" }]);
    expect(await runner.drain()).toBe(0);
  });

  test("pauses double from 2 s, stop at 15 minutes, and are spread by half in both directions", () => {
    expect([1, 2, 3, 4].map((attempts) => retryDelay_ms(attempts, 0.5))).toEqual([2_000, 4_000, 8_000, 16_000]);
    expect(retryDelay_ms(1, 0)).toBe(1_000);
    expect(retryDelay_ms(1, 0.999999)).toBe(3_000);
    expect(retryDelay_ms(50, 0.5)).toBe(900_000);
  });

  test("a job is dead only once its end was recorded", async () => {
    let isBroken = true;
    const recorded: string[] = [];
    const runner = worker(
      { work: () => Promise.reject(new Error("no luck")) },
      {
        onDead: async (job) => {
          if (isBroken) throw new Error("cannot record");
          recorded.push(job.key);
        },
      },
    );
    await enqueue(tenant, [{ key: "a" }]);
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      await runner.drain();
      clock.advance(3_600);
    }
    isBroken = false;
    await runner.drain();
    expect(recorded).toEqual(["a"]);
    expect(await states()).toMatchObject([{ state: "dead", attempts: 5 }]);
  });

  test("a job of a process that died is run again when its lease has run out, not before", async () => {
    await enqueue(tenant, [{ key: "a" }]);
    const hung = gate();
    const started = gate();
    const frozen = clock.now();
    // Time stands still for it, as for a process that is stopped: it does not find its own job ready again.
    const first = worker(
      {
        work: async () => {
          started.open();
          await hung.passed;
        },
      },
      { clock: { now: () => frozen } },
    );
    const firstRun = first.drain();
    await started.passed;
    const seen: number[] = [];
    const second = worker({ work: async (job) => void seen.push(job.attempts) });
    clock.advance(19);
    expect(await second.drain()).toBe(0);
    clock.advance(2);
    expect(await second.drain()).toBe(1);
    expect(seen).toEqual([2]);
    // The first process wakes up after all: its result no longer counts.
    hung.open();
    await firstRun;
    expect(await states()).toMatchObject([{ state: "done", attempts: 2 }]);
  });

  test("a job that takes its process down each time is given up, too", async () => {
    await enqueue(tenant, [{ key: "a" }]);
    await db.database.admin.rows(
      statement("update jobs set state = 'running', attempts = 5, locked_until = now(), locked_by = 'gone'"),
    );
    const dead: string[] = [];
    const runner = worker({ work: async () => undefined }, { onDead: async (job) => void dead.push(job.key) });
    expect(await runner.drain()).toBe(0);
    expect(dead).toEqual(["a"]);
    expect(await states()).toMatchObject([{ state: "dead", last_error: "the process that ran this job ended" }]);
  });
});

test("a stop lets running jobs finish and gives waiting ones back unharmed", async () => {
  await enqueue(
    tenant,
    Array.from({ length: 10 }, (_, index) => ({ key: `k${index}` })),
  );
  const started = gate();
  const finish = gate();
  const runner = worker(
    {
      work: async () => {
        started.open();
        await finish.passed;
      },
    },
    { concurrency: 1, poll_ms: 3_600_000 },
  );
  await runner.start();
  await started.passed;
  const stopped = runner.stop();
  finish.open();
  await stopped;
  const rows = await states();
  expect(rows.filter((row) => row.state === "done").length).toBe(1);
  expect(rows.filter((row) => row.state === "ready" && row.attempts === 0).length).toBe(9);
});

test("a stop that may not wait gives the running job back", async () => {
  await enqueue(tenant, [{ key: "a" }]);
  const started = gate();
  const finish = gate();
  const runner = worker({
    work: async () => {
      started.open();
      await finish.passed;
    },
  });
  await runner.start();
  await started.passed;
  await runner.stop(0);
  expect(await states()).toMatchObject([{ state: "ready", attempts: 0 }]);
  finish.open();
});
