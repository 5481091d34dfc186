import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readFile } from "../../../src/modules/reading/read-file.ts";
import { ingestingSite } from "../../support/ingesting-site.ts";
import { pdf } from "../../support/pdf.ts";
import { type Bill, billFile, billPage, readBill } from "../../support/printed-bill.ts";
import { row } from "../../support/printed-invoices.ts";
import type { RecordingCompany } from "../../support/recording-site.ts";
import { ubl } from "../../support/ubl.ts";

const NOTE: Bill = { title: "KREDITNOTA", number: "Kreditnotanr.: K-77", date: "Kreditnotadato: 06-02-2026" };
const numbersOf = (references: readonly { readonly kind: string; readonly number: string }[]) =>
  references.map(({ kind, number }) => `${kind} ${number}`);
const credited = async (bill: Bill) => numbersOf((await readBill({ ...NOTE, ...bill })).references);

describe("the invoice that a printed credit note takes back", () => {
  test.each([
    ["Vedrørende faktura 1234", "1234"],
    ["Vedr. faktura nr. 1234", "1234"],
    ["Krediterer faktura 1234", "1234"],
    ["Kreditering af faktura nr.: 1234", "1234"],
    ["Kreditnota til faktura F-2026-9", "F-2026-9"],
    ["Denne kreditnota vedrører faktura 1234 af 01.02.2026.", "1234"],
    ["Ref. faktura 1234", "1234"],
    ["Oprindelig faktura: 1234", "1234"],
    ["Oprindeligt fakturanr. 1234", "1234"],
    ["Original invoice: A-100", "A-100"],
    ["Credit for invoice 1234", "1234"],
    ["Gutschrift zu Rechnung 2025-17", "2025-17"],
    ["Zu Rechnung Nr. 2025-17", "2025-17"],
    ["Originalrechnung 2025-17", "2025-17"],
    ["Kredit av faktura 1234", "1234"],
  ])("%s", async (words, number) => {
    expect(await credited({ head: [words] })).toEqual([`invoice ${number}`]);
    expect(await credited({ foot: [words] })).toEqual([`invoice ${number}`]);
  });

  test.each([
    "Vedrørende fakturaer 1234, 1235 og 1236",
    "Vedr. faktura nr. 1234, faktura nr. 1235 og faktura nr. 1236",
    "Kreditering af faktura 1234 + 1235 + 1236 i alt",
  ])("may be several: %s", async (words) => {
    expect(await credited({ foot: [words] })).toEqual(["invoice 1234", "invoice 1235", "invoice 1236"]);
  });
  test("of which each is named once, and at most twenty are", async () => {
    const foot = Array.from({ length: 30 }, (_, at) => `Vedr. faktura ${1000 + (at % 25)}`);
    expect(await credited({ foot })).toHaveLength(20);
    expect(await credited({ foot: ["Vedr. faktura 1234", "Krediterer faktura nr. 1234"] })).toHaveLength(1);
  });

  test.each([
    ["its own number", "Vedr. faktura K-77"],
    ["no number", "Vedrørende faktura efter aftale"],
    ["a day", "Vedr. faktura 01.02.2026"],
    ["a day that is labelled", "Oprindelig fakturadato: 01.02.2026"],
    ["a sum", "Original invoice: 1.125,00"],
    ["a number of a customer", "Vedr. faktura kundenr. 4711"],
    ["a number of an order", "Vedrørende ordre 4711"],
    ["the invoice from which it is deducted", "Beløbet modregnes i faktura 1300"],
    ["the invoice that comes instead", "Ny faktura 1300 fremsendes"],
  ])("is not %s", async (_what, words) => {
    expect(await credited({ head: [words] })).toEqual([]);
    expect(await credited({ foot: [words] })).toEqual([]);
  });

  test("is none on an invoice", async () => {
    expect((await readBill({ foot: ["Vedrørende faktura 1234"] })).references).toEqual([]);
  });

  async function placed(...cells: readonly (readonly [left: number, top: number, text: string])[]) {
    const more = cells.flatMap(([left, top, text]) => row(top, [left, text]));
    const outcome = await readFile(pdf([[...billPage(NOTE), ...more]]), "kredit.pdf");
    return outcome.kind === "parsed" ? numbersOf(outcome.document.references) : [];
  }
  test("stands beside or below its label", async () => {
    expect(await placed([300, 100, "Oprindelig faktura"], [450, 100, "1234"])).toEqual(["invoice 1234"]);
    expect(await placed([300, 100, "Original invoice no."], [300, 112, "A-100"])).toEqual(["invoice A-100"]);
    expect(await placed([40, 330, "Vedr. faktura nr.:"], [200, 330, "1234"])).toEqual(["invoice 1234"]);
  });
  test("but a quantity beside the words of a line is none", async () => {
    expect(await credited({ lines: [["Kreditering af faktura", "1", "stk", "900,00"]] })).toEqual([]);
    const line = ["Kreditering af faktura 1234", "1", "stk", "900,00"] as const;
    expect(await credited({ lines: [line] })).toEqual(["invoice 1234"]);
  });
});

describe("over HTTP", () => {
  let site: Awaited<ReturnType<typeof ingestingSite>>;
  beforeAll(async () => {
    site = await ingestingSite();
  });
  afterAll(() => site.close());

  const SUPPLIER = { name: "Fiktiva El A/S", cvr: "12345674" };
  async function months(by: RecordingCompany): Promise<Record<string, number>> {
    const entries = await site.items<{ period_from: string; co2e_location_based_kg: number }>(by, "/emissions?scope=2");
    const kg: Record<string, number> = {};
    for (const { period_from, co2e_location_based_kg: one } of entries) {
      const month = period_from.slice(0, 7);
      kg[month] = Number(((kg[month] ?? 0) + one).toFixed(6));
    }
    return kg;
  }

  const AS_XML = {
    name: "F-100.xml",
    content: ubl({
      number: "F-100",
      date: "2025-12-05",
      supplier: SUPPLIER,
      period: ["2025-11-01", "2025-11-30"],
      lines: [{ text: "Elforbrug", quantity: "1000", unit: "KWH", amount: "900.00" }],
    }),
  };
  const printed = (bill: Bill, file: string) => {
    const { name, bytes } = billFile(bill, file);
    return { name, content: bytes };
  };
  const AS_PAGE = printed(
    { number: "Fakturanr.: F-100", date: "Fakturadato: 05-12-2025", head: ["Periode 01-11-2025 - 30-11-2025"] },
    "F-100.pdf",
  );
  const NEWER = printed(
    { number: "Fakturanr.: F-101", date: "Fakturadato: 06-01-2026", head: ["Periode 01-12-2025 - 31-12-2025"] },
    "F-101.pdf",
  );

  test.each([
    ["an electronic one", AS_XML],
    ["a printed one", AS_PAGE],
  ])("a credit note takes back the older invoice that it names: %s", async (_what, older) => {
    const company = await site.company();
    await site.ingest(company, older);
    await site.ingest(company, NEWER);
    const before = await months(company);
    expect(Object.keys(before).toSorted()).toEqual(["2025-11", "2025-12"]);
    await site.ingest(company, printed({ ...NOTE, head: ["Vedrørende faktura F-100"] }, "K-77.pdf"));
    expect(await months(company)).toEqual({ ...before, "2025-11": 0 });
    expect(await site.items(company, "/review-items")).toEqual([]);
  });
});
