import { expect, test } from "vitest";
import { type Interval, startInterval } from "../../src/platform/interval.ts";
import { pipeline } from "../support/pipeline.ts";
import { sourceSite } from "../support/source-site.ts";

const MANY = 40;
const each = Array.from({ length: MANY }, (_, number) => number);

/** Work that says how often it was begun, and ends when it is told to. */
function gatedWork() {
  const state = { begun: 0, isTold: false, end: (): void => undefined };
  const work = async (ending: AbortSignal): Promise<void> => {
    state.begun += 1;
    ending.addEventListener("abort", () => (state.isTold = true));
    await new Promise<void>((resolve) => (state.end = resolve));
  };
  return { state, work };
}

async function isPending(promise: Promise<unknown>): Promise<boolean> {
  const pending = Symbol("pending");
  return (await Promise.race([promise, new Promise((resolve) => setImmediate(resolve, pending))])) === pending;
}

test("is not begun while it is under way, and its end is waited for, which it is told of", async () => {
  const { state, work } = gatedWork();
  const repeated: Interval = startInterval(1, work);
  await expect.poll(() => state.begun, { interval: 1 }).toBe(1);
  repeated.now();
  expect(state.begun).toBe(1);
  state.end();
  await expect.poll(() => state.begun, { interval: 1 }).toBe(2);
  const ended = repeated.end();
  expect([state.isTold, await isPending(ended)]).toEqual([true, true]);
  state.end();
  await ended;
  repeated.now();
  expect(state.begun).toBe(2);
});

// What goes on beyond the stop finds the database closed, and its failure in the log looks like a loss.
test("a service that stops while it looks for held files leaves no work behind, and no error", async () => {
  const service = await pipeline();
  for (const _ of each) await service.company();
  await service.start();
  await service.close();
  expect(service.errors).toEqual([]);
});

test("a service that stops while it looks for due sources leaves no work behind, and no error", async () => {
  const site = await sourceSite({ folders: "/nowhere" });
  for (const _ of each) {
    const company = await site.company();
    await company.create({ connection: { kind: "folder", path: "bills" } });
  }
  site.service.db.clock.advance(86_400);
  await site.worker.start();
  await site.close();
  expect(site.service.errors).toEqual([]);
});
