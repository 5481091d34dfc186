import type { CalculationGap } from "../emissions/index.ts";

/** Where a purchase is told of; a later one in this list tells more and carries the emissions. */
export const PURCHASE_SOURCES = ["bank", "ledger", "invoice", "statement"] as const;
export type PurchaseSource = (typeof PURCHASE_SOURCES)[number];

/**
 * What became of the lines that tell of a purchase. settled: something of them counts, or a rule left all of them out;
 * waiting: nothing counts and a person must decide; dismissed: a person left all of them out.
 */
export type PurchaseState = "settled" | "waiting" | "dismissed";

/** One source's word about a purchase. */
export interface ToldPurchase {
  readonly id: string;
  readonly source: PurchaseSource;
  readonly document_id: string;
  readonly activity_ids: readonly string[];
  /** The purchase that counts instead; null: this one does. */
  readonly counted_by: string | null;
  readonly state: PurchaseState;
}

/** Position in the list of sources: a higher one tells more. */
export function detail(source: PurchaseSource): number {
  return PURCHASE_SOURCES.indexOf(source);
}

const RANKS: Readonly<Record<PurchaseState, number>> = { dismissed: 0, waiting: 1, settled: 2 };

/**
 * Which of several words about one purchase counts: what is settled before what waits, before what a person left out;
 * then the one that tells more; then the one that counts already. What waits makes nothing vanish: as long as it waits,
 * what is settled goes on counting.
 */
export function carrierOf<Told extends ToldPurchase>(members: readonly [Told, ...Told[]]): Told {
  return members.reduce((best, one) => (isBetter(one, best) ? one : best));
}

function isBetter(one: ToldPurchase, best: ToldPurchase): boolean {
  const byState = RANKS[one.state] - RANKS[best.state];
  const bySource = detail(one.source) - detail(best.source);
  if (byState !== 0 || bySource !== 0) return byState === 0 ? bySource > 0 : byState > 0;
  return one.counted_by === null && best.counted_by !== null;
}

/**
 * Whether the lines of `member` are evidence only, because `carrier` counts the purchase. What tells more goes on waiting
 * for its person, who may let it take over.
 */
export function isEvidence(member: ToldPurchase, carrier: ToldPurchase): boolean {
  return carrier.state === "settled" && member.id !== carrier.id && detail(member.source) <= detail(carrier.source);
}

const NAMES: Readonly<Record<PurchaseSource, string>> = {
  bank: "a bank line",
  ledger: "a ledger row",
  invoice: "an invoice",
  statement: "a utility statement",
};

/** Why lines do not count that tell of the carrier's purchase. */
export function evidenceReason({ source, document_id }: Pick<ToldPurchase, "source" | "document_id">): string {
  return `the purchase is counted by ${NAMES[source]}, document ${document_id}; this line is evidence of it`;
}

const RESEMBLES: Readonly<Record<PurchaseSource, string>> = {
  bank: "a bank line of the same amount at about the same time",
  ledger: "a ledger row of the same amount at about the same time",
  invoice: "an invoice of the same amount at about the same time",
  statement: "a utility statement of the same supplier about the same kind of supply and time",
};

/** Why lines wait that have only the amount, or the supply, in common with another purchase. */
export function doubtGap({ source, document_id }: Pick<ToldPurchase, "source" | "document_id">): CalculationGap {
  return { code: "possible_duplicate", detail: `Document ${document_id} holds ${RESEMBLES[source]}.` };
}
