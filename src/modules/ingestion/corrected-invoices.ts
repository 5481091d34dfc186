import type { TenantTransaction } from "../../core/context.ts";
import { bookedByInvoices, firstCountingInvoice } from "../activities/index.ts";
import type { ReviewReason } from "../emissions/index.ts";
import { invoicesCorrecting } from "../purchases/index.ts";
import type { ParsedDocument } from "../reading/index.ts";
import { invoiceKeys } from "./purchase.ts";
import { correctedNumber } from "./supply.ts";

/**
 * Why documents wait of which one takes the place of the other (UNTDID 1001 code 384), whichever came first: the invoice that a corrected
 * one names counts, or a corrected one of the same supplier names this invoice, and counts. Null: neither. One statement where a document
 * is an invoice with a number and one where it is a corrected one, sent together, and two more for each that is found.
 */
export async function correctionReasons(
  tx: TenantTransaction,
  documents: readonly ParsedDocument[],
): Promise<(ReviewReason | null)[]> {
  const numbered = positions(documents, ({ document_type, invoice_number }) => {
    return document_type === "invoice" && invoice_number !== null;
  });
  const correcting = positions(documents, (document) => correctedNumber(document) !== null);
  const [corrections, corrected] = await Promise.all([
    numbered.length === 0
      ? []
      : invoicesCorrecting(
          tx,
          numbered.map(([, document]) => invoiceKeys(document)),
        ),
    bookedByInvoices(
      tx,
      correcting.map(([, document]) => invoiceNamed(document)),
    ),
  ]);
  const reasons = documents.map((): string[] => []);
  for (const [at, [position]] of numbered.entries()) {
    const id = await firstCountingInvoice(tx, corrections[at] ?? []);
    if (id !== null) reasons[position]?.push(`Document ${id} ${IS_CORRECTION}.`);
  }
  for (const [at, [position]] of correcting.entries()) {
    const booked = new Set(corrected[at]?.map(({ document_id }) => document_id));
    const id = await firstCountingInvoice(tx, [...booked]);
    if (id !== null) reasons[position]?.push(`Document ${id} ${IS_CORRECTED}.`);
  }
  return reasons.map((told) => (told.length === 0 ? null : { code: "possible_duplicate", detail: told.join(" ") }));
}

const IS_CORRECTION =
  "is the corrected invoice that takes the place of this one, and counts. Leave these lines out, unless both are owed";

const IS_CORRECTED =
  "is the invoice that this one corrects, and counts. Leave its lines out and accept these, unless both are owed";

function positions(
  documents: readonly ParsedDocument[],
  isOne: (document: ParsedDocument) => boolean,
): [position: number, document: ParsedDocument][] {
  return documents.flatMap((document, position): [number, ParsedDocument][] =>
    isOne(document) ? [[position, document]] : [],
  );
}

function invoiceNamed(document: ParsedDocument) {
  return {
    number: correctedNumber(document) ?? "",
    supplier_identifier: document.supplier?.identifier ?? null,
    supplier_name: document.supplier?.name ?? null,
  };
}
