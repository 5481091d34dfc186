import { describe, expect, it } from "vitest";
import { documentOf } from "../../support/invoice-xml.ts";

const D16B = "urn:un:unece:uncefact:data:standard";

interface CiiLine {
  readonly id: string;
  readonly name: string;
  readonly amount: string;
  readonly parent?: string;
  readonly status?: string;
}

function line({ id, name, amount, parent, status }: CiiLine): string {
  return `<ram:IncludedSupplyChainTradeLineItem><ram:AssociatedDocumentLineDocument><ram:LineID>${id}</ram:LineID>${
    parent === undefined ? "" : `<ram:ParentLineID>${parent}</ram:ParentLineID>`
  }${status === undefined ? "" : `<ram:LineStatusReasonCode>${status}</ram:LineStatusReasonCode>`}</ram:AssociatedDocumentLineDocument>
  <ram:SpecifiedTradeProduct><ram:Name>${name}</ram:Name></ram:SpecifiedTradeProduct>
  <ram:SpecifiedLineTradeDelivery><ram:BilledQuantity unitCode="C62">1</ram:BilledQuantity></ram:SpecifiedLineTradeDelivery>
  <ram:SpecifiedLineTradeSettlement><ram:SpecifiedTradeSettlementLineMonetarySummation><ram:LineTotalAmount>${amount}</ram:LineTotalAmount></ram:SpecifiedTradeSettlementLineMonetarySummation></ram:SpecifiedLineTradeSettlement></ram:IncludedSupplyChainTradeLineItem>`;
}

function cii(options: {
  type?: string;
  lines: readonly CiiLine[];
  settlement?: string;
  delivery?: string;
  net: string;
}): string {
  return `<rsm:CrossIndustryInvoice xmlns:rsm="${D16B}:CrossIndustryInvoice:100" xmlns:ram="${D16B}:ReusableAggregateBusinessInformationEntity:100" xmlns:udt="${D16B}:UnqualifiedDataType:100">
  <rsm:ExchangedDocumentContext><ram:GuidelineSpecifiedDocumentContextParameter><ram:ID>urn:cen.eu:en16931:2017</ram:ID></ram:GuidelineSpecifiedDocumentContextParameter></rsm:ExchangedDocumentContext>
  <rsm:ExchangedDocument><ram:ID>R-77</ram:ID><ram:TypeCode>${options.type ?? "380"}</ram:TypeCode><ram:IssueDateTime><udt:DateTimeString format="102">20260309</udt:DateTimeString></ram:IssueDateTime></rsm:ExchangedDocument>
  <rsm:SupplyChainTradeTransaction>${options.lines.map((one) => line(one)).join("")}
  <ram:ApplicableHeaderTradeAgreement><ram:SellerTradeParty><ram:Name>Beispielwerk GmbH</ram:Name><ram:PostalTradeAddress><ram:CountryID>DE</ram:CountryID></ram:PostalTradeAddress><ram:SpecifiedTaxRegistration><ram:ID schemeID="VA">DE123456788</ram:ID></ram:SpecifiedTaxRegistration></ram:SellerTradeParty>
  <ram:BuyerOrderReferencedDocument><ram:IssuerAssignedID>B-5</ram:IssuerAssignedID></ram:BuyerOrderReferencedDocument></ram:ApplicableHeaderTradeAgreement>
  ${options.delivery ?? ""}<ram:ApplicableHeaderTradeSettlement><ram:InvoiceCurrencyCode>EUR</ram:InvoiceCurrencyCode>${options.settlement ?? ""}
  <ram:SpecifiedTradeSettlementHeaderMonetarySummation><ram:LineTotalAmount>100</ram:LineTotalAmount><ram:TaxBasisTotalAmount>${options.net}</ram:TaxBasisTotalAmount><ram:TaxTotalAmount currencyID="EUR">19</ram:TaxTotalAmount><ram:GrandTotalAmount>119</ram:GrandTotalAmount></ram:SpecifiedTradeSettlementHeaderMonetarySummation></ram:ApplicableHeaderTradeSettlement>
  </rsm:SupplyChainTradeTransaction></rsm:CrossIndustryInvoice>`;
}

const ONE: readonly CiiLine[] = [{ id: "1", name: "Ware", amount: "100" }];

