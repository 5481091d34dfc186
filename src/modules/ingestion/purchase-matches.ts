import type { OwnPurchase, PurchaseMatch, SettlementDecision } from "../purchases/index.ts";
import type { LineMatch } from "./line-match.ts";

/** The purchases that a document records, and the known records that match them. */
export interface PurchaseMatches {
  readonly own: readonly OwnPurchase[];
  readonly matches: readonly PurchaseMatch[];
  /** What they mean for lines, by position in the document's activities. */
  readonly lines: ReadonlyMap<number, LineMatch>;
  /** Lines that say what another document says as well, whatever is known of their purchases; by position likewise. */
  readonly repeated: ReadonlyMap<number, LineMatch>;
  /** Activities that count in a closed year and would no more, by the first line of the purchase that waits for it; absent: none. */
  readonly takes_over?: ReadonlyMap<number, readonly string[]>;
  /** Ids that the purchases get, in their order; absent: they get some when they are recorded. */
  readonly ids?: readonly string[];
  /** What was decided of the accounts of their suppliers; absent: nothing. */
  readonly settlements?: readonly SettlementDecision[];
}

export const NO_PURCHASES: PurchaseMatches = { own: [], matches: [], lines: new Map(), repeated: new Map() };
