import type { ReviewReason } from "../emissions/index.ts";

/** Kinds of documents that record purchases; a later one in this list has more detail and is the canonical record. */
export const PURCHASE_SOURCES = ["bank", "ledger", "invoice", "statement"] as const;
export type PurchaseSource = (typeof PURCHASE_SOURCES)[number];

/**
 * What became of the lines that record a purchase. settled: something of them counts, or a rule left all of them out;
 * waiting: nothing counts and a person must decide; dismissed: a person left all of them out.
 */
export type PurchaseState = "settled" | "waiting" | "dismissed";

/** A purchase as one document records it. */
export interface SourceRecord {
  readonly id: string;
  readonly source: PurchaseSource;
  readonly document_id: string;
  readonly activity_ids: readonly string[];
  /** Id of the canonical record; null: this is it. */
  readonly counted_by: string | null;
  readonly state: PurchaseState;
}

/** Position in the list of sources: a higher one has more detail. */
export function detail(source: PurchaseSource): number {
  return PURCHASE_SOURCES.indexOf(source);
}

const RANKS: Readonly<Record<PurchaseState, number>> = { dismissed: 0, waiting: 1, settled: 2 };

/**
 * The canonical record of several of one purchase, whose lines alone have emissions: a settled record before one that waits for
 * review, before one that a person left out; then the source with more detail; then the canonical record so far. A pending
 * invoice does not yet replace the bank row that reported the same purchase.
 */
export function canonicalOf<Source extends SourceRecord>(members: readonly [Source, ...Source[]]): Source {
  return members.reduce((best, member) => (isBetter(member, best) ? member : best));
}

function isBetter(record: SourceRecord, best: SourceRecord): boolean {
  const byState = RANKS[record.state] - RANKS[best.state];
  const bySource = detail(record.source) - detail(best.source);
  if (byState !== 0 || bySource !== 0) return byState === 0 ? bySource > 0 : byState > 0;
  return record.counted_by === null && best.counted_by !== null;
}

/**
 * Whether `member` is a duplicate record, whose lines have no emissions, because `canonical` counts the purchase. A record with
 * more detail goes on waiting for review and may become the canonical one.
 */
export function isDuplicate(member: SourceRecord, canonical: SourceRecord): boolean {
  return (
    canonical.state === "settled" && member.id !== canonical.id && detail(member.source) <= detail(canonical.source)
  );
}

/** What a source is called in reasons. */
export const NAMES: Readonly<Record<PurchaseSource, string>> = {
  bank: "a bank line",
  ledger: "a ledger row",
  invoice: "an invoice",
  statement: "a utility statement",
};

/** How the reasons begin. */
export const COUNTED_BY = "the purchase is counted by ";
const SAME_POSTING = "the same posting (";

/** Why the lines of a duplicate record have no emissions; part of the hashed split. */
export function duplicateReason({ source, document_id }: Pick<SourceRecord, "source" | "document_id">): string {
  return `${COUNTED_BY}${NAMES[source]}, document ${document_id}; this line is evidence of it`;
}

const LINKED = "a person linked it with ";
const MARKED = "duplicate: ";

/** Why the lines have no emissions of a record that a person linked with what counts; part of the hashed split. */
export function linkedReason(items: readonly Pick<SourceRecord, "source" | "document_id">[], why: string): string {
  const named = items.map(({ source, document_id }) => `${NAMES[source]}, document ${document_id}`);
  return `${LINKED}${named.join("; ")}; this line is evidence of it: ${why}`;
}

/** Whether a line has no emissions because another record counts its purchase, by the reason of its reading. */
export function isDuplicateReason(reason: string): boolean {
  return [COUNTED_BY, SAME_POSTING, LINKED, MARKED].some((words) => reason.startsWith(words));
}

/** Why the lines of a posting that another ledger recorded, or another export of the bank, have no emissions; part of the hashed split. */
export function copyReason({ document_id }: Pick<SourceRecord, "document_id">): string {
  return `${SAME_POSTING}day, account, words, amount) came with document ${document_id}; this line is evidence of it`;
}

/** Review reason of a posting that another ledger recorded, where that one waits for a person. */
export function waitingPostingReason({ document_id }: Pick<SourceRecord, "document_id">): ReviewReason {
  return {
    code: "possible_duplicate",
    detail: `The same posting (day, account, words, amount) came with document ${document_id} and waits there.`,
  };
}

/** Review reason of a posting that another ledger has on another account, or without words, as the bank may. */
export function nearPostingReason({ source, document_id }: Pick<SourceRecord, "source" | "document_id">): ReviewReason {
  const but =
    source === "bank"
      ? ": the same entry in another export, or one of another account or card"
      : ", but not on the same account with words of its own";
  return {
    code: "possible_duplicate",
    detail: `Document ${document_id} holds ${NAMES[source]} of the same day, words and amount${but}.`,
  };
}

/** Review reason of a row that states a quantity and no amount, of which an earlier table may have brought the same. */
export function nearRowReason({ document_id }: Pick<SourceRecord, "document_id">): ReviewReason {
  return {
    code: "possible_duplicate",
    detail: `Document ${document_id} holds a row of the same day, words and quantity: the same one again, or another one like it.`,
  };
}

/** An invoice of the supplier, day and total of another one, under another number. */
export interface InvoicedBefore {
  readonly invoice_number: string;
  readonly document_id: string;
  /** What else they have in common. */
  readonly by: "lines" | "number";
}

const IN_COMMON: Readonly<Record<InvoicedBefore["by"], string>> = {
  lines: "with the same lines and total",
  number: "with the same total, and its number differs in nothing but what stands before it",
};

/** Review reason of an invoice that may repeat another one. */
export function invoicedAgainReason({ invoice_number, document_id, by }: InvoicedBefore): ReviewReason {
  return {
    code: "possible_duplicate",
    detail:
      `Invoice ${invoice_number}, document ${document_id}, is of the same supplier and day ${IN_COMMON[by]}. ` +
      "Leave this one out where it is the same purchase, accept it where both were bought.",
  };
}

/** Review reason of the lines of an invoice, or of a list of what it bills, whose quantities the other one sums up. */
export function collectedReason(
  source: "invoice" | "ledger",
  { document_id, quantity, unit, rows }: { document_id: string; quantity: string; unit: string; rows: number },
): ReviewReason {
  const what =
    source === "invoice"
      ? `bills ${quantity} ${unit}, the sum of ${rows} of these rows`
      : `lists ${rows} transactions of together ${quantity} ${unit}, as many as these lines bill`;
  return {
    code: "possible_duplicate",
    detail: `Document ${document_id} ${what}. Leave these lines out where they are the same purchases, accept them where they are others.`,
  };
}

const RESEMBLES: Readonly<Record<PurchaseSource, string>> = {
  bank: "a bank line of the same amount at about the same time",
  ledger: "a ledger row of the same amount at about the same time",
  invoice: "an invoice of the same amount at about the same time",
  statement: "a utility statement of the same supplier about the same kind of supply and time",
};

/** Review reason of lines that have only the amount, or the supply, in common with another purchase. */
export function possibleDuplicateReason({
  source,
  document_id,
}: Pick<SourceRecord, "source" | "document_id">): ReviewReason {
  return { code: "possible_duplicate", detail: `Document ${document_id} holds ${RESEMBLES[source]}.` };
}
