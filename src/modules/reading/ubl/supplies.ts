import { isCountry } from "../../../core/country.ts";
import { gsrnsIn } from "../../../core/gsrn.ts";
import type { ParsedDocument, StatedSupply } from "../parsed-document.ts";
import type { XmlElement } from "../xml/tree.ts";
import { all, at, nameAt, textOf } from "../xml/values.ts";

/** Names of item properties that hold a meter's number. */
const METER_PROPERTY =
  /målepunkt|metering ?point|gsrn|aftage(?:nr|nummer)|m[åa]ler ?(?:nr|nummer|id)|meter ?(?:no|number|id)|installations? ?(?:nr|nummer)/i;
/** UNTDID 1001: the reference names the object that is invoiced. */
const INVOICED_OBJECT = "130";

/**
 * The metered supplies that an invoice names: the invoiced object of a line (BT-128), its properties, the place of delivery,
 * or numbers in its texts; of the document the invoiced object (BT-18), the place and the customer's number.
 */
export function ublSupplies(root: XmlElement): Pick<ParsedDocument, "supplies"> {
  const lines = root.children.filter(({ name }) => name === "InvoiceLine" || name === "CreditNoteLine");
  const ofLines = lines.flatMap((line, index): StatedSupply[] => {
    const meter = lineMeter(line);
    return meter === null ? [] : [{ meter, address: null, customer_number: null, lines: [index + 1] }];
  });
  const place = at(root, "Delivery", "DeliveryLocation", "Address");
  const whole: StatedSupply = {
    meter: objectOf(root, "AdditionalDocumentReference") ?? placeOf(root) ?? onlyPoint(all(root, "Note").map(textOf)),
    address: addressOf(place),
    ...postalCodeOf(place),
    ...countryOf(place),
    customer_number: nameAt(root, "AccountingCustomerParty", "SupplierAssignedAccountID"),
    lines: null,
  };
  const isStated =
    whole.meter !== null || whole.address !== null || whole.customer_number !== null || whole.country !== undefined;
  const supplies = [...ofLines, ...(isStated ? [whole] : [])];
  return supplies.length === 0 ? {} : { supplies };
}

/** The metering point or meter that a line names; null: none. */
export function lineMeter(line: XmlElement): string | null {
  const property = all(at(line, "Item"), "AdditionalItemProperty").find((stated) =>
    METER_PROPERTY.test(nameAt(stated, "Name") ?? ""),
  );
  const texts = [...all(line, "Note"), ...all(at(line, "Item"), "Description"), ...all(at(line, "Item"), "Name")];
  return (
    objectOf(line, "DocumentReference") ?? nameAt(property, "Value") ?? placeOf(line) ?? onlyPoint(texts.map(textOf))
  );
}

function objectOf(element: XmlElement, name: string): string | null {
  const references = all(element, name).filter((one) => nameAt(one, "DocumentTypeCode") === INVOICED_OBJECT);
  return nameAt(references[0], "ID");
}

/** The place of delivery is a supply only where its number is that of a metering point: others are those of locations. */
function placeOf(element: XmlElement): string | null {
  return onlyPoint([nameAt(element, "Delivery", "DeliveryLocation", "ID")]);
}

function onlyPoint(texts: readonly (string | null)[]): string | null {
  const points = new Set(texts.flatMap((text) => gsrnsIn(text ?? "")));
  const [point] = points;
  return points.size === 1 && point !== undefined ? point : null;
}

function addressOf(address: XmlElement | undefined): string | null {
  const parts = ["StreetName", "BuildingNumber", "PostalZone"].flatMap((name) => nameAt(address, name) ?? []);
  return parts.length < 2 ? null : parts.join(" ");
}

function countryOf(address: XmlElement | undefined): Pick<StatedSupply, "country"> {
  const country = nameAt(address, "Country", "IdentificationCode")?.toUpperCase() ?? "";
  return /^[A-Z]{2}$/u.test(country) && isCountry(country) ? { country } : {};
}

function postalCodeOf(address: XmlElement | undefined): Pick<StatedSupply, "postal_code"> {
  const country = nameAt(address, "Country", "IdentificationCode");
  const [, code] = /^(?:DK-?)?(\d{4})$/iu.exec(nameAt(address, "PostalZone") ?? "") ?? [];
  return code === undefined || (country !== null && country.toUpperCase() !== "DK") ? {} : { postal_code: code };
}
