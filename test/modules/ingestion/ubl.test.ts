import { describe, expect, it } from "vitest";
import { allowanceCharge, documentOf, oioublTax, PEPPOL, total, ublInvoice } from "../../support/invoice-xml.ts";

const kinds = (text: string) => documentOf(text).lines.map(({ number, kind, amount }) => [number, kind, amount]);

describe("UBL invoices and credit notes", () => {
  it("a credit note with positive amounts is booked negative, with amounts as printed", () => {
    const document = documentOf(ublInvoice({ root: "CreditNote", lines: [{ name: "Retur", amount: "100" }] }));
    expect(document).toMatchObject({
      document_type: "credit_note",
      total_excl_vat: "100",
      signed_total_excl_vat: "-100",
    });
    expect(document.lines[0]?.amount).toBe("100");
  });

  it("a credit note that already prints negative amounts is not negated twice", () => {
    const stated = {
      root: "CreditNote",
      total: total({ net: "-100", gross: "-125" }),
      lines: [{ amount: "-100" }],
    } as const;
    expect(documentOf(ublInvoice(stated)).signed_total_excl_vat).toBe("-100");
  });

  it("an invoice with a negative total keeps its sign and stays an invoice", () => {
    const stated = { total: total({ net: "-100", gross: "-125" }), lines: [{ name: "Korrektion", amount: "-100" }] };
    expect(documentOf(ublInvoice(stated))).toMatchObject({ document_type: "invoice", signed_total_excl_vat: "-100" });
  });

  it.each([
    ["381", "credit_note"],
    ["396", "credit_note"],
    ["261", "credit_note"],
    ["380", "invoice"],
    ["384", "invoice"],
    ["386", "invoice"],
    ["389", "invoice"],
  ])("type code %s is a %s", (type, expected) => {
    expect(documentOf(ublInvoice({ type })).document_type).toBe(expected);
  });

  it("charges and allowances on the document are lines of their own that make everything add up", () => {
    const text = ublInvoice({
      header: "",
      taxes: allowanceCharge(true, "15.50", "Fragt") + allowanceCharge(false, "5.50", "Rabat"),
      total: total({ net: "110", gross: "137.50" }),
    });
    expect(kinds(text)).toEqual([
      [1, "line", "100"],
      [2, "document_charge", "15.5"],
      [3, "document_allowance", "-5.5"],
    ]);
    expect(documentOf(text).warnings).toEqual([]);
  });

  it("what does not add up is reported and never corrected", () => {
    const document = documentOf(ublInvoice({ total: total({ net: "90", gross: "112.50" }) }));
    expect(document.lines.map((line) => line.amount)).toEqual(["100"]);
    expect(document.warnings).toEqual([expect.stringMatching(/^total_mismatch/)]);
  });

  it("a document that states a total but no lines keeps its money as one charge and says so", () => {
    const document = documentOf(ublInvoice({ lines: [] }));
    expect(document.lines).toMatchObject([{ kind: "document_charge", amount: "100" }]);
    expect(document.warnings).toEqual([expect.stringMatching(/^no_lines/)]);
  });

  it("sub-lines explain their line and are not counted again", () => {
    const inside = `<cac:SubInvoiceLine><cbc:ID>1.1</cbc:ID><cbc:InvoicedQuantity unitCode="EA">1</cbc:InvoicedQuantity>
      <cbc:LineExtensionAmount currencyID="DKK">100</cbc:LineExtensionAmount><cac:Item><cbc:Name>Del</cbc:Name></cac:Item></cac:SubInvoiceLine>`;
    expect(kinds(ublInvoice({ lines: [{ name: "Pakke", amount: "100", inside }] }))).toEqual([[1, "line", "100"]]);
  });

  it("elements of extensions are not read as the document's own", () => {
    const header = `<ext:UBLExtensions><ext:UBLExtension><ext:ExtensionContent><cbc:ID>EXT</cbc:ID></ext:ExtensionContent></ext:UBLExtension></ext:UBLExtensions>`;
    expect(documentOf(ublInvoice({ header })).invoice_number).toBe("F-1001");
  });

  it("an element of a foreign namespace with a known name is not read", () => {
    const text = ublInvoice({}).replace(
      "<cbc:ID>F-1001</cbc:ID>",
      `<x:ID xmlns:x="urn:foreign">X</x:ID><cbc:ID>F-1001</cbc:ID>`,
    );
    expect(documentOf(text).invoice_number).toBe("F-1001");
  });

  it("prefixes are free: the namespace decides", () => {
    const text = ublInvoice({}).replaceAll("cbc:", "b:").replace("xmlns:cbc", "xmlns:b");
    expect(documentOf(text)).toMatchObject({ invoice_number: "F-1001", total_excl_vat: "100" });
  });

  it("descriptions come from the item's name, else its description, else the line's note", () => {
    const lines = [
      { name: "Navn &amp; &quot;mere&quot;", item: "<cbc:Description>Beskrivelse</cbc:Description>" },
      { item: "<cbc:Description>Kun beskrivelse</cbc:Description>" },
      { inside: "<cbc:Note>Kun note</cbc:Note>" },
    ];
    expect(documentOf(ublInvoice({ lines })).lines.map((line) => line.description)).toEqual([
      'Navn & "mere"',
      "Kun beskrivelse",
      "Kun note",
    ]);
  });

  it("codes, periods and references are taken over as stated", () => {
    const item = `<cac:CommodityClassification><cbc:ItemClassificationCode listID="STI">09310000</cbc:ItemClassificationCode></cac:CommodityClassification>
      <cac:CommodityClassification><cbc:ItemClassificationCode listID="TST">26111700</cbc:ItemClassificationCode></cac:CommodityClassification>`;
    const inside = `<cac:InvoicePeriod><cbc:StartDate>2026-01-01</cbc:StartDate><cbc:EndDate>2026-01-31</cbc:EndDate></cac:InvoicePeriod>`;
    const header = `<cac:InvoicePeriod><cbc:StartDate>2025-10-01</cbc:StartDate><cbc:EndDate>2025-12-31</cbc:EndDate></cac:InvoicePeriod>
      <cac:OrderReference><cbc:ID>PO-7</cbc:ID></cac:OrderReference>
      <cac:BillingReference><cac:InvoiceDocumentReference><cbc:ID>F-900</cbc:ID></cac:InvoiceDocumentReference></cac:BillingReference>`;
    const document = documentOf(ublInvoice({ header, lines: [{ name: "A", item, inside }, { name: "B" }] }));
    expect(document.references).toEqual([
      { kind: "invoice", number: "F-900" },
      { kind: "order", number: "PO-7" },
    ]);
    expect(document.lines).toMatchObject([
      {
        classification_codes: [
          { list: "STI", code: "09310000" },
          { list: "TST", code: "26111700" },
        ],
        service_period_start: "2026-01-01",
        service_period_end: "2026-01-31",
      },
      { service_period_start: "2025-10-01", service_period_end: "2025-12-31" },
    ]);
  });

  it.each([
    ["2026-03-02+01:00", "2026-03-02"],
    ["2026-03-02Z", "2026-03-02"],
    ["2026-02-30", null],
    ["0001-01-01", null],
    ["i går", null],
  ])("the date %s is read as %s", (date, expected) => {
    expect(documentOf(ublInvoice({ date })).issue_date).toBe(expected);
  });

  it.each([
    ["1.0000", "1"],
    ["64.", "64"],
    [".5", "0.5"],
    ["+2", "2"],
    ["-0.00", "0"],
    ["1e3", null],
    ["1.234,50", null],
    ["NaN", null],
  ])("the quantity %s is read as %s", (quantity, expected) => {
    expect(documentOf(ublInvoice({ lines: [{ name: "X", quantity, amount: "100" }] })).lines[0]?.quantity).toBe(
      expected,
    );
  });
});

