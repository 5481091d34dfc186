import { supplierKey } from "../categorization/index.ts";

/** Schemes whose value is a company's number in a public register. 0184 is the Danish CVR number in ISO 6523. */
const REGISTERS: ReadonlySet<string> = new Set(["cvr", "vat", "vatin", "orgnr", "0184"]);

/** What stands behind the last colon: the identifier itself. */
export function lastPart(urn: string): string {
  return urn.slice(urn.lastIndexOf(":") + 1);
}

/** The part before the identifier, in lower case: "gtin" of "urn:gtin:4712345060507". */
export function schemeOf(urn: string): string {
  return urn.split(":").at(-2)?.toLowerCase() ?? "";
}

/** The key under which a supplier with this register number is known; null for identifiers of other kinds. */
export function registerNumber(urn: string): string | null {
  if (!REGISTERS.has(schemeOf(urn))) return null;
  const key = supplierKey(null, lastPart(urn));
  return key?.startsWith("id:") === true ? key : null;
}
