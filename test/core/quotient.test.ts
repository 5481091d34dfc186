import fc from "fast-check";
import { expect, test } from "vitest";
import { decimal, quotient } from "../../src/core/quantity.ts";

const amount = fc
  .tuple(fc.boolean(), fc.bigInt({ min: 0n, max: 10n ** 18n }), fc.integer({ min: 0, max: 30 }))
  .map(([isNegative, digits, places]) => decimal(`${isNegative ? "-" : ""}${digits}e-${places}`));

test("a quotient has the digits of decimal division: 24 after the point, half away from zero", () => {
  fc.assert(
    fc.property(amount, amount, (dividend, divisor) => {
      fc.pre(!divisor.eq(0));
      expect(quotient(dividend, divisor)).toEqual(dividend.div(divisor));
    }),
    { numRuns: 5000 },
  );
});

test.each([
  ["1", "3", "0.333333333333333333333333"],
  ["2", "3", "0.666666666666666666666667"],
  ["-2", "3", "-0.666666666666666666666667"],
  ["0", "7", "0"],
  ["1200", "0.5", "2400"],
  ["0.000000000000000000000001", "2", "0.000000000000000000000001"],
  ["-0.000000000000000000000001", "2.1", "0"],
])("%s / %s = %s", (dividend, divisor, shown) => {
  expect(quotient(decimal(dividend), divisor).toFixed().replace(/^-0$/, "0")).toBe(shown);
});

test("nothing is divided by zero", () => {
  expect(() => quotient(decimal(1), "0")).toThrow("division by zero");
});
