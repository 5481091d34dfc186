/** What an import puts into a column instead of what was exported: SQL, in which `r` is the exported row. */
type Replacements = Readonly<Record<string, string>>;

/** What becomes of a company's rows in one table. */
export interface CompanyTable {
  readonly kind: "company";
  /** For who reads an export. */
  readonly holds: string;
  /** `omit`: secrets, which no export holds. `where`: the rows that are worth keeping, as SQL on `t`. */
  readonly exported: { readonly omit?: readonly string[]; readonly where?: string } | { readonly not: string };
  readonly imported: { readonly replace?: Replacements } | { readonly not: string };
  /** erased: with the company; reset: with its sandbox. */
  readonly erased: "deleted" | { readonly kept: string };
  readonly reset: "deleted" | { readonly kept: string };
}

/** A table without rows of one company and environment. */
export interface OtherTable {
  /** people: accounts and what hangs on them; shared: of all companies, or of none. */
  readonly kind: "people" | "shared";
  /** What it holds, and what export and erasure do with it. */
  readonly holds: string;
}

export type TableStatement = CompanyTable | OtherTable;

const UNUSABLE_DIGEST = "sha256(gen_random_uuid()::text::bytea)";
const KEY_OF_ELSEWHERE: Replacements = {
  digest: UNUSABLE_DIGEST,
  revoked_at: "coalesce(r.revoked_at, now())",
  revoked_by: "coalesce(r.revoked_by, 'operator')",
};

function data(holds: string, differently: Partial<CompanyTable> = {}): CompanyTable {
  return { kind: "company", holds, exported: {}, imported: {}, erased: "deleted", reset: "deleted", ...differently };
}

/**
 * Every table of the database, with what an export, an import, an erasure and the reset of a sandbox do with it. A test holds
 * this against the catalog of the database: a new table needs its line.
 */
