import { expect, test } from "vitest";
import { isFinancialYearEnd, retainedUntil } from "../../../src/modules/offboarding/retention.ts";

test.each([
  ["in a calendar year", "2026-03-15", "12-31", "2031-12-31"],
  ["on the last day of a calendar year", "2026-12-31", "12-31", "2031-12-31"],
  ["on the last day of a year that ends in June", "2026-06-30", "06-30", "2031-06-30"],
  ["on the first day of a year that ends in June", "2026-07-01", "06-30", "2032-06-30"],
])("a voucher %s is kept five years from the year's end", (_name, date, year_end, until) => {
  expect(retainedUntil(date, year_end)).toBe(until);
});

test("a financial year ends on a day that every year has", () => {
  const accepted = ["12-31", "06-30", "2-1", "02-29", "13-01", "06-31", "30-06", ""].filter(isFinancialYearEnd);
  expect(accepted).toEqual(["12-31", "06-30"]);
});
