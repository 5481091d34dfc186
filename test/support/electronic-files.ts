/** Electronic documents of fictitious companies besides UBL (ubl.ts): each number gives another document. */
import { workbookOf } from "./zip.ts";

const CII = "urn:un:unece:uncefact:data:standard";
const CAMT = "urn:iso:std:iso:20022:tech:xsd:camt.053.001.08";
const SAFT = "urn:StandardAuditFile-Taxation-Financial:DK";

/** A net amount with two decimals that differs for every number, and is small enough to be booked without a person. */
export function amountOf(n: number): string {
  return (100 + n * 0.37).toFixed(2);
}

function gross(net: string): string {
  return (Number(net) * 1.25).toFixed(2);
}

/** A Cross Industry Invoice (UN/CEFACT D16B) of one line, of 9 March 2026; `delivered` is the day of delivery (BT-72) as YYYYMMDD. */
export function cii(number: string, net: string, delivered?: string): string {
  const delivery =
    delivered === undefined
      ? ""
      : `<ram:ApplicableHeaderTradeDelivery><ram:ActualDeliverySupplyChainEvent><ram:OccurrenceDateTime><udt:DateTimeString format="102">${delivered}</udt:DateTimeString></ram:OccurrenceDateTime></ram:ActualDeliverySupplyChainEvent></ram:ApplicableHeaderTradeDelivery>`;
  const summation = `<ram:LineTotalAmount>${net}</ram:LineTotalAmount>`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<rsm:CrossIndustryInvoice xmlns:rsm="${CII}:CrossIndustryInvoice:100" xmlns:ram="${CII}:ReusableAggregateBusinessInformationEntity:100" xmlns:udt="${CII}:UnqualifiedDataType:100">
<rsm:ExchangedDocumentContext><ram:GuidelineSpecifiedDocumentContextParameter><ram:ID>urn:cen.eu:en16931:2017</ram:ID></ram:GuidelineSpecifiedDocumentContextParameter></rsm:ExchangedDocumentContext>
<rsm:ExchangedDocument><ram:ID>${number}</ram:ID><ram:TypeCode>380</ram:TypeCode><ram:IssueDateTime><udt:DateTimeString format="102">20260309</udt:DateTimeString></ram:IssueDateTime></rsm:ExchangedDocument>
<rsm:SupplyChainTradeTransaction><ram:IncludedSupplyChainTradeLineItem><ram:AssociatedDocumentLineDocument><ram:LineID>1</ram:LineID></ram:AssociatedDocumentLineDocument>
<ram:SpecifiedTradeProduct><ram:Name>Kopierpapier A4</ram:Name></ram:SpecifiedTradeProduct><ram:SpecifiedLineTradeDelivery><ram:BilledQuantity unitCode="C62">4</ram:BilledQuantity></ram:SpecifiedLineTradeDelivery>
<ram:SpecifiedLineTradeSettlement><ram:SpecifiedTradeSettlementLineMonetarySummation>${summation}</ram:SpecifiedTradeSettlementLineMonetarySummation></ram:SpecifiedLineTradeSettlement></ram:IncludedSupplyChainTradeLineItem>
<ram:ApplicableHeaderTradeAgreement><ram:SellerTradeParty><ram:Name>Papierhaus Nord GmbH</ram:Name><ram:PostalTradeAddress><ram:CountryID>DE</ram:CountryID></ram:PostalTradeAddress><ram:SpecifiedTaxRegistration><ram:ID schemeID="VA">DE123456788</ram:ID></ram:SpecifiedTaxRegistration></ram:SellerTradeParty></ram:ApplicableHeaderTradeAgreement>
${delivery}<ram:ApplicableHeaderTradeSettlement><ram:InvoiceCurrencyCode>DKK</ram:InvoiceCurrencyCode><ram:SpecifiedTradeSettlementHeaderMonetarySummation>${summation}<ram:TaxBasisTotalAmount>${net}</ram:TaxBasisTotalAmount><ram:GrandTotalAmount>${gross(net)}</ram:GrandTotalAmount></ram:SpecifiedTradeSettlementHeaderMonetarySummation></ram:ApplicableHeaderTradeSettlement>
</rsm:SupplyChainTradeTransaction></rsm:CrossIndustryInvoice>`;
}

/** A bank statement (ISO 20022) of payments with VAT; the payee and text of each name its number. */
export function camt(numbers: readonly number[]): Buffer {
  const entries = numbers.map(
    (n) =>
      `<Ntry><NtryRef>${n}</NtryRef><Amt Ccy="DKK">${gross(amountOf(n))}</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>` +
      `<BookgDt><Dt>2026-04-14</Dt></BookgDt><NtryDtls><TxDtls><RltdPties><Cdtr><Pty><Nm>Bogcentralen ${n}</Nm></Pty></Cdtr></RltdPties>` +
      `<RmtInf><Ustrd>Kontorartikler ordre ${n}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`,
  );
  return Buffer.from(
    `<?xml version="1.0"?><Document xmlns="${CAMT}"><BkToCstmrStmt><Stmt><Id>${numbers[0] ?? 0}</Id>${entries.join("")}</Stmt></BkToCstmrStmt></Document>`,
  );
}

/** A Danish SAF-T Financial file with one cost posting per number. */
export function saft(numbers: readonly number[]): Buffer {
  const account = (id: string, name: string, kind: string, standard: string): string =>
    `<n:Account><n:AccountID>${id}</n:AccountID><n:AccountDescription>${name}</n:AccountDescription><n:StandardAccountID>${standard}</n:StandardAccountID><n:AccountType>${kind}</n:AccountType></n:Account>`;
  const line = (record: number, id: string, side: string, n: number): string =>
    `<n:Line><n:RecordID>${record}</n:RecordID><n:AccountID>${id}</n:AccountID><n:${side}><n:Amount>${amountOf(n)}</n:Amount></n:${side}></n:Line>`;
  const transactions = numbers.map(
    (n) =>
      `<n:Transaction><n:TransactionID>T${n}</n:TransactionID><n:TransactionDate>2026-02-03</n:TransactionDate><n:Description>Kopipapir ${n}</n:Description>` +
      `${line(1, "4450", "DebitAmount", n)}${line(2, "7440", "CreditAmount", n)}</n:Transaction>`,
  );
  return Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?><n:AuditFile xmlns:n="${SAFT}"><n:Header><n:AuditFileCountry>DK</n:AuditFileCountry><n:DefaultCurrencyCode>DKK</n:DefaultCurrencyCode></n:Header>` +
      `<n:MasterFiles><n:GeneralLedgerAccounts>${account("4450", "Kontorartikler", "Expense", "2450")}${account("7440", "Varekreditorer", "Liability", "7440")}</n:GeneralLedgerAccounts></n:MasterFiles>` +
      `<n:GeneralLedgerEntries><n:Journal><n:JournalID>GL</n:JournalID>${transactions.join("")}</n:Journal></n:GeneralLedgerEntries></n:AuditFile>`,
  );
}

