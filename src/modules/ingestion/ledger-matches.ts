import type { TenantTransaction } from "../../core/context.ts";
import type { ReviewReason } from "../emissions/index.ts";
import type { ParsedDocument } from "../reading/index.ts";
import type { DocumentMatches } from "./line-tables.ts";
import { documentReviewReason } from "./document-review-reason.ts";
import type { DocumentKeys } from "./document-keys.ts";
import {
  type BookedElsewhere,
  bookedByInvoices,
  bookedByStatements,
  type DuplicateDocument,
  findDuplicates,
  type InvoiceIdentity,
} from "../activities/index.ts";
import { correctionReasons } from "./corrected-invoices.ts";
import { invoiceNamed, supplierNamed } from "./named-invoice.ts";
import { parentNumber } from "./supply.ts";

/** A document that was read, and what it is recognised by. */
export interface IdentifiedDocument {
  readonly sha256: string;
  readonly document: ParsedDocument;
  readonly keys: DocumentKeys;
}

/** What the ledger already knows about a document. */
export interface LedgerMatches extends Pick<DocumentMatches, "reviewReason" | "counted"> {
  readonly duplicate: DuplicateDocument | undefined;
}

/**
 * What the ledger knows about each document, with at most five statements that are sent together, and two more where one of them is a corrected
 * invoice, or one takes its place. Documents of one call do not see each other. The transaction holds the tenant's audit chain, so that no answer can change before it ends.
 */
export async function ledgerMatchesOf(
  tx: TenantTransaction,
  documents: readonly IdentifiedDocument[],
): Promise<LedgerMatches[]> {
  const parents = documents.map(({ document }) => invoiceNamed(document, parentNumber(document)));
  const invoices = documents.map(({ document }) => ownInvoice(document));
  const [duplicates, ofParents, ofInvoices, ofCorrections] = await Promise.all([
    findDuplicates(tx, documents.map(duplicateQuery)),
    bookedByInvoices(tx, present(parents)),
    bookedByStatements(tx, present(invoices)),
    correctionReasons(
      tx,
      documents.map(({ document }) => document),
    ),
  ]);
  const parentsBooked = ofParents.values();
  const invoicesBooked = ofInvoices.values();
  return documents.map(({ document }, index) => {
    const duplicate = duplicates[index];
    const byParent = parents[index] === null ? [] : (parentsBooked.next().value ?? []);
    const byStatements = invoices[index] === null ? [] : (invoicesBooked.next().value ?? []);
    const supply = supplyElsewhere(byParent, byStatements);
    const ownReason = ofCorrections[index] ?? documentReviewReason(document);
    const reviewReason =
      duplicate === undefined ? (supply.reviewReason ?? ownReason) : possibleDuplicate(duplicate.id, SAME_NUMBER);
    return { duplicate, reviewReason, counted: supply.counted };
  });
}

/**
 * A utility statement and its invoice are about the same supply. The one that came first counts it; a statement after an
 * invoice that was booked by its amount waits for a person, because the better figure must replace the other.
 */
function supplyElsewhere(
  byParent: readonly BookedElsewhere[],
  byStatements: readonly BookedElsewhere[],
): Pick<DocumentMatches, "reviewReason" | "counted"> {
  const [first] = byParent;
  const measured = byParent.filter((category) => category.has_quantity);
  const isByAmount = first !== undefined && measured.length === 0;
  return {
    reviewReason: isByAmount
      ? possibleDuplicate(first.document_id, "is the invoice of this supply, booked by amount")
      : null,
    counted: [...measured, ...byStatements],
  };
}

const SAME_NUMBER = "has the same supplier and number but another total, date or content";

function possibleDuplicate(documentId: string, how: string): ReviewReason {
  return { code: "possible_duplicate", detail: `Document ${documentId} ${how}.` };
}

function ownInvoice(document: ParsedDocument): InvoiceIdentity | null {
  const { document_type, invoice_number } = document;
  return document_type !== "invoice" || invoice_number === null
    ? null
    : { number: invoice_number, ...supplierNamed(document) };
}

function duplicateQuery({ sha256, document, keys }: IdentifiedDocument) {
  const { invoice_number, document_type } = document;
  return { sha256, ...keys, invoice_number, document_type, ...supplierNamed(document) };
}

function present<T>(values: readonly (T | null)[]): T[] {
  return values.filter((value) => value !== null);
}
