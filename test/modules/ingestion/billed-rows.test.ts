import { expect, test } from "vitest";
import { billings } from "../../../src/modules/ingestion/billed-rows.ts";

const lines = Array.from({ length: 1000 }, (_, at) => {
  return { dated: "2026-03-31", compared: 1_000_000 + at, words: "diesel" };
});
const ofCards = (count: number) =>
  Array.from({ length: count }, (_, at) => {
    const dated = `2026-03-${String(1 + (at % 28)).padStart(2, "0")}`;
    return { dated, compared: 20 + (at % 97) * 0.37, words: `kort ${Math.floor(at / 2)} diesel` };
  });

function millisecondsOf(count: number): number {
  const rows = ofCards(count);
  const times = Array.from({ length: 3 }, () => {
    const begun = performance.now();
    billings(lines, rows);
    return performance.now() - begun;
  });
  return Math.min(...times);
}

test("the time of a long list of many cards rises with its rows, not with their square", () => {
  millisecondsOf(1000);
  const [few, many] = [millisecondsOf(2000), millisecondsOf(16_000)];
  expect(many / few).toBeLessThan(32);
});
