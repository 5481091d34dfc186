import { companyNumber, type Identifier, nameIdentifier } from "./identifier.ts";

/** A supplier as one document or row states it. */
export interface ObservedSupplier {
  readonly number: Identifier | null;
  readonly iban: Identifier | null;
  readonly name: Identifier | null;
  /** The name as written, else the number. */
  readonly shown: string;
  readonly country: string | null;
}

const NAME_MAX = 200;

/** What a document states of its supplier; null: nothing by which it could be told again. `iban` is valid or null. */
export function observedSupplier(stated: {
  readonly name: string | null;
  readonly identifier: string | null;
  readonly country: string | null;
  readonly iban: string | null;
}): ObservedSupplier | null {
  const country = stated.country !== null && /^[A-Z]{2}$/.test(stated.country) ? stated.country : null;
  const number = companyNumber(stated.identifier, country);
  const iban: Identifier | null = stated.iban === null ? null : { kind: "iban", value: stated.iban };
  const name = nameIdentifier(stated.name);
  if (number === null && iban === null && name === null) return null;
  const written = (stated.name ?? "").trim().slice(0, NAME_MAX);
  return { number, iban, name, shown: written === "" ? ((number ?? iban ?? name)?.value ?? "") : written, country };
}

/** Equal for observations that say the same. */
export function observationKey({ number, iban, name }: ObservedSupplier): string {
  return JSON.stringify([number?.kind, number?.value, iban?.value, name?.value]);
}
