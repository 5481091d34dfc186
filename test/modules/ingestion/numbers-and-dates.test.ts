import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decimal, decimalText } from "../../../src/core/quantity.ts";
import { detectDecimalMark, parseAmount, parseDate } from "../../../src/modules/reading/amounts.ts";
import { isMarkOpen } from "../../../src/modules/reading/open-marks.ts";
import { processorTime } from "../../support/processor-time.ts";

describe("numbers and dates", () => {
  it.each([
    ["-1.234,50", ",", "-1234.5"],
    ["1 234,50 kr.", ",", "1234.5"],
    ["(612,44)", ",", "-612.44"],
    ["612,44-", ",", "-612.44"],
    ["\u2212298,00", ",", "-298"],
    ["DKK 1.592,00", ",", "1592"],
    ["500,-", ",", "500"],
    ["+120,00", ",", "120"],
    ["1,234.50", ".", "1234.5"],
    ["€ 99.95", ".", "99.95"],
    ["1'234'567.00", ".", "1234567"],
    ["12.34", ",", null],
    ["1.23.4", ",", null],
    ["=1+1", ",", null],
    ["-2+3", ",", null],
    ["1e5", ".", null],
    ["", ",", null],
  ] as const)("%s with decimal %s is %s", (text, mark, value) => {
    expect(parseAmount(text, mark)).toBe(value);
  });

  it("the decimal mark is that of the column: an unambiguous cell decides for the others", () => {
    expect(detectDecimalMark(["1.234", "5.678,90"], ".")).toBe(",");
    expect(detectDecimalMark(["1,234", "99.5"], ",")).toBe(".");
    expect(detectDecimalMark(["1.234"], ",")).toBe(",");
  });

  it("a long cell is no number, and is looked at once", () => {
    const timeOf = (length: number): number => {
      const cells = [`1${" ".repeat(length)}x`, `${"1 ".repeat(length / 2)}kr`, `1${" ".repeat(length)}DKK`];
      return processorTime(() => {
        expect(cells.map((cell) => parseAmount(cell, ","))).toEqual([null, null, null]);
        expect(detectDecimalMark(cells, ",")).toBe(",");
        expect(isMarkOpen(cells, ",")).toBe(false);
      });
    };
    // A hundred times as long: a square would cost 10,000 times as much. What is over at once cannot be measured.
    expect(timeOf(100_000) / Math.max(timeOf(1_000), 0.1)).toBeLessThan(1_000);
    expect(parseAmount(`${" ".repeat(100)}1.234,50      kr.${" ".repeat(100)}`, ",")).toBe("1234.5");
  });

  it("an amount printed the Danish or the English way is read back exactly", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 14n), max: 10n ** 14n }), (cents) => {
        const value = decimal(cents.toString()).div(100);
        const [whole = "", cent = ""] = value.abs().toFixed(2).split(".");
        const sign = cents < 0n ? "-" : "";
        const danish = `${sign}${whole.replaceAll(/\B(?=(\d{3})+$)/g, ".")},${cent}`;
        const english = `${sign}${whole.replaceAll(/\B(?=(\d{3})+$)/g, ",")}.${cent}`;
        expect(parseAmount(danish, ",")).toBe(decimalText(value));
        expect(parseAmount(english, ".")).toBe(decimalText(value));
      }),
    );
  });

  it.each([
    ["05-01-2026", "2026-01-05"],
    ["5.1.2026", "2026-01-05"],
    ["05/01/26", "2026-01-05"],
    ["2026-01-05T12:30:00Z", "2026-01-05"],
    ["20260105", "2026-01-05"],
    ["5. januar 2026", "2026-01-05"],
    ["Jan 5, 2026", "2026-01-05"],
    ["29-02-2026", null],
    ["13/13/2026", null],
    ["5 kr", null],
  ] as const)("%s is %s", (text, date) => {
    expect(parseDate(text, "day_first")).toBe(date);
  });
});
