/** A UBL invoice or credit note as tests write them; amounts are decimal text excluding VAT, as printed. */
export interface UblDocument {
  readonly number: string;
  readonly date?: string;
  /** On which it is to be paid (BT-9). */
  readonly due?: string;
  readonly supplier?: UblSupplier;
  /** Null writes none at all. */
  readonly currency?: string | null;
  readonly is_credit_note?: boolean;
  /** Type 384: the invoice takes the place of the one that it names. */
  readonly is_correction?: boolean;
  /** Number of the invoice that a credit note takes back, or a corrected invoice takes the place of (BT-25). */
  readonly credits?: string;
  /** The buyer's accounting reference of the whole document. */
  readonly cost_centre?: string;
  /** Account to pay on; of a payee of its own with that payee's name. */
  readonly iban?: string;
  readonly payee?: string;
  /** The supplier's number of the customer. */
  readonly customer_number?: string;
  /** The metering point or meter that the whole document is about (BT-18). */
  readonly meter?: string;
  readonly period?: readonly [start: string, end: string];
  /** Day of delivery (BT-72). */
  readonly delivered_on?: string;
  /** Place of delivery. */
  readonly delivered?: { readonly street: string; readonly zone: string; readonly country?: string };
  readonly lines: readonly UblLine[];
  /** Charges (positive) and allowances (negative) on the whole document. */
  readonly charges?: readonly { readonly reason: string; readonly amount: string }[];
  readonly encoding?: "UTF-8" | "UTF-16";
  /** Blanks between elements, to give the same document other bytes. */
  readonly indent?: string;
}

export interface UblSupplier {
  readonly name: string;
  readonly cvr: string;
  /** Of a seller abroad, in place of the CVR number; null: none is stated. */
  readonly vat?: string | null;
  /** ISO 3166-1 alpha-2; absent: Denmark. */
  readonly country?: string;
}

export interface UblLine {
  readonly text: string;
  readonly amount: string;
  readonly quantity?: string;
  readonly unit?: string;
  /** The buyer's accounting reference. */
  readonly cost_centre?: string;
  /** The metering point or meter that is invoiced (BT-128). */
  readonly meter?: string;
  readonly period?: readonly [start: string, end: string];
  /** The supplier's article number, and the GTIN. */
  readonly article?: string;
  readonly gtin?: string;
  /** BT-127. */
  readonly note?: string;
  /** Properties of the item (BG-32): a value, or a quantity with its unit code. */
  readonly properties?: readonly (readonly [name: string, value: string, unit_code?: string])[];
}

const SUPPLIER: UblSupplier = { name: "Leverandøren Test A/S", cvr: "31415926" };
const NS = "urn:oasis:names:specification:ubl:schema:xsd";

/** The document with the totals that its lines and charges give, 25 % VAT, in the encoding that it declares. */
export function ubl(document: UblDocument): Buffer {
  const text = render(document);
  return document.encoding === "UTF-16" ? Buffer.from(`\uFEFF${text}`, "utf16le") : Buffer.from(text, "utf8");
}

