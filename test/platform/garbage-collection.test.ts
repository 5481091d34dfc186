import { GCProfiler, getHeapStatistics } from "node:v8";
import { expect, test } from "vitest";
import { garbageCollector } from "../../src/platform/pools/garbage-collection.ts";

const MIB = 1024 * 1024;
const usedMib = (): number => getHeapStatistics().used_heap_size / MIB;

/** Fills the heap with what nobody holds, as a long document does. */
function litter(mib: number): void {
  const held: number[][] = [];
  // Doubles in arrays: eight bytes each.
  for (let made = 0; made < mib; made += 1) held.push(Array<number>(MIB / 8).fill(made + 0.5));
  expect(held).toHaveLength(mib);
}

function majorCollections(work: () => void): number {
  const profiler = new GCProfiler();
  profiler.start();
  work();
  return profiler.stop().statistics.filter(({ gcType }) => gcType === "MarkSweepCompact").length;
}

test("much that nobody uses is given back, and a second time only when there is much again", () => {
  const heap = garbageCollector();
  litter(200);
  const before = usedMib();
  heap.collectGarbage();
  expect(before - usedMib()).toBeGreaterThan(150);
  expect(majorCollections(() => heap.collectGarbage())).toBe(0);
  litter(200);
  expect(majorCollections(() => heap.collectGarbage())).toBeGreaterThan(0);
});

test("what is alive is not looked through again and again", () => {
  const heap = garbageCollector();
  const alive = Array.from({ length: 150 }, (_, at) => Array<number>(MIB / 8).fill(at + 0.5));
  heap.collectGarbage();
  expect(majorCollections(() => heap.collectGarbage())).toBe(0);
  expect(alive).toHaveLength(150);
});

test("the engine's function stays out of the program's reach", () => {
  garbageCollector().collectGarbage();
  expect(globalThis).not.toHaveProperty("gc");
});
