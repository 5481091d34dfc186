import { expect, test } from "vitest";
import { parseUnit } from "../../src/core/units.ts";

test.each([
  ["nat", "room_night"],
  ["nætter", "room_night"],
  ["Nights", "room_night"],
  ["Nächte", "room_night"],
  ["kWh (nedre brændværdi)", "kWh_net"],
  ["kWh øvre", "kWh_gross"],
  ["K6", "m3"],
  ["overnatning", null],
])("%s as a printed unit is %s", (printed, unit) => {
  expect(parseUnit(printed)).toBe(unit);
});
