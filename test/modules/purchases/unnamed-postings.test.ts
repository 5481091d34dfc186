import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ingestingSite, type SentFile } from "../../support/ingesting-site.ts";
import type { RecordingCompany } from "../../support/recording-site.ts";
import { ubl, type UblLine } from "../../support/ubl.ts";

let site: Awaited<ReturnType<typeof ingestingSite>>;
beforeAll(async () => {
  site = await ingestingSite();
});
afterAll(() => site.close());

const SUPPLIER = { name: "Bly Ni ApS", cvr: "12345674" };
const invoice = (number: string, date: string, ...lines: readonly UblLine[]): SentFile => ({
  name: `${number}.xml`,
  content: ubl({ number, date, supplier: SUPPLIER, lines }),
});
const PAPER: UblLine = { text: "Kontorartikler", amount: "9899.00" };
const BILL = invoice("PV-440099", "2026-09-12", PAPER);
/** A ledger that has no column of suppliers. */
const ledger = (...rows: readonly string[]): SentFile => ({
  name: "ledger.csv",
  content: ["Dato;Bilagsnr.;Konto;Kontonavn;Tekst;Beløb", ...rows].join("\r\n"),
});

/** What became of each line, by its words. */
async function told(by: RecordingCompany): Promise<Record<string, string>> {
  const lines = await site.lines(by);
  return Object.fromEntries(lines.map(({ description, status, review_code }) => [description, review_code ?? status]));
}

/** The same, with the files in both orders, each upload by itself. */
async function inBothOrders(...files: readonly SentFile[]): Promise<Record<string, string>> {
  const outcomes = [];
  for (const order of [files, files.toReversed()]) {
    const by = await site.company();
    for (const file of order) await site.ingest(by, file);
    outcomes.push(await told(by));
    await site.intact(by);
  }
  expect(outcomes[1]).toEqual(outcomes[0]);
  return outcomes[0] ?? {};
}

