import { describe, expect, it } from "vitest";
import { readDocument } from "../../../src/modules/reading/read-document.ts";
import { DEFAULT_PARSE_LIMITS } from "../../../src/modules/reading/parse-limits.ts";
import { documentOf, refusalOf } from "../../support/invoice-xml.ts";

interface Account {
  readonly id: string;
  readonly name: string;
  readonly type?: string;
  readonly standard?: string;
}

interface Posting {
  readonly account: string;
  readonly debit?: string;
  readonly credit?: string;
  readonly supplier?: string;
  readonly date?: string;
}

const side = (name: string, value: string | undefined) =>
  value === undefined ? "" : `<n:${name}><n:Amount>${value}</n:Amount></n:${name}>`;

function saft(accounts: readonly Account[], postings: readonly Posting[], country = "DK"): string {
  return `<?xml version="1.0" encoding="UTF-8"?><n:AuditFile xmlns:n="urn:StandardAuditFile-Taxation-Financial:${country}">
  <n:Header><n:AuditFileCountry>${country}</n:AuditFileCountry><n:DefaultCurrencyCode>${country === "NO" ? "NOK" : "DKK"}</n:DefaultCurrencyCode></n:Header>
  <n:MasterFiles><n:GeneralLedgerAccounts>${accounts
    .map(
      ({ id, name, type, standard }) =>
        `<n:Account><n:AccountID>${id}</n:AccountID><n:AccountDescription>${name}</n:AccountDescription>${
          standard === undefined ? "" : `<n:StandardAccountID>${standard}</n:StandardAccountID>`
        }<n:AccountType>${type ?? "Expense"}</n:AccountType></n:Account>`,
    )
    .join("")}</n:GeneralLedgerAccounts>
  <n:Suppliers><n:Supplier><n:RegistrationNumber>10203040</n:RegistrationNumber><n:Name>Fiktiv Leverandør ApS</n:Name><n:Contact><n:Name>En Person</n:Name></n:Contact><n:SupplierID>L1</n:SupplierID></n:Supplier></n:Suppliers></n:MasterFiles>
  <n:GeneralLedgerEntries><n:Journal><n:JournalID>GL</n:JournalID>${postings
    .map(
      ({ account, debit, credit, supplier, date }, index) =>
        `<n:Transaction><n:TransactionID>T${index + 1}</n:TransactionID><n:TransactionDate>${date ?? "2026-02-03"}</n:TransactionDate><n:Description>Postering ${index + 1}</n:Description>
        <n:Line><n:RecordID>1</n:RecordID><n:AccountID>${account}</n:AccountID>${side("DebitAmount", debit)}${side("CreditAmount", credit)}</n:Line>
        <n:Line><n:RecordID>2</n:RecordID><n:AccountID>${country === "NO" ? "2400" : "7440"}</n:AccountID>${supplier === undefined ? "" : `<n:SupplierID>${supplier}</n:SupplierID>`}${side("CreditAmount", debit)}${side("DebitAmount", credit)}</n:Line></n:Transaction>`,
    )
    .join("")}</n:Journal></n:GeneralLedgerEntries>
  <n:SourceDocuments><n:PurchaseInvoices><n:Invoice><n:InvoiceNo>1</n:InvoiceNo><n:Line><n:AccountID>2050</n:AccountID><n:DebitAmount><n:Amount>999</n:Amount></n:DebitAmount></n:Line></n:Invoice></n:PurchaseInvoices></n:SourceDocuments>
  </n:AuditFile>`;
}

const EL: Account = { id: "4200", name: "El og vand", standard: "2050" };

