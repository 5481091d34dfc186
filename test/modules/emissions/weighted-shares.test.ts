import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { monthOfDay } from "../../../src/core/financial-year.ts";
import { decimal, decimalSum } from "../../../src/core/quantity.ts";
import { byDegreeDays, type HeatAllocation } from "../../../src/modules/emissions/degree-days.ts";
import { arePartsOf, byPrintedParts } from "../../../src/modules/emissions/printed-parts.ts";
import { type MeasuredPart, monthlySlices, type UseSlice } from "../../../src/modules/emissions/use-period.ts";

const DAY = 86_400_000;

function plus(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY).toISOString().slice(0, 10);
}

const first = fc.integer({ min: -25_000, max: 40_000 }).map((days) => plus("1970-01-01", days));

/** Parts of one to a hundred days with what was used on them, of which one at least used something. */
const measured = fc
  .tuple(
    first,
    fc.array(fc.tuple(fc.integer({ min: 1, max: 100 }), fc.integer({ min: 0, max: 90_000 })), {
      minLength: 2,
      maxLength: 30,
    }),
  )
  .filter(([, parts]) => parts.some(([, used]) => used > 0))
  .map(([start, parts]) => {
    let from = start;
    return parts.map(([days, used]): MeasuredPart => {
      const part = { start: from, end: plus(from, days - 1), quantity: String(used / 100), unit: "kWh" };
      from = plus(from, days);
      return part;
    });
  });

function wholeOf(parts: readonly MeasuredPart[]) {
  return { start: parts[0]?.start ?? "", end: parts.at(-1)?.end ?? "" };
}

function expectWhole(slices: readonly UseSlice[], days: readonly UseSlice[]): void {
  expect(decimalSum(slices.map(({ share }) => share)).eq(1)).toBe(true);
  expect(slices.map(({ from, to }) => [from, to])).toEqual(days.map(({ from, to }) => [from, to]));
  for (const { share } of slices) expect(share).toMatch(/^(?:0|0\.\d{1,6}|1)$/);
}

describe("printed parts", () => {
  test("the shares of any parts add up to 1, and a month has what its parts print, within 0.000001", () => {
    fc.assert(
      fc.property(measured, (parts) => {
        const period = wholeOf(parts);
        expect(arePartsOf(period, parts)).toBe(true);
        const days = monthlySlices(period);
        const slices = byPrintedParts(days, parts);
        expectWhole(slices, days);
        const total = decimalSum(parts.map(({ quantity }) => quantity));
        for (const { from, to, share } of slices) {
          const used = parts.flatMap(({ start, end, quantity }) => {
            const length = (Date.parse(end) - Date.parse(start)) / DAY + 1;
            const within = Array.from({ length }, (_, index) => plus(start, index)).filter(
              (day) => from <= day && day <= to,
            );
            return within.length === 0 ? [] : [decimal(quantity).times(within.length).div(length)];
          });
          expect(decimal(share).minus(decimalSum(used).div(total)).abs().lt("0.000001")).toBe(true);
        }
      }),
    );
  });

  test("parts with a gap, out of order, of another period or without any use are none of it", () => {
    fc.assert(
      fc.property(measured, fc.integer({ min: 0, max: 29 }), (parts, at) => {
        const period = wholeOf(parts);
        expect(arePartsOf(period, parts.toSpliced(at % parts.length, 1))).toBe(false);
        expect(arePartsOf(period, parts.toReversed())).toBe(false);
        expect(arePartsOf({ ...period, end: plus(period.end, 1) }, parts)).toBe(false);
        expect(
          arePartsOf(
            period,
            parts.map((part) => ({ ...part, quantity: "0" })),
          ),
        ).toBe(false);
      }),
    );
  });
});

describe("degree days", () => {
  const period = fc
    .tuple(first, fc.integer({ min: 40, max: 1500 }))
    .map(([start, days]) => ({ start, end: plus(start, days) }));
  /** Tenths of degree days by months after the first, the first month that is chosen, and the percent by days. */
  const choice = fc.tuple(
    fc.array(fc.integer({ min: 0, max: 9000 }), { minLength: 60, maxLength: 60 }),
    fc.integer({ min: -3, max: 12 }),
    fc.integer({ min: 0, max: 100 }),
  );

  function allocation(start: string, [tenths, from, percent]: [number[], number, number]): HeatAllocation {
    const ym = monthOfDay(start);
    return {
      id: "0198c0de-0000-7000-8000-000000000911",
      from_ym: ym + from,
      independent_percent: String(percent),
      degree_days: new Map(tenths.map((value, index) => [ym + index, String(value / 10)])),
      source: "A network",
    };
  }

  test("shares of any period and choice add up to 1; months before it keep theirs by days; colder months have no less per degree day", () => {
    fc.assert(
      fc.property(period, choice, (days, chosen) => {
        const heat = allocation(days.start, chosen);
        const byDays = monthlySlices(days);
        const slices = byDegreeDays(byDays, heat);
        expectWhole(slices, byDays);
        for (const [index, slice] of slices.entries()) {
          const isBefore = monthOfDay(slice.from) < heat.from_ym;
          const apart = decimal(slice.share)
            .minus(byDays[index]?.share ?? "0")
            .abs();
          if (isBefore || chosen[2] === 100) expect(apart.lte("0.000001")).toBe(true);
          if (isBefore) expect(slice.basis).toBeUndefined();
        }
        const pairs = slices.flatMap((one) => slices.map((other) => [one, other] as const));
        for (const [one, other] of pairs) {
          const [cold, mild] = [one, other].map(({ basis }) => Number(basis?.inputs["degree_days"]));
          if (cold === undefined || mild === undefined || one.days < other.days || !(cold >= mild)) continue;
          expect(decimal(one.share).plus("0.000001").gte(other.share)).toBe(true);
        }
      }),
      { numRuns: 60 },
    );
  });

  test("a month without degree days leaves every share by days and says so from the first chosen month on", () => {
    fc.assert(
      fc.property(period, choice, fc.nat(59), (days, chosen, lost) => {
        const heat = allocation(days.start, chosen);
        const byDays = monthlySlices(days);
        const months = byDays.map(({ from }) => monthOfDay(from)).filter((ym) => ym >= heat.from_ym);
        const missing = months[lost % Math.max(months.length, 1)];
        if (missing === undefined || byDays.length === 1) return;
        const known = new Map([...heat.degree_days].filter(([ym]) => ym !== missing));
        const slices = byDegreeDays(byDays, { ...heat, degree_days: known });
        expect(slices.map(({ share }) => share)).toEqual(byDays.map(({ share }) => share));
        const told = slices.filter(({ days_because }) => days_because !== undefined);
        expect(told.map(({ from }) => monthOfDay(from))).toEqual(months);
      }),
      { numRuns: 60 },
    );
  });
});