function render(document: UblDocument): string {
  const { number, date = "2026-05-15", due, charges = [], encoding = "UTF-8", indent = "" } = document;
  const root = document.is_credit_note === true ? "CreditNote" : "Invoice";
  const currency = document.currency === undefined ? "DKK" : document.currency;
  const id = currency === null ? "" : ` currencyID="${currency}"`;
  const money = (tag: string, cents: number) => `<cbc:${tag}${id}>${(cents / 100).toFixed(2)}</cbc:${tag}>`;
  const lineSum = sum(document.lines);
  const up = sum(charges.filter((charge) => !charge.amount.startsWith("-")));
  const down = -sum(charges.filter((charge) => charge.amount.startsWith("-")));
  const net = lineSum + up - down;
  const vat = Math.round(net * 0.25);
  const category = `<cbc:ID>S</cbc:ID><cbc:Percent>25</cbc:Percent><cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme>`;
  const parts = [
    `<cbc:CustomizationID>urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0</cbc:CustomizationID>`,
    `<cbc:ID>${number}</cbc:ID><cbc:IssueDate>${date}</cbc:IssueDate>${due === undefined ? "" : `<cbc:DueDate>${due}</cbc:DueDate>`}`,
    `<cbc:${root}TypeCode>${root === "CreditNote" ? 381 : document.is_correction === true ? 384 : 380}</cbc:${root}TypeCode>`,
    currency === null ? "" : `<cbc:DocumentCurrencyCode>${currency}</cbc:DocumentCurrencyCode>`,
    accountingCost(document),
    invoicePeriod(document),
    document.credits === undefined
      ? ""
      : `<cac:BillingReference><cac:InvoiceDocumentReference><cbc:ID>${document.credits}</cbc:ID></cac:InvoiceDocumentReference></cac:BillingReference>`,
    document.meter === undefined
      ? ""
      : `<cac:AdditionalDocumentReference><cbc:ID>${document.meter}</cbc:ID><cbc:DocumentTypeCode>130</cbc:DocumentTypeCode></cac:AdditionalDocumentReference>`,
    `<cac:AccountingSupplierParty>${party(document.supplier ?? SUPPLIER)}</cac:AccountingSupplierParty>`,
    `<cac:AccountingCustomerParty>${document.customer_number === undefined ? "" : `<cbc:SupplierAssignedAccountID>${document.customer_number}</cbc:SupplierAssignedAccountID>`}${party({ name: "Nordlys Møbler ApS", cvr: "29189846" })}</cac:AccountingCustomerParty>`,
    document.payee === undefined
      ? ""
      : `<cac:PayeeParty><cac:PartyName><cbc:Name>${document.payee}</cbc:Name></cac:PartyName></cac:PayeeParty>`,
    deliveryOf(document),
    document.iban === undefined
      ? ""
      : `<cac:PaymentMeans><cbc:PaymentMeansCode>30</cbc:PaymentMeansCode><cac:PayeeFinancialAccount><cbc:ID>${document.iban}</cbc:ID></cac:PayeeFinancialAccount></cac:PaymentMeans>`,
    ...charges.map(({ reason, amount }) => {
      const cents = sum([{ amount }]);
      return `<cac:AllowanceCharge><cbc:ChargeIndicator>${cents >= 0}</cbc:ChargeIndicator><cbc:AllowanceChargeReason>${reason}</cbc:AllowanceChargeReason>${money("Amount", Math.abs(cents))}<cac:TaxCategory>${category}</cac:TaxCategory></cac:AllowanceCharge>`;
    }),
    `<cac:TaxTotal>${money("TaxAmount", vat)}<cac:TaxSubtotal>${money("TaxableAmount", net)}${money("TaxAmount", vat)}<cac:TaxCategory>${category}</cac:TaxCategory></cac:TaxSubtotal></cac:TaxTotal>`,
    `<cac:LegalMonetaryTotal>${money("LineExtensionAmount", lineSum)}${money("TaxExclusiveAmount", net)}${money("TaxInclusiveAmount", net + vat)}${money("AllowanceTotalAmount", down)}${money("ChargeTotalAmount", up)}${money("PayableAmount", net + vat)}</cac:LegalMonetaryTotal>`,
    ...document.lines.map((line, index) => {
      const tag = root === "Invoice" ? "InvoicedQuantity" : "CreditedQuantity";
      const quantity = `<cbc:${tag} unitCode="${line.unit ?? "EA"}">${line.quantity ?? "1"}</cbc:${tag}>`;
      return `<cac:${root}Line><cbc:ID>${index + 1}</cbc:ID>${line.note === undefined ? "" : `<cbc:Note>${line.note}</cbc:Note>`}${quantity}${money("LineExtensionAmount", sum([line]))}${accountingCost(line)}${invoicePeriod(line)}${invoicedObject(line)}<cac:Item><cbc:Name>${line.text}</cbc:Name>${itemNumbers(line)}<cac:ClassifiedTaxCategory>${category}</cac:ClassifiedTaxCategory>${itemProperties(line)}</cac:Item><cac:Price><cbc:PriceAmount${id}>${line.amount}</cbc:PriceAmount></cac:Price></cac:${root}Line>`;
    }),
  ];
  const namespaces = `xmlns="${NS}:${root}-2" xmlns:cac="${NS}:CommonAggregateComponents-2" xmlns:cbc="${NS}:CommonBasicComponents-2"`;
  return `<?xml version="1.0" encoding="${encoding}"?>\n<${root} ${namespaces}>${indent}${parts.join(indent)}</${root}>\n`;
}