describe("a posting that names no supplier", () => {
  test.each([
    ["in its text", "12-09-2026;8500;2450;Kontorartikler;Faktura PV-440099 kontorpapir;9899,00"],
    ["in its text, with VAT, 40 days later", "22-10-2026;8500;2450;Kontorartikler;Kontorpapir pv440099;12373,75"],
    ["as its voucher", "13-09-2026;PV-440099;2450;Kontorartikler;Kontorpapir til lager;9899,00"],
  ])("is evidence of the invoice of its amount whose number it states %s", async (_where, row) => {
    const text = row.split(";")[4] ?? "";
    expect(await inBothOrders(BILL, ledger(row))).toEqual({ Kontorartikler: "classified", [text]: "excluded" });
  });

  test("is evidence in one upload, too", async () => {
    const by = await site.company();
    await site.ingest(by, ledger("12-09-2026;8500;2450;Kontorartikler;Faktura PV-440099 papir;9899,00"), BILL);
    expect(await told(by)).toEqual({ Kontorartikler: "classified", "Faktura PV-440099 papir": "excluded" });
  });

  test("waits where it has the amount of an invoice of these days and no number", async () => {
    const row = "15-09-2026;8500;2450;Kontorartikler;Kontorpapir til lager;9899,00";
    expect(await inBothOrders(BILL, ledger(row))).toEqual({
      Kontorartikler: "classified",
      "Kontorpapir til lager": "possible_duplicate",
    });
  });

  test("waits with the document of the invoice, and counts beside it where a person says so", async () => {
    const by = await site.company();
    const [sent] = await site.ingest(by, BILL);
    const alone = await site.total(by);
    await site.ingest(by, ledger("15-09-2026;8500;2450;Kontorartikler;Kontorpapir til lager;9899,00"));
    expect(await site.total(by)).toBe(alone);
    const [item] = await site.items<{ id: string }>(by, "/review-items?limit=5");
    expect(JSON.stringify(item)).toContain((sent as { document_id?: string } | undefined)?.document_id);
    await site.change(by, `/review-items/${item?.id}/accept`, { reason: "Bought twice" });
    expect(Number(await site.total(by))).toBeGreaterThan(Number(alone));
  });

  test.each([
    ["of another amount", "15-09-2026;8500;2450;Kontorartikler;Kontorpapir PV-440099 rest;500,00"],
    ["of other days", "25-09-2026;8500;2450;Kontorartikler;Kontorpapir til lager;9899,00"],
    [
      "whose number begins like that of the invoice",
      "25-09-2026;8500;2450;Kontorartikler;PV-4400991 kontorpapir;9899,00",
    ],
  ])("counts beside an invoice where it is %s", async (_why, row) => {
    const text = row.split(";")[4] ?? "";
    expect(await inBothOrders(BILL, ledger(row))).toEqual({ Kontorartikler: "classified", [text]: "classified" });
  });

  test("that names another supplier counts", async () => {
    const named: SentFile = {
      name: "ledger.csv",
      content: [
        "Dato;Bilag;Konto;Kontonavn;Tekst;Leverandør;Beløb",
        "15-09-2026;8500;2450;Kontorartikler;Kontorpapir til lager;Bogcentralen;9899,00",
      ].join("\r\n"),
    };
    expect(await inBothOrders(BILL, named)).toMatchObject({ "Kontorpapir til lager": "classified" });
  });

  test("of a fuel is held against the invoice before it is asked for its quantity", async () => {
    const line = { text: "Fyringsolie", quantity: "800", unit: "LTR", amount: "9400.00" };
    const oil = invoice("DTX-330177", "2026-01-29", line);
    const numbered = ledger("29-01-2026;2001;3440;Fyringsolie;Fyringsolie DTX-330177;9400,00");
    expect(await inBothOrders(oil, numbered)).toMatchObject({ "Fyringsolie DTX-330177": "excluded" });
    const unnumbered = ledger("29-01-2026;2001;3440;Fyringsolie;Fyringsolie til fyr;9400,00");
    expect(await inBothOrders(oil, unnumbered)).toMatchObject({ "Fyringsolie til fyr": "possible_duplicate" });
  });
});

describe("a posting of another amount than the invoice of its number", () => {
  const numbered = (...rows: readonly string[]): SentFile => ({
    name: "ledger.csv",
    content: ["Dato;Bilag;Fakturanr;Konto;Kontonavn;Tekst;Leverandør;Beløb", ...rows].join("\r\n"),
  });

  test("waits: what became of the rest is not known", async () => {
    const row = "20-09-2026;8500;PV-440099;2450;Kontorartikler;Kontorpapir, delvis;Bly Ni ApS;9000,00";
    expect(await inBothOrders(BILL, numbered(row))).toEqual({
      Kontorartikler: "classified",
      "Kontorpapir, delvis": "possible_duplicate",
    });
  });

  test("is evidence where all rows of its number have the invoice's amount together", async () => {
    const rows = [
      "20-09-2026;8500;PV-440099;2450;Kontorartikler;Kontorpapir;Bly Ni ApS;9000,00",
      "20-09-2026;8500;PV-440099;2460;Rengøring;Sæbe;Bly Ni ApS;899,00",
    ];
    expect(await inBothOrders(BILL, numbered(...rows))).toEqual({
      Kontorartikler: "classified",
      Kontorpapir: "excluded",
      Sæbe: "excluded",
    });
  });

  test.each([
    ["of another supplier", "20-09-2026;8500;PV-440099;2450;Kontorartikler;Papir;Bogcentralen A/S;9000,00"],
    ["of another number", "20-09-2026;8500;PV-440100;2450;Kontorartikler;Papir;Bly Ni ApS;9000,00"],
  ])("counts where it is %s", async (_why, row) => {
    expect(await inBothOrders(BILL, numbered(row))).toEqual({ Kontorartikler: "classified", Papir: "classified" });
  });
});
