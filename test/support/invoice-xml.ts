import type { ParsedDocument, ParseOutcome } from "../../src/modules/reading/parsed-document.ts";
import { readDocument } from "../../src/modules/reading/read-document.ts";

/** Documents of fictitious companies, written for these tests. */
export const UBL = "urn:oasis:names:specification:ubl:schema:xsd";
const NAMESPACES = `xmlns:cac="${UBL}:CommonAggregateComponents-2" xmlns:cbc="${UBL}:CommonBasicComponents-2" xmlns:ext="${UBL}:CommonExtensionComponents-2"`;
export const PEPPOL = "urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0";

export interface UblLine {
  readonly name?: string;
  readonly quantity?: string;
  readonly unit?: string;
  readonly amount?: string;
  readonly inside?: string;
  readonly item?: string;
}

export interface UblInvoice {
  readonly root?: "Invoice" | "CreditNote";
  readonly customization?: string;
  readonly type?: string;
  readonly currency?: string;
  readonly date?: string;
  readonly supplier?: string;
  readonly header?: string;
  readonly taxes?: string;
  readonly total?: string;
  readonly lines?: readonly UblLine[];
}

function ublLine(line: UblLine, index: number, root: string): string {
  const quantity = root === "Invoice" ? "InvoicedQuantity" : "CreditedQuantity";
  const name = line.name === undefined ? "" : `<cbc:Name>${line.name}</cbc:Name>`;
  return `<cac:${root}Line><cbc:ID>${index + 1}</cbc:ID>
    <cbc:${quantity} unitCode="${line.unit ?? "EA"}">${line.quantity ?? "1"}</cbc:${quantity}>
    <cbc:LineExtensionAmount currencyID="DKK">${line.amount ?? "0"}</cbc:LineExtensionAmount>${line.inside ?? ""}
    <cac:Item>${line.item ?? ""}${name}</cac:Item></cac:${root}Line>`;
}

const SUPPLIER = `<cac:PartyName><cbc:Name>Fiktiva Forsyning A/S</cbc:Name></cac:PartyName>
  <cac:PostalAddress><cac:Country><cbc:IdentificationCode>DK</cbc:IdentificationCode></cac:Country></cac:PostalAddress>
  <cac:PartyLegalEntity><cbc:RegistrationName>Fiktiva Forsyning Holding A/S</cbc:RegistrationName><cbc:CompanyID schemeID="0184">10203040</cbc:CompanyID></cac:PartyLegalEntity>`;

export function ublInvoice(invoice: UblInvoice): string {
  const root = invoice.root ?? "Invoice";
  const type = root === "Invoice" ? `<cbc:InvoiceTypeCode>${invoice.type ?? "380"}</cbc:InvoiceTypeCode>` : "";
  const lines = (invoice.lines ?? [{ name: "Vare", amount: "100" }]).map((line, index) => ublLine(line, index, root));
  return `<?xml version="1.0" encoding="UTF-8"?>
<${root} xmlns="${UBL}:${root}-2" ${NAMESPACES}>
  <cbc:CustomizationID>${invoice.customization ?? PEPPOL}</cbc:CustomizationID>
  <cbc:ID>F-1001</cbc:ID><cbc:IssueDate>${invoice.date ?? "2026-03-02"}</cbc:IssueDate>${type}
  <cbc:DocumentCurrencyCode>${invoice.currency ?? "DKK"}</cbc:DocumentCurrencyCode>${invoice.header ?? ""}
  <cac:AccountingSupplierParty><cac:Party>${invoice.supplier ?? SUPPLIER}</cac:Party></cac:AccountingSupplierParty>
  ${invoice.taxes ?? ""}
  <cac:LegalMonetaryTotal>${invoice.total ?? total({ net: "100", gross: "125" })}</cac:LegalMonetaryTotal>
  ${lines.join("\n")}
</${root}>`;
}

export function total(stated: { net?: string; gross?: string; lines?: string }): string {
  const amount = (name: string, value: string | undefined) =>
    value === undefined ? "" : `<cbc:${name} currencyID="DKK">${value}</cbc:${name}>`;
  return [
    amount("LineExtensionAmount", stated.lines),
    amount("TaxExclusiveAmount", stated.net),
    amount("TaxInclusiveAmount", stated.gross),
  ].join("");
}

/** A tax of an OIOUBL document: scheme 63 is VAT, every other one is an excise. */
export function oioublTax(scheme: string, name: string, amount: string): string {
  return `<cac:TaxTotal><cbc:TaxAmount currencyID="DKK">${amount}</cbc:TaxAmount><cac:TaxSubtotal>
    <cbc:TaxableAmount currencyID="DKK">1</cbc:TaxableAmount><cbc:TaxAmount currencyID="DKK">${amount}</cbc:TaxAmount>
    <cac:TaxCategory><cac:TaxScheme><cbc:ID schemeID="urn:oioubl:id:taxschemeid-1.1">${scheme}</cbc:ID><cbc:Name>${name}</cbc:Name></cac:TaxScheme></cac:TaxCategory>
  </cac:TaxSubtotal></cac:TaxTotal>`;
}

/** A charge (true) or allowance (false) on the whole document. */
export function allowanceCharge(isCharge: boolean, amount: string, reason: string): string {
  return `<cac:AllowanceCharge><cbc:ChargeIndicator>${isCharge}</cbc:ChargeIndicator>
    <cbc:AllowanceChargeReason>${reason}</cbc:AllowanceChargeReason><cbc:Amount currencyID="DKK">${amount}</cbc:Amount></cac:AllowanceCharge>`;
}

export function read(text: string | Uint8Array, name = "document.xml"): ParseOutcome {
  return readDocument(typeof text === "string" ? Buffer.from(text) : text, name);
}

export function documentOf(text: string | Uint8Array): ParsedDocument {
  const outcome = read(text);
  if (outcome.kind === "rejected") throw new Error(`${outcome.error.code}: ${outcome.error.detail}`);
  if (outcome.kind === "asks") throw new Error(outcome.question.code);
  return outcome.document;
}

export function refusalOf(text: string | Uint8Array, name?: string): string {
  const outcome = read(text, name);
  return outcome.kind === "rejected" ? outcome.error.code : "parsed";
}
