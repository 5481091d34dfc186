import Big from "big.js";
import fc from "fast-check";
import { expect, test } from "vitest";
import { decimalText, roundedText } from "../../src/core/quantity.ts";

test.each([
  ["554.3615", "554.3615"],
  ["0.0000005", "0.000001"],
  ["0.00000049999", "0"],
  ["-0.0000005", "-0.000001"],
  ["-0.0000001", "0"],
  ["9.9999995", "10"],
  ["-999.9999999", "-1000"],
  ["0.9999995", "1"],
  ["1.1000000", "1.1"],
  ["12.000", "12"],
  ["1200", "1200"],
])("%s kg is shown as %s", (value, shown) => {
  expect(roundedText(value)).toBe(shown);
});

test("rounding on the digits equals decimal arithmetic, half away from zero", () => {
  const digits = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 16 });
  fc.assert(
    fc.property(fc.boolean(), fc.bigInt({ min: 0n, max: 10n ** 15n }), digits, (isNegative, whole, fraction) => {
      const text = `${isNegative ? "-" : ""}${whole}.${fraction.join("")}`;
      expect(roundedText(text)).toBe(decimalText(new Big(text).round(6, Big.roundHalfUp)));
    }),
    { numRuns: 3000 },
  );
});
