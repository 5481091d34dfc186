import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decimal, decimalSum } from "../../../src/core/quantity.ts";
import { isUsedOverTime, monthlySlices, periodDoubt } from "../../../src/modules/emissions/use-period.ts";

const DAY = 86_400_000;

function plus(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY).toISOString().slice(0, 10);
}

/** Any period of up to nine years, leap years and turns of centuries included. */
const periods = fc
  .tuple(fc.integer({ min: -25_000, max: 40_000 }), fc.integer({ min: 0, max: 3_280 }))
  .map(([first, length]) => ({ start: plus("1970-01-01", first), end: plus("1970-01-01", first + length) }));

describe("monthlySlices", () => {
  test("the shares of any period add up to 1 exactly, and its days to the days of the period", () => {
    fc.assert(
      fc.property(periods, (period) => {
        const slices = monthlySlices(period);
        expect(decimalSum(slices.map(({ share }) => share)).eq(1)).toBe(true);
        const days = (Date.parse(period.end) - Date.parse(period.start)) / DAY + 1;
        expect(slices.reduce((sum, slice) => sum + slice.days, 0)).toBe(days);
        expect(slices.map(({ period_days }) => period_days)).toEqual(slices.map(() => days));
      }),
    );
  });

  test("every slice lies in one month, begins the day after the one before, and its share is that of its days within 0.000001", () => {
    fc.assert(
      fc.property(periods, (period) => {
        const slices = monthlySlices(period);
        expect(slices[0]?.from).toBe(period.start);
        expect(slices.at(-1)?.to).toBe(period.end);
        for (const [index, { from, to, days, period_days, share }] of slices.entries()) {
          expect(from.slice(0, 7)).toBe(to.slice(0, 7));
          if (index > 0) expect(from).toBe(plus(slices[index - 1]?.to ?? "", 1));
          expect(days).toBe((Date.parse(to) - Date.parse(from)) / DAY + 1);
          const apart = decimal(share).minus(decimal(days).div(period_days)).abs();
          expect(apart.lt("0.000001")).toBe(true);
          expect(share).toMatch(/^(?:0\.\d{1,6}|1)$/);
        }
      }),
    );
  });

  test("a leap day is a day", () => {
    const shares = (start: string, end: string) =>
      monthlySlices({ start, end }).map(({ days, share }) => [days, share]);
    expect(shares("2024-02-01", "2024-03-01")).toEqual([
      [29, "0.966667"],
      [1, "0.033333"],
    ]);
    expect(shares("2025-02-01", "2025-03-01")).toEqual([
      [28, "0.965517"],
      [1, "0.034483"],
    ]);
  });

  test("what is missing to 1 goes to the largest remainders", () => {
    const slices = monthlySlices({ start: "2026-01-30", end: "2026-03-02" });
    expect(slices.map(({ days, share }) => [days, share])).toEqual([
      [2, "0.0625"],
      [28, "0.875"],
      [2, "0.0625"],
    ]);
    expect(monthlySlices({ start: "2025-10-01", end: "2025-12-31" }).map(({ share }) => share)).toEqual([
      "0.336957",
      "0.326087",
      "0.336956",
    ]);
  });

  test("a period that ends before it starts, or that lasts longer than ten years, is doubted", () => {
    expect(periodDoubt({ start: "2026-02-01", end: "2026-01-31" })).toContain("ends (2026-01-31) before it starts");
    expect(periodDoubt({ start: "2016-01-15", end: "2025-12-31" })).toBeNull();
    expect(periodDoubt({ start: "2016-01-15", end: "2026-01-01" })).toContain("longer than 120 months");
    expect(() => monthlySlices({ start: "0001-01-01", end: "9999-12-31" })).toThrow("longer than 120 months");
  });
});

test.each([
  ["energy.electricity.grid_dk", true],
  ["energy.heat.district_heating", true],
  ["energy.stationary.natural_gas", true],
  ["purchases.water.supply", true],
  ["purchases.services.rent", true],
  ["purchases.services.insurance", true],
  ["leased_upstream.assets.equipment", true],
  ["transport.commuting.car", true],
  ["energy.fugitive.r32", false],
  ["purchases.services.repair", false],
  ["purchases.goods.office_supplies", false],
  ["transport.own.diesel", false],
  ["transport.travel.hotel", false],
  ["capital.goods.machinery", false],
])("%s is used over time: %s", (category, expected) => {
  expect(isUsedOverTime(category)).toBe(expected);
});
