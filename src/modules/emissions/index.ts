export type { CalculationGap, CalculationRequest, CalculationResult, ConversionStep } from "./calculation.ts";
export { type EntrySource, newEntries, type NewEntry } from "./new-entries.ts";
export { recordEntries } from "./record-entries.ts";
