import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ingestingSite } from "../../support/ingesting-site.ts";
import { pdf } from "../../support/pdf.ts";
import { name, powerLines, row, title } from "../../support/printed-invoices.ts";
import type { RecordingCompany } from "../../support/recording-site.ts";
import { ubl, type UblDocument } from "../../support/ubl.ts";

let site: Awaited<ReturnType<typeof ingestingSite>>;
beforeAll(async () => {
  site = await ingestingSite();
});
afterAll(() => site.close());

const SUPPLIER = { name: "Nordlys Energi A/S", cvr: "27182818" };
const DECEMBER = ["2025-12-01", "2025-12-31"] as const;
const used = (kwh: number, text = "Elforbrug") => ({
  text,
  quantity: String(kwh),
  unit: "KWH",
  amount: (kwh * 2).toFixed(2),
});

/** An invoice (BT-3 380), whatever its sign. */
const send = async (by: RecordingCompany, document: UblDocument) =>
  await site.ingest(by, {
    name: `${document.number}.xml`,
    content: ubl({ date: "2026-01-10", supplier: SUPPLIER, ...document }),
  });
const billed = async (by: RecordingCompany) => await send(by, { number: "E-1", period: DECEMBER, lines: [used(1000)] });
const total = async (by: RecordingCompany) =>
  ((await site.get(by, "/emissions/summary?from=2025-01-01&to=2026-12-31")) as { total_co2e_kg: number | null })
    .total_co2e_kg;
const kg = async (by: RecordingCompany) => Number(await total(by));
const waiting = async (by: RecordingCompany) =>
  (await site.lines(by)).filter(({ status }) => status === "pending_review").map(({ review_code }) => review_code);

describe("an invoice whose total is negative is a credit note", () => {
  test("which waits where nothing is counted that it could take back", async () => {
    const by = await site.company();
    await send(by, { number: "N-1", lines: [used(-10_000)] });
    expect(await total(by)).toBeNull();
    expect(await waiting(by)).toEqual(["credit_unmatched"]);
  });

  test.each([
    ["that it names", { credits: "E-1" }],
    ["of its period", { period: DECEMBER }],
    ["before it", {}],
  ] as const)("and takes off the bill %s at most what that counts", async (_which, more) => {
    const by = await site.company();
    await billed(by);
    const whole = await kg(by);
    await send(by, { number: "N-1", lines: [used(-3000)], ...more });
    expect(await kg(by)).toBe(whole);
    expect(await waiting(by)).toEqual(["credit_unmatched"]);
    await send(by, { number: "N-2", lines: [used(-400)], ...more });
    expect(await kg(by)).toBeCloseTo(whole * 0.6, 4);
    expect(await waiting(by)).toEqual(["credit_unmatched"]);
  });

  test.each(["-1.200", "1.200"])("as it is printed, its quantity as %s", async (quantity) => {
    const page = [
      name("Fiktiva El A/S"),
      title("FAKTURA"),
      ...row(55, [40, "Netvej 1"], [380, "Fakturanr.:"], [555, "F-2026-91", "right"]),
      ...row(67, [40, "6760 Ribe"], [380, "Fakturadato:"], [555, "03-04-2026", "right"]),
      ...row(79, [40, "CVR-nr. 12 34 56 74"]),
      ...powerLines(quantity, "1,25", "-1.500,00"),
      ...row(260, [400, "I alt ekskl. moms"], [555, "-1.500,00", "right"]),
      ...row(273, [400, "Moms 25 %"], [555, "-375,00", "right"]),
      ...row(286, [400, "I alt inkl. moms"], [555, "-1.875,00", "right"]),
    ];
    const by = await site.company();
    await site.ingest(by, { name: "el.pdf", content: pdf([page]) });
    expect(await total(by)).toBeNull();
    expect(await waiting(by)).toEqual([expect.stringMatching(/credit_unmatched|document_unclear/)]);
  });

  test("which takes a reading back and bills another", async () => {
    const by = await site.company();
    await billed(by);
    const whole = await kg(by);
    await send(by, {
      number: "N-1",
      credits: "E-1",
      period: DECEMBER,
      lines: [used(-1000), used(700, "Elforbrug, ny aflæsning")],
    });
    expect(await waiting(by)).toEqual([]);
    expect(await kg(by)).toBeCloseTo(whole * 0.7, 4);
  });

  test("but not where advances that it deducts make it negative", async () => {
    const [plain, deducted] = [await site.company(), await site.company()];
    await billed(plain);
    const deduction = { text: "Tidligere opkrævet aconto", quantity: "-1", unit: "EA", amount: "-9000.00" };
    await send(deducted, { number: "E-1", period: DECEMBER, lines: [used(1000), deduction] });
    expect(await kg(deducted)).toBe(await kg(plain));
    await send(deducted, { number: "K-1", is_credit_note: true, credits: "E-1", lines: [used(400)] });
    expect(await kg(deducted)).toBeCloseTo((await kg(plain)) * 0.6, 4);
  });
});

