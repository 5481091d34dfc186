export { type AppendedEvent, appendAudit, type AuditContext, type AuditEntry, lockAuditChain } from "./append-audit.ts";
export { GENESIS_HASH, type HashedEvent, eventHash } from "./audit-chain.ts";
export { attestationTextsHash } from "./check-reports.ts";
export type { AuditProblem } from "./findings.ts";
export { LEDGER_ACTIONS } from "./ledger-tables.ts";
export type { ChainHead } from "./store.ts";
export { fileHolders, someOwnedFiles } from "./store-file-holders.ts";
export { insertLedgerRows, type RecordedRow } from "./store-ledger.ts";
export { type AuditReport, verifyAudit } from "./verify-audit.ts";