const LEDGER_COLUMNS = ["Dato", "Bilag", "Konto", "Kontonavn", "Tekst", "Leverandør", "Beløb", "Valuta"];

/** A ledger export as Danish programs write it, one posting per number. */
export function ledgerCsv(numbers: readonly number[]): Buffer {
  const rows = numbers.map((n) =>
    [
      "2026-05-06",
      n,
      2450,
      "Kontorartikler",
      `Kopipapir ${n}`,
      `Papirhandler ${n}`,
      amountOf(n).replace(".", ","),
      "DKK",
    ].join(";"),
  );
  return Buffer.from(`\uFEFF${[LEDGER_COLUMNS.join(";"), ...rows].join("\r\n")}\r\n`);
}

/** The same as a workbook. */
export function ledgerWorkbook(numbers: readonly number[]): Buffer {
  const text = (column: string, row: number, value: string): string =>
    `<c r="${column}${row}" t="inlineStr"><is><t>${value}</t></is></c>`;
  const number = (column: string, row: number, value: string): string => `<c r="${column}${row}"><v>${value}</v></c>`;
  const head = LEDGER_COLUMNS.map((name, index) => text("ABCDEFGH"[index] ?? "", 1, name)).join("");
  const rows = numbers.map((n, index) => {
    const row = index + 2;
    const cells = [
      `<c r="A${row}" s="1"><v>46150</v></c>`,
      number("B", row, String(n)),
      number("C", row, "2450"),
      text("D", row, "Kontorartikler"),
      text("E", row, `Kopipapir ${n}`),
      text("F", row, `Papirhandler ${n}`),
      number("G", row, amountOf(n)),
      text("H", row, "DKK"),
    ];
    return `<row r="${row}">${cells.join("")}</row>`;
  });
  const styles = `<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs>`;
  return workbookOf({ sheet: `<row r="1">${head}</row>${rows.join("")}`, styles });
}
