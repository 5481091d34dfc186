import { ibanOf } from "../../../core/iban.ts";
import { fuelValuesIn, withFuelValues } from "../quantities/fuel-values.ts";
import { countQuantities } from "../quantities/quantities.ts";
import type { ParsedDocument } from "../parsed-document.ts";
import { balanceWarnings, corrected, isCreditNoteCode, signedTotal } from "../balance.ts";
import { asTyped } from "../other-document.ts";
import { withLines } from "../printed/without-lines.ts";
import { ublAdjustments, ublLines } from "./lines.ts";
import { ublParty } from "./party.ts";
import { ublSupplies } from "./supplies.ts";
import { exciseTaxes, oioublTotals, ublTotals } from "./totals.ts";
import type { XmlElement } from "../xml/tree.ts";
import { all, at, dateAt, letterCode, nameAt, textOf } from "../xml/values.ts";

/** Namespaces of UBL 2 documents and their parts; extensions (signatures, national additions) are left out. */
export function isUblNamespace(namespace: string): boolean {
  return (
    /^urn:(?:oasis:names:specification:ubl|oioubl:names:specification:oioubl):schema:xsd:/.test(namespace) &&
    !namespace.includes("CommonExtensionComponents")
  );
}

/** Reads a UBL 2 `Invoice` or `CreditNote`: Peppol BIS 3, XRechnung, EN 16931, OIOUBL 2.0x and 2.1. */
export function readUblInvoice(root: XmlElement): ParsedDocument {
  const customization = nameAt(root, "CustomizationID") ?? "";
  const isOioubl = /^OIOUBL-/i.test(customization);
  const currency = letterCode(nameAt(root, "DocumentCurrencyCode"), 3) ?? currencyOfTotal(root);
  const totals = isOioubl ? oioublTotals(root, currency) : ublTotals(root, currency);
  const type = nameAt(root, "InvoiceTypeCode");
  const isCreditNote = root.name === "CreditNote" || isCreditNoteCode(type);
  const lines = ublLines(root, currency);
  const adjustments = ublAdjustments(root, isOioubl ? exciseTaxes(root, currency) : [], lines.length);
  const supplier = ublParty(at(root, "AccountingSupplierParty", "Party"));
  const described = withLines([...lines, ...adjustments], totals.net);
  const readLines = described.lines.map(({ line }) => line);
  const document: ParsedDocument = {
    format: ublFormat(customization),
    document_type: isCreditNote ? "credit_note" : "invoice",
    ...corrected(type),
    supplier,
    invoice_number: nameAt(root, "ID"),
    issue_date: dateAt(root, "IssueDate"),
    ...dueDate(root),
    currency,
    ...payeeAccount(root),
    total_excl_vat: totals.net,
    total_incl_vat: totals.gross,
    signed_total_excl_vat: signedTotal(totals.net, isCreditNote),
    references: ublReferences(root),
    lines: readLines,
    quantities: countQuantities(described.lines, {
      context: contextOf(root, supplier?.name ?? null),
      period_start: dateAt(root, "InvoicePeriod", "StartDate"),
      period_end: dateAt(root, "InvoicePeriod", "EndDate"),
    }),
    ...ublSupplies(root),
    ...withFuelValues(all(root, "Note").flatMap((note) => fuelValuesIn(textOf(note) ?? "", "document_note"))),
    row_errors: [],
    warnings: [...described.warnings, ...balanceWarnings(readLines, totals.net)],
    encoding: null,
    delimiter: null,
  };
  return asTyped(document, type);
}

/** The words of a document that may say which utility it is about, besides its lines. */
function contextOf(root: XmlElement, supplier: string | null): string {
  return [supplier, ...all(root, "Note").map(textOf)].filter((text) => text !== null).join("\n");
}

/** The seller's account; a payee of its own (BG-10), such as a factor, has another one. */
function payeeAccount(root: XmlElement): Pick<ParsedDocument, "payee_iban"> {
  if (at(root, "PayeeParty") !== undefined) return {};
  const accounts = all(root, "PaymentMeans").map((means) => nameAt(means, "PayeeFinancialAccount", "ID"));
  const payee_iban = accounts.flatMap((account) => ibanOf(account ?? "") ?? [])[0];
  return payee_iban === undefined ? {} : { payee_iban };
}

function currencyOfTotal(root: XmlElement): string | null {
  const amount = at(root, "LegalMonetaryTotal", "PayableAmount");
  return letterCode(amount?.attributes["currencyID"] ?? null, 3);
}

/** Orders that the buyer did not number are written as "NA" or "n/a", because the field is mandatory. */
function ublReferences(root: XmlElement): ParsedDocument["references"] {
  const invoices = all(root, "BillingReference").map(
    (reference) =>
      nameAt(reference, "InvoiceDocumentReference", "ID") ?? nameAt(reference, "CreditNoteDocumentReference", "ID"),
  );
  const order = nameAt(root, "OrderReference", "ID");
  return [
    ...invoices.flatMap((number) => (number === null ? [] : [{ kind: "invoice" as const, number }])),
    ...(order === null || /^n\/?a$/i.test(order) ? [] : [{ kind: "order" as const, number: order }]),
  ];
}

function ublFormat(customization: string): string {
  const oioubl = /^OIOUBL-(\d\.\d)/i.exec(customization)?.[1];
  if (oioubl !== undefined) return oioubl === "2.0" ? "oioubl-2.0x" : `oioubl-${oioubl}`;
  if (/xrechnung/i.test(customization)) return "ubl-xrechnung";
  if (/peppol.*billing/i.test(customization)) return "ubl-peppol-bis3";
  return customization.includes("en16931") ? "ubl-en16931" : "ubl";
}

/** BT-9: of the invoice, else of its first means of payment, where OIOUBL and credit notes have it. */
function dueDate(root: XmlElement): Pick<ParsedDocument, "due_date"> {
  const due_date = dateAt(root, "DueDate") ?? dateAt(root, "PaymentMeans", "PaymentDueDate");
  return due_date === null ? {} : { due_date };
}
