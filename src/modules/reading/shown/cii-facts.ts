import type { InvoiceFacts, ShownParty, ShownVat } from "../../../core/shown-file.ts";
import { ciiDate, either } from "../cii/lines.ts";
import type { XmlElement } from "../xml/tree.ts";
import { all, at, decimalAt, nameAt, textAt } from "../xml/values.ts";
import { type LineFacts, partyShown, shownNotes } from "./facts.ts";

/** What a Cross Industry Invoice says beside what is booked of it. */
export function ciiFacts(root: XmlElement): InvoiceFacts {
  const header = either(root, "ExchangedDocument", "HeaderExchangedDocument");
  const transaction = transactionOf(root);
  const agreement = either(transaction, "ApplicableHeaderTradeAgreement", "ApplicableSupplyChainTradeAgreement");
  const settlement = either(transaction, "ApplicableHeaderTradeSettlement", "ApplicableSupplyChainTradeSettlement");
  const sums = either(
    settlement,
    "SpecifiedTradeSettlementHeaderMonetarySummation",
    "SpecifiedTradeSettlementMonetarySummation",
  );
  const accounts = all(settlement, "SpecifiedTradeSettlementPaymentMeans").map((means) =>
    nameAt(means, "PayeePartyCreditorFinancialAccount", "IBANID"),
  );
  return {
    due_date: ciiDate(at(settlement, "SpecifiedTradePaymentTerms"), "DueDateDateTime"),
    seller: ciiShownParty(at(agreement, "SellerTradeParty")),
    buyer: ciiShownParty(at(agreement, "BuyerTradeParty")),
    notes: shownNotes(all(header, "IncludedNote").map((note) => textAt(note, "Content"))),
    vat: all(settlement, "ApplicableTradeTax").map(vatOf),
    total_vat: decimalAt(sums, "TaxTotalAmount"),
    prepaid: decimalAt(sums, "TotalPrepaidAmount"),
    payable: decimalAt(sums, "DuePayableAmount"),
    payment_account: accounts.find((account) => account !== null) ?? null,
  };
}

/** Price and VAT of each line that the document numbers, by that number. */
export function ciiLineFacts(root: XmlElement): ReadonlyMap<string, LineFacts> {
  return new Map(
    all(transactionOf(root), "IncludedSupplyChainTradeLineItem").flatMap((item): [string, LineFacts][] => {
      const agreement = either(item, "SpecifiedLineTradeAgreement", "SpecifiedSupplyChainTradeAgreement");
      const settlement = either(item, "SpecifiedLineTradeSettlement", "SpecifiedSupplyChainTradeSettlement");
      const facts = {
        unit_price: decimalAt(agreement, "NetPriceProductTradePrice", "ChargeAmount"),
        vat_percent: percentOf(at(settlement, "ApplicableTradeTax")),
      };
      const id = nameAt(item, "AssociatedDocumentLineDocument", "LineID");
      return id === null ? [] : [[id, facts]];
    }),
  );
}

function transactionOf(root: XmlElement): XmlElement | undefined {
  return either(root, "SupplyChainTradeTransaction", "SpecifiedSupplyChainTradeTransaction");
}

/** ZUGFeRD 1.0 calls the rate otherwise. */
function percentOf(tax: XmlElement | undefined): string | null {
  return decimalAt(tax, "RateApplicablePercent") ?? decimalAt(tax, "ApplicablePercent");
}

function vatOf(tax: XmlElement): ShownVat {
  return {
    percent: percentOf(tax),
    base: decimalAt(tax, "BasisAmount"),
    amount: decimalAt(tax, "CalculatedAmount"),
  };
}

function ciiShownParty(party: XmlElement | undefined): ShownParty | null {
  const address = at(party, "PostalTradeAddress");
  return partyShown({
    name: nameAt(party, "Name") ?? nameAt(party, "SpecifiedLegalOrganization", "TradingBusinessName"),
    identifier:
      nameAt(party, "SpecifiedLegalOrganization", "ID") ??
      nameAt(party, "SpecifiedTaxRegistration", "ID") ??
      nameAt(party, "GlobalID"),
    street: [nameAt(address, "LineOne"), nameAt(address, "LineTwo")],
    city: [nameAt(address, "PostcodeCode"), nameAt(address, "CityName")],
    country: nameAt(address, "CountryID"),
  });
}
