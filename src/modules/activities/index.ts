export { assertVersion, readVersion } from "./assert-version.ts";
export { recordedByMonth } from "./store-usage.ts";
export { ACTIVITY_LIST_EXAMPLE, activityListItem, activityRecord, toActivityListItem } from "./activity-record.ts";
export { ACTIVITY_EXAMPLE } from "./activity-record.ts";
export { activityCorrection, correctStated } from "./correct-stated.ts";
export { bookHeldDays } from "./book-held-days.ts";
export { correctActivityIn, type Correction, type CorrectedActivity, writeCorrection } from "./write-correction.ts";
export { isDecidedByPerson } from "./decided-by-person.ts";
export { assertStatedSupply } from "./stated-supply.ts";
export { type StatedFacts } from "./stated-facts.ts";
export { factsContext, factsInput, type FactsInput } from "./facts-input.ts";
export { statedFacts } from "./facts-of-input.ts";
export { emissionsSlip, optionResult } from "./emissions-slip.ts";
export { choiceSlips, restated } from "./stated-correction.ts";
export {
  type LedgerBatch,
  type NewActivity,
  type NewDocument,
  type NewSplit,
  RECORD,
  type RecordedDocument,
} from "./ledger-batch.ts";
export { assertCategory, chosenCategory, keptOut, NOT_RELEVANT } from "./person-decisions.ts";
export { keptWaiting } from "./kept-waiting.ts";
export { readAs, type ReadingTables, requestOf } from "./read-again.ts";
export { ruledPeriodOf, type RuledPeriod, withRuledPeriod } from "./ruled-period.ts";
export { readingTables } from "./reading-tables.ts";
export { type RecordingContext } from "./line-rows.ts";
export { recordDocuments } from "./record-documents.ts";
export { type CurrentActivityRow, selectCurrentActivities, selectCurrentActivity, selectReadings } from "./store.ts";
export { type CountedLine, type CreditingLine, type CreditPart, creditShares } from "./credit-shares.ts";
export { creditedCategory } from "./credited-category.ts";
export { countedLinesOf } from "./counted-lines.ts";
export { changesPrice, PRICE_ONLY } from "./lowered-price.ts";
export { daysStated } from "./credited-days.ts";
export { creditStep, otherCurrencyStep, referenceStep, unnamedStep } from "./credit-steps.ts";
export {
  documentFilter,
  type DocumentHead,
  documentHeads,
  knownDocuments,
  selectNumberedLines,
  selectReadLines,
} from "./store-documents.ts";
export { type DuplicateDocument, findDuplicates } from "./store-duplicate-documents.ts";
export {
  type AskedSupply,
  type BookedElsewhere,
  bookedByInvoices,
  bookedByStatements,
  type CountedOfSupply,
  type InvoiceIdentity,
} from "./store-booked-elsewhere.ts";
export { countedOfSupplies } from "./counting-supply-lines.ts";
export { countPendingReview } from "./store-pending-review.ts";
export {
  type CountedActivityRow,
  selectSpellings,
  selectLinesOfSupplier,
  selectWaiting,
  selectReplacedReadings,
  selectWaitingReadings,
  selectWaitingOfDocument,
} from "./store-review.ts";
export { isOfDocument, suggestedCategory, waitingCode } from "./waiting-line.ts";
export { pendingOfReading, pendingOfReadings } from "./pending-of-line.ts";
export { pendingRestatement, type WithPending } from "./pending-restatement-record.ts";
export { isHeldOf, recordsForYears, triedForYears } from "./record-for-years.ts";
export { undoChangeIn } from "./undo-activity-change.ts";
export { type NamedInvoice, settleCredits } from "./settle-credits.ts";
export { settleAdvances, settleNamelessAdvances, suppliesOf } from "./settle-advances.ts";
export { isSupplyCategory } from "./settled-advance.ts";
export { waitingForYears } from "./waiting-for-years.ts";
export { type SplitChange, supersedeSplits } from "./supersede-splits.ts";
export { type Comparison, differenceOf, differsReason } from "./covers/compare-cover.ts";
export { coverComparison, previewedComparison } from "./covers/compare-record.ts";
export { coverKey, MEASURES, ROW_KINDS, type StatedCover } from "./covers/cover.ts";
export { type ArrivedRow, settleCoversOfRows, settleRecord, takeRestatedRows } from "./covers/settle-covers.ts";
export { insertCover } from "./covers/store-covers.ts";
export { type SaidLine, selectPostedLines, selectSaidLines, type StoredLine } from "./store-posted-lines.ts";
export { firstCountingInvoice } from "./counting-invoice.ts";
export { invoiceCurrency, otherCurrencyReason } from "./other-currency.ts";
export { selectTakenOff } from "./store-taken-off.ts";
export { type QuantityRow, selectQuantityRows, selectQuantityRowsBetween } from "./store-quantity-rows.ts";
