import { cutText } from "../../../core/cut-text.ts";
import { ibanOf } from "../../../core/iban.ts";
import { decimal, decimalSum, decimalText } from "../../../core/quantity.ts";
import { FileRefusal } from "../file-errors.ts";
import { type ParsedDocument, type ParsedLine, type ParsedParty, type RowError, rowError } from "../parsed-document.ts";
import { documentOfLines } from "../lines.ts";
import type { XmlElement } from "../xml/tree.ts";
import { all, at, child, dateAt, decimalAt, letterCode, nameAt, textAt } from "../xml/values.ts";

const NAMESPACE = /^urn:iso:std:iso:20022:tech:xsd:camt\.053\.001\.\d{2}$/;
const ROW_ERRORS_MAX = 1000;

/** Bank-to-customer statements (ISO 20022 camt.053), any version. */
export function isCamtNamespace(namespace: string): boolean {
  return NAMESPACE.test(namespace);
}

/**
 * Reads the booked payments of all statements of a camt.053 file: money that leaves the account is positive, a reversal
 * of such a payment negative; VAT is included as far as there is any. A batch entry becomes one row per payment when the
 * payments add up to it. Money that comes in and unbooked entries are counted in a warning and left out.
 * @throws FileRefusal file.no_invoice_data without payments.
 */
export function readCamt(root: XmlElement): ParsedDocument {
  const read: StatementLines = { lines: [], errors: [], number: 0, left_out: 0 };
  for (const statement of all(child(root, "BkToCstmrStmt"), "Stmt")) {
    for (const entry of all(statement, "Ntry")) takeEntry(entry, read);
  }
  if (read.lines.length === 0 && read.errors.length === 0) {
    throw new FileRefusal("file.no_invoice_data", "The bank statement holds no booked payment.");
  }
  return documentOfLines({
    format: "camt.053",
    document_type: "bank_statement",
    lines: read.lines,
    row_errors: read.errors,
    warnings: read.left_out === 0 ? [] : [`${read.left_out} incoming or unbooked entries were left out`],
  });
}

interface StatementLines {
  readonly lines: ParsedLine[];
  readonly errors: RowError[];
  /** Of the entry, 1-based over all statements. */
  number: number;
  left_out: number;
}

function takeEntry(entry: XmlElement, read: StatementLines): void {
  read.number += 1;
  const sign = signOf(entry);
  if (sign === null) {
    read.left_out += 1;
    return;
  }
  const amount = decimalAt(entry, "Amt");
  const date = bookedOn(entry);
  if (amount === null || date === null) {
    if (read.errors.length < ROW_ERRORS_MAX) {
      const message = `Entry ${read.number} has no ${amount === null ? "amount" : "booking date"}.`;
      read.errors.push(rowError(read.number, { reason: amount === null ? "no_amount" : "no_date", message }));
    }
    return;
  }
  for (const payment of paymentsOf(entry, amount)) {
    const facts = { number: read.lines.length + 1, date, sign, currency: currencyOf(entry) };
    read.lines.push(lineOf(entry, payment, facts));
  }
}

/** 1 for a payment, -1 for one that came back, null for everything that is no booked spending. */
function signOf(entry: XmlElement): 1 | -1 | null {
  const status = textAt(entry, "Sts", "Cd") ?? textAt(entry, "Sts");
  if (status !== null && status !== "BOOK") return null;
  const isReversal = ["true", "1"].includes(textAt(entry, "RvslInd") ?? "");
  const side = textAt(entry, "CdtDbtInd");
  // The side is the one on which the entry stands: a reversed debit is booked as a credit.
  if (side === "DBIT") return isReversal ? null : 1;
  return side === "CRDT" && isReversal ? -1 : null;
}

function bookedOn(entry: XmlElement): string | null {
  for (const name of ["BookgDt", "ValDt"]) {
    const date = dateAt(entry, name, "Dt") ?? dateAt(entry, name, "DtTm");
    if (date !== null) return date;
  }
  return null;
}

function currencyOf(entry: XmlElement): string | null {
  return letterCode(child(entry, "Amt")?.attributes["Ccy"] ?? null, 3);
}

interface Payment {
  readonly amount: string;
  /** Details of the payment, undefined when the bank gives none. */
  readonly details: XmlElement | undefined;
}

function paymentsOf(entry: XmlElement, amount: string): Payment[] {
  const details = all(entry, "NtryDtls").flatMap((group) => all(group, "TxDtls"));
  if (details.length < 2) return [{ amount, details: details[0] }];
  const payments = details.flatMap((detail): Payment[] => {
    const detailAmount = ownAmount(detail, currencyOf(entry));
    return detailAmount === null ? [] : [{ amount: detailAmount, details: detail }];
  });
  const sum = decimalSum(payments.map((part) => part.amount));
  return payments.length === details.length && sum.eq(amount) ? payments : [{ amount, details: undefined }];
}

function ownAmount(details: XmlElement, currency: string | null): string | null {
  const stated = child(details, "Amt") ?? at(details, "AmtDtls", "TxAmt", "Amt");
  if (stated === undefined || (stated.attributes["Ccy"] ?? currency) !== currency) return null;
  return decimalAt(stated);
}

interface RowFacts {
  readonly number: number;
  readonly date: string;
  readonly sign: 1 | -1;
  readonly currency: string | null;
}

function lineOf(
  entry: XmlElement,
  { amount, details }: Payment,
  { number, date, sign, currency }: RowFacts,
): ParsedLine {
  const supplier = payee(details, sign);
  const texts = [
    ...all(child(details, "RmtInf"), "Ustrd").map((element) => textAt(element)),
    textAt(details, "AddtlTxInf"),
    textAt(entry, "AddtlNtryInf"),
  ].filter((text) => text !== null);
  return {
    number,
    kind: "bank_row",
    description: cutText([...new Set(texts)].join(" "), 500) || (supplier?.name ?? ""),
    quantity: null,
    unit: null,
    amount: decimalText(decimal(amount).times(sign)),
    currency,
    tax_treatment: "incl_vat",
    classification_codes: [],
    gl_account: null,
    gl_account_name: null,
    category: null,
    cost_centre: null,
    supplier,
    ...payeeAccount(details, sign),
    invoice_number: nameAt(details, "RmtInf", "Strd", "RfrdDocInf", "Nb"),
    transaction_date: date,
    service_period_start: null,
    service_period_end: null,
    external_id: nameAt(details, "Refs", "AcctSvcrRef") ?? nameAt(entry, "AcctSvcrRef") ?? nameAt(entry, "NtryRef"),
  };
}

/** Who got the money; of a payment that came back, who sent it. Newer versions put the party into `Pty`. */
function payee(details: XmlElement | undefined, sign: 1 | -1): ParsedParty | null {
  const party = at(details, "RltdPties", sign === 1 ? "Cdtr" : "Dbtr");
  const name = nameAt(party, "Pty", "Nm") ?? nameAt(party, "Nm");
  return name === null ? null : { name, country: null, identifier: null };
}

function payeeAccount(details: XmlElement | undefined, sign: 1 | -1): Pick<ParsedLine, "supplier_iban"> {
  const account = at(details, "RltdPties", sign === 1 ? "CdtrAcct" : "DbtrAcct");
  const supplier_iban = ibanOf(nameAt(account, "Id", "IBAN") ?? "");
  return supplier_iban === null ? {} : { supplier_iban };
}
