export {
  type AppendedEvent,
  appendAudit,
  type AuditContext,
  type AuditEntry,
  lockAuditChain,
  sendEvents,
} from "./append-audit.ts";
export { GENESIS_HASH, type HashedEvent, eventHash } from "./audit-chain.ts";
export { attestationTextsHash } from "./check-reports.ts";
export { eraseEvents } from "./erase-events.ts";
export type { AuditProblem } from "./findings.ts";
export { LATER_COLUMNS, LEDGER_ACTIONS, LEDGER_TABLES, type RowProof } from "./ledger-tables.ts";
export { type ChainHead, type NewestEvent, selectChainHead, selectFirstEvent, selectNewestEvents } from "./store.ts";
export { fileHolders, NAMED_FILES, someOwnedFiles } from "./store-file-holders.ts";
export { insertLedgerRows, type RecordedRow } from "./store-ledger.ts";
export { type AuditReport, verifyAudit } from "./verify-audit.ts";
export { recordsSince } from "./store-records-since.ts";
