import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Job, JobHandlers } from "../../src/platform/jobs/job.ts";
import { gate, type JobSite, jobSite } from "../support/job-workers.ts";

let site: JobSite;
beforeEach(async () => {
  site = await jobSite();
});
afterEach(() => site.close());

describe("enqueueing", () => {
  test("is part of the transaction: rolled back work leaves no job", async () => {
    const ctx = site.db.context(site.tenant);
    const failed = ctx.db.transaction(async (tx) => {
      await ctx.jobs.enqueue(tx, [{ kind: "work", key: "a", payload: {} }]);
      throw new Error("changed my mind");
    });
    await expect(failed).rejects.toThrow("changed my mind");
    expect(await site.states()).toEqual([]);
  });

  test("has one effect per live key, and again once that job is done", async () => {
    const seen: string[] = [];
    const runner = site.worker({ work: async (job) => void seen.push(job.key) });
    await Promise.all([
      site.enqueue(site.tenant, [{ key: "a" }, { key: "b" }]),
      site.enqueue(site.tenant, [{ key: "a" }]),
    ]);
    await site.enqueue(site.tenant, [{ key: "a" }, { key: "a" }]);
    expect(await runner.drain()).toBe(2);
    await site.enqueue(site.tenant, [{ key: "a" }]);
    expect(await runner.drain()).toBe(1);
    expect(seen.sort()).toEqual(["a", "a", "b"]);
  });

  test("of the same key by another tenant or environment is another job", async () => {
    const other = await site.db.tenant();
    await site.enqueue(site.tenant, [{ key: "a" }]);
    await site.enqueue({ ...site.tenant, environment: "sandbox" }, [{ key: "a" }]);
    await site.enqueue(other, [{ key: "a" }]);
    const seen: Job[] = [];
    await site.worker({ work: async (job) => void seen.push(job) }).drain();
    expect(new Set(seen.map((job) => `${job.tenant_id} ${job.environment}`)).size).toBe(3);
  });
});

describe("running", () => {
  test("several workers share the jobs without running one twice", async () => {
    await site.enqueue(
      site.tenant,
      Array.from({ length: 200 }, (_, index) => ({ key: `k${index}`, payload: { index } })),
    );
    const seen: unknown[] = [];
    const handlers: JobHandlers = { work: async (job) => void seen.push(job.payload["index"]) };
    await Promise.all([site.worker(handlers).drain(), site.worker(handlers).drain(), site.worker(handlers).drain()]);
    expect(seen.length).toBe(200);
    expect(new Set(seen).size).toBe(200);
    expect((await site.states()).every((row) => row.state === "done" && row.attempts === 1)).toBe(true);
  });

  test("runs at most `concurrency` jobs at a time", async () => {
    await site.enqueue(
      site.tenant,
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
    await site.worker({ work: handler }, { concurrency: 3 }).drain();
    expect(most).toBe(3);
  });

  test("a tenant with one job does not wait behind another tenant's backlog", async () => {
    const small = await site.db.tenant();
    await site.enqueue(
      site.tenant,
      Array.from({ length: 100 }, (_, index) => ({ key: `big${index}` })),
    );
    await site.enqueue(small, [{ key: "small" }]);
    const order: string[] = [];
    await site.worker({ work: async (job) => void order.push(job.key) }, { concurrency: 2 }).drain();
    expect(order.length).toBe(101);
    expect(order.indexOf("small")).toBeLessThan(5);
  });

  test("a started worker hears of new jobs and runs them", async () => {
    const done = gate();
    await site
      .worker(
        {
          work: async () => done.open(),
        },
        { poll_ms: 3_600_000 },
      )
      .start();
    await site.enqueue(site.tenant, [{ key: "a" }]);
    await done.passed;
  });

  test("kinds without a handler stay for processes that have one", async () => {
    await site.enqueue(site.tenant, [{ kind: "other", key: "a" }]);
    expect(await site.worker({ work: async () => undefined }).drain()).toBe(0);
    expect(await site.worker({ other: async () => undefined }).drain()).toBe(1);
  });
});

test("a stop lets running jobs finish and gives waiting ones back unharmed", async () => {
  await site.enqueue(
    site.tenant,
    Array.from({ length: 10 }, (_, index) => ({ key: `k${index}` })),
  );
  const started = gate();
  const finish = gate();
  const runner = site.worker(
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
  const rows = await site.states();
  expect(rows.filter((row) => row.state === "done").length).toBe(1);
  expect(rows.filter((row) => row.state === "ready" && row.attempts === 0).length).toBe(9);
});

test("a stop that waits keeps the running job: no other process takes it meanwhile", async () => {
  await site.enqueue(site.tenant, [{ key: "a" }]);
  const started = gate();
  const finish = gate();
  const handlers: JobHandlers = {
    work: async () => {
      started.open();
      await finish.passed;
    },
  };
  const runner = site.worker(handlers, { lease_ms: 300 });
  await runner.start();
  await started.passed;
  const stopped = runner.stop();
  site.clock.advance(3_600);
  await vi.waitFor(async () => expect(await site.leasedUntil()).toBeGreaterThan(site.clock.now().getTime()), 20_000);
  expect(await site.worker(handlers).drain()).toBe(0);
  finish.open();
  await stopped;
  expect(await site.states()).toMatchObject([{ state: "done", attempts: 1 }]);
});

test("a stop that may not wait gives the running job back", async () => {
  await site.enqueue(site.tenant, [{ key: "a" }]);
  const started = gate();
  const finish = gate();
  const runner = site.worker({
    work: async () => {
      started.open();
      await finish.passed;
    },
  });
  await runner.start();
  await started.passed;
  await runner.stop(0);
  expect(await site.states()).toMatchObject([{ state: "ready", attempts: 0 }]);
  finish.open();
});
