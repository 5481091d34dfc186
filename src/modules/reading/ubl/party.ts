import type { ParsedParty } from "../parsed-document.ts";
import { type PartyNumber, partyOf } from "../party.ts";
import type { XmlElement } from "../xml/tree.ts";
import { all, at, child, nameAt, textOf } from "../xml/values.ts";

/** The party in a UBL `Party` element: trading name first, then the registered name. Null when it states neither. */
export function ublParty(party: XmlElement | undefined): ParsedParty | null {
  const legalEntities = all(party, "PartyLegalEntity");
  const identifications = all(party, "PartyIdentification");
  return partyOf({
    name:
      nameAt(party, "PartyName", "Name") ??
      nameAt(legalEntities[0], "RegistrationName") ??
      nameAt(party, "PartyTaxScheme", "RegistrationName"),
    country: nameAt(party, "PostalAddress", "Country", "IdentificationCode"),
    legal: [
      ...legalEntities.map((entity) => numbered(child(entity, "CompanyID"))),
      ...identifications.map((identification) => schemed(child(identification, "ID"))),
      schemed(child(party, "EndpointID")),
    ],
    vat: all(party, "PartyTaxScheme")
      .filter((scheme) => isVatScheme(at(scheme, "TaxScheme")))
      .map((scheme) => numbered(child(scheme, "CompanyID"))),
  });
}

/** Whether a `TaxScheme` is value added tax: "VAT" in EN 16931, "63" (Moms) in OIOUBL's list of Danish taxes. */
export function isVatScheme(scheme: XmlElement | undefined): boolean {
  const id = nameAt(scheme, "ID")?.toUpperCase();
  return id === "VAT" || id === "63" || id === "MOMS";
}

function numbered(element: XmlElement | undefined): PartyNumber {
  return { scheme: element?.attributes["schemeID"] ?? null, value: textOf(element) };
}

/** An identification without scheme is the seller's own number for itself; it must not pass for a register number. */
function schemed(element: XmlElement | undefined): PartyNumber {
  return { scheme: element?.attributes["schemeID"] ?? "", value: textOf(element) };
}
