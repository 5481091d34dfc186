export type { LedgerBatch, NewActivity, NewDocument, NewSplit, RecordOutcome } from "./ledger-batch.ts";
export { recordDocument, type RecordingContext } from "./record-document.ts";
