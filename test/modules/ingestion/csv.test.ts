import { describe, expect, it } from "vitest";
import { readCsv } from "../../../src/modules/reading/csv/csv.ts";
import type { FileError, ParsedDocument } from "../../../src/modules/reading/parsed-document.ts";

function read(text: string | Uint8Array): ParsedDocument {
  const outcome = readCsv(typeof text === "string" ? Buffer.from(text) : text);
  if (outcome.kind === "rejected") throw new Error(`${outcome.error.code} ${outcome.error.detail}`);
  if (outcome.kind === "asks") throw new Error(`asks ${JSON.stringify(outcome.question)}`);
  return outcome.document;
}

function refusal(text: string): FileError {
  const outcome = readCsv(Buffer.from(text));
  if (outcome.kind === "parsed") throw new Error(`read ${outcome.document.lines.length} lines`);
  if (outcome.kind === "asks") throw new Error(`asks ${JSON.stringify(outcome.question)}`);
  return outcome.error;
}

function amounts(document: ParsedDocument): (string | null)[] {
  return document.lines.map((line) => line.amount);
}

describe("kinds of tables", () => {
  it("a ledger with debit and credit columns gives debit minus credit, excluding VAT", () => {
    const document = read(
      "Dato;Bilag;Konto;Kontonavn;Tekst;Debet;Kredit;Saldo\n" +
        "05-01-2026;12;2050;El;Elregning;1.200,50;;1.200,50\n" +
        "06-01-2026;13;2050;El;Kreditnota;;200,00;1.000,50\n",
    );
    expect(document.document_type).toBe("ledger");
    expect(amounts(document)).toEqual(["1200.5", "-200"]);
    expect(document.lines[0]).toMatchObject({
      kind: "ledger_row",
      gl_account: "2050",
      gl_account_name: "El",
      external_id: "12",
      tax_treatment: "excl_vat",
    });
  });

  it("a bank statement gives outflows as positive spending, including VAT, and inflows as negative", () => {
    const document = read(
      "Bogføringsdato;Beløb;Afsender;Modtager;Navn;Beskrivelse;Saldo;Valuta;Afstemt\n" +
        "2026/03/02;-612,44;1234567890;;Circle K;Diesel;9.387,56;DKK;\n" +
        "2026/03/03;48.200,00;;1234567890;;Indbetaling;57.587,56;DKK;\n",
    );
    expect(document.document_type).toBe("bank_statement");
    expect(amounts(document)).toEqual(["612.44", "-48200"]);
    expect(document.lines[0]).toMatchObject({
      kind: "bank_row",
      currency: "DKK",
      tax_treatment: "incl_vat",
      transaction_date: "2026-03-02",
      supplier: { name: "Circle K" },
    });
  });

  it("a bank's own account numbers do not make a ledger of its statement", () => {
    const document = read(
      "Kontonummer;Dato;Tekst;Ud;Ind;Saldo\n1234 0012345678;01.04.2026;Husleje;-18.500,00;;100,00\n" +
        "1234 0012345678;02.04.2026;Salg;;900,00;1.000,00\n",
    );
    expect(document.document_type).toBe("bank_statement");
    expect(amounts(document)).toEqual(["18500", "-900"]);
  });

  it("mostly negative payments without balance or supplier are a bank statement", () => {
    const document = read(
      "Date,Description,Amount,Currency\n2026-03-01,SAS,-899.00,DKK\n2026-03-02,Refund,100.00,DKK\n2026-03-03,DSB,-99.50,DKK\n",
    );
    expect(document.document_type).toBe("bank_statement");
    expect(amounts(document)).toEqual(["899", "-100", "99.5"]);
  });

  it("an expense card's list prints spending with a minus, and keeps its accounts", () => {
    const rows = [1, 2, 3, 4, 5].map((day) => `2026-01-0${day},DSB,Tog,Rejser,2770,-250.00\n`).join("");
    const document = read(`Date,Merchant,Note,Category,Account,Amount DKK\n${rows}`);
    expect(amounts(document)).toEqual(["250", "250", "250", "250", "250"]);
    expect(document.lines[0]).toMatchObject({
      gl_account: "2770",
      gl_account_name: "Rejser",
      currency: "DKK",
      tax_treatment: "incl_vat",
    });
  });

  it("credit notes that are all there is in a ledger may as well be costs: the table asks", () => {
    const text = "Dato;Konto;Kontonavn;Tekst;Beløb\n05-01-2026;2050;El;Kreditering;-310,25\n";
    const outcome = readCsv(Buffer.from(text));
    const question = { code: "signs_unknown", amounts: { count: 1, negative: 1 } };
    expect(outcome).toMatchObject({ kind: "asks", question });
  });

  it("beside an account number a column Konto is the account's name", () => {
    for (const header of ["Kontonr;Konto", "Konto;Kontonr"]) {
      const cells = header === "Kontonr;Konto" ? "1310;Varekøb" : "Varekøb;1310";
      const document = read(
        `Dato;Bilag;${header};Tekst;Debet (DKK);Kredit (DKK)\n2026-01-05;12;${cells};Stål;1.200,00;\n`,
      );
      expect(document.lines[0]).toMatchObject({ gl_account: "1310", gl_account_name: "Varekøb", currency: "DKK" });
    }
  });

  it("a net amount goes before a gross one, and stated VAT is taken out of a gross amount", () => {
    const both = read("Dato;Leverandør;Beløb ekskl. moms;Beløb inkl. moms\n01-02-2026;A;100,00;125,00\n");
    expect(both.lines[0]).toMatchObject({ amount: "100", tax_treatment: "excl_vat" });
    const gross = read("Dato;Leverandør;Beløb inkl. moms;Momsbeløb\n01-02-2026;A;125,00;25,00\n01-02-2026;B;80,00;\n");
    expect(gross.lines.map((line) => [line.amount, line.tax_treatment])).toEqual([
      ["100", "excl_vat"],
      ["80", "incl_vat"],
    ]);
  });

  it("accounts printed as headings above their rows are the accounts of those rows", () => {
    const document = read(
      "Kontokort\nDato;Bilag;Tekst;Beløb\n2050 El;;;\n05-01-2026;1;Nordlys;100,00\nTotal 2050;;;100,00\n" +
        "2410 Telefon;;;\n06-01-2026;2;TDC;50,00\nI alt;;;150,00\n",
    );
    expect(document.lines.map((line) => [line.gl_account, line.gl_account_name, line.amount])).toEqual([
      ["2050", "El", "100"],
      ["2410", "Telefon", "50"],
    ]);
    expect(document.row_errors).toEqual([]);
    expect(document.warnings).toHaveLength(1);
  });

  it("the currency of a heading goes before the currency column, which then speaks of foreign amounts", () => {
    const document = read("Dato;Konto;Tekst;Beløb (DKK);Valutabeløb;Valuta\n05-01-2026;2470;SAS;746,00;100,00;EUR\n");
    expect(document.lines[0]).toMatchObject({ amount: "746", currency: "DKK" });
  });
});

