import { isCountry } from "../../../core/country.ts";
import type { ParsedDocument, StatedSupply } from "../parsed-document.ts";
import type { XmlElement } from "../xml/tree.ts";
import { all, at, nameAt } from "../xml/values.ts";

/** UNTDID 1001: the reference names the object that is invoiced. */
const INVOICED_OBJECT = "130";

/** The metered supply that the invoice is about (BT-18) or its place of delivery (BT-78, BT-80), and those of its lines (BT-128) where each is one line. */
export function ciiSupplies(transaction: XmlElement | undefined, lineCount: number): Pick<ParsedDocument, "supplies"> {
  const items = all(transaction, "IncludedSupplyChainTradeLineItem");
  const settlements = items.map((item) => at(item, "SpecifiedLineTradeSettlement"));
  const isLineByLine = items.length === lineCount;
  const ofLines = settlements.flatMap((settlement, index): StatedSupply[] => {
    const meter = isLineByLine ? objectOf(settlement) : null;
    return meter === null ? [] : [{ meter, address: null, customer_number: null, lines: [index + 1] }];
  });
  const meter = objectOf(at(transaction, "ApplicableHeaderTradeAgreement"));
  const address = at(transaction, "ApplicableHeaderTradeDelivery", "ShipToTradeParty", "PostalTradeAddress");
  const place = { ...postalCodeOf(address), ...countryOf(address) };
  const whole: StatedSupply = { meter, address: null, ...place, customer_number: null, lines: null };
  const supplies = [...ofLines, ...(meter === null && Object.keys(place).length === 0 ? [] : [whole])];
  return supplies.length === 0 ? {} : { supplies };
}

function countryOf(address: XmlElement | undefined): Pick<StatedSupply, "country"> {
  const country = nameAt(address, "CountryID")?.toUpperCase() ?? "";
  return /^[A-Z]{2}$/u.test(country) && isCountry(country) ? { country } : {};
}

/** The price area of electricity is told by it. */
function postalCodeOf(address: XmlElement | undefined): Pick<StatedSupply, "postal_code"> {
  const country = nameAt(address, "CountryID")?.toUpperCase() ?? "DK";
  const [, postal_code] = /^(?:DK-?)?(\d{4})$/iu.exec(nameAt(address, "PostcodeCode") ?? "") ?? [];
  return postal_code === undefined || country !== "DK" ? {} : { postal_code };
}

function objectOf(element: XmlElement | undefined): string | null {
  const references = all(element, "AdditionalReferencedDocument").filter(
    (reference) => nameAt(reference, "TypeCode") === INVOICED_OBJECT,
  );
  return nameAt(references[0], "IssuerAssignedID");
}
