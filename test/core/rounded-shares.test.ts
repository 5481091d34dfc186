import { expect, test } from "vitest";
import { percentShares } from "../../src/core/percent-shares.ts";
import { decimal } from "../../src/core/quantity.ts";
import { roundedShares } from "../../web/features/overview/rounded-shares.ts";

test.each([
  [[21.718884, 44.933998, 33.331402, 0.015716]],
  [[33.333334, 33.333333, 33.333333, 0]],
  [[0, 47.366857, 52.633143, 0]],
  [[0, 100, 0, 0]],
  // Products of these and 10 are not whole in binary.
  [[8.2, 16.1, 25.3, 50.4]],
])("shares of %j are rounded to one digit as the service rounds shares, and add up to 100", (percents) => {
  const rounded = roundedShares(percents);
  expect(rounded).toEqual(percentShares(percents.map(decimal), 1).map(Number));
  expect(rounded.reduce((sum, share) => sum + Math.round(share * 10), 0)).toBe(1000);
});

test("of nothing there are none", () => {
  expect(roundedShares([])).toEqual([]);
});
