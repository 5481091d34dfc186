import fc from "fast-check";
import { expect, test } from "vitest";
import { plusDays } from "../../../src/core/days.ts";
import { settledDays, unsettledSlices } from "../../../src/modules/emissions/settled-days.ts";
import { monthlySlices, type UsePeriod } from "../../../src/modules/emissions/use-period.ts";

/** Up to three years from any day of five, leap years among them. */
const period = fc
  .tuple(fc.integer({ min: 0, max: 1826 }), fc.integer({ min: 0, max: 1100 }))
  .map(([first, days]): UsePeriod => ({
    start: plusDays("2023-01-01", first),
    end: plusDays("2023-01-01", first + days),
  }));
const periods = fc.array(period, { maxLength: 5 });

function daysOf({ start, end }: UsePeriod): string[] {
  const days: string[] = [];
  for (let day = start; day <= end; day = plusDays(day, 1)) days.push(day);
  return days;
}

test("the settled days of a period are those that others cover, each once, whatever their order", () => {
  fc.assert(
    fc.property(period, periods, (whole, others) => {
      const covered = new Set(others.flatMap(daysOf));
      const settled = settledDays(whole, others);
      expect(settled.flatMap(daysOf)).toEqual(daysOf(whole).filter((day) => covered.has(day)));
      expect(settledDays(whole, others.toReversed())).toEqual(settled);
      // Those that touch are one: what is covered whole is one period.
      for (const [index, { start }] of settled.entries()) {
        const before = settled[index - 1];
        if (before !== undefined) expect(start > plusDays(before.end, 1)).toBe(true);
      }
    }),
    { numRuns: 100 },
  );
});

test("an advance keeps the days that are not settled: whole months with their share, a month that is cut with that of its days", () => {
  fc.assert(
    fc.property(period, periods, (whole, others) => {
      const settled = settledDays(whole, others);
      const slices = monthlySlices(whole);
      const left = unsettledSlices(slices, settled);
      const days = daysOf(whole).length - settled.flatMap(daysOf).length;
      expect(left.reduce((sum, slice) => sum + slice.days, 0)).toBe(days);
      for (const slice of left) {
        const month = slices.find(({ from }) => from.slice(0, 7) === slice.from.slice(0, 7));
        const expected = (Number(month?.share) * slice.days) / (month?.days ?? 0);
        expect(Math.abs(Number(slice.share) - expected)).toBeLessThanOrEqual(0.000001);
        if (slice.days === month?.days) expect(slice).toEqual(month);
      }
    }),
    { numRuns: 100 },
  );
});

test("a settlement in the middle of a month leaves the days on both sides of it", () => {
  const [january, february] = monthlySlices({ start: "2024-01-01", end: "2024-02-29" });
  const left = unsettledSlices(
    [january, february].filter((slice) => slice !== undefined),
    [{ start: "2024-02-10", end: "2024-02-19" }],
  );
  // 19 of the 29 days that had 0.483333.
  expect(left).toEqual([
    january,
    { from: "2024-02-01", to: "2024-02-29", days: 19, period_days: 60, share: "0.316666" },
  ]);
});

test("months that touch are one period: together they settle a quarter", () => {
  const months = [
    { start: "2026-03-01", end: "2026-03-31" },
    { start: "2026-01-01", end: "2026-01-31" },
    { start: "2026-02-01", end: "2026-02-28" },
  ];
  const quarter = { start: "2026-01-01", end: "2026-03-31" };
  expect(settledDays(quarter, months)).toEqual([quarter]);
});

test("a month that is cut tells how many of its days are left of what its share was found by", () => {
  const basis = { by: "degree_days", inputs: { degree_days: "500", of: "900" }, note: "By degree days" } as const;
  const slices = monthlySlices({ start: "2024-01-01", end: "2024-02-29" }).map((slice) => ({ ...slice, basis }));
  const [january, february] = unsettledSlices(slices, [{ start: "2024-01-01", end: "2024-01-11" }]);
  expect(january?.basis?.inputs).toEqual({ degree_days: "500", of: "900", month_days: { days: 20, of: 31 } });
  expect(february?.basis).toEqual(basis);
});