describe("Cross Industry Invoices", () => {
  it("a line that names a month within the period of its document (BT-73, BT-74) is about that month", () => {
    const day = (name: string, text: string) =>
      `<ram:${name}><udt:DateTimeString format="102">${text}</udt:DateTimeString></ram:${name}>`;
    const settlement = `<ram:BillingSpecifiedPeriod>${day("StartDateTime", "20251201")}${day("EndDateTime", "20260131")}</ram:BillingSpecifiedPeriod>`;
    const lines = ["Strom Dezember 2025", "Strom", "Strom November 2025"].map((name, index) => ({
      id: String(index + 1),
      name,
      amount: "100",
    }));
    const read = documentOf(cii({ lines, settlement, net: "300" })).lines;
    expect(read.map(({ service_period_start: start, service_period_end: end }) => [start, end])).toEqual([
      ["2025-12-01", "2025-12-31"],
      ["2025-12-01", "2026-01-31"],
      ["2025-12-01", "2026-01-31"],
    ]);
  });

  it.each([
    ["SE", "SE"],
    ["XX", undefined],
  ])("the country of the place of delivery (BT-80) is read where it is one: %s", (code, country) => {
    const delivery = `<ram:ApplicableHeaderTradeDelivery><ram:ShipToTradeParty><ram:PostalTradeAddress><ram:CountryID>${code}</ram:CountryID></ram:PostalTradeAddress></ram:ShipToTradeParty></ram:ApplicableHeaderTradeDelivery>`;
    const { supplies } = documentOf(cii({ lines: ONE, delivery, net: "100" }));
    expect(supplies?.map((supply) => supply.country)).toEqual(country === undefined ? undefined : [country]);
  });

  it.each([
    ["5000", "DK", "5000"],
    ["DK-4600", "DK", "4600"],
    ["4600", null, "4600"],
    ["5000", "DE", undefined],
    ["41121", "DK", undefined],
  ])(
    "the Danish postal code of the place of delivery (BT-78) tells the price area: %s in %s",
    (code, country, read) => {
      const land = country === null ? "" : `<ram:CountryID>${country}</ram:CountryID>`;
      const delivery = `<ram:ApplicableHeaderTradeDelivery><ram:ShipToTradeParty><ram:PostalTradeAddress><ram:PostcodeCode>${code}</ram:PostcodeCode>${land}</ram:PostalTradeAddress></ram:ShipToTradeParty></ram:ApplicableHeaderTradeDelivery>`;
      const { supplies } = documentOf(cii({ lines: ONE, delivery, net: "100" }));
      expect(supplies?.map((supply) => supply.postal_code)).toEqual([read]);
    },
  );

  it.each([
    ["381", "credit_note", "-100"],
    ["380", "invoice", "100"],
    ["389", "invoice", "100"],
    ["875", "invoice", "100"],
  ])("type %s is a %s booked as %s", (type, document_type, signed_total_excl_vat) => {
    expect(documentOf(cii({ type, lines: ONE, net: "100" }))).toMatchObject({ document_type, signed_total_excl_vat });
  });

  it("header, party and order are read", () => {
    expect(documentOf(cii({ lines: ONE, net: "100" }))).toMatchObject({
      invoice_number: "R-77",
      issue_date: "2026-03-09",
      currency: "EUR",
      supplier: { name: "Beispielwerk GmbH", country: "DE", identifier: "DE123456788" },
      references: [{ kind: "order", number: "B-5" }],
      warnings: [],
    });
  });

  it("allowances, charges and freight on the document make it add up", () => {
    const allowance = (charge: boolean, amount: string) =>
      `<ram:SpecifiedTradeAllowanceCharge><ram:ChargeIndicator><udt:Indicator>${charge}</udt:Indicator></ram:ChargeIndicator><ram:ActualAmount>${amount}</ram:ActualAmount><ram:Reason>Grund</ram:Reason></ram:SpecifiedTradeAllowanceCharge>`;
    const settlement = `${allowance(false, "10")}${allowance(true, "4")}<ram:SpecifiedLogisticsServiceCharge><ram:Description>Versand</ram:Description><ram:AppliedAmount>6</ram:AppliedAmount></ram:SpecifiedLogisticsServiceCharge>`;
    const document = documentOf(cii({ lines: ONE, settlement, net: "100" }));
    expect(document.lines.map(({ kind, amount }) => [kind, amount])).toEqual([
      ["line", "100"],
      ["document_allowance", "-10"],
      ["document_charge", "4"],
      ["document_charge", "6"],
    ]);
    expect(document.warnings).toEqual([]);
  });

  it("a group with its parts is counted once: as the group when the group states the amounts", () => {
    const lines = [
      { id: "1", name: "Paket", amount: "100" },
      { id: "1.1", name: "Teil A", amount: "60", parent: "1" },
      { id: "1.2", name: "Teil B", amount: "40", parent: "1" },
    ];
    expect(documentOf(cii({ lines, net: "100" })).lines.map(({ description }) => description)).toEqual(["Paket"]);
  });

  it("a group with its parts is counted once: as the parts when only they add up", () => {
    const lines = [
      { id: "1", name: "Gruppe", amount: "0", status: "GROUP" },
      { id: "1.1", name: "Teil A", amount: "60", parent: "1", status: "DETAIL" },
      { id: "1.2", name: "Teil B", amount: "40", parent: "1", status: "DETAIL" },
      { id: "1.3", name: "Hinweis", amount: "9", parent: "1", status: "INFORMATION" },
    ];
    expect(documentOf(cii({ lines, net: "100" })).lines.map(({ description }) => description)).toEqual([
      "Teil A",
      "Teil B",
    ]);
  });

  it("a profile without lines keeps its net as one charge and says so", () => {
    const document = documentOf(cii({ lines: [], net: "100" }));
    expect(document.lines).toMatchObject([{ kind: "document_charge", amount: "100" }]);
    expect(document.warnings).toEqual([expect.stringMatching(/^no_lines/)]);
  });

  it("ZUGFeRD 1.0 with its older element names is read, text items between lines are not lines", () => {
    const text = `<rsm:CrossIndustryDocument xmlns:rsm="urn:ferd:CrossIndustryDocument:invoice:1p0" xmlns:ram="${D16B}:ReusableAggregateBusinessInformationEntity:12" xmlns:udt="${D16B}:UnqualifiedDataType:15">
    <rsm:HeaderExchangedDocument><ram:ID>Z1</ram:ID><ram:Name>RECHNUNG</ram:Name><ram:TypeCode>380</ram:TypeCode><ram:IssueDateTime><udt:DateTimeString format="102">20260310</udt:DateTimeString></ram:IssueDateTime></rsm:HeaderExchangedDocument>
    <rsm:SpecifiedSupplyChainTradeTransaction><ram:ApplicableSupplyChainTradeAgreement><ram:SellerTradeParty><ram:Name>Altbau KG</ram:Name></ram:SellerTradeParty></ram:ApplicableSupplyChainTradeAgreement>
    <ram:ApplicableSupplyChainTradeSettlement><ram:InvoiceCurrencyCode>EUR</ram:InvoiceCurrencyCode><ram:SpecifiedTradeSettlementMonetarySummation><ram:LineTotalAmount currencyID="EUR">50.00</ram:LineTotalAmount><ram:TaxBasisTotalAmount currencyID="EUR">50.00</ram:TaxBasisTotalAmount><ram:GrandTotalAmount currencyID="EUR">59.50</ram:GrandTotalAmount></ram:SpecifiedTradeSettlementMonetarySummation></ram:ApplicableSupplyChainTradeSettlement>
    <ram:IncludedSupplyChainTradeLineItem><ram:AssociatedDocumentLineDocument><ram:IncludedNote><ram:Content>Wir danken</ram:Content></ram:IncludedNote></ram:AssociatedDocumentLineDocument></ram:IncludedSupplyChainTradeLineItem>
    <ram:IncludedSupplyChainTradeLineItem><ram:SpecifiedSupplyChainTradeDelivery><ram:BilledQuantity unitCode="C62">5.0000</ram:BilledQuantity></ram:SpecifiedSupplyChainTradeDelivery><ram:SpecifiedSupplyChainTradeSettlement><ram:SpecifiedTradeSettlementMonetarySummation><ram:LineTotalAmount currencyID="EUR">50.00</ram:LineTotalAmount></ram:SpecifiedTradeSettlementMonetarySummation></ram:SpecifiedSupplyChainTradeSettlement><ram:SpecifiedTradeProduct><ram:Name>Ziegel</ram:Name></ram:SpecifiedTradeProduct></ram:IncludedSupplyChainTradeLineItem>
    </rsm:SpecifiedSupplyChainTradeTransaction></rsm:CrossIndustryDocument>`;
    expect(documentOf(text)).toMatchObject({
      format: "zugferd-1.0",
      invoice_number: "Z1",
      issue_date: "2026-03-10",
      total_excl_vat: "50",
      lines: [{ number: 1, description: "Ziegel", quantity: "5", amount: "50" }],
      warnings: [],
    });
  });

  it("a total that is repeated in another currency is read in the invoice's own", () => {
    const text = cii({ lines: ONE, net: "100" }).replace(
      "<ram:TaxBasisTotalAmount>100</ram:TaxBasisTotalAmount>",
      `<ram:TaxBasisTotalAmount currencyID="DKK">746</ram:TaxBasisTotalAmount><ram:TaxBasisTotalAmount currencyID="EUR">100</ram:TaxBasisTotalAmount>`,
    );
    expect(documentOf(text).total_excl_vat).toBe("100");
  });
});
