import fc from "fast-check";
import { expect, test } from "vitest";
import { figureText } from "../../src/core/figure-text.ts";
import { roundedNumber } from "../../src/core/quantity.ts";

test.each([
  [0, "0", "0"],
  [-0, "0", "0"],
  [12, "12", "12"],
  [999.5, "999,5", "999.5"],
  [1234.5, "1.234,5", "1,234.5"],
  [1_234_567, "1.234.567", "1,234,567"],
  [-1234.000001, "-1.234,000001", "-1,234.000001"],
  [0.000001, "0,000001", "0.000001"],
  [1e21, "1.000.000.000.000.000.000.000", "1,000,000,000,000,000,000,000"],
])("%d is written with its language's marks", (value, danish, english) => {
  expect([figureText(value, "da"), figureText(value, "en")]).toEqual([danish, english]);
});

test("a figure reads back as the same number in both languages", () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, min: -1e9, max: 1e9 }), (any) => {
      const value = roundedNumber(any.toFixed(8));
      const danish = figureText(value, "da").replaceAll(".", "").replace(",", ".");
      const english = figureText(value, "en").replaceAll(",", "");
      expect([Number(danish), Number(english)]).toEqual([value + 0, value + 0]);
    }),
  );
});
