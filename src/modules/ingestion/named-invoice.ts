import type { InvoiceIdentity } from "../activities/index.ts";
import type { ParsedDocument } from "../reading/index.ts";

/** An invoice of the same supplier as a document, by a number that it names; null: it names none. */
export function invoiceNamed(document: ParsedDocument, number: string | null): InvoiceIdentity | null {
  return number === null ? null : { number, ...supplierNamed(document) };
}

/** How a document names who sent it. */
export function supplierNamed({ supplier }: ParsedDocument): Omit<InvoiceIdentity, "number"> {
  return { supplier_identifier: supplier?.identifier ?? null, supplier_name: supplier?.name ?? null };
}
