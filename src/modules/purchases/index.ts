export {
  canonicalOf,
  detail,
  duplicateReason,
  isDuplicate,
  possibleDuplicateReason,
  type PurchaseSource,
  type PurchaseState,
  type SourceRecord,
} from "./canonical-record.ts";
export { matchPurchases, type PurchaseMatch } from "./match-purchases.ts";
export type { OwnPurchase, Purchase } from "./purchase.ts";
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