describe("rows", () => {
  it("titles above the header and totals below the rows are no postings", () => {
    const document = read(
      "Eksempel ApS;;;\nPosteringer 2026;;;\n;;;\nDato;Tekst;Konto;Beløb\n01-02-2026;Papir;2450;99,50\n" +
        ";Total;;99,50\n;;;\n",
    );
    expect(amounts(document)).toEqual(["99.5"]);
  });

  it("a formula or a word in an amount cell is a row error that names its row, and the other rows are read", () => {
    const document = read(
      'Dato;Tekst;Konto;Beløb\n01-02-2026;A;2450;=1+1\n02-02-2026;B;2450;10,00\n03-02-2026;C;2450;ti kroner\n04-02-2026;D;2450;"=HYPERLINK(""x"")"\n',
    );
    expect(amounts(document)).toEqual(["10"]);
    expect(document.row_errors.map(({ row, code }) => [row, code])).toEqual([
      [1, "row.invalid"],
      [3, "row.invalid"],
      [4, "row.invalid"],
    ]);
    expect(document.row_errors[0]?.message).toContain("formula");
    expect(document.row_errors.map(({ reason }) => reason)).toEqual(["formula", "not_a_number", "formula"]);
  });

  it("an impossible or missing date is a row error", () => {
    const document = read("Dato;Tekst;Konto;Beløb\n31-02-2026;A;2450;1,00\n;B;2450;2,00\n01-03-2026;C;2450;3,00\n");
    expect(amounts(document)).toEqual(["3"]);
    const [impossible, missing] = document.row_errors;
    expect(impossible).toMatchObject({ row: 1, reason: "not_a_date", cell: "31-02-2026" });
    expect(missing).toEqual({ row: 2, code: "row.invalid", reason: "no_date", message: "Row 2: no date." });
  });

  it("a column of dates is month first only when a day above 12 shows it", () => {
    const document = read("Date,Vendor,Account,Amount\n01/31/2026,A,1,10.00\n02/03/2026,B,1,20.00\n");
    expect(document.lines.map((line) => line.transaction_date)).toEqual(["2026-01-31", "2026-02-03"]);
  });

  it("a delimiter inside an unquoted text is text when only one reading gives date and money", () => {
    const document = read(
      "Date,Supplier,Description,Account,Amount\n2026-02-01,Paper Co,Paper, A4 and A3,2450,120.50\n",
    );
    expect(document.lines[0]).toMatchObject({ amount: "120.5", gl_account: "2450", description: "Paper, A4 and A3" });
    expect(document.warnings).toHaveLength(1);
  });

  it("an unquoted decimal comma in a comma separated file is refused, never read as another amount", () => {
    const document = read("Date,Description,Account,Amount,Currency\n2026-02-01,Paper,2450,120,50,DKK\n");
    expect(document.lines).toEqual([]);
    expect(document.row_errors).toHaveLength(1);
  });

  it("short rows and empty trailing cells do not matter", () => {
    const document = read(
      "Dato;Konto;Tekst;Beløb;Valuta\n01-02-2026;2450;Papir;99,50\n02-02-2026;2450;Blæk;10,00;DKK;;;\n",
    );
    expect(amounts(document)).toEqual(["99.5", "10"]);
    expect(document.lines.map((line) => line.currency)).toEqual([null, "DKK"]);
  });

  it("entries that are not booked are left out with a warning", () => {
    const document = read(
      "Dato;Tekst;Beløb;Saldo;Status\n01-02-2026;Køb;-10,00;90,00;Udført\n02-02-2026;Køb;-20,00;;Venter\n",
    );
    expect(amounts(document)).toEqual(["10"]);
    expect(document.warnings).toHaveLength(1);
  });

  it("an unclosed quote does not swallow the rows below it", () => {
    const document = read(
      'Dato;Konto;Tekst;Beløb\n01-02-2026;2310;"27 tommer skærm;100,00\n02-02-2026;2310;Mus;50,00\n',
    );
    expect(amounts(document)).toEqual(["100", "50"]);
  });

  it("a cell longer than 32,767 characters is a row error", () => {
    const document = read(`Dato;Konto;Tekst;Beløb\n01-02-2026;1;${"x".repeat(32_768)};1,00\n02-02-2026;1;y;2,00\n`);
    expect(amounts(document)).toEqual(["2"]);
    expect(document.row_errors).toHaveLength(1);
  });
});

