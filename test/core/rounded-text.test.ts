import Big from "big.js";
import fc from "fast-check";
import { expect, test } from "vitest";
import { decimal, decimalText, roundedNumber, roundedText, roundedTo } from "../../src/core/quantity.ts";

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

test("[contract 11.5] rounding on the digits equals decimal arithmetic, half away from zero", () => {
  const digits = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 16 });
  fc.assert(
    fc.property(fc.boolean(), fc.bigInt({ min: 0n, max: 10n ** 15n }), digits, (isNegative, whole, fraction) => {
      const text = `${isNegative ? "-" : ""}${whole}.${fraction.join("")}`;
      expect(roundedText(text)).toBe(decimalText(new Big(text).round(6, Big.roundHalfUp)));
    }),
    { numRuns: 3000 },
  );
});

test("to fewer digits it is the same rounding: half up, away from zero", () => {
  const cases = [
    ["0.0005", 3, 0.001],
    ["-0.0005", 3, -0.001],
    ["0.00049999999999", 3, 0],
    ["-0.0004", 3, 0],
    ["12345.6785", 3, 12345.679],
    ["1.005", 2, 1.01],
    ["0.0000000000005", 12, 1e-12],
    ["7", 2, 7],
  ] as const;
  for (const [value, places, rounded] of cases) expect(roundedTo(decimal(value), places)).toBe(rounded);
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 14n), max: 10n ** 14n }), (digits) => {
      const value = decimal(String(digits)).div(1_000_000_000);
      expect(roundedTo(value, 6)).toBe(roundedNumber(value));
    }),
  );
});
