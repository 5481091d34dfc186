import { describe, expect, test } from "vitest";
import {
  CALENDAR_YEARS,
  type FinancialYear,
  isOver,
  wholeYearEndingIn,
  yearLabel,
  yearOfDay,
  yearsBefore,
  yearsBetween,
  yearsEndingIn,
  type YearStatement,
} from "../../src/core/financial-year.ts";

const month = (label: string) => Number(label.slice(0, 4)) * 12 + Number(label.slice(5)) - 1;
const stated = (is_first_of_all: boolean, ...years: readonly (readonly [string, string])[]): YearStatement => ({
  is_first_of_all,
  years: years.map(([from, to]) => ({ from_ym: month(from), to_ym: month(to) })),
});
const days = (years: readonly FinancialYear[]) =>
  years.map(({ report_year, from, to }) => `${report_year}: ${from} ${to}`);

describe("financial years", () => {
  test("are calendar years while nothing is stated", () => {
    for (const year of [1990, 2024, 2100]) {
      expect(days(yearsEndingIn(CALENDAR_YEARS, year))).toEqual([`${year}: ${year}-01-01 ${year}-12-31`]);
    }
  });

  test("from July follow a stated one forwards and backwards", () => {
    const july = stated(false, ["2024-07", "2025-06"]);
    expect(days(yearsBetween(july, month("2023-01"), month("2026-07")))).toEqual([
      "2023: 2022-07-01 2023-06-30",
      "2024: 2023-07-01 2024-06-30",
      "2025: 2024-07-01 2025-06-30",
      "2026: 2025-07-01 2026-06-30",
      "2027: 2026-07-01 2027-06-30",
    ]);
  });

  test("begin with a first year of 18 months, before which there is none", () => {
    const first = stated(true, ["2023-07", "2024-12"]);
    expect(yearOfDay(first, "2023-06-30")).toBeNull();
    expect(days(yearsBetween(first, month("2020-01"), month("2025-12")))).toEqual([
      "2024: 2023-07-01 2024-12-31",
      "2025: 2025-01-01 2025-12-31",
    ]);
    expect(yearsEndingIn(first, 2023)).toEqual([]);
    expect(wholeYearEndingIn(first, 2024)).toBeUndefined();
    const year = yearOfDay(first, "2025-05-05");
    expect(year && days(yearsBefore(first, year, 4))).toEqual(["2024: 2023-07-01 2024-12-31"]);
  });

  test("that were changed may end twice in a calendar year, of which one has twelve months", () => {
    const changed = stated(false, ["2024-07", "2025-06"], ["2025-07", "2025-12"]);
    expect(days(yearsEndingIn(changed, 2025))).toEqual(["2025: 2024-07-01 2025-06-30", "2025: 2025-07-01 2025-12-31"]);
    expect(wholeYearEndingIn(changed, 2025)?.to).toBe("2025-06-30");
    expect(days(yearsEndingIn(changed, 2026))).toEqual(["2026: 2026-01-01 2026-12-31"]);
  });

  test("hold every month exactly once, whatever is stated", () => {
    for (const statement of [
      CALENDAR_YEARS,
      stated(false, ["2024-07", "2025-06"], ["2025-07", "2025-12"]),
      stated(true, ["2019-03", "2020-08"], ["2023-09", "2023-09"]),
    ]) {
      const years = yearsBetween(statement, month("2019-03"), month("2030-12"));
      const months = years.flatMap(({ from_ym, to_ym }) =>
        Array.from({ length: to_ym - from_ym + 1 }, (_, index) => from_ym + index),
      );
      expect(months).toEqual(Array.from({ length: months.length }, (_, index) => (months[0] ?? 0) + index));
    }
  });

  test("are over the day after their last one, and called as they are printed", () => {
    expect(isOver({ to: "2025-06-30" }, "2025-06-30T23:59:59Z")).toBe(false);
    expect(isOver({ to: "2025-06-30" }, "2025-07-01T00:00:00Z")).toBe(true);
    expect(yearLabel({ from: "2025-01-01", to: "2025-12-31" })).toBe("2025");
    expect(yearLabel({ from: "2024-07-01", to: "2025-06-30" })).toBe("2024/25");
    expect(yearLabel({ from: "2025-07-01", to: "2025-12-31" })).toBe("2025-07/2025-12");
  });
});
