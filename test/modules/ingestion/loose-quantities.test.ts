import fc from "fast-check";
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

const WORDS = [
  "Elforbrug",
  "Elforbrug december 2025",
  "Elforbrug måler 1",
  "Elforbrug uge 12",
  "Elforbrug aftagenr. 12345678",
  "Elforbrug 01.01.2026-31.01.2026",
  "Stromverbrauch Zähler 2",
  "Electricity Q4 2025",
  "Elförbrukning mätare 4",
];
const HEADINGS = [undefined, NO_HEADINGS, ["Beskrivelse", "Mængde", "", "Beløb DKK"] as const];

/** As Danish bills print it, with points or blanks between thousands. */
function printed(hundredths: number, group: "." | " ", decimals: 0 | 2): string {
  const [whole = "", fraction = ""] = (hundredths / 100).toFixed(2).split(".");
  const grouped = whole.replaceAll(/\B(?=(?:\d{3})+$)/g, group);
  return decimals === 0 ? grouped : `${grouped},${fraction}`;
}

test("a printed quantity is read as it stands, whatever its words end in, its headings are and sums say", async () => {
  const line = fc.record({
    words: fc.constantFrom(...WORDS),
    quantity: fc.integer({ min: 1, max: 90_000 }),
    unit: fc.constantFrom("kWh", "KWh", "KWH"),
    isOneCell: fc.boolean(),
    amount: fc.integer({ min: 100, max: 3_000_000 }),
  });
  const bill = fc.record({
    rows: fc.array(line, { minLength: 1, maxLength: 3 }),
    columns: fc.constantFrom(...HEADINGS),
    group: fc.constantFrom("." as const, " " as const),
    sum: fc.constantFrom(null, "I alt", "Sum", "Summe"),
  });
  await fc.assert(
    fc.asyncProperty(bill, async ({ rows, columns, group, sum }) => {
      const net = rows.reduce((all, { amount }) => all + amount, 0);
      const used = rows.reduce((all, { quantity }) => all + quantity, 0);
      const lines = rows.map(({ words, quantity, unit, isOneCell, amount }) => {
        const number = printed(quantity * 100, group, 0);
        return [
          words,
          isOneCell ? `${number} ${unit}` : number,
          isOneCell ? "" : unit,
          printed(amount, group, 2),
        ] as const;
      });
      const { lines: read } = await readBill({
        ...(columns === undefined ? {} : { columns }),
        lines: sum === null ? lines : [...lines, [sum, printed(used * 100, group, 0), "kWh", printed(net, group, 2)]],
        totals: [
          ["I alt ekskl. moms", printed(net, group, 2)],
          ["Moms 25 %", printed(Math.round(net / 4), group, 2)],
          ["Total inkl. moms DKK", printed(net + Math.round(net / 4), group, 2)],
        ],
      });
      expect(read.map(({ quantity }) => quantity)).toEqual(rows.map(({ quantity }) => String(quantity)));
    }),
    { numRuns: 150 },
  );
});
