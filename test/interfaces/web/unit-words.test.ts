import { expect, test } from "vitest";
import { REVIEW_TEXTS } from "../../../web/features/review/texts.ts";
import { UNIT_TEXTS, unitOf } from "../../../web/parts/unit-texts.ts";

test("codes of units are told in the reader's language and number, and what is no code as the document has it", () => {
  const shown = (unit: string | null, quantity: number) => [
    unitOf(unit, quantity, UNIT_TEXTS.da),
    unitOf(unit, quantity, UNIT_TEXTS.en),
  ];
  expect(shown("KWH", 1240)).toEqual(["kWh", "kWh"]);
  expect(shown("MON", 1)).toEqual(["måned", "month"]);
  expect(shown("MON", 12)).toEqual(["måneder", "months"]);
  expect(shown("EA", 4)).toEqual(["stk.", "pcs"]);
  expect(shown("rulle", 2)).toEqual(["rulle", "rulle"]);
  expect(shown(null, 2)).toEqual(["", ""]);
  expect(Object.keys(UNIT_TEXTS.da.units)).toEqual(Object.keys(UNIT_TEXTS.en.units));
});

test("one line is no lines", () => {
  expect([REVIEW_TEXTS.da.group_lines("1"), REVIEW_TEXTS.da.group_lines("2")]).toEqual(["1 linje", "2 linjer"]);
  expect(REVIEW_TEXTS.en.group_done("1", "1")).toBe("1 line is decided, 1 waits still.");
  expect(REVIEW_TEXTS.en.group_done("3", null)).toBe("3 lines are decided.");
});
