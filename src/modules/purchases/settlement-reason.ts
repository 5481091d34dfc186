import type { ReviewReason } from "../emissions/index.ts";
import { cents, movedCents } from "./account-record.ts";
import { COUNTED_BY, duplicateReason, NAMES } from "./canonical-record.ts";
import { OPENING_DAYS } from "./plan-unmatched.ts";
import type { SettlementDecision, Share, UnmatchedBecause } from "./account-plan.ts";

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
  { payment, shares, why }: SettlementDecision,
  documents: ReadonlyMap<string, string>,
): ReviewReason {
  if (why !== undefined) return { code: "payment_unmatched", detail: unmatched(why, moved(payment)) };
  const partners = told(shares, documents, ({ item, amount }) => {
    const currency = item.currency === null ? "" : ` ${item.currency}`;
    return `${NAMES[item.source]} of ${item.dated}, ${amount}${currency} of it`;
  });
  const rest = restOf({ payment, shares });
  const detail = `It may settle ${partners}. Left out, it is evidence and they count alone${rest}; accepted, its ${moved(payment)} count as a purchase beside them.`;
  return { code: "possible_duplicate", detail };
}

/** Both readings of a payment of less than one item: the rest is still to be paid, or was set off. */
function restOf({ payment, shares }: Pick<SettlementDecision, "payment" | "shares">): string {
  const [first, ...more] = shares;
  if (first === undefined || more.length > 0 || first.item.gross === null || payment.source !== "bank") return "";
  const rest = cents(first.item.gross) - cents(first.amount);
  if (rest <= 0 || (payment.currency !== null && first.item.currency !== payment.currency)) return "";
  return ` (the ${(rest / 100).toFixed(2)} that it lacks are open, or were set off against what the supplier owes)`;
}

function moved({ currency, ...payment }: SettlementDecision["payment"]): string {
  return `${(movedCents({ ...payment, currency }) / 100).toFixed(2)}${currency === null ? "" : ` ${currency}`}`;
}

function unmatched(why: UnmatchedBecause, amount: string): string {
  return `${UNMATCHED[why]} Left out, it is the payment of purchases that are told elsewhere; accepted, its ${amount} count as a purchase.`;
}

const UNMATCHED: Readonly<Record<UnmatchedBecause, string>> = {
  batch: "It pays suppliers and names none of them, and no bills that are due within ten days add up to it.",
  opening: `It lies within ${OPENING_DAYS} days of the bank's first row: it may settle purchases from before.`,
  books: "The company's books tell every purchase, and none of them is of this payment.",
  netting: "It sets off what the company owes, and no bill is open by as much.",
  refund: "Money came back, and neither a credit note nor a payment of as much that counts is here.",
};

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
