import { type Decimal, decimal, decimalSum } from "../../core/quantity.ts";
import { namesSoldWaste } from "../emissions/index.ts";
import { advanceOf, type ParsedDocument, type ParsedLine } from "../reading/index.ts";

/**
 * Whether a document takes back: a credit note, or an invoice whose net is negative, which EN 16931 allows. One that charges a measured supply
 * bills what was used, whatever it takes off for what was paid before, and so does one of which nothing but the advances that it deducts, or
 * waste that it pays for, is negative.
 */
export function takesBack(document: ParsedDocument): boolean {
  const { document_type, signed_total_excl_vat: net, lines, quantities } = document;
  if (document_type !== "invoice" || net === null || !decimal(net).lt(0)) return document_type === "credit_note";
  const measured = new Set(quantities.flatMap((quantity) => quantity.lines));
  const sumOf = (some: readonly ParsedLine[]): Decimal => decimalSum(some.flatMap(({ amount }) => amount ?? []));
  if (sumOf(lines.filter(({ number }) => measured.has(number))).gt(0)) return false;
  return sumOf(lines.filter((line) => advanceOf(line) !== "deduction" && !namesSoldWaste(line))).lt(0);
}

/** The document as it is booked: an invoice that takes back is a credit note in all but name. */
export function bookedKind(document: ParsedDocument): ParsedDocument {
  return takesBack(document) ? { ...document, document_type: "credit_note" } : document;
}
