export { ADVANCE_DEFERRED, ADVANCE_UNSETTLED, ADVANCE_WITHOUT_QUANTITY } from "./advances.ts";
export { calculate } from "./calculate.ts";
export { sellerCountry } from "./spend.ts";
export {
  countMonthsWithData,
  type EntryKind,
  type FactorCopy,
  type HeatAllocationFacts,
  type MeasuredFacts,
  type ScopeFacts,
  selectEntryKinds,
  selectFactorCopies,
  selectHeatAllocations,
  selectMeasured,
  selectScopeSums,
} from "./store-year-facts.ts";
export {
  type CategoryFacts,
  type MonthFacts,
  selectCategories,
  selectMonths,
  selectYears,
  type YearScopeFacts,
} from "./store-year-sums.ts";
export { biogenicChange, biogenicChangeShape } from "./biogenic-change.ts";
export { closedYearError, closedYearReason, movedYear } from "./closed-years.ts";
export { isCovered, settledDays } from "./settled-days.ts";
export {
  isInYears,
  pendingCells,
  pendingFigures,
  type PendingFigure,
  RESTATEMENT_CAUSES,
  type RestatementCause,
} from "./pending-restatement.ts";
export {
  activitiesCountedIn,
  type Counted,
  selectCountedOfActivities,
  selectMoved,
  type MovedEntry,
} from "./store-closed-years.ts";
export {
  addPendingRestatements,
  countWaitingOfYear,
  heldCause,
  type PendingLine,
  type PendingMonth,
  type PendingScope,
  replacePendingRestatements,
  selectPendingLine,
  selectPendingLines,
  selectPendingOfReadings,
  selectPendingSums,
  selectRestatingReadings,
} from "./store-pending-restatements.ts";
export {
  type PendingAllocation,
  type PendingAllocationOfYear,
  replacePendingAllocation,
  selectPendingAllocation,
  selectPendingAllocations,
} from "./store-pending-allocations.ts";
export { freezeFactor } from "./calculation-entry.ts";
export { type MarketPartFacts, selectMarketParts } from "./store-market-parts.ts";
export { AIB_COUNTRIES } from "./aib-countries.ts";
export { RESIDUAL_MIX_GAPS, type ResidualMix, type ResidualMixGap, residualMixOf } from "./residual-mix.ts";
export { type HeldEntries, type HeldOfReading, insertHeldEntries, selectHeldEntries } from "./store-held-entries.ts";
export type { Attributes, LineAttribute } from "./factor-choice/attributes.ts";
export {
  attributesInput,
  choiceIssues,
  emissionFactorInput,
  statedAttributes,
} from "./factor-choice/attributes-input.ts";
export { attributeClasses } from "./factor-choice/attribute-table.ts";
export { countryNames, valueNames } from "./factor-choice/value-names.ts";
export { CANDIDATE_REASONS } from "./factor-choice/candidate-reason.ts";
export { isMappedFactor } from "./factor-choice/published-table.ts";
export { type CompanyFactorCandidate, companyFactorCandidates } from "./factor-choice/company-candidates.ts";
export { lifeCycleOption } from "./factor-choice/life-cycle-option.ts";
export { type FactorCandidate, factorCandidates } from "./factor-choice/list-candidates.ts";
export { lineChoice, type LineChoice } from "./factor-choice/line-choice.ts";
export { keptVatPercent, printedVatPercent } from "./printed-vat.ts";
export { ownVat } from "./vat-rates.ts";
export { keptPlace, type PlaceOfUse } from "./place-of-use.ts";
export { keptRule, type LineRule, NO_LINE_RULE, rememberedRule, ruleSteps } from "./factor-choice/rule-steps.ts";
export { entryKwh, type MarketPart, withMarketParts } from "./market-figure.ts";
export { MARKET_ENTRIES_MAX, selectMarketEntries, selectMarketKwh, setAllocated } from "./store-market-entries.ts";
export { countableUnits } from "./countable-units.ts";
export type { StatedEmissions } from "./stated-entry.ts";
export {
  statedEmissionsInput,
  statedResult,
  takesStatedEmissions,
  toStatedEmissions,
  unitsOfCategory,
} from "./stated-emissions.ts";
export {
  type CalculatedEntry,
  type ReviewReason,
  type CalculationRequest,
  type CalculationResult,
  type CalculationSettings,
  type ConversionStep,
  DEFAULT_CALCULATION_SETTINGS,
  type FrozenFactor,
  type ResidualMixChoice,
  type ProductChoice,
  type ProductFootprint,
} from "./calculation.ts";
export { calculationSettings, currentSettings } from "./company-settings.ts";
export {
  type CompanyFactor,
  type CompanyFactors,
  type CountedAs,
  type CountedBy,
  indexCompanyFactors,
} from "./company-factors.ts";
export { isNamedFactorGone } from "./choose-company-factor.ts";
export { countedAsOf, tablesCountedBy, tablesOfEntries } from "./counted-by.ts";
export { countedAsKey, countedTogether, isByChoice } from "./counting-facts.ts";
export { selectCountedAs } from "./store-counted-by.ts";
export { countedCategory, NOT_COUNTED } from "./counted-category.ts";
export { effectOnYears, type LaterEntry, type YearEffect } from "./effect-on-years.ts";
export { factsBesideYear, type FactsBesideYear } from "./facts-beside-year.ts";
export { takesProductFootprint } from "./calculation-product.ts";
export { isSoldWaste, namesSoldWaste, unsigned } from "./sold-waste.ts";
export { lineQuantity, type LineQuantity, type QuantityTables, signedQuantity } from "./line-quantity.ts";
export { type EntrySource, newEntries, type NewEntry } from "./new-entries.ts";
export { touchedMonths } from "./period-parts.ts";
export { scopeInput, scopeName } from "./emission-scope.ts";
export { categoryFilter } from "./list-emissions.ts";
export { ENTRY_BASES } from "./entry-basis.ts";
export {
  LEDGER_ORDERS,
  ledgerPosition,
  type LedgerRow,
  type LedgerRowFilter,
  selectLedgerRows,
} from "./store-ledger-rows.ts";
export { selectLedgerSums } from "./store-ledger-sums.ts";
export { evidenceNamed, type EvidenceNamed, splitDetail as activityReading } from "./lineage-record.ts";
export { LINEAGE_EXAMPLE } from "./lineage-example.ts";
export { readingsOf } from "./readings.ts";
export { FIELD_ORIGINS, type FieldOrigin, fieldOrigins, inferredFromRecord } from "./field-origins.ts";
export { insertEntries, moveFigures, recordEntries, recordWithEvents } from "./record-entries.ts";
export { resultKg } from "./result-kg.ts";
export { compareWaiting, type WaitingDifference } from "./store-compare-waiting.ts";
export {
  selectShownGroup,
  selectWaitingGroups,
  selectWaitingGroup,
  selectWaitingGroupLines,
  selectWaitingSupplierKeys,
  type SupplierRoot,
  type WaitingGroupKey,
  type WaitingGroupRow,
} from "./store-waiting-groups.ts";
export { addWaitingFile, compareWaitingFiles, removeWaitingFiles } from "./store-waiting-files.ts";
export { moveWaiting, type WaitingLine } from "./store-waiting.ts";
export { ZERO_DEPARTMENT_ID } from "./store-rollups.ts";
export {
  isAllocated,
  isDeliveredFuel,
  isUsedOverTime,
  type MeasuredPart,
  monthlySlices,
  periodDoubt,
  type StatedPeriod,
  type UsePeriod,
} from "./use-period.ts";
export { dependsOnPeriod, periodOfSubscription } from "./subscription.ts";
export { takenPeriodSteps, withoutTakenPeriod } from "./period-steps.ts";
export { allocationOf, countedShares, degreeDaySteps, isSameAllocation } from "./degree-day-steps.ts";
export { printedPartSteps, withKeptParts } from "./printed-parts.ts";
export { type AnswerOfNone, noneAnswersOfYear } from "./none-answers-of-year.ts";
export { type KeptFacts, keptFacts, keptFactSteps } from "./kept-facts.ts";
export { keptOpenPeriod } from "./open-period.ts";
export { entriesBySplit, selectCurrentEntries, selectEntriesOfReadings, SPLITS_MAX } from "./store-entries.ts";
export { compareRollups } from "./store-compare.ts";
export { compareDocumentCounts, type DocumentDifference } from "./store-compare-documents.ts";
export { countedInYear, isSameCalculation, releasedEntries } from "./release-entries.ts";
export { releaseOfEntry } from "./keep-releases.ts";
export { type ReleaseRow, selectReleasesInForce, setReleasesInForce } from "./store-releases.ts";
export {
  hasEditions,
  importedEditions,
  newestRelease,
  type ReleaseInForce,
  releaseLabel,
  releaseOn,
  type ReleasesInForce,
} from "./factor-choice/releases-in-force.ts";
export { factorSubjects } from "./factor-choice/source-table.ts";
export { selectCountedMonths, selectYearSums, type YearSums } from "./store-years.ts";
export {
  isClosing,
  copies as copiedEntries,
  endEntries,
  assertAdvanceStays,
  supersedeAll,
  supersedeHolding,
  type SupersedingResult,
  supersedeOutside,
} from "./supersede-entries.ts";
export { type EmissionBoundary, isWithinCategory, monthsWithEntries, yearTotal } from "./year-sums.ts";
export { toldFormula } from "./told/formula.ts";
export { toldNote } from "./told/notes.ts";
