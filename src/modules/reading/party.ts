import type { ParsedParty } from "./parsed-document.ts";
import { letterCode } from "./xml/values.ts";

/** A register number with the scheme that it was written under, e.g. { scheme: "DK:CVR", value: "DK40404040" }. */
export interface PartyNumber {
  readonly scheme: string | null;
  readonly value: string | null;
}

/** What a document says of a party, in the order in which its numbers are trusted. */
export interface StatedParty {
  readonly name: string | null;
  readonly country: string | null;
  /** Legal register numbers and electronic addresses. */
  readonly legal: readonly PartyNumber[];
  /** Numbers written as VAT numbers. */
  readonly vat: readonly PartyNumber[];
}

/** Schemes whose numbers name a Danish company: OIOUBL names, ISO 6523 0184 (CVR), 0198 (SE), EAS 9901, 9902 (old). */
const DANISH = /^(?:DK:(?:CVR|SE)|0184|0198|9901|9902)$/i;
/** Register numbers of a country: NO 0192, SE 0007, FI 0212 and 0213, NL 0106, BE 0208, FR 0002 and 0009, EE 0191. */
const REGISTERS = /^(?:0192|0007|0212|0213|0106|0208|0002|0009|0191)$/;
/** VAT number by EN 16931: country prefix, then 2 to 12 letters and digits with at least one digit. */
const VAT = /^[A-Z]{2}(?=[A-Z]*\d)[A-Z0-9]{2,12}$/;
/** Names that say that nothing is stated. */
const NO_VALUE = /^(?:n\/?a|none|-+|ukendt|unknown)$/i;

/**
 * The party with the number that names the same company in every document: Danish CVR as eight digits, else the VAT
 * number, else a register number. Global location numbers and e-mail addresses name places and people, not companies.
 * Null when neither a name nor a number is stated.
 */
export function partyOf(stated: StatedParty): ParsedParty | null {
  const identifier = identifierOf(stated);
  const name = stated.name === null || NO_VALUE.test(stated.name) ? identifier : stated.name;
  if (name === null) return null;
  return { name, country: letterCode(stated.country, 2), identifier };
}

function identifierOf({ legal, vat }: StatedParty): string | null {
  for (const { scheme, value } of [...legal, ...vat]) {
    const digits = /^(?:DK)?(\d{8})$/.exec(compact(value))?.[1];
    if (digits !== undefined && (DANISH.test(scheme ?? "") || compact(value).startsWith("DK"))) return digits;
  }
  const vatNumber = vat.map(({ value }) => compact(value)).find((value) => VAT.test(value));
  if (vatNumber !== undefined) return vatNumber;
  const registered = legal.find(({ scheme, value }) =>
    scheme === null ? /^\d{6,14}$/.test(compact(value)) : REGISTERS.test(scheme) && compact(value) !== "",
  );
  return registered === undefined ? null : compact(registered.value);
}

function compact(value: string | null): string {
  return (value ?? "")
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, "")
    .slice(0, 40);
}
