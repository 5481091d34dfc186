import { expect, test } from "vitest";
import { type Bill, readBill } from "../../support/printed-bill.ts";

const NO_HEADINGS = ["", "", "", ""] as const;
const SUM = ["I alt", "1.000", "kWh", "900,00"] as const;
type Rows = NonNullable<Bill["lines"]>;

/** Text, quantity, unit and amount of each line, as they are read. */
async function linesOf(bill: Bill): Promise<readonly unknown[]> {
  const { lines } = await readBill(bill);
  return lines.map(({ description, quantity, unit, amount }) => [description, quantity, unit, amount]);
}

test.each<[string, Rows, readonly (string | null)[]]>([
  ["the year of a month", [["Elforbrug december 2025", "400", "kWh", "900,00"]], ["400"]],
  ["the number of a meter", [["Elforbrug måler 1", "400", "kWh", "900,00"]], ["400"]],
  ["a metering point", [["Elforbrug måler 571313000000000013", "400", "kWh", "900,00"]], ["400"]],
  ["a number of thousands", [["Elforbrug måler 1", "1.400", "kWh", "900,00"]], ["1400"]],
  ["thousands with a blank", [["Elforbrug måler 1", "1 400", "kWh", "900,00"]], ["1400"]],
  ["a week", [["Restaffald uge 12", "250", "kg", "900,00"]], ["250"]],
  ["nothing", [["Elforbrug", "400 kWh", "", "900,00"]], ["400"]],
  ["nothing (of a unit in capitals)", [["Elforbrug måler 2", "400", "KWH", "900,00"]], ["400"]],
  ["nothing (of a unit in other capitals)", [["Elforbrug december 2025", "1.400", "KWh", "900,00"]], ["1400"]],
  ["a number in one cell with it", [["Elforbrug måler 1 400 kWh", "", "", "900,00"]], ["400"]],
  ["a year in one cell with it", [["Elforbrug december 2025 400 kWh", "", "", "900,00"]], ["400"]],
])("without headings, %s before a quantity is no part of it", async (_what, lines, quantities) => {
  const read = await linesOf({ columns: NO_HEADINGS, lines });
  expect(read.map((line) => (line as readonly unknown[])[1])).toEqual(quantities);
});

test.each<[string, Rows]>([
  [
    "months",
    [
      ["Elforbrug november 2025", "400", "kWh", "360,00"],
      ["Elforbrug december 2025", "600", "kWh", "540,00"],
    ],
  ],
  [
    "meters",
    [
      ["Elforbrug måler 1", "400", "kWh", "360,00"],
      ["Elforbrug måler 2", "600", "kWh", "540,00"],
    ],
  ],
  [
    "thousands",
    [
      ["Elforbrug måler 1", "1.400", "kWh", "360,00"],
      ["Elforbrug måler 2", "1.600", "kWh", "540,00"],
    ],
  ],
])("a printed sum of %s changes nothing of what its lines state", async (_what, lines) => {
  expect(await linesOf({ lines: [...lines, SUM] })).toEqual(await linesOf({ lines }));
});
