import { ibanOf } from "../../../core/iban.ts";
import { decimal, decimalText } from "../../../core/quantity.ts";
import type { ParsedDocument, ParsedParty } from "../parsed-document.ts";
import { fuelValuesIn, withFuelValues } from "../quantities/fuel-values.ts";
import { countQuantities } from "../quantities/quantities.ts";
import { balanceWarnings, corrected, isCreditNoteCode, signedTotal } from "../balance.ts";
import { asTyped } from "../other-document.ts";
import { ciiAdjustments, ciiDate, ciiLines, either } from "./lines.ts";
import { ciiSupplies } from "./supplies.ts";
import { partyOf } from "../party.ts";
import { withLines } from "../printed/without-lines.ts";
import type { XmlElement } from "../xml/tree.ts";
import { all, at, child, decimalOf, letterCode, nameAt, textAt, textOf } from "../xml/values.ts";

/** Namespaces of UN/CEFACT Cross Industry Invoice D16B and of ZUGFeRD 1.0, its predecessor. */
export function isCiiNamespace(namespace: string): boolean {
  return (
    namespace.startsWith("urn:un:unece:uncefact:data:standard:") ||
    namespace.startsWith("urn:ferd:CrossIndustryDocument:invoice:")
  );
}

/** Reads a `CrossIndustryInvoice` (CII D16B, Factur-X, ZUGFeRD 2, XRechnung) or `CrossIndustryDocument` (ZUGFeRD 1.0). */
export function readCii(root: XmlElement): ParsedDocument {
  const header = either(root, "ExchangedDocument", "HeaderExchangedDocument");
  const transaction = either(root, "SupplyChainTradeTransaction", "SpecifiedSupplyChainTradeTransaction");
  const agreement = either(transaction, "ApplicableHeaderTradeAgreement", "ApplicableSupplyChainTradeAgreement");
  const settlement = either(transaction, "ApplicableHeaderTradeSettlement", "ApplicableSupplyChainTradeSettlement");
  const currency = letterCode(nameAt(settlement, "InvoiceCurrencyCode"), 3);
  const totals = totalsOf(settlement, currency);
  const type = nameAt(header, "TypeCode");
  const isCreditNote = isCreditNoteCode(type);
  const issue_date = ciiDate(header, "IssueDateTime");
  const lines = ciiLines(transaction, { lineTotal: totals.lines, issue_date });
  const described = withLines([...lines, ...ciiAdjustments(settlement, lines.length)], totals.net);
  const supplier = ciiParty(at(agreement, "SellerTradeParty"));
  const period = at(settlement, "BillingSpecifiedPeriod");
  const readLines = described.lines.map(({ line }) => line);
  const document: ParsedDocument = {
    format: ciiFormat(root),
    document_type: isCreditNote ? "credit_note" : "invoice",
    ...corrected(type),
    supplier,
    invoice_number: nameAt(header, "ID"),
    issue_date,
    ...dueDate(settlement),
    currency,
    ...payeeAccount(settlement),
    total_excl_vat: totals.net,
    total_incl_vat: totals.gross,
    signed_total_excl_vat: signedTotal(totals.net, isCreditNote),
    references: ciiReferences(agreement, settlement),
    lines: readLines,
    quantities: countQuantities(described.lines, {
      context: [supplier?.name ?? null, ...all(header, "IncludedNote").map((note) => textAt(note, "Content"))]
        .filter((text) => text !== null)
        .join("\n"),
      period_start: ciiDate(period, "StartDateTime"),
      period_end: ciiDate(period, "EndDateTime"),
    }),
    ...ciiSupplies(transaction, lines.length),
    ...withFuelValues(
      all(header, "IncludedNote").flatMap((note) => fuelValuesIn(textAt(note, "Content") ?? "", "document_note")),
    ),
    row_errors: [],
    warnings: [...described.warnings, ...balanceWarnings(readLines, totals.net)],
    encoding: null,
    delimiter: null,
  };
  return asTyped(document, type);
}