export const TABLE_STATEMENTS: Readonly<Record<string, TableStatement>> = {
  documents: data("what was read from each document: supplier, number, dates, totals"),
  activities: data("the lines of the documents"),
  activity_splits: data("how each line was categorised, by whom and why"),
  waiting_lines: data("the lines that wait for a person, with what they would count"),
  waiting_sums: data("sums of the waiting lines by months"),
  waiting_documents: data("documents with waiting lines"),
  waiting_files: data("files of which nothing could be booked yet"),
  pending_restatements: data("what would change closed years"),
  pending_allocations: data("what allocating energy contracts and certificates anew would change in closed years"),
  held_entries: data("what lines would count in closed years"),
  restatements: data("what was changed in closed years, and why"),
  review_group_decisions: data("decisions about groups of waiting lines"),
  review_group_lines: data("the lines of these decisions, with what became of each"),
  activity_records: data("what people recorded without a document of somebody else"),
  record_covers: data("what rows of the books such a record covers"),
  covered_rows: data("the rows that records cover, with what became of each"),
  emission_entries: data("the emissions, with factor, formula and inputs of each"),
  emission_rollups: data("sums of the entries by month"),
  emission_subtotals: data("sums of the entries by month and day"),
  document_entry_counts: data("how many entries of each document count now"),
  audit_heads: data("the newest event of the audit log", { erased: { kept: "the chain must still verify" } }),
  audit_events: data("the audit log", {
    erased: { kept: "emptied: number, moment, kind and hashes stay, so that the chain still verifies" },
  }),
  upload_batches: data("uploads"),
  upload_files: data("the files of uploads, with how each ended"),
  data_sources: data("sources that documents are fetched from", {
    exported: { omit: ["credentials_sealed"] },
    imported: {
      replace: {
        status: "case when r.connector = 'upload' then r.status else 'paused' end",
        next_sync_at: "null",
      },
    },
  }),
  data_source_items: data("what was fetched from the sources"),
  category_memory: data("categories that people chose for suppliers"),
  category_line_memory: data("categories that people chose for lines"),
  category_training: data("words of lines with the categories that people chose"),
  category_rules: data("the company's own rules for categories"),
  departments: data("departments, as they were created"),
  department_versions: data("what departments became: names, codes, places, closings, and why"),
  none_answers: data("what people answered has nothing in a year"),
  own_numbers: data("CVR and VAT numbers and accounts of the company itself"),
  company_settings: data("choices in how emissions are counted, and whether decisions are shared", {
    // Whoever operates another installation was not agreed to.
    imported: {
      replace: { shares_decisions: "false", shares_decisions_by: "null", shares_decisions_at: "null" },
    },
  }),
  heat_allocations: data("how district heating is allocated to months, every statement"),
  financial_year_statements: data("the company's financial years, every statement"),
  financial_year_closings: data("years closed and opened again, and why"),
  quota_usage: data("documents counted per month"),
  purchases: data("which source of a purchase counts"),
  purchase_settlements: data("what payments and postings settle of what suppliers billed"),
  purchase_sources: data("what the company's sources tell of"),
  purchase_link_decisions: data("what people said of payments and what they settle, and why"),
  supplier_identities: data("suppliers as documents name them"),
  supplier_identifiers: data("numbers, accounts and names of suppliers"),
  supplier_merges: data("suppliers that are one, or may be, and who decided"),
  supplier_period_rules: data("which period the bills of suppliers are for, every version"),
  supplies: data("metered supplies"),
  supply_identifiers: data("metering points, installations, addresses and customer numbers of supplies"),
  suppliers: data("suppliers that somebody has acted on"),
  supplier_invitations: data("invitations of suppliers", {
    exported: { omit: ["digest"] },
    imported: {
      replace: {
        digest: UNUSABLE_DIGEST,
        replaced_at: "case when r.used_at is null then coalesce(r.replaced_at, now()) end",
      },
    },
  }),
  supplier_disclosure_states: data("where suppliers stand with their figures"),
  supplier_disclosures: data("figures that suppliers released"),
  pcf_records: data("product footprints"),
  column_mappings: data("what people said of the columns of tables"),
  company_factors: data("emission factors of the company's own, and who approved them"),
  energy_instruments: data("energy contracts and certificates, as they were registered"),
  energy_instrument_versions: data("what was stated of energy contracts and certificates, every version"),
  energy_allocation_runs: data("runs that allocated contracts and certificates, with what was decided"),
  energy_allocation_lines: data("what runs that are being prepared will make of entries"),
  factor_releases_in_force: data("by which releases of factors the years count"),
  factor_release_runs: data("previews of other releases of factors, and what became of them"),
  factor_release_lines: data("what runs that are being prepared will make of lines"),
  allocated_market_years: data("which electricity is allocated"),
  certificate_claims: data("which certificate numbers the company has registered"),
  targets: data("reduction targets, as they were set"),
  target_versions: data("what targets became by edits, and why"),
  target_metrics: data("metrics of intensity targets"),
  target_withdrawals: data("targets taken back, and why"),
  scenarios: data("reduction plans"),
  tiltag: data("measures of the plans, as they were added"),
  tiltag_versions: data("what measures became, or that they were removed, and why"),
  report_inputs: data("answers for reports, every version"),
  report_snapshots: data("figures as reports froze them"),
  report_jobs: data("requests for reports"),
  reports: data("reports that were made; their files are in reports/"),
  report_attestations: data("sign-offs of reports"),
  consultant_grants: data("what consultants may do for the company", {
    reset: { kept: "access, not data" },
  }),
  api_keys: data("keys: names, scopes and who made them", {
    exported: { omit: ["digest"] },
    imported: { replace: KEY_OF_ELSEWHERE },
    reset: { kept: "access, not data: programs under test go on" },
  }),
  legacy_keys: data("keys of the legacy interface: names and who made them", {
    exported: { omit: ["digest"] },
    imported: { replace: KEY_OF_ELSEWHERE },
  }),
  oauth_grants: data("programs that administrators let in", {
    imported: {
      replace: {
        ended_at: "coalesce(r.ended_at, now())",
        end_reason: "coalesce(r.end_reason, 'grantor_not_entitled')",
      },
    },
  }),
  webhooks: data("webhook subscriptions", {
    exported: { omit: ["secret_sealed", "previous_secret_sealed"] },
    imported: {
      replace: {
        status: "'deactivated'",
        deactivated_reason: "coalesce(r.deactivated_reason, 'imported without its secret: subscribe again')",
        secret_sealed: "'\\x00'::bytea",
        previous_secret_expires_at: "null",
      },
    },
  }),
  webhook_attempts: data("attempts to deliver events", { imported: { not: "nothing is sent from a copy" } }),
  webhook_deliveries: data("deliveries of events", { imported: { not: "nothing is sent from a copy" } }),
  outbox_events: data("events of the last days", { imported: { not: "they were sent where they happened" } }),
  event_sequences: data("the number of the newest event"),
  jobs: data("work that waits", {
    exported: { where: "t.state in ('ready', 'running')" },
    imported: {
      replace: { state: "'ready'", run_at: "now()", attempts: "0", locked_until: "null", locked_by: "null" },
    },
  }),
  idempotency_keys: data("answers to repeated requests, for a day", {
    exported: { not: "encrypted with the callers' own keys, and gone after a day" },
    imported: { not: "not exported" },
  }),

  tenants: {
    kind: "people",
    holds: "the company itself: company.json; erased: name and settings emptied, the id stays",
  },
  users: {
    kind: "people",
    holds:
      "accounts: people.ndjson, without passwords; erased: emptied for who belongs to no other company or consultant",
  },
  tenant_members: { kind: "people", holds: "who belongs to which company: people.ndjson; erased: deleted" },
  consultant_members: {
    kind: "people",
    holds: "who works for consultants: theirs, not exported; erased with the person",
  },
  user_sessions: { kind: "people", holds: "logins that are open: not exported; erased with the person" },
  user_links: { kind: "people", holds: "links to choose a password: not exported; erased with the person" },
  user_recovery_codes: { kind: "people", holds: "recovery codes: not exported; erased with the person" },
  oauth_requests: { kind: "people", holds: "requests that wait for a person: not exported; erased with the person" },
  oauth_tokens: {
    kind: "people",
    holds: "tokens of programs: not exported; erased with the grants that they belong to",
  },

  consultants: {
    kind: "shared",
    holds: "consultant organisations: id and name of those of the company in consultants.ndjson",
  },
  consultant_keys: { kind: "shared", holds: "keys of consultant organisations: theirs" },
  oauth_clients: { kind: "shared", holds: "programs that registered themselves" },
  oauth_client_documents: { kind: "shared", holds: "published descriptions of programs" },
  emission_factors: { kind: "shared", holds: "the catalog of factors: those that entries name in factors.ndjson" },
  emission_categories: { kind: "shared", holds: "the categories" },
  exchange_rates: { kind: "shared", holds: "published exchange rates; entries hold what was used of them" },
  price_indices: { kind: "shared", holds: "published price indices; entries hold what was used of them" },
  factor_releases: { kind: "shared", holds: "which editions count by a release" },
  reference_data_schedule: { kind: "shared", holds: "when published figures are fetched next" },
  reference_data_fetches: { kind: "shared", holds: "which published figures were fetched" },
  catalog_version: { kind: "shared", holds: "which catalog is loaded" },
  rate_counters: { kind: "shared", holds: "requests of the present minute, by hash: gone by itself" },
  login_attempts: {
    kind: "shared",
    holds: "wrong passwords of the present quarter of an hour, by hash: gone by itself",
  },
  service_processes: { kind: "shared", holds: "processes of the service" },
  installation: { kind: "shared", holds: "id of the installation" },
  schema_migrations: { kind: "shared", holds: "migrations that were applied" },
  closed_ledgers: { kind: "shared", holds: "companies that were erased: id and moment, kept so that they stay erased" },
  erased_files: { kind: "shared", holds: "files that an erasure has still to remove: gone when it is finished" },
};

/** The tables with rows of companies, by name. */
export function companyTables(): [string, CompanyTable][] {
  return Object.entries(TABLE_STATEMENTS).flatMap(([name, stated]) =>
    stated.kind === "company" ? [[name, stated] satisfies [string, CompanyTable]] : [],
  );
}
