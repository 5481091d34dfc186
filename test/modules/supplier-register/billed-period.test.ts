import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { lastDay, monthOfDay, yearOfDay, type YearStatement } from "../../../src/core/financial-year.ts";
import { decimal, decimalSum } from "../../../src/core/quantity.ts";
import { monthlySlices } from "../../../src/modules/emissions/index.ts";
import {
  BILLED,
  BILLED_UNITS,
  billedPeriod,
  type BillingRhythm,
  rhythmInWords,
} from "../../../src/modules/supplier-register/billed-period.ts";

const DAY = 86_400_000;
const MONTHS = { month: 1, quarter: 3, half_year: 6, year: 12 };

const plus = (day: string, days: number) => new Date(Date.parse(day) + days * DAY).toISOString().slice(0, 10);
/** 1900 to 2100, leap days and ends of months among them. */
const dates = fc.integer({ min: -25_567, max: 47_846 }).map((days) => plus("1970-01-01", days));
const rhythms = fc.record({
  bills: fc.constantFrom(...BILLED),
  unit: fc.constantFrom(...BILLED_UNITS),
  first_month: fc.integer({ min: 1, max: 12 }),
});

function period(rhythm: BillingRhythm, day: string) {
  const billed = billedPeriod(rhythm, day);
  if (billed === null) throw new Error(`no period for ${day}`);
  return billed;
}

describe("the period of a bill", () => {
  test("is whole months of its length that begin with the month that was named", () => {
    fc.assert(
      fc.property(rhythms, dates, (rhythm, day) => {
        const { start, end } = period(rhythm, day);
        expect(start.slice(8)).toBe("01");
        expect(end).toBe(lastDay(monthOfDay(end)));
        expect(monthOfDay(end) - monthOfDay(start) + 1).toBe(MONTHS[rhythm.unit]);
        expect((monthOfDay(start) - (rhythm.first_month - 1)) % MONTHS[rhythm.unit]).toBe(0);
      }),
    );
  });

  test("holds the day, ends the day before that one or begins the day after it", () => {
    fc.assert(
      fc.property(rhythms, dates, ({ unit, first_month }, day) => {
        const of = (bills: BillingRhythm["bills"]) => period({ bills, unit, first_month }, day);
        const current = of("current");
        expect(current.start <= day && day <= current.end).toBe(true);
        expect(plus(of("previous").end, 1)).toBe(current.start);
        expect(plus(current.end, 1)).toBe(of("next").start);
      }),
    );
  });

  test("has shares of its months that add up to 1 exactly, and to 1 over financial years that begin in any month", () => {
    fc.assert(
      fc.property(rhythms, dates, fc.integer({ min: 0, max: 11 }), (rhythm, day, first) => {
        const slices = monthlySlices(period(rhythm, day));
        expect(slices).toHaveLength(MONTHS[rhythm.unit]);
        expect(decimalSum(slices.map(({ share }) => share)).eq(1)).toBe(true);
        // Each month lies in one year, so that years add up whatever month they begin in.
        const from_ym = 2020 * 12 + first;
        const years: YearStatement = { is_first_of_all: false, years: [{ from_ym, to_ym: from_ym + 11 }] };
        const byYear = new Map<string, string[]>();
        for (const { from, to, share } of slices) {
          const year = yearOfDay(years, from)?.to ?? "";
          expect(yearOfDay(years, to)?.to).toBe(year);
          byYear.set(year, [...(byYear.get(year) ?? []), share]);
        }
        const sums = [...byYear.values()].map((shares) => decimalSum(shares));
        expect(sums.reduce((sum, share) => sum.plus(share), decimal(0)).eq(1)).toBe(true);
      }),
    );
  });

  test("is exact at ends of months, leap days and turns of the year", () => {
    const of = (bills: BillingRhythm["bills"], unit: BillingRhythm["unit"], day: string, first_month = 1) => {
      const { start, end } = period({ bills, unit, first_month }, day);
      return `${start} ${end}`;
    };
    expect(of("previous", "month", "2026-03-31")).toBe("2026-02-01 2026-02-28");
    expect(of("previous", "month", "2024-03-31")).toBe("2024-02-01 2024-02-29");
    expect(of("previous", "month", "2026-01-01")).toBe("2025-12-01 2025-12-31");
    expect(of("next", "month", "2025-12-31")).toBe("2026-01-01 2026-01-31");
    expect(of("current", "quarter", "2024-02-29")).toBe("2024-01-01 2024-03-31");
    expect(of("previous", "quarter", "2026-01-15")).toBe("2025-10-01 2025-12-31");
    expect(of("next", "half_year", "2026-06-30")).toBe("2026-07-01 2026-12-31");
    expect(of("current", "year", "2026-06-30", 7)).toBe("2025-07-01 2026-06-30");
    expect(of("current", "year", "2026-07-01", 7)).toBe("2026-07-01 2027-06-30");
    expect(of("current", "quarter", "2026-01-31", 2)).toBe("2025-11-01 2026-01-31");
  });

  test("is none where the date is no bill's, and is told in words with the month where one begins", () => {
    const rhythm = { bills: "previous", unit: "quarter", first_month: 4 } as const;
    expect([billedPeriod(rhythm, "0001-01-01"), billedPeriod(rhythm, "9999-12-31")]).toEqual([null, null]);
    expect(rhythmInWords(rhythm)).toBe("its bills are for the previous quarter");
    expect(rhythmInWords({ ...rhythm, first_month: 3 })).toBe(
      "its bills are for the previous quarter, of which one begins in March",
    );
  });
});
