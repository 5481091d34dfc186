import { expect, test } from "vitest";
import {
  begunMonths,
  compareMonths,
  lackingMonths,
  monthRuns,
  periodOf,
} from "../../web/features/overview/compared-months.ts";

const month = (name: string, total_co2e_kg: number | null, entry_count = 1) => ({
  month: name,
  total_co2e_kg,
  entry_count,
});

test("a year is compared with the same months of the year before, over the months in which it has data", () => {
  const earlier = [month("2025-01", 100), month("2025-02", 100), month("2025-03", 900)];
  expect(compareMonths([month("2026-01", 150), month("2026-02", 112)], earlier)).toEqual({ percent: 31 });
  expect(compareMonths([month("2026-01", 150), month("2026-02", 0, 0), month("2026-03", 850)], earlier)).toEqual({
    percent: 0,
  });
});

test("months that the year before has no data of are not taken for months of zero kg", () => {
  const now = [month("2026-01", 150), month("2026-02", 112), month("2026-03", 10)];
  expect(compareMonths(now, [month("2025-01", 100), month("2025-02", 0, 0), month("2025-03", 100)])).toEqual({
    missing: 1,
  });
  expect(compareMonths(now, [month("2025-02", 200)])).toEqual({ missing: 2 });
  expect(compareMonths(now, [])).toBeNull();
  expect(compareMonths(now, [month("2025-01", null), month("2025-02", 1), month("2025-03", 1)])).toBeNull();
});

test("months of the future lack no data", () => {
  const today = new Date("2026-03-05T12:00:00Z");
  expect([2025, 2026, 2027].map((year) => begunMonths(year, today))).toEqual([12, 3, 0]);
});

test("the months that have begun and have no entries lack data, be they told of or not", () => {
  const months = [month("2026-02", 100), month("2026-03", 0, 0), month("2026-04", null)];
  expect(lackingMonths(2026, months, 5)).toEqual(["2026-01", "2026-03", "2026-05"]);
  expect(lackingMonths(2026, months, 0)).toEqual([]);
});

test("compared months are asked for as runs of days, without the months between that have no data", () => {
  const months = [month("2028-01", 1), month("2028-02", 1), month("2028-03", 0, 0), month("2028-12", 1)];
  const runs = monthRuns(months);
  expect(runs.map((run) => periodOf(2028, run))).toEqual([
    { from: "2028-01-01", to: "2028-02-29" },
    { from: "2028-12-01", to: "2028-12-31" },
  ]);
  expect(runs.map((run) => periodOf(2027, run))).toEqual([
    { from: "2027-01-01", to: "2027-02-28" },
    { from: "2027-12-01", to: "2027-12-31" },
  ]);
  expect(monthRuns([month("2028-01", 0, 0)])).toEqual([]);
});
