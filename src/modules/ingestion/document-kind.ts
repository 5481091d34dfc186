import { decimal, decimalSum } from "../../core/quantity.ts";
import { advanceOf, type ParsedDocument } from "../reading/index.ts";

/**
 * Whether a document takes back: a credit note, or an invoice whose net is negative, which EN 16931 allows. One of which nothing but the
 * advances that it deducts is negative bills what was used.
 */
export function takesBack({ document_type, signed_total_excl_vat: net, lines }: ParsedDocument): boolean {
  if (document_type !== "invoice" || net === null || !decimal(net).lt(0)) return document_type === "credit_note";
  const charged = lines.filter((line) => advanceOf(line) !== "deduction");
  return decimalSum(charged.flatMap(({ amount }) => amount ?? [])).lt(0);
}

/** The document as it is booked: an invoice that takes back is a credit note in all but name. */
export function bookedKind(document: ParsedDocument): ParsedDocument {
  return takesBack(document) ? { ...document, document_type: "credit_note" } : document;
}
