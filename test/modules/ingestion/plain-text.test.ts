import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ingestingSite } from "../../support/ingesting-site.ts";
import { read } from "../../support/invoice-xml.ts";

let site: Awaited<ReturnType<typeof ingestingSite>>;
beforeAll(async () => {
  site = await ingestingSite();
});
afterAll(() => site.close());

const INVOICE = `Fiktiva El A/S
Netvej 1, 6760 Ribe
CVR-nr. 12 34 56 74

FAKTURA
Fakturanr.: 4711
Fakturadato: 06-01-2026

Elforbrug januar      1.000 kWh      0,90      900,00
Nettarif              1.000 kWh      0,20      200,00

I alt ekskl. moms                             1.100,00
Moms 25 %                                       275,00
Total inkl. moms DKK                          1.375,00
`;
const TOLD = {
  code: "file.plain_text",
  title: "The file is plain text",
  detail: "The file is text without a table, which is not read as an invoice.",
  hint:
    "Send the invoice as PDF, picture or XML, or what it says as a table (CSV or XLSX) with a heading row that names columns for " +
    "date, description and amount.",
};

test("an invoice as plain text is refused, and a person is told what to send", async () => {
  const by = await site.company();
  const [file] = await site.ingest(by, { name: "faktura.txt", content: INVOICE });
  expect(file).toMatchObject({ status: "rejected", error: TOLD });
});

describe("plain text is told as such", () => {
  test.each([
    [
      "with figures alone",
      "Fiktiva El A/S\nFAKTURA nr. 4711, dato 06-01-2026\nElforbrug 900,00\nMoms 225,00\nTotal 1.125,00\n",
    ],
    ["with tabs", "Fiktiva El A/S\nFAKTURA\nFakturanr.\t4711\nElforbrug\t1.000 kWh\t900,00\nTotal\t900,00\n"],
    ["with semicolons", "Faktura\nNr.: 4711; Kunde: 12\nElforbrug; 1000 kWh; 900,00\nTotal; ; 900,00\n"],
    [
      "in American",
      "INVOICE\n\nSample Tools Inc.\n500 Test Ave, Austin, TX\nDate: 03/04/2026\nWrench 1,242.00\nDue $1,344.47\n",
    ],
    ["as a letter", "Kære kunde\n\nBeløbet for el er 1.100,00 kr.\nMed venlig hilsen\n"],
  ])("%s", (_what, text) => {
    expect(read(text, "faktura.txt")).toMatchObject({ kind: "rejected", error: TOLD });
  });
});

test.each([
  ["with headings that nobody knows", "Alfa;Beta;Gamma\na;b;c\nd;e;f\n", /^Columns found: Alfa, Beta, Gamma\./],
  ["without a date", "Tekst;Beløb\nElforbrug;900,00\nNettarif;200,00\n", /^Columns found: Tekst, Beløb\./],
])("a table %s is told as one", (_what, text, hint) => {
  expect(read(text, "el.txt")).toMatchObject({ kind: "rejected", error: { hint: expect.stringMatching(hint) } });
});
