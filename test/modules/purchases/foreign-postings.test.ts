import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ingestingSite, type SentFile } from "../../support/ingesting-site.ts";
import { type UblDocument, ubl } from "../../support/ubl.ts";

let site: Awaited<ReturnType<typeof ingestingSite>>;
beforeAll(async () => {
  site = await ingestingSite();
});
afterAll(() => site.close());

const SUPPLIER = { name: "Nordpap A/S", cvr: "12345674" };
const bill = (amount: string, more: Partial<UblDocument> = {}): SentFile => ({
  name: `${more.number ?? "FA-40017"}.xml`,
  content: ubl({
    number: "FA-40017",
    date: "2026-03-02",
    supplier: SUPPLIER,
    currency: "EUR",
    lines: [{ text: "Kopipapir", amount }],
    ...more,
  }),
});
const BILL = bill("1000.00");
const CREDIT_NOTE = bill("400.00", { number: "KN-501", date: "2026-03-20", is_credit_note: true, credits: "FA-40017" });
const ledger = (...rows: readonly string[]): SentFile => ({
  name: "ledger.csv",
  content: ["Dato;Bilag;Fakturanr;Konto;Kontonavn;Leverandør;Tekst;Beløb ekskl. moms", ...rows].join("\r\n"),
});
const posted = (
  amount: string,
  { number = "", date = "02-03-2026", supplier = SUPPLIER.name, text = "Kontorartikler" } = {},
) => `${date};8500;${number};3600;Kontorartikler;${supplier};${text};${amount}`;

/** Status or review code by words, and the total, the files one upload each in both orders. */
async function inBothOrders(...files: readonly SentFile[]) {
  const outcomes = [];
  for (const order of [files, files.toReversed()]) {
    const by = await site.company();
    for (const file of order) await site.ingest(by, file);
    const lines = await site.lines(by);
    const told = lines.map(({ description, status, review_code }) => `${description}: ${review_code ?? status}`);
    outcomes.push({ told: told.toSorted(), total: Number(await site.total(by)) });
    await site.intact(by);
  }
  return outcomes;
}

async function totalOf(...files: readonly SentFile[]): Promise<number> {
  const by = await site.company();
  for (const file of files) await site.ingest(by, file);
  return Number(await site.total(by));
}

describe("an invoice in euros that is posted in kroner", () => {
  test.each([
    ["by its number", posted("7460,00", { number: "FA-40017" })],
    ["by its supplier and day", posted("7460,00")],
    ["three weeks later", posted("7465,00", { date: "24-03-2026" })],
  ])("counts once, known %s", async (_how, row) => {
    const alone = await totalOf(BILL);
    for (const { told, total } of await inBothOrders(BILL, ledger(row))) {
      expect(told).toEqual(["Kontorartikler: excluded", "Kopipapir: classified"]);
      expect(total).toBeCloseTo(alone, 3);
    }
  });

  test.each([
    ["its number", posted("7900,00", { number: "FA-40017" })],
    ["its number in the text", posted("7900,00", { text: "Papir FA-40017" })],
  ])("waits where it was posted at another rate with %s", async (_what, row) => {
    const alone = await totalOf(BILL);
    for (const { told, total } of await inBothOrders(BILL, ledger(row))) {
      expect(told.join()).toContain("possible_duplicate");
      expect(total).toBeCloseTo(alone, 3);
    }
  });

  test("is taken back once by its credit note and the posting of that", async () => {
    const alone = await totalOf(BILL, CREDIT_NOTE);
    const rows = ledger(
      posted("7460,00", { number: "FA-40017" }),
      posted("-2984,00", { number: "KN-501", date: "20-03-2026" }),
    );
    expect(await totalOf(BILL, CREDIT_NOTE, rows)).toBeCloseTo(alone, 3);
    expect(await totalOf(rows, BILL, CREDIT_NOTE)).toBeCloseTo(alone, 3);
  });

  test.each([
    ["of another supplier", posted("7460,00", { supplier: "Kontorland A/S" })],
    ["of another amount", posted("3100,00")],
    ["of another time", posted("7460,00", { date: "02-09-2026" })],
  ])("is another purchase than a posting %s", async (_what, row) => {
    const both = (await totalOf(BILL)) + (await totalOf(ledger(row)));
    for (const { total } of await inBothOrders(BILL, ledger(row))) expect(total).toBeCloseTo(both, 3);
  });
});
