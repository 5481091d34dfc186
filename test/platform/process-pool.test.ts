import { fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { openProcessPool, type ProcessPool, type ProcessPoolOptions } from "../../src/platform/pools/process-pool.ts";
import { scannedInvoice } from "../support/scans.ts";

type Echo = readonly [pid: number, size: number, environment: readonly string[]];

/** Several times what a clear page takes. */
const PAGE_CPU_MS = 12_000;

const pools: ProcessPool<unknown>[] = [];
afterEach(async () => {
  for (const pool of pools.splice(0)) await pool.close();
});

function stubPool<Result = Echo>(options: Partial<ProcessPoolOptions> = {}): ProcessPool<Result> {
  const pool = openProcessPool<Result>({
    moduleUrl: new URL("../support/stub-picture-process.mjs", import.meta.url),
    processes: 1,
    timeout_ms: 20_000,
    step_timeout_ms: 20_000,
    memory_mib: 400,
    reuse_mib: 400,
    idle_ms: 60_000,
    ...options,
  });
  pools.push(pool);
  return pool;
}

const task = (behaviour: string) => Buffer.from(behaviour);

async function echo(pool: ProcessPool<Echo>): Promise<Echo> {
  const outcome = await pool.run(task("echo"));
  if (outcome.kind === "failed") throw new Error(outcome.failure);
  return outcome.result;
}

describe("the process pool", { timeout: 300_000 }, () => {
  it("answers every task with its own result, one after the other, in one process without an environment", async () => {
    const pool = stubPool();
    const tasks = [4, 9, 6].map((size) => pool.run(task("echo".padEnd(size))));
    const outcomes = await Promise.all(tasks);
    const results = outcomes.flatMap((outcome) => (outcome.kind === "done" ? [outcome.result] : []));
    expect(results.map(([, size]) => size)).toEqual([4, 9, 6]);
    expect(new Set(results.map(([pid]) => pid)).size).toBe(1);
    expect(results[0]?.[2].filter((name) => name !== "NODE_CHANNEL_FD" && !name.startsWith("NODE_CHANNEL_"))).toEqual(
      [],
    );
  });

  it("a task that takes memory outside of the heap ends alone, the one behind it is read", async () => {
    const pool = stubPool();
    const [greedy, next] = await Promise.all([pool.run(task("hungry")), echo(pool)]);
    expect(greedy).toEqual({ kind: "failed", failure: "out_of_memory" });
    expect(next[1]).toBe(4);
  });

  // The first of these takes 150 MiB and leaves them behind, so that the third finds no room beside them.
  it("a task is not refused for the memory that tasks before it have left behind", async () => {
    const pool = stubPool<number>();
    const outcomes = [];
    for (let count = 0; count < 4; count += 1) outcomes.push(await pool.run(task("greedy")));
    expect(outcomes.map(({ kind }) => kind)).toEqual(["done", "done", "done", "done"]);
  });

  it("a process that has grown too large gets no other task", async () => {
    const pool = stubPool<number>({ reuse_mib: 150 });
    const pids = [];
    for (let count = 0; count < 3; count += 1) pids.push(await pool.run(task("greedy")));
    expect(new Set(pids.map((outcome) => JSON.stringify(outcome))).size).toBe(3);
  });

  it("says that it needs memory before each task, and whenever a process gets on with one", async () => {
    let hungers = 0;
    const pool = stubPool({ timeout_ms: 1_000, onMemoryPressure: () => (hungers += 1) });
    await Promise.all([echo(pool), echo(pool)]);
    expect(hungers).toBe(2);
    expect(await pool.run(task("stepping"))).toEqual({ kind: "failed", failure: "timeout" });
    expect(hungers).toBeGreaterThan(4);
  });

  // 30 MiB are less than any process takes: it ends at the first look.
  it("a process is given no task before its memory is watched", async () => {
    const pool = stubPool({ memory_mib: 30 });
    await expect(pool.run(task("echo"))).rejects.toThrow("could not start");
  });

  it("a task that ends its process is reported, the one behind it is read", async () => {
    const pool = stubPool();
    const [crashing, next] = await Promise.all([pool.run(task("crashing")), echo(pool)]);
    expect(crashing).toEqual({ kind: "failed", failure: "crashed" });
    expect(next[1]).toBe(4);
  });

  it("a task without progress is stopped, and so is one whose progress has no end", async () => {
    const stuck = stubPool({ step_timeout_ms: 3_000 });
    expect(await stuck.run(task("endless"))).toEqual({ kind: "failed", failure: "timeout" });
    expect((await echo(stuck))[1]).toBe(4);
    const slow = stubPool({ step_timeout_ms: 1_000, timeout_ms: 2_500 });
    expect(await slow.run(task("stepping"))).toEqual({ kind: "failed", failure: "timeout" });
  });

  it("a process that is ended from outside says nothing about its task", async () => {
    await expect(stubPool().run(task("ended"))).rejects.toThrow("SIGTERM");
  });

  it("a process that cannot start says nothing about its task", async () => {
    const pool = stubPool({ moduleUrl: new URL("../support/absent.mjs", import.meta.url) });
    await expect(pool.run(task("echo"))).rejects.toThrow("could not start");
  });

  it("a process without work ends, and the next task starts another", async () => {
    const pool = stubPool({ idle_ms: 50 });
    const [first] = await echo(pool);
    await expect.poll(() => isAlive(first)).toBe(false);
    expect((await echo(pool))[0]).not.toBe(first);
  });

  it("closing settles what runs and what waits, and ends the process", async () => {
    const pool = stubPool();
    const [pid] = await echo(pool);
    const both = [pool.run(task("endless")), pool.run(task("echo"))];
    await pool.close();
    expect(await Promise.all(both)).toEqual(Array.from({ length: 2 }, () => ({ kind: "failed", failure: "crashed" })));
    expect(isAlive(pid)).toBe(false);
    await expect(pool.run(task("echo"))).rejects.toThrow("closed");
  });

  it("a page that takes longer than its time is given up", async () => {
    const { openPageReader } = (await import(
      new URL("../../dist/platform/ocr/page-reader.js", import.meta.url).href
    )) as typeof import("../../src/platform/ocr/page-reader.ts");
    const reader = openPageReader({ pages_max: 1, page_cpu_ms: 1, isEnough: () => true });
    const bytes = await scannedInvoice("1").png().toBuffer();
    await expect(reader.read(bytes, () => undefined)).rejects.toMatchObject({ problem: "timeout" });
    await reader.close();
  });

  // Stopped, a process uses no processor, as while others keep a busy machine.
  it("what is read of a page does not depend on how long the machine takes", async () => {
    const child = fork(new URL("../support/read-page-process.mjs", import.meta.url), [String(PAGE_CPU_MS)], {
      serialization: "advanced",
    });
    const said: Record<string, unknown>[] = [];
    child.on("message", (message: Record<string, unknown>) => said.push(message));
    child.send({ bytes: await scannedInvoice("1").png().toBuffer() });
    // Its page is drawn, and turned.
    while (said.length < 2) await once(child, "message");
    child.kill("SIGSTOP");
    await delay(PAGE_CPU_MS + 1000);
    child.kill("SIGCONT");
    await once(child, "exit");
    expect(said.at(-1)?.["lines"]).toBeGreaterThan(5);
  });

  it("whoever reads pictures reaches no network", async () => {
    const outcome = await stubPool<string[]>().run(task("network"));
    const closed = "the network is closed to whatever reads pictures";
    expect(outcome).toEqual({ kind: "done", result: [closed, closed, closed] });
  });
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