describe("suppliers", () => {
  const party = (inside: string) => documentOf(ublInvoice({ supplier: inside })).supplier;

  it("the Danish company number is the same however it is written", () => {
    const forms = [
      `<cac:PartyLegalEntity><cbc:RegistrationName>Nordpil ApS</cbc:RegistrationName><cbc:CompanyID schemeID="DK:CVR">DK10203040</cbc:CompanyID></cac:PartyLegalEntity>`,
      `<cbc:EndpointID schemeID="0184">10203040</cbc:EndpointID><cac:PartyName><cbc:Name>Nordpil ApS</cbc:Name></cac:PartyName>`,
      `<cac:PartyName><cbc:Name>Nordpil ApS</cbc:Name></cac:PartyName><cac:PartyTaxScheme><cbc:CompanyID>DK 10 20 30 40</cbc:CompanyID><cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme></cac:PartyTaxScheme>`,
    ];
    expect(forms.map((form) => party(form))).toEqual(
      forms.map(() => ({ name: "Nordpil ApS", country: null, identifier: "10203040" })),
    );
  });

  it("a location number, an e-mail address or the seller's own number is no company number", () => {
    const inside = `<cbc:EndpointID schemeID="0088">5790000000001</cbc:EndpointID>
      <cac:PartyIdentification><cbc:ID>12345678</cbc:ID></cac:PartyIdentification><cac:PartyName><cbc:Name>Nordpil ApS</cbc:Name></cac:PartyName>`;
    expect(party(inside)?.identifier).toBeNull();
  });

  it("a VAT number is kept with its country", () => {
    const inside = `<cac:PartyTaxScheme><cbc:CompanyID>SE556677889901</cbc:CompanyID><cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme></cac:PartyTaxScheme>
      <cac:PartyLegalEntity><cbc:RegistrationName>Sydpil AB</cbc:RegistrationName><cbc:CompanyID>5566778899</cbc:CompanyID></cac:PartyLegalEntity>`;
    expect(party(inside)).toMatchObject({ name: "Sydpil AB", identifier: "SE556677889901" });
  });

  it("a remark in the place of a tax number is no number", () => {
    const inside = `<cac:PartyName><cbc:Name>Sydpil AB</cbc:Name></cac:PartyName><cac:PartyTaxScheme><cbc:CompanyID>Godkänd för F-skatt</cbc:CompanyID><cac:TaxScheme><cbc:ID>TAX</cbc:ID></cac:TaxScheme></cac:PartyTaxScheme>`;
    expect(party(inside)?.identifier).toBeNull();
  });
});

