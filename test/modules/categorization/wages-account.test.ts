import { afterAll, beforeAll, expect, test } from "vitest";
import { ingestingSite } from "../../support/ingesting-site.ts";

let site: Awaited<ReturnType<typeof ingestingSite>>;
beforeAll(async () => {
  site = await ingestingSite();
});
afterAll(() => site.close());

/** Account, its name, the text of the row, and whether the row is left out as pay. */
const ROWS: readonly (readonly [account: string, name: string, text: string, isPay: boolean])[] = [
  ["2210", "Lønninger", "Diesel til marts", true],
  ["2210", "Lønninger", "Taxa og hotel", true],
  ["2211", "Løn, timelønnede", "Kontorpapir", true],
  ["2212", "AM-bidrag", "Rengøring", true],
  ["2213", "Feriepenge", "El 1200 kWh", true],
  ["2214", "Pension", "Flyrejse CPH-LHR", true],
  ["2215", "Salaries", "Electricity", true],
  ["2216", "Gager og lønninger", "Benzin", true],
  // The account says that a service about pay is bought, or names what is bought beside it.
  ["3640", "Lønadministration", "Rådgivning om løn", false],
  ["3641", "Lønsystem", "Licens", false],
  ["3642", "Løn og rengøring", "Rengøring af kontor", false],
  // Other accounts that buy nothing still yield to a clear word: "salg" is a department as well.
  ["3010", "Salg og marketing", "Annoncering i dagblad", false],
];

test("an account of pay is left out before any word of the row is read", async () => {
  const by = await site.company();
  const rows = ROWS.map(
    ([account, name, text], index) => `${index + 1}-03-2026;${account};${name};${text};${index + 1}00,00`,
  );
  await site.ingest(by, { name: "kladde.csv", content: `Dato;Kontonr;Kontonavn;Tekst;Beløb\n${rows.join("\n")}\n` });
  const told = await site.items<{ description: string; status: string }>(by, "/activities?limit=50");
  const left = told.filter(({ status }) => status === "excluded").map(({ description }) => description);
  expect(told).toHaveLength(ROWS.length);
  expect(left.sort()).toEqual(ROWS.flatMap(([, , text, isPay]) => (isPay ? [text] : [])).sort());
  await site.intact(by);
});
