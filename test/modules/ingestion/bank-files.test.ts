import iconv from "iconv-lite";
import { describe, expect, test } from "vitest";
import { readDocument } from "../../../src/modules/reading/read-document.ts";
import type { ParsedDocument } from "../../../src/modules/reading/parsed-document.ts";

const NAMESPACE = "urn:iso:std:iso:20022:tech:xsd:camt.053.001.08";

function read(text: string | Buffer, name = "statement.xml"): ParsedDocument {
  const outcome = readDocument(typeof text === "string" ? Buffer.from(text) : text, name);
  if (outcome.kind === "rejected") throw new Error(outcome.error.code);
  if (outcome.kind === "asks") throw new Error(outcome.question.code);
  return outcome.document;
}

const camt = (entries: string, namespace = NAMESPACE): string =>
  `<?xml version="1.0"?><Document xmlns="${namespace}"><BkToCstmrStmt><Stmt><Id>1</Id>${entries}</Stmt></BkToCstmrStmt></Document>`;

const entry = ({ amount = "1250.00", side = "DBIT", more = "", details = "" } = {}): string =>
  `<Ntry><NtryRef>7</NtryRef><Amt Ccy="DKK">${amount}</Amt><CdtDbtInd>${side}</CdtDbtInd>${more}<Sts><Cd>BOOK</Cd></Sts>` +
  `<BookgDt><Dt>2026-03-04</Dt></BookgDt><NtryDtls>${details}</NtryDtls></Ntry>`;

describe("camt.053", () => {
  test("a payment becomes a row with its payee, text, invoice number and date, VAT included", () => {
    const details =
      "<TxDtls><RltdPties><Cdtr><Pty><Nm>Nordlys Energi A/S</Nm></Pty></Cdtr></RltdPties>" +
      "<RmtInf><Ustrd>Faktura 4711</Ustrd><Strd><RfrdDocInf><Nb>4711</Nb></RfrdDocInf></Strd></RmtInf></TxDtls>";
    const document = read(camt(entry({ details })));
    expect(document).toMatchObject({ format: "camt.053", document_type: "bank_statement", currency: "DKK" });
    expect(document.lines).toMatchObject([
      {
        kind: "bank_row",
        description: "Faktura 4711",
        amount: "1250",
        tax_treatment: "incl_vat",
        supplier: { name: "Nordlys Energi A/S" },
        invoice_number: "4711",
        transaction_date: "2026-03-04",
        external_id: "7",
      },
    ]);
  });

  test("money that comes in, unbooked entries and reversed incomes are left out; a payment that came back is negative", () => {
    const reversed = { more: "<RvslInd>true</RvslInd>" };
    const pending = entry().replace("BOOK", "PDNG");
    const document = read(
      camt([entry({ side: "CRDT" }), pending, entry(reversed), entry({ ...reversed, side: "CRDT" })].join("")),
    );
    expect(document.lines.map((line) => line.amount)).toEqual(["-1250"]);
    expect(document.warnings).toEqual(["3 incoming or unbooked entries were left out"]);
  });

  test("a batch is a row per payment when these add up, else one row", () => {
    const payment = (amount: string) => `<TxDtls><Amt Ccy="DKK">${amount}</Amt></TxDtls>`;
    const amounts = (details: string) => read(camt(entry({ details }))).lines.map((line) => line.amount);
    expect(amounts(payment("1000.00") + payment("250.00"))).toEqual(["1000", "250"]);
    expect(amounts(payment("1000.00") + payment("200.00"))).toEqual(["1250"]);
  });

  test("an entry without an amount is a row error, the others are read", () => {
    const document = read(camt(entry({ amount: "x" }) + entry()));
    expect(document.row_errors).toMatchObject([{ row: 1, code: "row.invalid" }]);
    expect(document.lines).toHaveLength(1);
  });

  test("of another kind of bank message is refused by its kind", () => {
    const other = camt(entry(), "urn:iso:std:iso:20022:tech:xsd:pain.001.001.03");
    expect(() => read(other)).toThrow("file.unsupported_document_type");
    expect(() => read(camt(entry({ side: "CRDT" })))).toThrow("file.no_invoice_data");
  });
});

describe("CSV exports of Danish banks, windows-1252", () => {
  test.each([
    [
      "Danske Bank",
      '"Dato";"Kategori";"Underkategori";"Tekst";"Beløb";"Saldo";"Status";"Afstemt"\r\n' +
        '"04.05.2026";"Transport";"Brændstof";"CIRCLE K RIBE";"-612,44";"119.387,56";"Udført";"Nej"\r\n' +
        '"05.05.2026";"Løn";"";"LØNOVERFØRSEL KUNDE";"1.000,00";"120.387,56";"Udført";"Nej"\r\n' +
        '"06.05.2026";"";"";"RESERVERET";"-5,00";"";"Venter";"Nej"\r\n',
    ],
    [
      "Nordea",
      "Bogføringsdato;Beløb;Afsender;Modtager;Navn;Beskrivelse;Saldo;Valuta;Afstemt\r\n" +
        "2026/05/04;-612,44;12345678901;;CIRCLE K RIBE;CIRCLE K RIBE;119387,56;DKK;\r\n" +
        "2026/05/05;1000,00;;12345678901;KUNDE;KUNDE ÆØÅ;120387,56;DKK;\r\n",
    ],
    [
      "Laan & Spar",
      "Dato;Tekst;Beløb;Saldo\r\n04-05-2026;CIRCLE K RIBE;-612,44;119.387,56\r\n05-05-2026;INDBETALING;1.000,00;120.387,56\r\n",
    ],
    [
      "another bank",
      "Kontoudtog æøå\r\n\r\nBogført;Tekst;Udbetaling;Indbetaling;Saldo\r\n04.05.26;CIRCLE K RIBE;612,44;;119.387,56\r\n" +
        "05.05.26;KUNDE;;1.000,00;120.387,56\r\n",
    ],
  ])("%s: outflows are spending, inflows negative, unbooked rows left out", (_bank, text) => {
    const document = read(iconv.encode(text, "win1252"), "konto.csv");
    expect(document.document_type).toBe("bank_statement");
    expect(document.lines.map((line) => [line.transaction_date, line.amount])).toEqual([
      ["2026-05-04", "612.44"],
      ["2026-05-05", "-1000"],
    ]);
    expect(document.lines[0]?.description).toContain("CIRCLE K");
    expect(document.row_errors).toEqual([]);
  });
});
