export type { AccountRecord, SettlementLink } from "./account-record.ts";
export {
  canonicalOf,
  copyReason,
  detail,
  duplicateReason,
  isDuplicate,
  nearPostingReason,
  possibleDuplicateReason,
  type PurchaseSource,
  type PurchaseState,
  type SourceRecord,
  waitingPostingReason,
} from "./canonical-record.ts";
export { type Cluster, matchPurchases, type PurchaseMatch } from "./match-purchases.ts";
export { matchPostings, type PostedLine, type Posting, type PostingMatch } from "./posting-copies.ts";
export { type AccountDecision, planAccounts, type SettlementDecision } from "./plan-accounts.ts";
export type { OwnPurchase, Purchase } from "./purchase.ts";
export { leadWord, type MergedKeys } from "./same-supplier.ts";
export { settlementQuestion, settlementReason } from "./settlement-reason.ts";
export {
  insertSettlements,
  type NewSettlement,
  selectAccounts,
  selectRecords,
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
export { selectPostings } from "./store-postings.ts";
