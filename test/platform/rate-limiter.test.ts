import fc from "fast-check";
import { expect, test } from "vitest";
import { MemoryRateStore } from "../../src/platform/rates/rate-limiter.ts";
import { testClock } from "../support/context.ts";

test("exactly the limit passes in each clock-aligned window, and refusals do not prolong it", () => {
  const clock = testClock("2026-06-15T12:00:59.999Z");
  const store = new MemoryRateStore(clock);
  const take = () => store.take("a", 2, 60);
  expect([take(), take(), take(), take()].map((one) => one.is_allowed)).toEqual([true, true, false, false]);
  const refused = take();
  expect(refused).toMatchObject({ limit: 2, remaining: 0, reset_at: Date.parse("2026-06-15T12:01:00Z") / 1000 });
  expect(refused.reset_after_seconds).toBe(1);
  clock.set("2026-06-15T12:01:00.000Z");
  expect(take()).toMatchObject({ is_allowed: true, remaining: 1, reset_after_seconds: 60 });
});

test("a caller that waits as told is admitted, whenever in the minute it asked", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 59_999 }), (offset_ms) => {
      const clock = testClock(new Date(Date.parse("2026-06-15T12:00:00Z") + offset_ms).toISOString());
      const store = new MemoryRateStore(clock);
      store.take("a", 1, 60);
      const refused = store.take("a", 1, 60);
      clock.advance(refused.reset_after_seconds);
      return !refused.is_allowed && store.take("a", 1, 60).is_allowed;
    }),
  );
});

test("keys are counted apart, and memory is bounded by dropping the least recently used", () => {
  const store = new MemoryRateStore(testClock(), 3);
  for (const key of ["a", "b", "c", "a", "d"]) store.take(key, 9, 60);
  expect(store.take("a", 9, 60).remaining).toBe(6);
  expect(store.take("b", 9, 60).remaining).toBe(8);
});
