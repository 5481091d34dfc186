import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ingestingSite } from "../../support/ingesting-site.ts";
import { documentOf, read, total, UBL, ublInvoice } from "../../support/invoice-xml.ts";
import { type Bill, billFile, readBill } from "../../support/printed-bill.ts";

/** What a page is told to call itself; null: it is an invoice. */
async function called(bill: Bill): Promise<string | null> {
  const { recognition } = await readBill(bill);
  const doubt = recognition?.doubts.find((text) => text.startsWith("The document calls itself"));
  return doubt?.replace("The document calls itself ", "").replace(".", "") ?? null;
}

describe("a page that is no invoice", () => {
  test.each([
    ["a reminder", "RYKKER 2"],
    ["a reminder", "2. RYKKER"],
    ["a reminder", "Rykker nr. 1"],
    ["a reminder", "Betalingspåmindelse 2"],
    ["a reminder", "Sidste rykker"],
    ["a reminder", "Rykker af 01.07.2026"],
    ["a reminder", "Rykker 1 vedr. faktura 1234"],
    ["a reminder", "Rykker på faktura nr. F-2026-77"],
    ["a reminder", "2. Mahnung"],
    ["a reminder", "Mahnung Nr. 2"],
    ["a reminder", "Mahnung zur Rechnung 2025-17 vom 01.02.2025"],
    ["a reminder", "2nd reminder"],
    ["a statement of account", "Kontoudtog pr. 30.06.2026"],
    ["a statement of account", "Kontoudtog 01.01.2026 - 30.06.2026"],
    ["a statement of account", "Kontoudtog for perioden 1.-30. juni 2026"],
    ["a statement of account", "Kontoudtog nr. 6"],
    ["a statement of account", "Statement of account as at 30 June 2026"],
    ["a pro forma invoice", "Proforma faktura 1001"],
    ["a pro forma invoice", "PROFORMAFAKTURA nr. 12"],
    ["a pro forma invoice", "Pro forma invoice no. 5"],
    ["an order confirmation", "Ordrebekræftelse"],
  ])("is %s where its title is %s", async (what, title) => {
    expect(await called({ title: "", head: [title] })).toBe(what);
  });

  test.each(["FAKTURA NR. 77", "Faktura 1234"])("is a reminder of what stands below it: %s", async (about) => {
    expect(await called({ title: "RYKKER 2", head: [about] })).toBe("a reminder");
  });
  test("is a reminder above a column of invoices", async () => {
    expect(await called({ title: "Rykker 1", head: ["Faktura"] })).toBe("a reminder");
  });

  test.each([
    ["a number of an order confirmation", { head: ["Ordrebekræftelse nr. 12345"] }],
    ["a number of a delivery note", { head: ["Følgeseddel 4711"] }],
    ["a number of a quotation", { head: ["Tilbud 55"] }],
    ["a number of a pro forma invoice", { head: ["Proforma: 12"] }],
    ["one in its words", { head: ["Proforma faktura 1001"] }],
    ["a title with its number", { title: "Faktura 1234", head: ["Ordrebekræftelse", "Proforma faktura 1001"] }],
    ["a title with the word for it", { title: "FAKTURA NR. 77", head: ["Følgeseddel"] }],
    ["an English one", { title: "Invoice No. 5", head: ["Purchase order"] }],
    ["a label of reminders", { head: ["Rykker: 0"] }],
    ["a sentence about reminders", { title: "Regning", head: ["Rykker 2 koster 100 kr og sendes efter 10 dage"] }],
  ] satisfies [string, Bill][])("is not an invoice with %s", async (_what, bill) => {
    expect(await called(bill)).toBeNull();
  });
  test.each(["Ordrebekræftelse nr. 12345", "Følgeseddel 4711", "Tilbud 55", "Proforma: 12"])(
    "nor one without a title beside %s",
    async (reference) => {
      expect(await called({ title: "Kopi", head: [reference] })).toBeNull();
    },
  );
});