describe("SAF-T Financial", () => {
  it("a posting on a cost account is a row with its supplier, account and date; the counter-posting is none", () => {
    const document = documentOf(saft([EL], [{ account: "4200", debit: "812.40", supplier: "L1" }]));
    expect(document).toMatchObject({ format: "saf-t", document_type: "ledger", currency: "DKK", row_errors: [] });
    expect(document.lines).toMatchObject([
      {
        kind: "ledger_row",
        description: "Postering 1",
        amount: "812.4",
        tax_treatment: "excl_vat",
        gl_account: "2050",
        gl_account_name: "El og vand",
        transaction_date: "2026-02-03",
        external_id: "T1-1",
        supplier: { name: "Fiktiv Leverandør ApS", identifier: "10203040" },
      },
    ]);
  });

  it("a credit on a cost account is a negative purchase", () => {
    const postings = [
      { account: "4200", debit: "500" },
      { account: "4200", credit: "120" },
    ];
    expect(documentOf(saft([EL], postings)).lines.map((line) => line.amount)).toEqual(["500", "-120"]);
  });

  it.each<[string, Account]>([
    ["pay", { id: "1", name: "Lønninger" }],
    ["pensions", { id: "1", name: "Pension, arbejdsgiver" }],
    ["VAT", { id: "1", name: "Købsmoms", type: "Liability" }],
    ["VAT on an expense account", { id: "1", name: "Moms, ikke fradragsberettiget" }],
    ["interest", { id: "1", name: "Renteudgifter", standard: "3400" }],
    ["depreciation", { id: "1", name: "Afskrivning, driftsmidler" }],
    ["finance by its standard number", { id: "1", name: "Finansielle omkostninger", standard: "3410" }],
    ["sales", { id: "1", name: "Omsætning", standard: "1010", type: "Sale" }],
    ["balance accounts", { id: "1", name: "Bankkonto", type: "Asset" }],
  ])("%s: postings do not become purchases", (_what, account) => {
    const accounts = [EL, account];
    const postings = [
      { account: "4200", debit: "1" },
      { account: account.id, debit: "9000" },
    ];
    expect(documentOf(saft(accounts, postings)).lines.map((line) => line.amount)).toEqual(["1"]);
  });

  it("staff costs that are bought stay in: canteen and courses", () => {
    const accounts = [
      { id: "5", name: "Personaleomkostninger, kantine", standard: "2900" },
      { id: "6", name: "Kurser", standard: "2910" },
    ];
    const postings = [
      { account: "5", debit: "10" },
      { account: "6", debit: "20" },
    ];
    expect(documentOf(saft(accounts, postings)).lines).toHaveLength(2);
  });

  it("the Norwegian chart decides by its classes", () => {
    const of = (id: string, name: string): Account => ({ id, name, type: "GL" });
    const accounts = [
      of("4300", "Varer"),
      of("6300", "Leie lokale"),
      of("5000", "Lønn"),
      of("6000", "Avskrivning"),
      of("7830", "Konstaterte tap"),
      of("8150", "Annen kostnad"),
      of("1920", "Bank"),
      of("3000", "Salg"),
    ];
    const postings = accounts.map(({ id }) => ({ account: id, debit: "1" }));
    const document = documentOf(saft(accounts, postings, "NO"));
    expect(document.currency).toBe("NOK");
    expect(document.lines.map((line) => line.gl_account_name)).toEqual(["Varer", "Leie lokale"]);
  });

  it("a posting without a readable amount or date is a row error, the others are read", () => {
    const postings = [
      { account: "4200", debit: "1.000,00" },
      { account: "4200", debit: "5", date: "3/2 2026" },
      { account: "4200", debit: "7" },
    ];
    const document = documentOf(saft([EL], postings));
    expect(document.lines.map((line) => line.amount)).toEqual(["7"]);
    expect(document.row_errors).toHaveLength(2);
  });

  it("an audit file of another country is refused as such", () => {
    expect(refusalOf(saft([EL], [], "LU"))).toBe("file.unsupported_document_type");
    expect(
      refusalOf(
        saft([EL], []).replaceAll("StandardAuditFile-Taxation-Financial:DK", "OECD:StandardAuditFile-Tax:PT_1.04_01"),
      ),
    ).toBe("file.unsupported_document_type");
  });

  it("an audit file without purchases, cut off or with a DOCTYPE is refused with that reason", () => {
    expect(refusalOf(saft([EL], []))).toBe("file.no_invoice_data");
    expect(refusalOf(saft([EL], [{ account: "4200", debit: "1" }]).slice(0, -300))).toBe("file.corrupt");
    const text = saft([EL], [{ account: "4200", debit: "1" }]);
    expect(refusalOf(text.replace("?>", `?><!DOCTYPE n:AuditFile [<!ENTITY x "y">]>`))).toBe("file.xml_entities");
  });

  it("more rows than allowed are refused, not cut", () => {
    const postings = Array.from({ length: 40 }, () => ({ account: "4200", debit: "1" }));
    const limits = { ...DEFAULT_PARSE_LIMITS, rows_max: 30 };
    expect(readDocument(Buffer.from(saft([EL], postings)), "a.xml", limits)).toMatchObject({
      kind: "rejected",
      error: { code: "file.too_large" },
    });
  });
});
