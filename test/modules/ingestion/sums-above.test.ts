import { expect, test } from "vitest";
import { readFile } from "../../../src/modules/reading/read-file.ts";

const HEADER = "Dato;Konto;Kontonavn;Tekst;Leverandør;Beløb ekskl. moms";

/** Words of the lines that wait because they speak of a total. */
async function doubtful(...rows: readonly string[]): Promise<readonly string[]> {
  const outcome = await readFile(Buffer.from([HEADER, ...rows].join("\r\n")), "posteringer.csv");
  if (outcome.kind !== "parsed") throw new Error(JSON.stringify(outcome));
  const lines = outcome.document.lines.filter(({ doubt }) => doubt?.detail.includes("speaks of a total"));
  return lines.map(({ description }) => description);
}

const DIESEL = [
  "04-03-2026;3620;Brændstof;Diesel;OK;600,00",
  "03-03-2026;3620;Brændstof;Diesel;OK;2400,00",
  "02-03-2026;3620;Brændstof;Diesel;OK;1200,00",
];
const PAPER = "02-03-2026;3600;Kontor;Papir;Lyreco;77,00";

test.each(["Diesel i alt", "Total diesel", "Sum diesel"])("%s above the rows that it sums waits", async (text) => {
  const sum = `04-03-2026;3620;Brændstof;${text};OK;4200,00`;
  expect(await doubtful(sum, ...DIESEL, PAPER)).toEqual([text]);
  expect(await doubtful(PAPER, sum, ...DIESEL)).toEqual([text]);
  // Rows of another account lie between.
  expect(await doubtful(sum, DIESEL[0] ?? "", PAPER, ...DIESEL.slice(1))).toEqual([text]);
});

test("a purchase whose words speak of a total is none", async () => {
  const bought = "04-03-2026;3620;Brændstof;Total diesel;Total;4100,00";
  expect(await doubtful(bought, ...DIESEL, PAPER)).toEqual([]);
  // A single row of the same amount is no sum.
  expect(await doubtful("04-03-2026;3620;Brændstof;Total diesel;Total;600,00", ...DIESEL)).toEqual([]);
});
