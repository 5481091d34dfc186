import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ingestingSite } from "../../support/ingesting-site.ts";
import { ubl } from "../../support/ubl.ts";

let site: Awaited<ReturnType<typeof ingestingSite>>;
beforeAll(async () => {
  site = await ingestingSite();
});
afterAll(() => site.close());

const thisYear = new Date().getUTCFullYear();
const PAPER = { text: "Kopipapir A4", quantity: "10", unit: "BX", amount: "1800.00" };

const waiting = async (name: string, content: string | Buffer) => {
  const company = await site.company();
  await site.ingest(company, { name, content });
  const items = await site.items<{ id: string; review_code: string }>(company, "/review-items");
  return { company, items };
};
const bill = (year: number) => ubl({ number: "C-10", date: `${year}-05-20`, lines: [PAPER] });

describe("a bill that is older than vouchers are kept", () => {
  test("is asked about, and counts when somebody accepts its date", async () => {
    const { company, items } = await waiting("gammel.xml", bill(thisYear - 11));
    expect(items).toMatchObject([{ review_code: "date_unclear" }]);
    await site.change(company, `/review-items/${items[0]?.id}/accept`, { reason: "It is that old" });
    expect(await site.items(company, "/review-items")).toEqual([]);
    const from = `${thisYear - 11}-01-01`;
    expect(await site.items(company, `/ledger-rows?from=${from}&to=${thisYear - 11}-12-31`)).not.toEqual([]);
  });

  test("of five years ago is not", async () => {
    expect((await waiting("faktura.xml", bill(thisYear - 5))).items).toEqual([]);
  });

  test("is no row of books, which are imported whole", async () => {
    const rows = `Dato;Konto;Kontonavn;Tekst;Beløb\n20-05-${thisYear - 11};3620;Kontorartikler;Kopipapir A4;1800,00\n`;
    const { items } = await waiting("kontokort.csv", rows);
    expect(items.map(({ review_code }) => review_code)).not.toContain("date_unclear");
  });
});
