import { expect, test } from "vitest";
import { formatNumber } from "../../src/core/number-format.ts";

test.each([
  [1234567.5, "1.234.567,5", "1,234,567.5"],
  [0, "0", "0"],
  [-1234.25, "−1.234,25", "−1,234.25"],
  [999, "999", "999"],
  [0.000012345678, "0,000012345678", "0.000012345678"],
])("%d is written as people of each language write it", (value, da, en) => {
  expect(formatNumber(value, "da")).toBe(da);
  expect(formatNumber(value, "en")).toBe(en);
});

/** Binary fractions would round 1.005 down and 2.5 to even. */
test.each([
  [1.005, 2, "1.01"],
  [2.5, 0, "3"],
  [-2.5, 0, "−3"],
  [0.0449999, 1, "0.0"],
  [-0.04, 1, "0.0"],
  [15.844, 1, "15.8"],
  [12, 3, "12.000"],
])("%d to %d decimals is %s: half up, away from zero, and zero has no sign", (value, decimals, text) => {
  expect(formatNumber(value, "en", decimals)).toBe(text);
});
