import { describe, expect, it } from "vitest";
import type { ParsedDocument } from "../../../src/modules/reading/parsed-document.ts";
import { readFile } from "../../../src/modules/reading/read-file.ts";
import { pdf, type PdfText } from "../../support/pdf.ts";
import { FOREIGN_INVOICES } from "../../support/printed-foreign.ts";
import { POWER_BILL, type PrintedInvoice } from "../../support/printed-invoices.ts";
import { KINDS } from "../../support/printed-kinds.ts";
import { LAYOUTS } from "../../support/printed-layouts.ts";
import { PROGRAMS } from "../../support/printed-programs.ts";

async function documentOf(invoice: PrintedInvoice, rotate?: 90): Promise<ParsedDocument> {
  const outcome = await readFile(pdf(invoice.pages, rotate === undefined ? {} : { rotate }), "invoice.pdf");
  if (outcome.kind !== "parsed") throw new Error(JSON.stringify(outcome));
  return outcome.document;
}

/** A document in the words of an expectation. */
function stated(document: ParsedDocument) {
  const { supplier, invoice_number, issue_date, currency, total_excl_vat, total_incl_vat, document_type } = document;
  return {
    supplier: supplier?.name,
    identifier: supplier?.identifier,
    number: invoice_number,
    date: issue_date,
    currency,
    net: total_excl_vat,
    gross: total_incl_vat,
    type: document_type,
    lines: document.lines.map(({ description, quantity, unit, amount }) => [description, quantity, unit, amount]),
    quantities: document.quantities.map((one) =>
      [one.commodity, one.quantity, one.unit, one.period_start, one.period_end, one.meter].join(" "),
    ),
    tax_treatment: document.lines[0]?.tax_treatment,
    warnings: document.warnings,
    doubts: document.recognition?.doubts,
  };
}

function expectedOf({ expected }: PrintedInvoice) {
  return {
    type: "invoice",
    quantities: [],
    tax_treatment: "excl_vat",
    ...expected,
    warnings: [],
    doubts: [],
  };
}

describe("invoices that are printed as text", () => {
  it.each(
    [POWER_BILL, ...FOREIGN_INVOICES, ...LAYOUTS, ...KINDS, ...PROGRAMS].map(
      (invoice) => [invoice.name, invoice] as const,
    ),
  )("%s is read completely and without doubt", async (_name, invoice) => {
    expect(stated(await documentOf(invoice))).toEqual(expectedOf(invoice));
  });

  it("a page that is turned on its side reads the same", async () => {
    expect(stated(await documentOf(POWER_BILL, 90))).toEqual(expectedOf(POWER_BILL));
  });

  it("a credit note with positive amounts is booked as a negative amount", async () => {
    const credit = KINDS.find(({ expected }) => expected.type === "credit_note") ?? POWER_BILL;
    const document = await documentOf(credit);
    expect([document.total_excl_vat, document.signed_total_excl_vat]).toEqual(["200", "-200"]);
  });

  it("how sure each field is, is kept with the document", async () => {
    const { recognition } = await documentOf(POWER_BILL);
    expect(recognition?.is_closed).toBe(true);
    for (const confidence of Object.values(recognition?.confidence ?? {})) {
      expect(confidence).toBeGreaterThan(0.5);
      expect(confidence).toBeLessThanOrEqual(1);
    }
  });
});

/** The power bill with one text replaced. */
function changed(from: string, to: string): PrintedInvoice {
  return changedAll([from, { text: to }]);
}

function changedAll(...changes: readonly (readonly [string, Partial<PdfText>])[]): PrintedInvoice {
  const by = new Map(changes);
  const pages = POWER_BILL.pages.map((texts) => texts.map((one) => ({ ...one, ...by.get(one.text) })));
  expect(pages).not.toEqual(POWER_BILL.pages);
  return { ...POWER_BILL, pages };
}

async function periodOf(bill: PrintedInvoice) {
  const [quantity] = (await documentOf(bill)).quantities;
  return [quantity?.period_start, quantity?.period_end];
}

