import { ibanOf } from "../../core/iban.ts";
import { supplierKey } from "../categorization/index.ts";

/** By what a supplier is named: a number of a company, a bank account, an account of the company's own books, a name. */
export const IDENTIFIER_KINDS = ["cvr", "vat", "register_number", "iban", "account", "name"] as const;
export type IdentifierKind = (typeof IDENTIFIER_KINDS)[number];

export interface Identifier {
  readonly kind: IdentifierKind;
  /** In the one form in which it is compared. */
  readonly value: string;
}

const NUMBERS: ReadonlySet<IdentifierKind> = new Set(["cvr", "vat", "register_number"]);

/**
 * A company's number as documents state it; null: it is none. A Danish VAT number is the CVR number behind its "DK". Eight
 * digits of another country are a number of that country's register.
 */
export function companyNumber(number: string | null, country: string | null): Identifier | null {
  const value = supplierKey(null, number)?.slice("id:".length);
  if (value === undefined) return null;
  const isDanish = country === null || country === "DK" || /^\s*(?:DK|CVR)/i.test(number ?? "");
  if (/^\d{8}$/.test(value) && isDanish) return { kind: "cvr", value };
  if (/^[A-Z]{2}[A-Z0-9]{2,}$/.test(value)) return { kind: "vat", value };
  return { kind: "register_number", value: country === null ? value : `${country}:${value}` };
}

/** A name as it is compared: folded, without legal form; null: it says nothing. */
export function nameIdentifier(name: string | null): Identifier | null {
  const value = supplierKey(name, null)?.slice("name:".length);
  return value === undefined ? null : { kind: "name", value };
}

const TEXT_MAX = 200;

/** What a person states as an identifier of a kind; null: it is none of that kind. */
export function statedIdentifier(kind: IdentifierKind, text: string): Identifier | null {
  if (kind === "name") return nameIdentifier(text.slice(0, TEXT_MAX));
  if (kind === "account") return { kind, value: text.trim().toLowerCase().slice(0, TEXT_MAX) };
  if (kind === "iban") {
    const value = ibanOf(text);
    return value === null ? null : { kind, value };
  }
  const number = companyNumber(text, kind === "cvr" ? "DK" : null);
  if (number === null) return null;
  // A Danish VAT number is a CVR number under another name; everything else is what it is called.
  if (kind === "vat") return number.kind === "register_number" ? null : number;
  if (kind === "cvr") return number.kind === "cvr" ? number : null;
  return { kind, value: number.value };
}

/** The key under which categories are remembered for what an identifier names; null: for none. */
export function memoryKeyOf({ kind, value }: Identifier): string | null {
  if (kind === "name") return `name:${value}`;
  return NUMBERS.has(kind) ? `id:${value.replace(/^[A-Z]{2}:/, "")}` : null;
}