describe("an electronic document that is no invoice", () => {
  const DOUBT = "The document calls itself a pro forma invoice.";

  test("is a pro forma invoice by its type in UBL", () => {
    expect(documentOf(ublInvoice({ type: "325" }))).toMatchObject({
      doubts: [DOUBT],
      warnings: [`not_an_invoice: ${DOUBT}`],
    });
    expect(documentOf(ublInvoice({})).doubts).toBeUndefined();
  });

  test("and in CII", () => {
    const cii = (type: string) => `<rsm:CrossIndustryInvoice
        xmlns:rsm="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100"
        xmlns:ram="urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100">
      <rsm:ExchangedDocument><ram:ID>R-1</ram:ID><ram:TypeCode>${type}</ram:TypeCode></rsm:ExchangedDocument>
      <rsm:SupplyChainTradeTransaction/></rsm:CrossIndustryInvoice>`;
    expect(documentOf(cii("325")).doubts).toEqual([DOUBT]);
    expect(documentOf(cii("380")).doubts).toBeUndefined();
  });

  test.each([
    ["Reminder", "The file is a reminder, which is not an invoice."],
    ["Statement", "The file is a statement of account, which is not an invoice."],
  ])("%s is refused by what it is", (root, detail) => {
    const text = `<${root} xmlns="${UBL}:${root}-2" xmlns:cbc="${UBL}:CommonBasicComponents-2"><cbc:ID>1</cbc:ID></${root}>`;
    expect(read(text)).toMatchObject({ error: { code: "file.not_an_invoice", detail } });
  });
});

interface Item {
  readonly id: string;
  readonly review_code: string;
  readonly needs: readonly { readonly field: string }[];
}

describe("over HTTP", () => {
  let site: Awaited<ReturnType<typeof ingestingSite>>;
  beforeAll(async () => {
    site = await ingestingSite();
  });
  afterAll(() => site.close());

  const POWER = { name: "Elforbrug", quantity: "1000", unit: "KWH", amount: "100" };
  test.each([
    ["a reminder", billFile({ title: "2. RYKKER" }, "rykker.pdf")],
    ["a pro forma invoice", { name: "proforma.xml", bytes: Buffer.from(ublInvoice({ type: "325", lines: [POWER] })) }],
  ])("%s waits, and a person is told what it calls itself", async (what, { name, bytes }) => {
    const company = await site.company();
    const [file] = await site.ingest(company, { name, content: bytes });
    expect(file).toMatchObject({ status: "needs_review" });
    const items = await site.items(company, "/review-items");
    expect(items).toMatchObject([
      { review_code: "document_unclear", reason: expect.stringContaining(`The document calls itself ${what}.`) },
    ]);
  });

  // What its lines are nobody knows: who names a category must see what the document is first.
  test("a pro forma invoice of unknown goods waits for what it is, and for its category", async () => {
    const company = await site.company();
    const lines = [{ name: "Zyxw qv", amount: "100" }];
    await site.ingest(company, { name: "proforma.xml", content: Buffer.from(ublInvoice({ type: "325", lines })) });
    const [item] = await site.items<Item>(company, "/review-items");
    expect(item).toMatchObject({
      review_code: "document_unclear",
      waits_for: {
        code: "document_unclear",
        text_da: "Bilaget kalder sig en proformafaktura. Hold linjen ude, hvis købet har sin egen faktura.",
        text_en:
          "The document calls itself a pro forma invoice. Leave the line out where the purchase has an invoice of its own.",
      },
    });
    expect(item?.needs.map(({ field }) => field)).toEqual(["decision", "category_id"]);
    const category_id = "purchases.goods.office_supplies";
    await site.change(company, `/review-items/${item?.id}/recategorize`, {
      category_id,
      reason: "No other invoice came",
    });
    expect(await site.items(company, "/review-items")).toEqual([]);
    await site.intact(company);
  });

  test("and so does an invoice whose number another one has, with another total", async () => {
    const company = await site.company();
    const bill = (net: string, gross: string) => ({
      name: `${net}.xml`,
      content: ublInvoice({ lines: [{ name: "Zyxw qv", amount: net }], total: total({ net, gross }) }),
    });
    await site.ingest(company, bill("100", "125"));
    await site.ingest(company, bill("200", "250"));
    const items = await site.items<Item>(company, "/review-items");
    expect(items.map(({ review_code }) => review_code).toSorted()).toEqual([
      "category_needs_person",
      "possible_duplicate",
    ]);
  });
});
