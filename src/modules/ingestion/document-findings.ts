import type { TenantTransaction } from "../../core/context.ts";
import type { CalculationGap } from "../emissions/index.ts";
import type { DocumentFindings } from "./build-batch.ts";
import { doubtsGap } from "./document-doubts.ts";
import type { DocumentKeys } from "./document-keys.ts";
import type { ParsedDocument } from "./parsed-document.ts";
import { type BookedElsewhere, bookedByInvoices, bookedByStatements, type InvoiceIdentity } from "./store-supply.ts";
import { findTwins, type Twin } from "./store-twins.ts";
import { parentNumber } from "./supply.ts";

/** A document that was read, and what it is recognised by. */
export interface IdentifiedDocument {
  readonly sha256: string;
  readonly document: ParsedDocument;
  readonly keys: DocumentKeys;
}

/** What the ledger already knows about a document. */
export interface LedgerFindings extends Pick<DocumentFindings, "hold" | "counted"> {
  readonly twin: Twin | undefined;
}

/**
 * What the ledger knows about each document, with three statements that are sent together. Documents of one call do not
 * see each other. The transaction holds the tenant's audit chain, so that no answer can change before it ends.
 */
export async function findingsOf(
  tx: TenantTransaction,
  documents: readonly IdentifiedDocument[],
): Promise<LedgerFindings[]> {
  const parents = documents.map(({ document }) => parentInvoice(document));
  const invoices = documents.map(({ document }) => ownInvoice(document));
  const [twins, ofParents, ofInvoices] = await Promise.all([
    findTwins(tx, documents.map(twinQuery)),
    bookedByInvoices(tx, present(parents)),
    bookedByStatements(tx, present(invoices)),
  ]);
  const parentsBooked = ofParents.values();
  const invoicesBooked = ofInvoices.values();
  return documents.map(({ document }, index) => {
    const twin = twins[index];
    const byParent = parents[index] === null ? [] : (parentsBooked.next().value ?? []);
    const byStatements = invoices[index] === null ? [] : (invoicesBooked.next().value ?? []);
    const supply = supplyElsewhere(byParent, byStatements);
    const own = doubtsGap(document);
    const hold = twin === undefined ? (supply.hold ?? own) : possibleDuplicate(twin.id, SAME_NUMBER);
    return { twin, hold, counted: supply.counted };
  });
}

/**
 * A utility statement and its invoice are about the same supply. The one that came first counts it; a statement after an
 * invoice that was booked by its amount waits for a person, because the better figure must replace the other.
 */
function supplyElsewhere(
  byParent: readonly BookedElsewhere[],
  byStatements: readonly BookedElsewhere[],
): Pick<DocumentFindings, "hold" | "counted"> {
  const [first] = byParent;
  const measured = byParent.filter((category) => category.has_quantity);
  const isByAmount = first !== undefined && measured.length === 0;
  return {
    hold: isByAmount ? possibleDuplicate(first.document_id, "is the invoice of this supply, booked by amount") : null,
    counted: [...measured, ...byStatements],
  };
}

const SAME_NUMBER = "has the same supplier and number but another total, date or content";

function possibleDuplicate(documentId: string, how: string): CalculationGap {
  return { code: "possible_duplicate", detail: `Document ${documentId} ${how}.` };
}

function parentInvoice(document: ParsedDocument): InvoiceIdentity | null {
  const number = parentNumber(document);
  return number === null ? null : { number, ...supplierOf(document) };
}

function ownInvoice(document: ParsedDocument): InvoiceIdentity | null {
  const { document_type, invoice_number } = document;
  return document_type !== "invoice" || invoice_number === null
    ? null
    : { number: invoice_number, ...supplierOf(document) };
}

function twinQuery({ sha256, document, keys }: IdentifiedDocument) {
  const { invoice_number, document_type } = document;
  return { sha256, ...keys, invoice_number, document_type, ...supplierOf(document) };
}

function supplierOf({ supplier }: ParsedDocument): {
  supplier_identifier: string | null;
  supplier_name: string | null;
} {
  return { supplier_identifier: supplier?.identifier ?? null, supplier_name: supplier?.name ?? null };
}

function present<T>(values: readonly (T | null)[]): T[] {
  return values.filter((value) => value !== null);
}
