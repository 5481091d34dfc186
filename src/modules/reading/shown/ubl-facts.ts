import type { InvoiceFacts, ShownParty, ShownVat } from "../../../core/shown-file.ts";
import { isVatScheme } from "../ubl/party.ts";
import type { XmlElement } from "../xml/tree.ts";
import { all, at, child, dateAt, decimalAt, nameAt, textOf } from "../xml/values.ts";
import { type LineFacts, partyShown, shownNotes } from "./facts.ts";

/** What a UBL document (EN 16931, OIOUBL) says beside what is booked of it. */
export function ublFacts(root: XmlElement): InvoiceFacts {
  const total = at(root, "LegalMonetaryTotal");
  const payee = all(root, "PaymentMeans").map((means) => nameAt(means, "PayeeFinancialAccount", "ID"));
  return {
    due_date: dateAt(root, "DueDate") ?? dateAt(root, "PaymentMeans", "PaymentDueDate"),
    seller: ublShownParty(at(root, "AccountingSupplierParty", "Party") ?? at(root, "SenderParty")),
    buyer: ublShownParty(at(root, "AccountingCustomerParty", "Party") ?? at(root, "CustomerParty", "Party")),
    notes: shownNotes(all(root, "Note").map(textOf)),
    vat: vatOf(root),
    total_vat: totalVat(root),
    prepaid: decimalAt(total, "PrepaidAmount"),
    payable: decimalAt(total, "PayableAmount"),
    payment_account: payee.find((account) => account !== null) ?? null,
  };
}

/** Price and VAT of each line that the document numbers, by that number. */
export function ublLineFacts(root: XmlElement): ReadonlyMap<string, LineFacts> {
  const lines = root.children.filter(({ name }) => name === "InvoiceLine" || name === "CreditNoteLine");
  return new Map(
    lines.flatMap((line): [string, LineFacts][] => {
      const id = nameAt(line, "ID");
      const unit_price = decimalAt(line, "Price", "PriceAmount");
      const vat_percent =
        decimalAt(line, "Item", "ClassifiedTaxCategory", "Percent") ??
        decimalAt(line, "TaxTotal", "TaxSubtotal", "TaxCategory", "Percent");
      return id === null ? [] : [[id, { unit_price, vat_percent }]];
    }),
  );
}

/** OIOUBL states other taxes, which are part of the net, in totals of their own. */
function totalVat(root: XmlElement): string | null {
  const totals = all(root, "TaxTotal");
  const ofVat = totals.find((total) =>
    all(total, "TaxSubtotal").some((subtotal) => isVatScheme(at(subtotal, "TaxCategory", "TaxScheme"))),
  );
  const unspecified = totals.find((total) => all(total, "TaxSubtotal").length === 0);
  return decimalAt(ofVat ?? unspecified, "TaxAmount");
}

function vatOf(root: XmlElement): ShownVat[] {
  return all(root, "TaxTotal")
    .flatMap((total) => all(total, "TaxSubtotal"))
    .filter((subtotal) => isVatScheme(at(subtotal, "TaxCategory", "TaxScheme")))
    .map((subtotal) => ({
      percent: decimalAt(subtotal, "TaxCategory", "Percent"),
      base: decimalAt(subtotal, "TaxableAmount"),
      amount: decimalAt(subtotal, "TaxAmount"),
    }));
}

function ublShownParty(party: XmlElement | undefined): ShownParty | null {
  const address = at(party, "PostalAddress");
  const street = [nameAt(address, "StreetName"), nameAt(address, "BuildingNumber")];
  return partyShown({
    name: nameAt(party, "PartyName", "Name") ?? nameAt(party, "PartyLegalEntity", "RegistrationName"),
    identifier:
      textOf(child(at(party, "PartyLegalEntity"), "CompanyID")) ??
      nameAt(party, "PartyTaxScheme", "CompanyID") ??
      nameAt(party, "PartyIdentification", "ID"),
    street: [...street, nameAt(address, "AdditionalStreetName")],
    city: [nameAt(address, "PostalZone"), nameAt(address, "CityName")],
    country: nameAt(address, "Country", "IdentificationCode"),
  });
}
