import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { statement } from "../../src/core/statement.ts";
import type { Job } from "../../src/platform/jobs/job.ts";
import { gate, type JobSite, jobSite } from "../support/job-workers.ts";

let site: JobSite;
beforeEach(async () => {
  site = await jobSite();
});
afterEach(() => site.close());

const LONGER_THAN_A_LEASE_SECONDS = 21;

test("a started worker keeps the job that it runs, however much longer than a lease it takes", async () => {
  await site.enqueue(site.tenant, [{ key: "long" }]);
  const [began, ended] = [gate(), gate()];
  const first = site.worker(
    {
      work: async () => {
        began.open();
        await ended.passed;
      },
    },
    // It looks for abandoned jobs at its start only, and so never takes its own job for one.
    { lease_ms: 300, poll_ms: 3_600_000 },
  );
  await first.start();
  await began.passed;
  const seen: Job[] = [];
  const second = site.worker({ work: async (job) => void seen.push(job) });
  for (let leases = 1; leases <= 3; leases += 1) {
    site.clock.advance(LONGER_THAN_A_LEASE_SECONDS);
    const now_ms = site.clock.now().getTime();
    await vi.waitFor(async () => expect(await site.leasedUntil()).toBeGreaterThan(now_ms), 20_000);
    expect(await second.drain()).toBe(0);
  }
  ended.open();
  await vi.waitFor(async () => expect(await site.states()).toMatchObject([{ state: "done", attempts: 1 }]), 20_000);
  expect(seen).toEqual([]);
});

describe("whoever lost the lease of a job settles nothing of it while another process runs it", () => {
  const failing = (): Promise<void> => Promise.reject(new Error("no luck"));
  const endings: readonly {
    readonly name: string;
    readonly attempts_max: number;
    readonly outcome: () => Promise<void>;
    readonly isStopped?: true;
  }[] = [
    { name: "by being done", attempts_max: 5, outcome: () => Promise.resolve() },
    { name: "by a failure that would be tried again", attempts_max: 5, outcome: failing },
    { name: "by giving it up", attempts_max: 1, outcome: failing },
    {
      name: "by a stop that gives back what still runs",
      attempts_max: 5,
      outcome: () => Promise.resolve(),
      isStopped: true,
    },
  ];

  test.each(endings)("$name", async ({ attempts_max, outcome, isStopped = false }) => {
    await site.enqueue(site.tenant, [{ key: "a" }]);
    await site.db.database.admin.rows(statement("update jobs set max_attempts = $1"), [attempts_max]);
    const [began, ended] = [gate(), gate()];
    const frozen = site.clock.now();
    const first = site.worker(
      {
        work: async () => {
          began.open();
          await ended.passed;
          await outcome();
        },
      },
      // Time stands still for it, as for a process that is stopped.
      { clock: { now: () => frozen } },
    );
    const firstRun = first.drain();
    await began.passed;
    site.clock.advance(LONGER_THAN_A_LEASE_SECONDS);
    const [beganAgain, endedAgain] = [gate(), gate()];
    const second = site.worker({
      work: async () => {
        beganAgain.open();
        await endedAgain.passed;
      },
    });
    const secondRun = second.drain();
    await beganAgain.passed;

    if (isStopped) await first.stop(0);
    ended.open();
    await firstRun;
    expect(await site.states()).toMatchObject([{ state: "running", attempts: 2 }]);
    const third: Job[] = [];
    await site.worker({ work: async (job) => void third.push(job) }).drain();
    expect(third).toEqual([]);
    endedAgain.open();
    await secondRun;
    expect(await site.states()).toMatchObject([{ state: "done", attempts: 2, last_error: null }]);
  });
});
