import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cvrOf } from "../../../src/core/cvr.ts";
import { ingestingSite } from "../../support/ingesting-site.ts";
import { pdf } from "../../support/pdf.ts";
import { powerLines, row, title } from "../../support/printed-invoices.ts";
import type { RecordingCompany } from "../../support/recording-site.ts";
import { ubl, type UblDocument } from "../../support/ubl.ts";

let site: Awaited<ReturnType<typeof ingestingSite>>;
beforeAll(async () => {
  site = await ingestingSite();
});
afterAll(() => site.close());

const IBAN = "DK5000400440116243";
const OWN_CVR = "31415926";
const LINES = [{ text: "Kopipapir A4", amount: "500.00" }];
const PATH = "/settings/own-numbers";

const state = async (by: RecordingCompany, ...numbers: readonly { kind: string; number: string }[]) =>
  await site.put(by, PATH, { numbers });
const invoice = (number: string, document: Partial<UblDocument> = {}) => ({
  name: `${number}.xml`,
  content: ubl({ number, lines: LINES, ...document }),
});
const lineOf = async (by: RecordingCompany, file: { name: string; content: string | Buffer }) => {
  await site.ingest(by, file);
  return (await site.lines(by))[0];
};

describe("the numbers of the company itself", () => {
  test("are stated in place of those before, in one form each, and kept with who stated them", async () => {
    const by = await site.company();
    expect(await site.get(by, PATH)).toEqual({ numbers: [], set_by: null, set_by_name: null, set_at: null });
    const answer = await state(
      by,
      { kind: "vat", number: "DK 31 41 59 26" },
      { kind: "cvr", number: "31415926" },
      { kind: "iban", number: "dk50 0040 0440 1162 43" },
      { kind: "vat", number: "DE 123456789" },
    );
    expect(answer.status, answer.text).toBe(200);
    const numbers = [
      { kind: "cvr", number: OWN_CVR },
      { kind: "iban", number: IBAN },
      { kind: "vat", number: "DE123456789" },
    ];
    expect(answer.json()).toMatchObject({ numbers, set_by: expect.stringMatching(/^api_key:/) });
    await state(by, ...numbers.toReversed());
    await state(by);
    expect(await site.get(by, PATH)).toMatchObject({ numbers: [], set_by: expect.stringMatching(/^api_key:/) });
    const { items } = (await site.get(by, "/audit?limit=50")) as { items: { action: string; payload: unknown }[] };
    const statements = items.filter(({ action }) => action === "own_numbers.stated");
    expect(statements.map(({ payload }) => payload)).toEqual([
      { numbers: { before: numbers, after: [] } },
      { numbers: { before: [], after: numbers } },
    ]);
  });

  test.each([
    ["cvr", "31415927"],
    ["cvr", "1234"],
    ["vat", "DK31415927"],
    ["vat", "31415926X"],
    ["iban", "DK5000400440116244"],
  ])("with wrong check digits are refused: %s %s", async (kind, number) => {
    const answer = await state(await site.company(), { kind, number });
    expect(answer.status).toBe(400);
    expect(answer.text).toContain("numbers.0.number");
  });

  test("a CVR number has a check digit (modulus 11)", () => {
    expect(["31415926", "DK 29 18 98 46", "CVR-29189846"].map(cvrOf)).toEqual(["31415926", "29189846", "29189846"]);
    expect(["31415927", "09189846", "2918984", "DE29189846"].map(cvrOf)).toEqual([null, null, null, null]);
  });
});

