export { type AppendedEvent, appendAudit, type AuditContext, type AuditEntry, lockAuditChain } from "./append-audit.ts";
export { LEDGER_ACTIONS } from "./ledger-tables.ts";
export { insertLedgerRows, type RecordedRow } from "./store-ledger.ts";
