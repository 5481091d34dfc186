import { xmlText } from "../core/xml-text.ts";

/** What a demo invoice says; rendered as Peppol BIS Billing 3 by `renderUbl`. Amounts are decimal text excluding VAT. */
export interface DemoInvoice {
  readonly number: string;
  readonly issue_date: string;
  readonly supplier: DemoSupplier;
  readonly lines: readonly DemoLine[];
  readonly currency?: "DKK" | "EUR";
  /** The buyer's accounting reference: code of the department that bears the cost. */
  readonly cost_centre?: string;
  readonly is_credit_note?: true;
}

export interface DemoSupplier {
  readonly name: string;
  readonly country: string;
  /** Eight digits for Danish companies. */
  readonly cvr: string;
}

export interface DemoLine {
  readonly text: string;
  readonly quantity: string;
  /** UN/ECE Recommendation 20 code. */
  readonly unit: string;
  /** The supplier's article number. */
  readonly article?: string;
  readonly amount: string;
}

export const DEMO_BUYER = { name: "Nordhavn Møbler ApS", cvr: "29189846" } as const;

const NS = {
  invoice: "urn:oasis:names:specification:ubl:schema:xsd:Invoice-2",
  credit: "urn:oasis:names:specification:ubl:schema:xsd:CreditNote-2",
  cac: "urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2",
  cbc: "urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2",
} as const;

/** A complete, valid-looking invoice or credit note with 25 % VAT, as a Danish supplier would send it. */
export function renderUbl(invoice: DemoInvoice): string {
  const currency = invoice.currency ?? "DKK";
  const root = invoice.is_credit_note === true ? "CreditNote" : "Invoice";
  const money = (tag: string, ore: bigint) => `<cbc:${tag} currencyID="${currency}">${oreText(ore)}</cbc:${tag}>`;
  const net = invoice.lines.reduce((sum, line) => sum + toOre(line.amount), 0n);
  const vat = (net * 25n + 50n) / 100n;
  const lines = invoice.lines.map((line, index) => renderLine(line, { index, root, currency })).join("\n");
  return `<?xml version="1.0" encoding="UTF-8"?>
<${root} xmlns="${root === "Invoice" ? NS.invoice : NS.credit}" xmlns:cac="${NS.cac}" xmlns:cbc="${NS.cbc}">
  <cbc:CustomizationID>urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0</cbc:CustomizationID>
  <cbc:ProfileID>urn:fdc:peppol.eu:2017:poacc:billing:01:1.0</cbc:ProfileID>
  <cbc:ID>${xmlText(invoice.number)}</cbc:ID>
  <cbc:IssueDate>${invoice.issue_date}</cbc:IssueDate>
  <cbc:${root}TypeCode>${root === "Invoice" ? "380" : "381"}</cbc:${root}TypeCode>
  <cbc:DocumentCurrencyCode>${currency}</cbc:DocumentCurrencyCode>${costCentre(invoice)}
  <cac:AccountingSupplierParty>${renderParty(invoice.supplier)}</cac:AccountingSupplierParty>
  <cac:AccountingCustomerParty>${renderParty({ ...DEMO_BUYER, country: "DK" })}</cac:AccountingCustomerParty>
  <cac:TaxTotal>
    ${money("TaxAmount", vat)}
    <cac:TaxSubtotal>${money("TaxableAmount", net)}${money("TaxAmount", vat)}<cac:TaxCategory><cbc:ID>S</cbc:ID><cbc:Percent>25</cbc:Percent><cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme></cac:TaxCategory></cac:TaxSubtotal>
  </cac:TaxTotal>
  <cac:LegalMonetaryTotal>
    ${money("LineExtensionAmount", net)}
    ${money("TaxExclusiveAmount", net)}
    ${money("TaxInclusiveAmount", net + vat)}
    ${money("PayableAmount", net + vat)}
  </cac:LegalMonetaryTotal>
${lines}
</${root}>
`;
}

function renderParty(party: DemoSupplier): string {
  const id = `${party.country}${party.cvr}`;
  return `
    <cac:Party>
      <cbc:EndpointID schemeID="0184">${party.cvr}</cbc:EndpointID>
      <cac:PartyName><cbc:Name>${xmlText(party.name)}</cbc:Name></cac:PartyName>
      <cac:PostalAddress><cac:Country><cbc:IdentificationCode>${party.country}</cbc:IdentificationCode></cac:Country></cac:PostalAddress>
      <cac:PartyTaxScheme><cbc:CompanyID>${id}</cbc:CompanyID><cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme></cac:PartyTaxScheme>
      <cac:PartyLegalEntity><cbc:RegistrationName>${xmlText(party.name)}</cbc:RegistrationName><cbc:CompanyID schemeID="0184">${party.cvr}</cbc:CompanyID></cac:PartyLegalEntity>
    </cac:Party>`;
}

function renderLine(line: DemoLine, place: { index: number; root: string; currency: string }): string {
  const { index, root, currency } = place;
  const quantityTag = root === "Invoice" ? "InvoicedQuantity" : "CreditedQuantity";
  return `  <cac:${root}Line>
    <cbc:ID>${index + 1}</cbc:ID>
    <cbc:${quantityTag} unitCode="${line.unit}">${line.quantity}</cbc:${quantityTag}>
    <cbc:LineExtensionAmount currencyID="${currency}">${line.amount}</cbc:LineExtensionAmount>
    <cac:Item><cbc:Name>${xmlText(line.text)}</cbc:Name>${articleNumber(line)}<cac:ClassifiedTaxCategory><cbc:ID>S</cbc:ID><cbc:Percent>25</cbc:Percent><cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme></cac:ClassifiedTaxCategory></cac:Item>
    <cac:Price><cbc:PriceAmount currencyID="${currency}">${line.amount}</cbc:PriceAmount></cac:Price>
  </cac:${root}Line>`;
}

function costCentre({ cost_centre }: DemoInvoice): string {
  return cost_centre === undefined ? "" : `\n  <cbc:AccountingCost>${xmlText(cost_centre)}</cbc:AccountingCost>`;
}

function articleNumber({ article }: DemoLine): string {
  if (article === undefined) return "";
  return `<cac:SellersItemIdentification><cbc:ID>${xmlText(article)}</cbc:ID></cac:SellersItemIdentification>`;
}

function toOre(amount: string): bigint {
  const [whole = "0", fraction = ""] = amount.replace("-", "").split(".");
  const ore = BigInt(whole) * 100n + BigInt(fraction.padEnd(2, "0").slice(0, 2));
  return amount.startsWith("-") ? -ore : ore;
}

function oreText(ore: bigint): string {
  const size = ore < 0n ? -ore : ore;
  return `${ore < 0n ? "-" : ""}${size / 100n}.${String(size % 100n).padStart(2, "0")}`;
}
