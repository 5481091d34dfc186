import { deflateSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { documentKeys } from "../../../src/modules/ingestion/document-keys.ts";
import { DEFAULT_PARSE_LIMITS } from "../../../src/modules/reading/parse-limits.ts";
import { readDocument } from "../../../src/modules/reading/read-document.ts";
import { readFile } from "../../../src/modules/reading/read-file.ts";
import { pdf } from "../../support/pdf.ts";
import { POWER_BILL, row } from "../../support/printed-invoices.ts";
import { heading, issuer } from "../../support/printed-layouts.ts";
import { ublInvoice } from "../../support/invoice-xml.ts";

const bill = pdf(POWER_BILL.pages);

async function codeOf(bytes: Uint8Array, limits = DEFAULT_PARSE_LIMITS): Promise<string> {
  const outcome = await readFile(bytes, "invoice.pdf", limits);
  return outcome.kind === "rejected" ? outcome.error.code : outcome.kind;
}

/** A PDF of one page with this compressed content. */
function withContent(content: Buffer, filter: string): Buffer {
  const text = pdf([[{ top: 1, left: 1, text: "x" }]]).toString("latin1");
  const stream = `<< /Filter ${filter} /Length ${content.length} >>\nstream\n${content.toString("latin1")}\nendstream`;
  return Buffer.from(
    text.replace(/<<\s+\/Length \d+ >>\nstream\n[^]*?\nendstream/, () => stream),
    "latin1",
  );
}

describe("PDF files", () => {
  it("are recognised by content behind rubbish in front and under any name", async () => {
    const behind = Buffer.concat([Buffer.from("\r\nX-Printed: yes\r\n\r\n"), bill]);
    expect(await codeOf(behind)).toBe("parsed");
    expect((await readFile(bill, "faktura.xml")).kind).toBe("parsed");
  });

  it("that need a password are refused as such", async () => {
    expect(await codeOf(pdf(POWER_BILL.pages, { userPassword: "hemmelig" }))).toBe("file.encrypted");
  });

  it("that are encrypted without a password to open them are read", async () => {
    expect(await codeOf(pdf(POWER_BILL.pages, { userPassword: "" }))).toBe("parsed");
  });

  it.each([
    ["only a head", bill.subarray(0, 40)],
    ["a head and random bytes", Buffer.concat([bill.subarray(0, 9), Buffer.alloc(5000, 7)])],
  ])("with %s are damaged", async (_what, bytes) => {
    expect(await codeOf(bytes)).toMatch(/^file\.(?:corrupt|unsupported_type)$/);
  });

  it("[contract 10.2] of too many pages are refused, of the most pages not", async () => {
    const [page = []] = POWER_BILL.pages;
    const limits = { ...DEFAULT_PARSE_LIMITS, pdf_pages_max: 3 };
    const empty = [{ top: 40, left: 40, text: "Vilkår" }];
    expect(await codeOf(pdf([page, empty, empty]), limits)).toBe("parsed");
    expect(await codeOf(pdf([page, empty, empty, empty]), limits)).toBe("file.too_many_pages");
  });

  it("over the size limit are refused before they are opened", async () => {
    expect(await codeOf(bill, { ...DEFAULT_PARSE_LIMITS, file_bytes_max: 100 })).toBe("file.too_large");
  });

  it.each(["below a heading", "without one"])("more than 5,000 lines %s are refused, not cut off", async (where) => {
    const rows = Array.from({ length: 105 }, (_, at) => {
      const top = 130 + at * 6.5;
      return row(top, [40, "Kopipapir"], [555, "10,00", "right"]).map((text) => ({ ...text, size: 5 }));
    });
    const page = [...issuer("L-1", "2026-02-01"), ...(where === "without one" ? [] : heading(122)), ...rows.flat()];
    const pages = Array.from({ length: 48 }, () => page);
    expect(await codeOf(pdf(pages))).toBe("file.too_large");
    expect(await codeOf(pdf(pages.slice(0, 2)))).not.toBe("file.too_large");
  });

  it("whose pages hold no text are handed on as pictures", async () => {
    expect(await codeOf(pdf([[{ top: 40, left: 40, text: "Scan 1" }]]))).toBe("pictures");
    expect(await codeOf(pdf([]))).toBe("pictures");
  });

  it("with text that is no invoice are left to a person", async () => {
    const letter = [{ top: 40, left: 40, text: "Kære kunde, tak for besøget på messen i Herning. Vi ses igen." }];
    expect(await codeOf(pdf([letter]))).toBe("unreadable");
  });

  it("cut off anywhere or with flipped bytes always have an outcome", async () => {
    const damage = fc.record({
      cut: fc.nat(bill.length),
      flips: fc.array(fc.tuple(fc.nat(bill.length - 1), fc.nat(255)), { maxLength: 8 }),
    });
    await fc.assert(
      fc.asyncProperty(damage, async ({ cut, flips }) => {
        const bytes = Buffer.from(bill.subarray(0, cut));
        for (const [at, value] of flips) if (at < bytes.length) bytes[at] = value;
        expect(await codeOf(bytes)).toMatch(/^(?:parsed|pictures|unreadable|file\.[a-z_]+)$/);
      }),
      { numRuns: 60 },
    );
  });

  it.each([
    ["64 MiB of blanks", () => deflateSync(Buffer.alloc(64 * 1024 * 1024, 32)), "/FlateDecode"],
    [
      "the same, compressed twice",
      () => deflateSync(deflateSync(Buffer.alloc(64 * 1024 * 1024, 32))),
      "[/FlateDecode /FlateDecode]",
    ],
    [
      "one text of many letters",
      () => deflateSync(Buffer.from(`BT /F1 9 Tf (${"a1.1 ".repeat(4_000_000)}) Tj ET`)),
      "/FlateDecode",
    ],
    [
      "instructions behind a picture among them",
      () =>
        deflateSync(
          Buffer.concat([Buffer.from("BI /W 9 /H 1 /BPC 8 /CS /G ID 123456789\nEI\n"), Buffer.alloc(9_000_000, 32)]),
        ),
      "/FlateDecode",
    ],
    [
      "a picture of its own making that is too large",
      () => deflateSync(Buffer.concat([Buffer.from("BI /W 9000 /H 9000 /BPC 8 /CS /G ID "), Buffer.alloc(81_000_000)])),
      "/FlateDecode",
    ],
  ])("a page of %s is refused before it is unpacked", async (_what, content, filter) => {
    expect(await codeOf(withContent(content(), filter))).toBe("file.decompression_limit");
  });

  it("a page of more texts than invoices have is refused", async () => {
    const many = deflateSync(Buffer.from("BT /F1 9 Tf 1 0 0 1 9 9 Tm (a) Tj ET\n".repeat(120_000)));
    expect(await codeOf(withContent(many, "/FlateDecode"))).toMatch(/^file\.(?:too_large|timeout)$/);
  });

  it("labels and amounts without end are read within bounds", async () => {
    const words = ["Total 1,00", "To: CVR 11223344", "VAT ........ 1,00", "Faktura nr", "Moms 2,00"];
    const page = Array.from({ length: 4000 }, (_, at) => ({
      top: 20 + (at % 800),
      left: (at * 37) % 500,
      text: words[at % words.length] ?? "",
    }));
    expect(await codeOf(pdf([page]))).toMatch(/^(?:parsed|unreadable)$/);
  });
});

const CII = (lines: string, net = "2375.95") => `<?xml version="1.0" encoding="UTF-8"?>
<rsm:CrossIndustryInvoice xmlns:rsm="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100" xmlns:ram="urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100" xmlns:udt="urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100">
<rsm:ExchangedDocument><ram:ID>X-1</ram:ID><ram:TypeCode>380</ram:TypeCode><ram:IssueDateTime><udt:DateTimeString format="102">20260501</udt:DateTimeString></ram:IssueDateTime></rsm:ExchangedDocument>
<rsm:SupplyChainTradeTransaction>${lines}<ram:ApplicableHeaderTradeAgreement><ram:SellerTradeParty><ram:Name>Af XML ApS</ram:Name></ram:SellerTradeParty></ram:ApplicableHeaderTradeAgreement>
<ram:ApplicableHeaderTradeSettlement><ram:InvoiceCurrencyCode>DKK</ram:InvoiceCurrencyCode><ram:SpecifiedTradeSettlementHeaderMonetarySummation><ram:TaxBasisTotalAmount>${net}</ram:TaxBasisTotalAmount><ram:GrandTotalAmount>2969.94</ram:GrandTotalAmount></ram:SpecifiedTradeSettlementHeaderMonetarySummation></ram:ApplicableHeaderTradeSettlement></rsm:SupplyChainTradeTransaction></rsm:CrossIndustryInvoice>`;
const LINE = `<ram:IncludedSupplyChainTradeLineItem><ram:SpecifiedTradeProduct><ram:Name>Fra XML</ram:Name></ram:SpecifiedTradeProduct><ram:SpecifiedLineTradeSettlement><ram:SpecifiedTradeSettlementLineMonetarySummation><ram:LineTotalAmount>2375.95</ram:LineTotalAmount></ram:SpecifiedTradeSettlementLineMonetarySummation></ram:SpecifiedLineTradeSettlement></ram:IncludedSupplyChainTradeLineItem>`;

async function withAttachment(name: string, content: string) {
  const outcome = await readFile(pdf(POWER_BILL.pages, { attachments: { [name]: content } }), "hybrid.pdf");
  if (outcome.kind !== "parsed") throw new Error(JSON.stringify(outcome));
  return outcome.document;
}

describe("invoices that are embedded in a PDF as XML", () => {
  it.each(["factur-x.xml", "zugferd-invoice.xml", "ZUGFeRD-invoice.xml", "xrechnung.xml"])(
    "%s is what its issuer declares, whatever the page says",
    async (name) => {
      const document = await withAttachment(name, CII(LINE));
      expect(document).toMatchObject({ format: "pdf-cii", invoice_number: "X-1", supplier: { name: "Af XML ApS" } });
      expect(document.lines.map((line) => line.description)).toEqual(["Fra XML"]);
      expect(document.recognition).toBeUndefined();
    },
  );

  it("[contract 10.3.2] is the same document as its XML alone: the second of them is a duplicate", async () => {
    const hybrid = await withAttachment("factur-x.xml", CII(LINE));
    const alone = readDocument(Buffer.from(CII(LINE)), "invoice.xml");
    if (alone.kind !== "parsed") throw new Error("the XML was refused");
    expect(documentKeys(hybrid, "k")).toEqual(documentKeys(alone.document, "k"));
  });

  it("as UBL (XRechnung) is read as well", async () => {
    expect((await withAttachment("xrechnung.xml", ublInvoice({}))).format).toMatch(/^pdf-ubl/);
  });

  it("a profile without lines takes them from the page when they make its net", async () => {
    const document = await withAttachment("factur-x.xml", CII(""));
    expect(document.invoice_number).toBe("X-1");
    expect(document.lines.map((line) => line.description)).toEqual(["Elforbrug", "Nettarif", "Elafgift"]);
    expect(document.quantities).toMatchObject([{ commodity: "electricity", quantity: "1250.5" }]);
  });

  it("a profile without lines keeps its total when the page says something else", async () => {
    const document = await withAttachment("factur-x.xml", CII("", "2000.00"));
    expect(document.lines.map((line) => [line.kind, line.amount])).toEqual([["document_charge", "2000"]]);
  });

  it.each([
    ["another attachment", "hotel.xml", CII(LINE)],
    ["an attachment that is damaged", "factur-x.xml", "<rsm:Cross"],
    ["an attachment with entities", "factur-x.xml", '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'],
    ["an attachment that is a PDF itself", "factur-x.xml", bill.toString("latin1")],
  ])("%s is evidence only: the page is read", async (_what, name, content) => {
    expect(await withAttachment(name, content)).toMatchObject({ format: "pdf-text", invoice_number: "F-2026-77" });
  });
});
