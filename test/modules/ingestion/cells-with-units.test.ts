import { expect, test } from "vitest";
import { readFile } from "../../../src/modules/reading/read-file.ts";

/** The lines of a table. */
async function linesOf(...rows: readonly string[]) {
  const outcome = await readFile(Buffer.from(rows.join("\r\n")), "posteringer.csv");
  if (outcome.kind !== "parsed") throw new Error(JSON.stringify(outcome));
  return outcome.document.lines;
}

test.each([
  ["EUR 1000,00", "1000", "EUR"],
  ["1000,00 EUR", "1000", "EUR"],
  ["€ 1000,00", "1000", "EUR"],
  ["1.000,00€", "1000", "EUR"],
  ["£500,00", "500", "GBP"],
  ["$ 500,00", "500", "USD"],
  ["SEK -1.000,00", "-1000", "SEK"],
  ["-1.000,00 SEK", "-1000", "SEK"],
  ["(250,00 NOK)", "-250", "NOK"],
  // Of which country the kroner are, they do not say, and ABC is no currency.
  ["1000,00 kr.", "1000", null],
  ["kr 1000,00", "1000", null],
  ["1000,00 ABC", "1000", null],
  ["1000,00", "1000", null],
])("an amount written %j is %s in %s", async (cell, amount, currency) => {
  const rows = [
    "Dato;Leverandør;Tekst;Beløb",
    `03-03-2026;Kontorland;Papir;${cell}`,
    "04-03-2026;Kontorland;Tape;5,50",
  ];
  expect((await linesOf(...rows))[0]).toMatchObject({ amount, currency });
});

test("the currency beside the amount holds before the column's and the heading's", async () => {
  const rows = [
    "Dato;Tekst;Beløb inkl. moms;Valuta",
    "03-03-2026;Papir;EUR 1250,00;DKK",
    "04-03-2026;Papir;1250,00;SEK",
  ];
  expect((await linesOf(...rows)).map(({ currency }) => currency)).toEqual(["EUR", "SEK"]);
  const headed = ["Dato;Tekst;Beløb DKK", "03-03-2026;Papir;1250,00 EUR", "04-03-2026;Papir;1250,00"];
  expect((await linesOf(...headed)).map(({ currency }) => currency)).toEqual(["EUR", "DKK"]);
});

test.each([
  ["Mængde", "2500 kWh", "2500", "kWh"],
  ["Mængde", "2.500,5 kWh", "2500.5", "kWh"],
  ["Mængde", "2500 KWH", "2500", "KWH"],
  ["Mængde", "3 MWh", "3", "MWh"],
  ["Mængde (kWh)", "3 MWh", "3", "MWh"],
  ["Mængde (kWh)", "3", "3", "kWh"],
  ["Antal", "45,21 l", "45.21", "l"],
  ["Antal", "-45,21 l", "-45.21", "l"],
  ["Antal", "1.000 m³", "1000", "m³"],
  ["Antal", "12 stk.", "12", "stk."],
  ["Antal", "12", "12", null],
])("of a column %j a cell %j is %s %s", async (heading, cell, quantity, unit) => {
  const rows = [`Dato;Leverandør;Tekst;${heading};Beløb`, `05-03-2026;Norlys;El;${cell};2500,00`];
  expect((await linesOf(...rows))[0]).toMatchObject({ quantity, unit, amount: "2500" });
});

test.each([
  ["MWh/år", true],
  ["100 kWh", true],
  ["kWh/dag", true],
  ["kWh", false],
  ["m³", false],
  ["stk á 5 kg", false],
  ["", false],
])("a row in %j waits: %s", async (unit, waits) => {
  const rows = ["Dato;Leverandør;Tekst;Mængde;Enhed;Beløb", `05-03-2026;Norlys;El;5;${unit};1200,00`];
  expect((await linesOf(...rows))[0]?.doubt?.detail.includes("is no unit") ?? false).toBe(waits);
});
