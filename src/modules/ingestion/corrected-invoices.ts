import type { TenantTransaction } from "../../core/context.ts";
import { numberKey } from "../../core/invoice-number.ts";
import { bookedByInvoices, firstCountingInvoice } from "../activities/index.ts";
import type { ReviewReason } from "../emissions/index.ts";
import { invoicesCorrecting } from "../purchases/index.ts";
import type { ParsedDocument } from "../reading/index.ts";
import { invoiceNamed } from "./named-invoice.ts";
import { invoiceKeys } from "./purchase.ts";
import { correctedNumber } from "./supply.ts";

/**
 * Why documents wait of which one takes the place of the other (UNTDID 1001 code 384), whichever came first: the invoice that a corrected
 * one names counts, or a corrected one of the same supplier names this invoice, and counts. Null: neither. One statement where a document
 * is an invoice with a number and one more where it is a corrected one, sent together, and two more for each that is found.
 */
export async function correctionReasons(
  tx: TenantTransaction,
  documents: readonly ParsedDocument[],
): Promise<(ReviewReason | null)[]> {
  const asked = positions(documents, ({ document_type, invoice_number }) => {
    return document_type === "invoice" && invoice_number !== null;
  });
  const correcting = positions(documents, (document) => correctedNumber(document) !== null);
  // Where a total or a date could not be read the register of purchases has nothing of the invoice.
  const [found, booked] = await Promise.all([
    asked.length === 0
      ? []
      : invoicesCorrecting(
          tx,
          asked.map(([, document]) => ({
            ...invoiceKeys(document),
            corrects_key: numberKey(correctedNumber(document)),
          })),
        ),
    bookedByInvoices(
      tx,
      correcting.flatMap(([, document]) => invoiceNamed(document, correctedNumber(document)) ?? []),
    ),
  ]);
  const corrections = new Map(asked.map(([position], at) => [position, found[at]?.corrections ?? []]));
  const corrected = new Map(asked.map(([position], at) => [position, found[at]?.corrected ?? []]));
  for (const [at, [position]] of correcting.entries()) {
    const ids = booked[at]?.map(({ document_id }) => document_id) ?? [];
    corrected.set(position, [...new Set([...(corrected.get(position) ?? []), ...ids])]);
  }
  const reasons: (ReviewReason | null)[] = [];
  for (const position of documents.keys()) {
    const correction = await firstCountingInvoice(tx, corrections.get(position) ?? []);
    const earlier = await firstCountingInvoice(tx, corrected.get(position) ?? []);
    const told = [
      ...(correction === null ? [] : [`Document ${correction} ${IS_CORRECTION}.`]),
      ...(earlier === null ? [] : [`Document ${earlier} ${IS_CORRECTED}.`]),
    ];
    reasons.push(told.length === 0 ? null : { code: "possible_duplicate", detail: told.join(" ") });
  }
  return reasons;
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