function deliveryOf({ delivered, delivered_on }: UblDocument): string {
  const day = delivered_on === undefined ? "" : `<cbc:ActualDeliveryDate>${delivered_on}</cbc:ActualDeliveryDate>`;
  if (delivered === undefined) return day === "" ? "" : `<cac:Delivery>${day}</cac:Delivery>`;
  const { street, zone, country } = delivered;
  const land =
    country === undefined
      ? ""
      : `<cac:Country><cbc:IdentificationCode>${country}</cbc:IdentificationCode></cac:Country>`;
  return `<cac:Delivery>${day}<cac:DeliveryLocation><cac:Address><cbc:StreetName>${street}</cbc:StreetName><cbc:PostalZone>${zone}</cbc:PostalZone>${land}</cac:Address></cac:DeliveryLocation></cac:Delivery>`;
}

function party({ name, cvr, vat, country = "DK" }: UblSupplier): string {
  const number = vat === undefined ? `DK${cvr}` : vat;
  const tax =
    number === null
      ? ""
      : `<cac:PartyTaxScheme><cbc:CompanyID>${number}</cbc:CompanyID><cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme></cac:PartyTaxScheme>`;
  const register = vat === undefined ? `<cbc:CompanyID schemeID="0184">${cvr}</cbc:CompanyID>` : "";
  return `<cac:Party><cac:PartyName><cbc:Name>${name}</cbc:Name></cac:PartyName><cac:PostalAddress><cac:Country><cbc:IdentificationCode>${country}</cbc:IdentificationCode></cac:Country></cac:PostalAddress>${tax}<cac:PartyLegalEntity><cbc:RegistrationName>${name}</cbc:RegistrationName>${register}</cac:PartyLegalEntity></cac:Party>`;
}

/** In hundredths; test amounts have at most two decimals. */
function accountingCost({ cost_centre }: { readonly cost_centre?: string }): string {
  return cost_centre === undefined ? "" : `<cbc:AccountingCost>${cost_centre}</cbc:AccountingCost>`;
}

function invoicePeriod({ period }: Pick<UblLine, "period">): string {
  if (period === undefined) return "";
  return `<cac:InvoicePeriod><cbc:StartDate>${period[0]}</cbc:StartDate><cbc:EndDate>${period[1]}</cbc:EndDate></cac:InvoicePeriod>`;
}

function invoicedObject({ meter }: Pick<UblLine, "meter">): string {
  return meter === undefined
    ? ""
    : `<cac:DocumentReference><cbc:ID>${meter}</cbc:ID><cbc:DocumentTypeCode>130</cbc:DocumentTypeCode></cac:DocumentReference>`;
}

function itemNumbers({ article, gtin }: UblLine): string {
  const seller = `<cac:SellersItemIdentification><cbc:ID>${article}</cbc:ID></cac:SellersItemIdentification>`;
  const standard = `<cac:StandardItemIdentification><cbc:ID schemeID="0160">${gtin}</cbc:ID></cac:StandardItemIdentification>`;
  return `${article === undefined ? "" : seller}${gtin === undefined ? "" : standard}`;
}

function itemProperties({ properties = [] }: UblLine): string {
  return properties
    .map(([name, value, unit_code]) => {
      const stated =
        unit_code === undefined
          ? `<cbc:Value>${value}</cbc:Value>`
          : `<cbc:ValueQuantity unitCode="${unit_code}">${value}</cbc:ValueQuantity>`;
      return `<cac:AdditionalItemProperty><cbc:Name>${name}</cbc:Name>${stated}</cac:AdditionalItemProperty>`;
    })
    .join("");
}

function sum(parts: readonly { readonly amount: string }[]): number {
  return parts.reduce((total, part) => total + Math.round(Number(part.amount) * 100), 0);
}
