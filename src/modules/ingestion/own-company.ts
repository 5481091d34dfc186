import type { ReviewReason } from "../emissions/index.ts";
import type { ParsedDocument } from "../reading/index.ts";

/** Why a document whose issuer is the company itself buys nothing. */
export const OWN_SALE = "the seller is the company itself: a sale is kept, and not booked";

/** Why what was recognised on pages waits when the issuer that was read is the company itself. */
export const OWN_NAME_READ: ReviewReason = {
  code: "document_unclear",
  detail:
    "The supplier that was read is the company itself: either this is a sale, which is left out, or buyer and supplier were " +
    "mistaken for each other, and the rows can be accepted.",
};

/**
 * Whether an invoice or credit note names the company as its seller, by the name with its legal form: companies of one
 * group often differ in nothing else.
 */
export function isIssuedByCompany({ document_type, supplier }: ParsedDocument, company_name: string): boolean {
  if (document_type !== "invoice" && document_type !== "credit_note") return false;
  return supplier !== null && folded(company_name) !== "" && folded(supplier.name) === folded(company_name);
}

function folded(name: string): string {
  return name
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, "");
}
