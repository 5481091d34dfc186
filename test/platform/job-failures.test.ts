import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { DocumentStoreError } from "../../src/core/document-store.ts";
import { statement } from "../../src/core/statement.ts";
import { retryDelay_ms } from "../../src/platform/jobs/job.ts";
import { gate, type JobSite, jobSite } from "../support/job-workers.ts";

let site: JobSite;
beforeEach(async () => {
  site = await jobSite();
});
afterEach(() => site.close());

describe("failures", () => {
  test("a failed job is tried again later, each time after a longer pause, and is given up after the last attempt", async () => {
    const dead: string[] = [];
    const errors: unknown[] = [];
    const runner = site.worker(
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
    await site.enqueue(site.tenant, [{ key: "a" }]);
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      expect(await runner.drain()).toBe(1);
      expect(await runner.drain()).toBe(0);
      expect(dead).toEqual(attempt === 5 ? ["a: no luck"] : []);
      site.clock.advance(retryDelay_ms(attempt, 1) / 1000);
    }
    expect(errors.length).toBe(5);
    expect(await site.states()).toEqual([{ key: "a", state: "dead", attempts: 5, last_error: "no luck" }]);
    expect(await runner.drain()).toBe(0);
  });

  test("a failure that passes with time is tried more often", async () => {
    const dead: string[] = [];
    const runner = site.worker(
      { work: () => Promise.reject(new RangeError("not now")) },
      {
        onDead: async (job) => void dead.push(job.key),
        attemptsAfter: (error) => (error instanceof RangeError ? 7 : 0),
      },
    );
    await site.enqueue(site.tenant, [{ key: "a" }]);
    for (let attempt = 1; attempt <= 7; attempt += 1) {
      expect(dead).toEqual([]);
      expect(await runner.drain()).toBe(1);
      site.clock.advance(3_600);
    }
    expect(dead).toEqual(["a"]);
    expect(await site.states()).toMatchObject([{ state: "dead", attempts: 7 }]);
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
    const runner = site.worker(
      { work: () => Promise.reject(new Error("no luck")) },
      {
        onDead: async (job) => {
          if (isBroken) throw new Error("cannot record");
          recorded.push(job.key);
        },
      },
    );
    await site.enqueue(site.tenant, [{ key: "a" }]);
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      await runner.drain();
      site.clock.advance(3_600);
    }
    isBroken = false;
    await runner.drain();
    expect(recorded).toEqual(["a"]);
    // It was tried once more, because its end had not been written.
    expect(await site.states()).toMatchObject([{ state: "dead", attempts: 6 }]);
  });

  test("a job of a process that died is run again when its lease has run out, not before", async () => {
    await site.enqueue(site.tenant, [{ key: "a" }]);
    const hung = gate();
    const started = gate();
    const frozen = site.clock.now();
    // Time stands still for it, as for a process that is stopped: it does not find its own job ready again.
    const first = site.worker(
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
    const second = site.worker({ work: async (job) => void seen.push(job.attempts) });
    site.clock.advance(19);
    expect(await second.drain()).toBe(0);
    site.clock.advance(2);
    expect(await second.drain()).toBe(1);
    expect(seen).toEqual([2]);
    // The first process wakes up after all: its result no longer counts.
    hung.open();
    await firstRun;
    expect(await site.states()).toMatchObject([{ state: "done", attempts: 2 }]);
  });

  test("a failure that is not the job's does not count, however often it comes", async () => {
    const dead: string[] = [];
    let isAway = true;
    const runner = site.worker(
      { work: () => Promise.reject(isAway ? new DocumentStoreError("away", "ESTALE") : new Error("no luck")) },
      { onDead: async (job) => void dead.push(job.key) },
    );
    await site.enqueue(site.tenant, [{ key: "a" }]);
    for (let attempt = 1; attempt <= 20; attempt += 1) {
      expect(await runner.drain()).toBe(1);
      site.clock.advance(3_600);
    }
    isAway = false;
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      expect(dead).toEqual([]);
      expect(await runner.drain()).toBe(1);
      site.clock.advance(3_600);
    }
    expect(dead).toEqual(["a"]);
  });

  test("a job whose process was ended from outside eleven times runs, after pauses and while nothing else does", async () => {
    await site.enqueue(site.tenant, [{ key: "a" }, { key: "b" }]);
    const running = new Set<string>();
    const together: string[][] = [];
    const runner = site.worker({
      work: async (job) => {
        running.add(job.key);
        await new Promise((resolve) => setTimeout(resolve, 20));
        together.push([...running].sort());
        running.delete(job.key);
      },
    });
    for (let times = 1; times <= 11; times += 1) {
      await site.db.database.admin.rows(LOSE);
      if (times === 11) site.clock.advance(1_400);
      const attempts = await runner.drain();
      // From the third time on there is a pause first.
      if (times >= 3 && times < 11) expect(attempts).toBe(0);
      if (times < 3) {
        expect(attempts).toBe(2);
        expect(together.splice(0)).toEqual([["a", "b"], ["b"]]);
        await site.db.database.admin.rows(AGAIN);
      }
    }
    site.clock.advance(1_400);
    expect(await runner.drain()).toBe(2);
    // Which of them is due first is a matter of chance.
    expect(together.toSorted(([left = ""], [right = ""]) => left.localeCompare(right))).toEqual([["a"], ["b"]]);
    expect(await site.states()).toMatchObject([{ state: "done" }, { state: "done" }]);
  });

  test("a job that takes its process down each time, alone as well, is given up", async () => {
    await site.enqueue(site.tenant, [{ key: "a" }]);
    const dead: string[] = [];
    const runner = site.worker({ work: async () => undefined }, { onDead: async (job) => void dead.push(job.key) });
    await site.db.database.admin.rows(
      statement("update jobs set state = 'running', interruptions = 11, locked_until = now(), locked_by = 'gone'"),
    );
    expect(await runner.drain()).toBe(0);
    expect(dead).toEqual(["a"]);
    expect(await site.states()).toMatchObject([{ state: "dead", last_error: "the process that ran this job ended" }]);
  });
});

/** As a process leaves its jobs that was killed. */
const LOSE = statement(
  "update jobs set state = 'running', attempts = attempts + 1, locked_until = '2089-01-01', locked_by = 'gone' where state = 'ready'",
);
const AGAIN = statement("update jobs set state = 'ready', finished_at = null where state = 'done'");

test("an attempt that ends with its database session does not count: ten of them, then the job is done", async () => {
  const pidOf = statement("select pg_backend_pid() as pid where $1::uuid is not null and $2 <> ''");
  const end = statement("select pg_terminate_backend($1, 5000)");
  const dead: string[] = [];
  let attempts = 0;
  const runner = site.worker(
    {
      work: async () => {
        attempts += 1;
        if (attempts > 10) return;
        await site.db.context(site.tenant).db.transaction(async (tx) => {
          const [row] = await tx.rows<{ pid: number }>(pidOf);
          await site.db.database.admin.rows(end, [row?.pid ?? 0]);
          await tx.rows(pidOf);
        });
      },
    },
    { onDead: async (job) => void dead.push(job.key) },
  );
  await site.enqueue(site.tenant, [{ key: "a" }]);
  await runner.drain();
  expect(attempts).toBe(11);
  expect(dead).toEqual([]);
  expect(await site.states()).toMatchObject([{ key: "a", state: "done", attempts: 1 }]);
});
