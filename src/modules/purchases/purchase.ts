import { decimal } from "../../core/quantity.ts";
import type { PaymentMeans } from "./payment-means.ts";
import type { PurchaseSource, PurchaseState, SourceRecord } from "./canonical-record.ts";

/** What one source says of one purchase. Amounts are decimal text, signed as booked. */
export interface Purchase {
  readonly source: PurchaseSource;
  readonly number_key: string | null;
  readonly supplier_key: string | null;
  readonly name_key: string | null;
  /** Folded words of the line and its supplier, separated by single blanks. */
  readonly words: string;
  readonly net: string | null;
  readonly gross: string | null;
  readonly currency: string | null;
  /** ISO date. */
  readonly dated: string;
  /** ISO date from which on it tells of what was supplied; null: it does not say. */
  readonly since: string | null;
  /** Kind of metered supply, e.g. energy.electricity; null: none, or several. */
  readonly supply: string | null;
  /** How it moved money; absent or null: it did not, or in no way that settles a bill. */
  readonly payment?: PaymentMeans | null;
  /** ISO date on which it is to be paid; absent or null: not stated. */
  readonly due?: string | null;
}

/** A purchase of a document that is being recorded: `lines` are positions in its list of activities. */
export interface OwnPurchase extends Purchase {
  readonly lines: readonly number[];
  readonly state: PurchaseState;
  /** Letters and digits of the number of the invoice that a corrected one takes the place of; absent or null: of none. */
  readonly corrects_key?: string | null;
}

/** A purchase that an earlier document recorded. */
export type KnownPurchase = Purchase & SourceRecord;

/** Cents as the register keeps them, whole; the amount is decimal text. */
export function centsOf(amount: string): string {
  return decimal(amount).times(100).toFixed(0);
}

/** A document's purchase as the record that it becomes. Member by member: an object made by copying so many is slow to build and to read. */
export function recordOf(
  own: OwnPurchase,
  { id, document_id, activity_ids }: Pick<SourceRecord, "id" | "document_id" | "activity_ids">,
): KnownPurchase {
  return {
    source: own.source,
    number_key: own.number_key,
    supplier_key: own.supplier_key,
    name_key: own.name_key,
    words: own.words,
    net: own.net,
    gross: own.gross,
    currency: own.currency,
    dated: own.dated,
    since: own.since,
    supply: own.supply,
    payment: own.payment ?? null,
    due: own.due ?? null,
    state: own.state,
    id,
    document_id,
    activity_ids,
    counted_by: null,
  };
}