describe("OIOUBL 2.x", () => {
  const oioubl = { customization: "OIOUBL-2.02" };

  it("the tax in TaxExclusiveAmount is not taken for the net", () => {
    const text = ublInvoice({
      ...oioubl,
      taxes: oioublTax("63", "Moms", "1262.50"),
      total: total({ lines: "5050", net: "1262.50", gross: "6312.50" }),
      lines: [{ name: "Hejs", amount: "5050" }],
    });
    expect(documentOf(text)).toMatchObject({ format: "oioubl-2.0x", total_excl_vat: "5050", warnings: [] });
  });

  it("excise taxes are part of the net and lines of their own; VAT is neither", () => {
    const text = ublInvoice({
      ...oioubl,
      taxes: oioublTax("21", "Elafgift", "40") + oioublTax("63", "Moms", "60"),
      total: total({ lines: "200", net: "100", gross: "300" }),
      lines: [{ name: "El, leveret", quantity: "50", unit: "KWH", amount: "200" }],
    });
    const document = documentOf(text);
    expect(document.total_excl_vat).toBe("240");
    expect(document.lines.map(({ kind, description, amount }) => [kind, description, amount])).toEqual([
      ["line", "El, leveret", "200"],
      ["document_charge", "Elafgift", "40"],
    ]);
    expect(document.quantities).toMatchObject([{ commodity: "electricity", quantity: "50", lines: [1], covered: [2] }]);
  });

  it("without a gross amount the net comes from lines, charges, allowances and excise", () => {
    const text = ublInvoice({
      ...oioubl,
      taxes: oioublTax("21", "Elafgift", "40") + oioublTax("63", "Moms", "35"),
      total: `${total({ lines: "100", net: "75" })}<cbc:PayableAmount currencyID="DKK">175</cbc:PayableAmount>`,
    });
    expect(documentOf(text).total_excl_vat).toBe("140");
  });

  it("a VAT-free document has its gross as its net", () => {
    const text = ublInvoice({ ...oioubl, total: total({ lines: "100", net: "0", gross: "100" }) });
    expect(documentOf(text).total_excl_vat).toBe("100");
  });

  it("an EN 16931 document with an unusual tax scheme is not read the OIOUBL way", () => {
    const text = ublInvoice({ customization: PEPPOL, taxes: oioublTax("63", "Moms", "25") });
    expect(documentOf(text).total_excl_vat).toBe("100");
  });
});

describe("envelopes", () => {
  it("a document in a standard business envelope is read like the document alone", () => {
    const inner = ublInvoice({}).replace(/^<\?xml[^>]*\?>/, "");
    const text = `<StandardBusinessDocument xmlns="http://www.unece.org/cefact/namespaces/StandardBusinessDocumentHeader"><StandardBusinessDocumentHeader><HeaderVersion>1.0</HeaderVersion></StandardBusinessDocumentHeader>${inner}</StandardBusinessDocument>`;
    expect(documentOf(text)).toEqual(documentOf(ublInvoice({})));
  });

  it("an invoice without a namespace is not guessed to be UBL", () => {
    expect(() => documentOf(`<Invoice><ID>1</ID></Invoice>`)).toThrow("file.unsupported_document_type");
  });
});
