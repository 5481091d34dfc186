import { expect, test } from "vitest";
import { billings } from "../../../src/modules/ingestion/billed-rows.ts";
import { processorTime } from "../../support/processor-time.ts";

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
  return processorTime(() => void billings(lines, rows));
}

test("the time of a long list of many cards rises with its rows, not with their square", () => {
  millisecondsOf(1000);
  // Sixteen times as many rows: a square would cost 256 times as much.
  const [few, many] = [millisecondsOf(2000), millisecondsOf(32_000)];
  expect(many / few).toBeLessThan(128);
});
