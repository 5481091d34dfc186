import { describe, expect, test } from "vitest";
import { batcher } from "../../../src/modules/ingestion/batcher.ts";

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** Doubles numbers in groups, refuses 13, and notes every group. */
function doubling(weight_max = 100, apart_ms?: number) {
  const groups: number[][] = [];
  let running = 0;
  let most = 0;
  const double = batcher({
    weightOf: (value: number) => value,
    weight_max,
    ...(apart_ms === undefined ? {} : { apart_ms }),
    work: async (values: readonly number[]) => {
      running += 1;
      most = Math.max(most, running);
      groups.push([...values]);
      await turn();
      running -= 1;
      if (values.includes(13)) throw new Error("thirteen");
      return values.map((value) => 2 * value);
    },
  });
  return { groups, double, most: () => most };
}

describe("items in groups", () => {
  test("what comes in one turn is one group, and what comes meanwhile the next", async () => {
    const { groups, double } = doubling();
    const first = [1, 2, 3].map((value) => double("a", value));
    await turn();
    const second = [4, 5].map((value) => double("a", value));
    expect(await Promise.all([...first, ...second])).toEqual([2, 4, 6, 8, 10]);
    expect(groups).toEqual([
      [1, 2, 3],
      [4, 5],
    ]);
    expect(await double("a", 6)).toBe(12);
  });

  test("groups that are kept apart: the first does not wait, and what comes soon after it is one group", async () => {
    const { groups, double } = doubling(100, 300);
    expect(await double("a", 1)).toBe(2);
    const second = double("a", 2);
    for (let turns = 0; turns < 5; turns += 1) await turn();
    const third = double("a", 3);
    expect(await double("b", 4)).toBe(8);
    expect(groups).toEqual([[1], [4]]);
    expect(await Promise.all([second, third])).toEqual([4, 6]);
    expect(groups).toEqual([[1], [4], [2, 3]]);
  });

  test("keys do not wait for each other, groups of one key do", async () => {
    const { groups, double, most } = doubling(10);
    await Promise.all([4, 5, 6, 20, 1].map((value) => double("a", value)));
    expect(groups).toEqual([[4, 5], [6], [20], [1]]);
    expect(most()).toBe(1);
    await Promise.all([double("a", 1), double("b", 1)]);
    expect(most()).toBe(2);
  });

  test("an item that fails does so alone, with its own error, and the key goes on", async () => {
    const { groups, double } = doubling();
    const outcomes = await Promise.allSettled([1, 13, 2].map((value) => double("a", value)));
    expect(outcomes).toMatchObject([
      { status: "fulfilled", value: 2 },
      { status: "rejected", reason: { message: "thirteen" } },
      { status: "fulfilled", value: 4 },
    ]);
    expect(groups).toEqual([[1, 13, 2], [1], [13], [2]]);
    expect(await double("a", 7)).toBe(14);
  });

  test("work that loses a result is an error of every item", async () => {
    const lossy = batcher({ weightOf: () => 1, weight_max: 5, work: () => Promise.resolve([]) });
    await expect(lossy("a", 1)).rejects.toThrow("one result per item");
  });
});
