import type { SplitChange } from "../activities/index.ts";
import {
  type NewPurchase,
  type NewSettlement,
  type PurchaseLink,
  type SettlementDecision,
  settlementQuestion,
  settlementReason,
  settlingSource,
} from "../purchases/index.ts";
import type { LineMatch } from "./line-match.ts";

/** What is to be written about the purchases of documents. */
export interface PurchaseChanges {
  readonly purchases: NewPurchase[];
  readonly links: PurchaseLink[];
  readonly splitChanges: SplitChange[];
  readonly possibleDuplicates: { readonly id: string; readonly doubted_by: string }[];
  readonly settlements: NewSettlement[];
}

const NO_NEW_ITEMS: ReadonlyMap<string, string> = new Map();

/** What becomes of the lines of a new payment; null: they count until an item that waits counts. */
export function settledLine(decision: SettlementDecision): LineMatch | null {
  if (decision.kind === "settles") return { kind: "duplicate", reason: settlementReason(decision, NO_NEW_ITEMS) };
  const isCounted = decision.why !== undefined || decision.shares.some(({ item }) => item.state === "settled");
  return isCounted ? { kind: "possible_duplicate", reviewReason: settlementQuestion(decision, NO_NEW_ITEMS) } : null;
}

/**
 * Adds what was decided of accounts: a row for each payment and item, and what it means for the lines of known payments. Where a new
 * item waits after all, because of a closed year or for a person, its payment counts until the item does.
 */
export function addSettlements(
  changes: PurchaseChanges,
  decisions: readonly SettlementDecision[],
  newId: () => string,
): void {
  const recorded = new Map(changes.purchases.map((purchase, position) => [purchase.id, { purchase, position }]));
  const documents = new Map(changes.purchases.map(({ id, document_id }) => [id, document_id]));
  // What was to count and waits: it would take over what counts in a closed year.
  const held = new Set(changes.purchases.flatMap(({ id, state }) => (state === "waiting" ? [id] : [])));
  for (const decision of decisions) {
    const { payment, shares, cause } = decision;
    const isHeld = cause.state === "settled" && held.has(cause.id);
    const stateOf = (item: SettlementDecision["payment"]) => recorded.get(item.id)?.purchase.state ?? item.state;
    const counted = shares.filter(({ item }) => stateOf(item) === "settled");
    const isSettled = decision.kind === "settles" && !isHeld && counted.length === shares.length;
    for (const { item, amount } of shares) {
      const state = isSettled ? "linked" : "proposed";
      const payment_id = payment.id;
      const payment_source = settlingSource(payment);
      changes.settlements.push({ id: newId(), payment_id, payment_source, item_id: item.id, state, amount });
    }
    const [first] = shares;
    const waited = isHeld ? cause.id : first?.item.id;
    if (decision.why === undefined && (isHeld || counted.length === 0) && waited !== undefined)
      doubt(changes, payment.id, waited);
    else if (payment.is_new) setNewState(changes, recorded.get(payment.id)?.position, isSettled);
    else changeKnown(changes, decision, { isSettled, documents });
  }
}

function doubt(changes: PurchaseChanges, payment_id: string, doubted_by: string): void {
  const position = changes.purchases.findIndex(({ id }) => id === payment_id);
  const purchase = changes.purchases[position];
  if (purchase === undefined) changes.possibleDuplicates.push({ id: payment_id, doubted_by });
  else changes.purchases[position] = { ...purchase, doubted_by };
}

function setNewState({ purchases }: PurchaseChanges, position: number | undefined, isSettled: boolean): void {
  const purchase = position === undefined ? undefined : purchases[position];
  if (purchase === undefined || position === undefined) return;
  purchases[position] = { ...purchase, state: isSettled ? "settled" : "waiting" };
}

function changeKnown(
  changes: PurchaseChanges,
  decision: SettlementDecision,
  { isSettled, documents }: { readonly isSettled: boolean; readonly documents: ReadonlyMap<string, string> },
): void {
  const { id, activity_ids } = decision.payment;
  changes.links.push({ id, counted_by: null, state: isSettled ? "settled" : "waiting", matched_by: null });
  const reason = settlementReason(decision, documents);
  const reviewReason = settlementQuestion(decision, documents);
  changes.splitChanges.push(
    ...activity_ids.map((activity_id): SplitChange =>
      isSettled
        ? { kind: "duplicate", activity_id, reason }
        : { kind: "possible_duplicate", activity_id, reviewReason },
    ),
  );
}
