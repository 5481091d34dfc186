import { gsrnOf } from "../../core/gsrn.ts";

/** By what a supply is named, what says most first. */
export const SUPPLY_IDENTIFIER_KINDS = ["gsrn", "installation", "address", "customer_number"] as const;
export type SupplyIdentifierKind = (typeof SUPPLY_IDENTIFIER_KINDS)[number];

export const COMMODITIES = ["electricity", "natural_gas", "district_heating", "water"] as const;
export type SupplyCommodity = (typeof COMMODITIES)[number];

export interface SupplyIdentifier {
  readonly kind: SupplyIdentifierKind;
  /** In the one form in which it is compared. */
  readonly value: string;
  readonly shown: string;
}

const VALUE_MAX = 200;

/** A number or a place as it is compared; null: it is none of that kind. A number has at least four letters and digits. */
export function supplyIdentifier(kind: SupplyIdentifierKind, text: string): SupplyIdentifier | null {
  const shown = text.trim().slice(0, VALUE_MAX);
  if (kind === "gsrn") {
    const value = gsrnOf(text);
    return value === null ? null : { kind, value, shown };
  }
  const folded = text.normalize("NFKC").toLowerCase();
  if (kind === "address") {
    const value = folded
      .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
      .trim()
      .slice(0, VALUE_MAX);
    return /\p{L}.*\d/u.test(value) ? { kind, value, shown } : null;
  }
  const value = folded.replaceAll(/[^\p{L}\p{N}]+/gu, "").slice(0, VALUE_MAX);
  return value.length >= 4 && /\d/.test(value) ? { kind, value, shown } : null;
}

/** A meter's or metering point's number: the number of an installation unless it is a metering point's. */
export function meterIdentifier(text: string): SupplyIdentifier | null {
  return supplyIdentifier("gsrn", text) ?? supplyIdentifier("installation", text);
}
