import type { ReviewReason } from "../emissions/index.ts";
import { movedCents } from "./account-record.ts";
import { COUNTED_BY, duplicateReason, NAMES } from "./canonical-record.ts";
import type { SettlementDecision, Share } from "./plan-accounts.ts";

/** Partners that a text names. */
const NAMED_MAX = 6;

/** Why the lines of a payment have no emissions; part of the hashed split. `documents` has the documents of new items. */
export function settlementReason({ shares }: SettlementDecision, documents: ReadonlyMap<string, string>): string {
  const [first, ...more] = shares;
  if (first !== undefined && more.length === 0) {
    return duplicateReason({ source: first.item.source, document_id: documentOf(first, documents) });
  }
  return `${COUNTED_BY}${told(shares, documents, ({ item }) => NAMES[item.source])}; this line is evidence of them`;
}

/** Why a payment or posting waits: what it may settle, and what either answer does. */
export function settlementQuestion(
  { payment, shares }: SettlementDecision,
  documents: ReadonlyMap<string, string>,
): ReviewReason {
  const partners = told(shares, documents, ({ item, amount }) => {
    const currency = item.currency === null ? "" : ` ${item.currency}`;
    return `${NAMES[item.source]} of ${item.dated}, ${amount}${currency} of it`;
  });
  const moved = `${(movedCents(payment) / 100).toFixed(2)}${payment.currency === null ? "" : ` ${payment.currency}`}`;
  const detail = `It may settle ${partners}. Left out, it is evidence and they count alone; accepted, its ${moved} count as a purchase beside them.`;
  return { code: "possible_duplicate", detail };
}

function told(
  shares: readonly Share[],
  documents: ReadonlyMap<string, string>,
  words: (share: Share) => string,
): string {
  const named = shares.slice(0, NAMED_MAX).map((one) => `${words(one)}, document ${documentOf(one, documents)}`);
  const more = shares.length - named.length;
  return [...named, ...(more > 0 ? [`${more} more`] : [])].join("; ");
}

function documentOf({ item }: Share, documents: ReadonlyMap<string, string>): string {
  return item.is_new ? (documents.get(item.id) ?? "") : item.document_id;
}