describe("an invoice whose seller has a number of the company", () => {
  test.each<[string, Partial<UblDocument>, RegExp]>([
    ["CVR number", { supplier: { name: "Et andet navn", cvr: OWN_CVR } }, /itself, by its CVR number/],
    ["account", { supplier: { name: "Et andet navn", cvr: "" }, iban: IBAN }, /itself, by the account/],
  ])("by its %s is a sale: kept, and not booked", async (_, document, reason) => {
    const by = await site.company();
    await state(by, { kind: "cvr", number: OWN_CVR }, { kind: "iban", number: IBAN });
    const line = await lineOf(by, invoice("S-1", document));
    expect(line).toMatchObject({ status: "excluded", reason: expect.stringMatching(reason) });
    expect(await site.items(by, "/supplier-identities")).toEqual([]);
  });

  test("of another company counts, and so does one that is read before the numbers are stated", async () => {
    const by = await site.company();
    const supplier = { name: "Et andet navn", cvr: OWN_CVR };
    expect((await lineOf(by, invoice("K-1", { supplier })))?.status).toBe("classified");
    await state(by, { kind: "cvr", number: "29189846" });
    expect((await lineOf(by, invoice("K-2", { supplier })))?.status).toBe("classified");
  });

  test("waits where the account is the company's and the number another's: somebody says which", async () => {
    const by = await site.company();
    await state(by, { kind: "cvr", number: OWN_CVR }, { kind: "iban", number: IBAN });
    const line = await lineOf(by, invoice("U-1", { supplier: { name: "Fiktiva A/S", cvr: "12345674" }, iban: IBAN }));
    expect(line).toMatchObject({ status: "pending_review", review_code: "document_unclear" });
    expect(line?.reason).toContain("account to be paid on");
  });

  test("a credit note that names the company's account for the refund is a purchase given back", async () => {
    const by = await site.company();
    await state(by, { kind: "iban", number: IBAN });
    const line = await lineOf(
      by,
      invoice("C-1", { supplier: { name: "Fiktiva A/S", cvr: "12345674" }, iban: IBAN, is_credit_note: true }),
    );
    expect(line?.status).not.toBe("excluded");
    expect(line?.reason).not.toMatch(/company itself|company's own/);
  });
});

describe("a print with both parties beside each other", () => {
  /** The buyer is printed with another name than the company is known by, and its number alone says whose block it is. */
  const bill = (buyer_at: number, seller_at: number, numbers: readonly [buyer: string, seller: string | null]) =>
    pdf([
      [
        ...row(52, [buyer_at, "Prøvefabrikkens Afdeling Ribe ApS"], [seller_at, "Fiktiva Tryk A/S"]),
        ...row(64, [buyer_at, "Industrivej 3"], [seller_at, "Netvej 1"]),
        ...row(76, [buyer_at, numbers[0]], ...(numbers[1] === null ? [] : [[seller_at, numbers[1]] as const])),
        title("FAKTURA", 150),
        ...row(165, [40, "Fakturanr."], [300, "T-77", "right"]),
        ...row(177, [40, "Fakturadato"], [300, "03-04-2026", "right"]),
        ...powerLines("1.200", "1,25", "1.500,00"),
        ...row(260, [400, "I alt ekskl. moms"], [555, "1.500,00", "right"]),
        ...row(273, [400, "Moms 25 %"], [555, "375,00", "right"]),
        ...row(286, [400, "At betale DKK"], [555, "1.875,00", "right"]),
      ],
    ]);

  test.each([
    ["left", 40, 340],
    ["right", 340, 40],
  ])("buyer on the %s: the own number never becomes a supplier's", async (_, buyer_at, seller_at) => {
    const by = await site.company();
    await state(by, { kind: "cvr", number: OWN_CVR });
    const content = bill(buyer_at, seller_at, [`CVR ${OWN_CVR}`, null]);
    const line = await lineOf(by, { name: "tryk.pdf", content });
    expect((line as { supplier_identifier?: string | null } | undefined)?.supplier_identifier).toBeNull();
    const identities = await site.items<{ identifiers: { value: string }[] }>(by, "/supplier-identities");
    expect(identities.flatMap(({ identifiers }) => identifiers.map(({ value }) => value))).not.toContain(OWN_CVR);
  });

  test("with the numbers of both the other company is the supplier, under its own number, or a person is asked", async () => {
    const by = await site.company();
    await state(by, { kind: "cvr", number: OWN_CVR });
    const content = bill(340, 40, [`CVR ${OWN_CVR}`, "CVR 12345674"]);
    const line = (await lineOf(by, { name: "tryk.pdf", content })) as Record<string, unknown> | undefined;
    expect(line).toMatchObject({ supplier_name: "Fiktiva Tryk A/S", supplier_identifier: "12345674" });
  });
});