describe("a line of an invoice that takes a quantity back", () => {
  test("counts against what the invoice charges in its category", async () => {
    const [plain, corrected] = [await site.company(), await site.company()];
    await billed(plain);
    const lines = [used(-500, "Elforbrug, tidligere aflæsning"), used(1500, "Elforbrug, ny aflæsning")];
    await send(corrected, { number: "E-1", period: DECEMBER, lines });
    expect(await waiting(corrected)).toEqual([]);
    expect(await kg(corrected)).toBeCloseTo(await kg(plain), 4);
  });

  test("waits where it would bring that below zero", async () => {
    const by = await site.company();
    const credited = { ...used(-4000, "Kreditering elforbrug november 2025"), amount: "-400.00" };
    await send(by, { number: "E-1", lines: [used(1000, "Elforbrug december 2025"), credited] });
    const plain = await site.company();
    await send(plain, { number: "E-1", lines: [used(1000, "Elforbrug december 2025")] });
    expect(await kg(by)).toBeCloseTo(await kg(plain), 4);
    expect(await waiting(by)).toEqual(["credit_unmatched"]);
    const [line] = (await site.lines(by)).filter(({ status }) => status === "pending_review");
    await site.change(by, `/review-items/${line?.id ?? ""}/exclude`, { reason: "Var ikke talt" });
    expect(await kg(by)).toBeCloseTo(await kg(plain), 4);
    expect(await waiting(by)).toEqual([]);
  });
});

describe("a bill that gives money back", () => {
  test.each([
    "Dine indbetalinger i perioden",
    "Modtagne indbetalinger",
    "Betalte rater",
    "Geleistete Abschläge",
    "Ihre Zahlungen",
    "Payments received",
    "Saldo fra sidste opgørelse",
  ])("bills what was used, whatever it calls what was paid: %s", async (text) => {
    const by = await site.company();
    await billed(by);
    const whole = await kg(by);
    const other = await site.company();
    await send(other, {
      number: "B-1",
      period: DECEMBER,
      lines: [used(1000), { text, amount: "-3000.00" }],
    });
    expect(await kg(other)).toBe(whole);
    const [line] = (await site.lines(other)).filter(({ description }) => description === "Elforbrug");
    expect(line).toMatchObject({ status: "classified" });
  });
});

describe("money below zero on an invoice whose total is positive", () => {
  const line = (text: string, amount: string) => ({ text, amount });

  test("waits where the invoice charges less in its category", async () => {
    const by = await site.company();
    const lines = [line("Kopipapir A4", "6000.00"), line("Rengøring af kontor", "-5000.00")];
    await send(by, { number: "M-1", lines });
    expect(await waiting(by)).toEqual(["credit_unmatched"]);
    const [counted] = (await site.lines(by)).filter(({ status }) => status === "classified");
    expect(counted?.description).toBe("Kopipapir A4");
    expect(await kg(by)).toBeGreaterThan(0);
  });

  test("counts against what the invoice charges of it, and a discount lowers a price", async () => {
    const by = await site.company();
    const paper = [line("Kopipapir A4", "6000.00"), line("Kopipapir A4, retur", "-1000.00")];
    await send(by, { number: "M-2", lines: [...paper, line("Rabat", "-100.00")] });
    expect(await waiting(by)).not.toContain("credit_unmatched");
  });
});