/** The seller's account; a payee of its own (BG-10), such as a factor, has another one. */
function payeeAccount(settlement: XmlElement | undefined): Pick<ParsedDocument, "payee_iban"> {
  if (at(settlement, "PayeeTradeParty") !== undefined) return {};
  const means = all(settlement, "SpecifiedTradeSettlementPaymentMeans");
  const accounts = means.map((one) => nameAt(one, "PayeePartyCreditorFinancialAccount", "IBANID"));
  const payee_iban = accounts.flatMap((account) => ibanOf(account ?? "") ?? [])[0];
  return payee_iban === undefined ? {} : { payee_iban };
}

interface CiiTotals {
  readonly lines: string | null;
  readonly net: string | null;
  readonly gross: string | null;
}

function totalsOf(settlement: XmlElement | undefined, currency: string | null): CiiTotals {
  const sums = either(
    settlement,
    "SpecifiedTradeSettlementHeaderMonetarySummation",
    "SpecifiedTradeSettlementMonetarySummation",
  );
  const gross = inCurrency(sums, "GrandTotalAmount", currency);
  const tax = inCurrency(sums, "TaxTotalAmount", currency);
  const derived = gross === null || tax === null ? null : decimalText(decimal(gross).minus(tax));
  return {
    lines: inCurrency(sums, "LineTotalAmount", currency),
    net: inCurrency(sums, "TaxBasisTotalAmount", currency) ?? derived,
    gross,
  };
}

/** Totals may be repeated in the currency of the tax authority: the one in the invoice's currency, else the first. */
function inCurrency(sums: XmlElement | undefined, name: string, currency: string | null): string | null {
  const stated = all(sums, name);
  const matchingElement = stated.find((element) => element.attributes["currencyID"]?.trim().toUpperCase() === currency);
  return decimalOf(textOf(matchingElement ?? stated[0]));
}

function ciiParty(party: XmlElement | undefined): ParsedParty | null {
  const legal = at(party, "SpecifiedLegalOrganization", "ID");
  const address = at(party, "URIUniversalCommunication", "URIID");
  return partyOf({
    name: nameAt(party, "Name") ?? nameAt(party, "SpecifiedLegalOrganization", "TradingBusinessName"),
    country: nameAt(party, "PostalTradeAddress", "CountryID"),
    legal: [
      { scheme: legal?.attributes["schemeID"] ?? null, value: textOf(legal) },
      ...all(party, "GlobalID").map((id) => ({ scheme: id.attributes["schemeID"] ?? "", value: textOf(id) })),
      { scheme: address?.attributes["schemeID"] ?? "", value: textOf(address) },
    ],
    vat: all(party, "SpecifiedTaxRegistration")
      .map((registration) => child(registration, "ID"))
      .filter((id) => id?.attributes["schemeID"] === "VA")
      .map((id) => ({ scheme: "VA", value: textOf(id) })),
  });
}

function ciiReferences(
  agreement: XmlElement | undefined,
  settlement: XmlElement | undefined,
): ParsedDocument["references"] {
  const invoices = all(settlement, "InvoiceReferencedDocument").map(referenceNumber);
  const order = referenceNumber(at(agreement, "BuyerOrderReferencedDocument"));
  return [
    ...invoices.flatMap((number) => (number === null ? [] : [{ kind: "invoice" as const, number }])),
    ...(order === null ? [] : [{ kind: "order" as const, number: order }]),
  ];
}

function referenceNumber(document: XmlElement | undefined): string | null {
  return nameAt(document, "IssuerAssignedID") ?? nameAt(document, "ID");
}

function ciiFormat(root: XmlElement): string {
  if (root.name === "CrossIndustryDocument") return "zugferd-1.0";
  const context = either(root, "ExchangedDocumentContext", "SpecifiedExchangedDocumentContext");
  const guideline = nameAt(context, "GuidelineSpecifiedDocumentContextParameter", "ID") ?? "";
  return /xrechnung/i.test(guideline) ? "cii-xrechnung" : "cii";
}

/** BT-9. */
function dueDate(settlement: XmlElement | undefined): Pick<ParsedDocument, "due_date"> {
  const due_date = ciiDate(at(settlement, "SpecifiedTradePaymentTerms"), "DueDateDateTime");
  return due_date === null ? {} : { due_date };
}