describe("whole files", () => {
  it("a table without an amount column is refused with the columns found and the ones needed", () => {
    const error = refusal("Dato;Tekst;Farve\n01-02-2026;Papir;blå\n");
    expect(error.code).toBe("file.no_invoice_data");
    expect(error.hint).toContain("Dato, Tekst, Farve");
    expect(error.detail).toContain("amount");
  });

  it("prose and empty files are refused", () => {
    expect(refusal("Kære kunde,\nhermed vores tilbud.\n").code).toBe("file.plain_text");
    expect(refusal(" \r\n").code).toBe("file.empty");
    expect(refusal("Dato;Tekst;Beløb\n").code).toBe("file.no_invoice_data");
  });

  it("more than 500,000 rows are refused", () => {
    expect(refusal(`Dato;Tekst;Beløb\n${"01-02-2026;a;1\n".repeat(500_001)}`).code).toBe("file.too_large");
  });

  it("the sep= line of spreadsheet programs names the delimiter and is no row", () => {
    expect(amounts(read("sep=|\r\nDato|Konto|Tekst|Beløb\r\n01-02-2026|1|a;b|1,50\r\n"))).toEqual(["1.5"]);
  });

  it("every delimiter and encoding gives the same rows", () => {
    const rows = [
      ["Dato", "Konto", "Tekst", "Beløb"],
      ["01-02-2026", "2150", "Rengøring, kælder", "1.234,50"],
    ];
    for (const delimiter of [";", "\t", "|"]) {
      const text = rows.map((cells) => cells.join(delimiter)).join("\r\n");
      const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, "utf16le")]);
      for (const bytes of [Buffer.from(text), Buffer.from(text, "latin1"), Buffer.from(`\ufeff${text}`), utf16]) {
        const document = read(bytes);
        expect(document.delimiter).toBe(delimiter);
        expect(document.lines[0]).toMatchObject({ amount: "1234.5", description: "Rengøring, kælder" });
      }
    }
  });
});
