export { type AccountRecord, settlingSource, type SettlementLink, type SourcesInForce } from "./account-record.ts";
export {
  canonicalOf,
  collectedReason,
  copyReason,
  detail,
  duplicateReason,
  isDuplicate,
  isDuplicateReason,
  type InvoicedBefore,
  invoicedAgainReason,
  linkedReason,
  NAMES,
  nearPostingReason,
  nearRowReason,
  possibleDuplicateReason,
  type PurchaseSource,
  type PurchaseState,
  type SourceRecord,
  waitingPostingReason,
} from "./canonical-record.ts";
export { type Cluster, matchPurchases, type PurchaseMatch } from "./match-purchases.ts";
export { hasWords, matchPostings, type PostedLine, type Posting, type PostingMatch } from "./posting-copies.ts";
export type { AccountDecision, SettlementDecision } from "./account-plan.ts";
export { planAccounts } from "./plan-accounts.ts";
export { bankMeans, isNetting, type PaymentMeans } from "./payment-means.ts";
export { OPENING_DAYS } from "./plan-unmatched.ts";
export {
  chosenRoles,
  EXAMPLE_SOURCES,
  purchaseSources,
  purchaseSourcesRecord,
  sourcesInForce,
} from "./sources-of-company.ts";
export { insertSourceRoles, selectSourceRoles } from "./store-sources.ts";
export { centsOf, type KnownPurchase, type OwnPurchase, type Purchase, recordOf } from "./purchase.ts";
export { leadWord, type MergedKeys } from "./same-supplier.ts";
export {
  decideLink,
  type DecidedLink,
  LINK_DECISIONS,
  type LinkChange,
  type LinkDecision,
  type LinkedRecord,
  type LinkRefusal,
} from "./link-decision.ts";
export { LINK_DECISION_EXAMPLE, linkDecision, toLinkDecision } from "./link-decision-record.ts";
export {
  insertLinkDecision,
  type LinkDecisionRow,
  selectLinkDecision,
  selectLinkedRecord,
  selectSeparated,
  type StoredLinkDecision,
} from "./store-link-decisions.ts";
export { settlementQuestion, settlementReason } from "./settlement-reason.ts";
export {
  insertSettlements,
  type NewSettlement,
  selectAccounts,
  selectRecords,
  type SaidSettlement,
  selectSettlements,
} from "./store-accounts.ts";
export { clustersOf, purchaseCandidates } from "./store-candidates.ts";
export {
  insertPurchases,
  linkPurchases,
  type NewPurchase,
  notePossibleDuplicates,
  type PurchaseLink,
  type CountingRecord,
  selectCountingRecords,
  selectMembers,
  selectPossibleDuplicatesOf,
  selectPurchaseOfActivity,
} from "./store.ts";
export { invoicesAlike, invoicesCorrecting, recordsBilled } from "./store-invoices.ts";
export { selectPostings } from "./store-postings.ts";
export { isOverlap } from "./overlap.ts";
