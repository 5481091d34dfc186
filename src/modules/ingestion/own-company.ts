import type { ReviewReason } from "../emissions/index.ts";
import type { ParsedDocument, ParsedParty } from "../reading/index.ts";
import { companyNumberKey } from "../supplier-register/index.ts";

/** What a company is told from its suppliers by. */
export interface OwnCompany {
  readonly company_name: string;
  /** Its own numbers with their kind: "cvr:29189846", "iban:DK5000400440116243". */
  readonly company_numbers: readonly string[];
}

/** Why what was recognised on pages waits when the issuer that was read is the company itself. */
export const OWN_NAME_READ: ReviewReason = {
  code: "document_unclear",
  detail:
    "The supplier that was read is the company itself: either this is a sale, which is left out, or buyer and supplier were " +
    "mistaken for each other, and the rows can be accepted.",
};

/** What a document says of the company as its own seller. */
export type OwnIssue =
  /** The seller is the company; `reason` says by what. */
  | { readonly kind: "sale"; readonly reason: string }
  /** One thing says that it is, another that it is not. */
  | { readonly kind: "unclear"; readonly reviewReason: ReviewReason };

/**
 * Whether an invoice or credit note has the company itself for its seller: by the seller's CVR or VAT number, by the name with its
 * legal form (companies of one group often differ in nothing else), or by the account that an invoice asks to be paid on. Null: it
 * has not. A name without its number, or an account beside another company's number, is unclear.
 */
export function ownIssue(document: ParsedDocument, own: OwnCompany): OwnIssue | null {
  const { document_type, supplier, payee_iban } = document;
  if (document_type !== "invoice" && document_type !== "credit_note") return null;
  const number = supplier === null ? null : companyNumberKey(supplier.identifier, supplier.country);
  if (number !== null && own.company_numbers.includes(number))
    return sale(`, by its ${KIND[kindOf(number)] ?? "number"}`);
  const isOther = number !== null && own.company_numbers.some((one) => kindOf(one) === kindOf(number));
  if (isNamed(supplier, own)) return isOther ? unclear("name", supplier) : sale("");
  // A credit note may print the account that money is returned to.
  const isPaidToOwn = payee_iban !== undefined && own.company_numbers.includes(`iban:${payee_iban}`);
  if (document_type === "credit_note" || !isPaidToOwn) return null;
  return number === null
    ? sale(", by the account that it asks to be paid on")
    : unclear("account to be paid on", supplier);
}

const KIND: Readonly<Record<string, string>> = { cvr: "CVR number", vat: "VAT number" };

function kindOf(key: string): string {
  return key.split(":")[0] ?? "";
}

function sale(by: string): OwnIssue {
  return { kind: "sale", reason: `the seller is the company itself${by}: a sale is kept, and not booked` };
}

function unclear(own: string, supplier: ParsedParty | null): OwnIssue {
  const detail =
    `The ${own} of the seller is the company's own, and its number ${supplier?.identifier ?? ""} is not: either this is a sale, ` +
    "which is left out, or another company has issued it, and the rows can be accepted.";
  return { kind: "unclear", reviewReason: { code: "document_unclear", detail } };
}

/** Whether a party that a document or row names has one of the company's own numbers. */
export function hasOwnNumber(
  party: ParsedParty | null,
  { company_numbers }: Pick<OwnCompany, "company_numbers">,
): boolean {
  const number = party === null ? null : companyNumberKey(party.identifier, party.country);
  return number !== null && company_numbers.includes(number);
}

/** Whether a party has the company's own name, legal form included. */
export function isNamed(party: ParsedParty | null, { company_name }: Pick<OwnCompany, "company_name">): boolean {
  return party !== null && folded(company_name) !== "" && folded(party.name) === folded(company_name);
}

function folded(name: string): string {
  return name
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, "");
}
