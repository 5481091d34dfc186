import { expect, it } from "vitest";
import { neutraliseCsvCell } from "../../src/core/csv-cell.ts";

it("exported text cells never start a formula", () => {
  expect(["=1", "+1", "-1", "@A", "\tx", "\rx"].map(neutraliseCsvCell)).toEqual([
    "'=1",
    "'+1",
    "'-1",
    "'@A",
    "'\tx",
    "'\rx",
  ]);
  expect(neutraliseCsvCell("Papir")).toBe("Papir");
});