describe("the period of a bill", () => {
  it.each([
    ["Afregningsperiode:", "1. januar 2026 - 31. marts 2026"],
    ["Forbrugsperioden", "01.01.26-31.03.26"],
    ["Billing period:", "1 January 2026 to 31 March 2026"],
    ["Consumption period", "1 Jan 2026 - 31 Mar 2026"],
    ["Usage period", "2026-01-01 - 2026-03-31"],
    ["Service period:", "2026-01-01 to 2026-03-31"],
    ["Abrechnungszeitraum:", "01.01.2026 bis 31.03.2026"],
    ["Verbrauchszeitraum", "1. Januar 2026 - 31. März 2026"],
    ["Ablesezeitraum", "01.01.2026 - 31.03.2026"],
    ["Förbrukningsperiod:", "2026-01-01 - 2026-03-31"],
    ["Avläsningsperiod", "1 januari 2026 till 31 mars 2026"],
    ["Debiteringsperiod", "2026-01-01--2026-03-31"],
  ])("%s %s", async (label, period) => {
    const bill = changedAll(["Periode:", { text: label, left: 260 }], ["01-01-2026 - 31-03-2026", { text: period }]);
    expect(await periodOf(bill)).toEqual(["2026-01-01", "2026-03-31"]);
  });
});

/** The power bill without a period, with two labels and their values in place of it and of the metering point. */
function withReadings(first: string, start: string, second: string, end: string): PrintedInvoice {
  return changedAll(
    ["Målepunkt:", { text: first, left: 260 }],
    ["571313000000000017", { text: start }],
    ["Periode:", { text: second, left: 260 }],
    ["01-01-2026 - 31-03-2026", { text: end }],
  );
}

describe("the days on which a meter was read", () => {
  it.each([
    ["Forrige aflæsning", "01-01-2026", "Ny aflæsning", "31-03-2026"],
    ["Målerstand pr. 01-01-2026", "10.000", "Målerstand pr. 31-03-2026", "11.250,5"],
    ["Previous reading date:", "1 January 2026", "Current reading date:", "31 March 2026"],
    ["Zählerstand am 01.01.2026", "10.000", "Zählerstand am 31.03.2026", "11.250,5"],
    ["Föregående mätarställning", "2026-01-01", "Aktuell mätarställning", "2026-03-31"],
  ])("are its bill's period: %s %s, %s %s", async (first, start, second, end) => {
    expect(await periodOf(withReadings(first, start, second, end))).toEqual(["2026-01-01", "2026-03-31"]);
  });

  it.each([
    ["one reading alone", "Ny aflæsning", "31-03-2026", "Kundenr.", "11223344"],
    ["readings in no order", "Forrige aflæsning", "31-03-2026", "Ny aflæsning", "01-01-2026"],
    [
      "without a day, above days of something else",
      "Målerstand 10.000",
      "Betales senest 01-01-2026",
      "Målerstand 11.250",
      "Trækkes den 31-03-2026",
    ],
    ["a next reading, which is to come", "Næste aflæsning", "01-01-2026", "Aflæsningskort sendes", "31-03-2026"],
  ])("say no period where they are %s", async (_what, first, start, second, end) => {
    expect(await periodOf(withReadings(first, start, second, end))).toEqual([null, null]);
  });

  it("stand back behind a stated period", async () => {
    const bill = changedAll(["Forfaldsdato:", { text: "Forrige aflæsning" }], ["Målepunkt:", { text: "Ny aflæsning" }]);
    expect(await periodOf(bill)).toEqual(["2026-01-01", "2026-03-31"]);
  });
});

describe("what does not add up waits for a person", () => {
  it.each([
    ["a line whose amount is another", "1.000,40", "1.400,40", /do not add up/],
    ["a net that the lines do not make", "2.375,95", "2.735,95", /do(?:es)? not add up|were not found/],
    ["a VAT that does not lead to the total", "593,99", "539,99", /were not found/],
    ["a total that is another", "2.969,94", "9.269,94", /were not found/],
    ["a quantity that its price contradicts a thousandfold", "0,80", "800,00", /quantity of a line/],
    ["a German Gutschrift, which has two meanings", "FAKTURA", "Gutschrift", /credit note or an invoice/],
    ["a document that is only an order confirmation", "FAKTURA", "ORDREBEKRÆFTELSE", /an order confirmation/],
    ["a reminder", "FAKTURA", "Rykker", /a reminder/],
    ["a date that is only the day of payment", "Fakturadato:", "Betales senest:", /No date is labelled/],
    ["a missing number", "Fakturanr.:", "Deres ref.:", /No invoice number/],
  ])("%s", async (_what, from, to, doubt) => {
    const document = await documentOf(changed(from, to));
    expect(document.recognition?.doubts.join(" ")).toMatch(doubt);
    expect(document.warnings).not.toEqual([]);
  });
});
