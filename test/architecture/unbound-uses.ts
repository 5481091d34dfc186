interface UnboundUses {
  /** What the statement is for, and which role or parameter keeps it from being a tenant's. */
  readonly why: string;
  readonly uses: readonly string[];
}

/**
 * Statements on tables that are distributed by company which do not hold their rows to one company and environment by
 * themselves, by file. None is a tenant's: row-level security would hold it to one. What is bound by now must leave this list.
 */
export const UNBOUND_USES: Readonly<Record<string, UnboundUses>> = {
  "src/cli/commands/restore.ts": {
    why: "heads of the audit chains of all companies, which a restore holds against the backup; the operator, as the tables' owner",
    uses: ["reads audit_heads"],
  },
  "src/modules/audit/store-file-holders.ts": {
    why: "which companies have a document that an earlier release kept unencrypted; the service's own, as the tables' owner",
    uses: ["reads documents", "reads reports", "reads supplier_disclosures", "reads upload_files"],
  },
  "src/modules/data-sources/store-sources.ts": {
    why: "the schedule: sources of all companies that are due, as the system role, which sees these columns alone",
    uses: ["reads data_sources"],
  },
  "src/modules/idempotency/store.ts": {
    why: "pruning of expired keys of all companies, by the whole key, as the system role",
    uses: ["reads idempotency_keys", "writes idempotency_keys"],
  },
  "src/modules/ingestion/store-sizes.ts": {
    why: "metrics of the whole database: files and bytes, as the tables' owner",
    uses: ["reads upload_files"],
  },
  "src/modules/offboarding/store-import.ts": {
    why: "factors that an imported company's entries name, in both environments; the company is bound",
    uses: ["reads company_factors", "reads emission_entries", "reads pcf_records"],
  },
  "src/modules/offboarding/store-people.ts": {
    why: "where a person is named, in all companies: what is kept by law is listed to the operator",
    uses: ["reads audit_events", "reads report_attestations", "reads upload_batches"],
  },
  "src/modules/offboarding/store-tables.ts": {
    why: "factors and consultants that an exported company's rows name, in both environments; the company is bound",
    uses: ["reads emission_entries", "reads report_attestations"],
  },
  "src/modules/reports/store-sizes.ts": {
    why: "metrics of the whole database: files and bytes, as the tables' owner",
    uses: ["reads reports"],
  },
};
