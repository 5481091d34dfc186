export type { LedgerBatch, NewActivity, NewDocument, NewSplit, RecordedDocument } from "./ledger-batch.ts";
export { recordDocuments, type RecordingContext } from "./record-documents.ts";
