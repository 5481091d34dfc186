import { decimal, decimalText } from "../../../core/quantity.ts";
import { FileRefusal } from "../file-errors.ts";
import { type ParsedDocument, type ParsedLine, type ParsedParty, type RowError, rowError } from "../parsed-document.ts";
import type { ParseLimits } from "../parse-limits.ts";
import { documentOfLines, invoiceLine } from "../lines.ts";
import { partyOf } from "../party.ts";
import { isPurchaseAccount, type LedgerAccount } from "./accounts.ts";
import { walkSaft } from "./records.ts";
import type { XmlElement } from "../xml/tree.ts";
import { all, child, dateAt, decimalAt, letterCode, nameAt, textAt } from "../xml/values.ts";

const ROW_ERRORS_MAX = 1000;

/**
 * Reads a Danish or Norwegian SAF-T Financial file as a stream: every posting on a cost account becomes a ledger row
 * (debit positive, credit negative, without VAT); pay, taxes, interest, depreciation and balance accounts are left out.
 * `SourceDocuments` repeat the postings and are not read.
 * @throws FileRefusal file.unsupported_document_type for other countries' SAF-T, file.no_invoice_data without purchases,
 * file.corrupt, file.xml_entities, file.too_large.
 */
export function readSaft(bytes: Uint8Array, limits: ParseLimits): ParsedDocument {
  const ledger = new PurchaseLedger(limits.rows_max);
  walkSaft(bytes, limits, (record, country) => ledger.take(record, country));
  if (ledger.rows.length === 0 && ledger.errors.length === 0) {
    throw new FileRefusal("file.no_invoice_data", "The SAF-T file holds no posting on a cost account.");
  }
  return documentOfLines({
    format: "saf-t",
    document_type: "ledger",
    currency: ledger.currency,
    lines: ledger.rows,
    row_errors: ledger.errors,
    warnings: [],
  });
}

/** The rows read so far, and the master data that they refer to: the schema puts it before the postings. */
class PurchaseLedger {
  readonly rows: ParsedLine[] = [];
  readonly errors: RowError[] = [];
  currency: string | null = null;
  readonly #rowsMax: number;
  readonly #accounts = new Map<string, LedgerAccount>();
  /** Per account whether its postings are purchases: there are few accounts and many postings. */
  readonly #isPurchase = new Map<LedgerAccount, boolean>();
  readonly #suppliers = new Map<string, ParsedParty>();
  #postings = 0;

  constructor(rowsMax: number) {
    this.#rowsMax = rowsMax;
  }

  take(record: XmlElement, country: "DK" | "NO"): void {
    if (record.name === "Header") this.currency = letterCode(nameAt(record, "DefaultCurrencyCode"), 3);
    else if (record.name === "Account") this.#takeAccount(record);
    else if (record.name === "Supplier") this.#takeSupplier(record);
    else this.#takeTransaction(record, country);
    if (this.rows.length + this.#accounts.size + this.#suppliers.size > this.#rowsMax) {
      throw new FileRefusal("file.too_large", `The SAF-T file has more than ${this.#rowsMax} rows.`);
    }
  }

  #takeAccount(record: XmlElement): void {
    const id = nameAt(record, "AccountID");
    if (id === null) return;
    const standard = nameAt(record, "StandardAccountID") ?? nameAt(record, "GroupingCode");
    this.#accounts.set(id, {
      id,
      name: nameAt(record, "AccountDescription"),
      standard,
      type: nameAt(record, "AccountType"),
    });
  }

  #takeSupplier(record: XmlElement): void {
    const id = nameAt(record, "SupplierID");
    const registration = { scheme: null, value: nameAt(record, "RegistrationNumber") };
    const tax = { scheme: null, value: nameAt(record, "TaxRegistration", "TaxRegistrationNumber") };
    const party = partyOf({
      name: nameAt(record, "Name"),
      country: nameAt(record, "Address", "Country"),
      legal: [registration],
      vat: [tax],
    });
    if (id !== null && party !== null) this.#suppliers.set(id, party);
  }

  #takeTransaction(record: XmlElement, country: "DK" | "NO"): void {
    const lines = all(record, "Line");
    const supplierId =
      nameAt(record, "SupplierID") ?? lines.map((line) => nameAt(line, "SupplierID")).find((id) => id !== null) ?? null;
    for (const line of lines) {
      this.#postings += 1;
      const id = nameAt(line, "AccountID");
      const account = id === null ? undefined : this.#account(id);
      if (account !== undefined && this.#buys(account, country)) {
        this.#addRow(record, line, { account, supplierId: nameAt(line, "SupplierID") ?? supplierId });
      }
    }
  }

  /** A posting on an account that the chart does not list: only its number can say what it is. */
  #account(id: string): LedgerAccount {
    const account = this.#accounts.get(id);
    if (account !== undefined) return account;
    const unlisted = { id, name: null, standard: null, type: null };
    this.#accounts.set(id, unlisted);
    return unlisted;
  }

  #buys(account: LedgerAccount, country: "DK" | "NO"): boolean {
    const keptAnswer = this.#isPurchase.get(account);
    if (keptAnswer !== undefined) return keptAnswer;
    const isPurchase = isPurchaseAccount(account, country);
    this.#isPurchase.set(account, isPurchase);
    return isPurchase;
  }

  #addRow(
    record: XmlElement,
    line: XmlElement,
    { account, supplierId }: { account: LedgerAccount; supplierId: string | null },
  ): void {
    const amount = amountOf(line);
    const date = dateAt(record, "TransactionDate") ?? dateAt(line, "ValueDate") ?? dateAt(record, "GLPostingDate");
    if (amount === null || date === null) {
      if (this.errors.length < ROW_ERRORS_MAX) {
        const reason = amount === null ? "no_amount" : "no_date";
        const message = `The posting has no readable ${amount === null ? "amount" : "date"}.`;
        this.errors.push(rowError(this.#postings, { reason, message }));
      }
      return;
    }
    this.rows.push(
      invoiceLine({
        number: this.#postings,
        kind: "ledger_row",
        description: textAt(line, "Description") ?? textAt(record, "Description") ?? account.name ?? "",
        amount,
        gl_account: account.standard ?? account.id,
        gl_account_name: account.name,
        supplier: supplierId === null ? null : (this.#suppliers.get(supplierId) ?? null),
        invoice_number: nameAt(line, "SourceDocumentID") ?? nameAt(line, "ReferenceNumber"),
        transaction_date: date,
        external_id:
          [nameAt(record, "TransactionID"), nameAt(line, "RecordID")].filter((id) => id !== null).join("-") || null,
      }),
    );
  }
}

/** Debit minus credit in the ledger's currency; null when neither is readable. Amounts stand bare or in `Amount`. */
function amountOf(line: XmlElement): string | null {
  const side = (name: string): string | null => {
    const element = child(line, name);
    return decimalAt(element, "Amount") ?? decimalAt(line, name);
  };
  const debit = side("DebitAmount");
  const credit = side("CreditAmount");
  if (debit === null && credit === null) return null;
  return decimalText(decimal(debit ?? "0").minus(credit ?? "0"));
}
