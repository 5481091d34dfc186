import { expect, test } from "vitest";
import { concurrencyLimit } from "../../src/core/concurrency-limit.ts";

const turn = () => new Promise((resolve) => setImmediate(resolve));

test("at most so many works run at a time, in order, and a failed one gives its place back", async () => {
  const few = concurrencyLimit(2);
  const started: number[] = [];
  let running = 0;
  let most = 0;
  const work = (value: number) => async () => {
    started.push(value);
    running += 1;
    most = Math.max(most, running);
    await turn();
    running -= 1;
    if (value % 2 === 0) throw new Error("even");
    return value;
  };
  const outcomes = await Promise.allSettled([1, 2, 3, 4, 5].map((value) => few(work(value))));
  const failed = outcomes.flatMap((outcome, index) => (outcome.status === "rejected" ? [index + 1] : []));
  expect(failed).toEqual([2, 4]);
  expect(started).toEqual([1, 2, 3, 4, 5]);
  expect(most).toBe(2);
  expect(await few(work(7))).toBe(7);
});
