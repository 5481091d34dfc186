/** Functions that read tables, with these: on several machines they would run where the rows may not be. */
export const READING_FUNCTIONS: Readonly<Record<string, readonly string[]>> = {
  actor_name: [
    "api_keys",
    "consultant_grants",
    "consultant_keys",
    "consultants",
    "legacy_keys",
    "oauth_grants",
    "users",
  ],
  change_member: ["tenant_members", "users"],
  consultant_entered_data: ["activities", "activity_splits", "report_inputs"],
  decisions_of_companies: [
    "api_keys",
    "category_memory",
    "closed_ledgers",
    "company_settings",
    "consultant_grants",
    "tenant_members",
    "tenants",
  ],
  forget_outbox_events: ["outbox_events"],
  grant_holds: ["consultant_grants"],
  ledger_is_open: ["closed_ledgers"],
  newer_report: ["report_jobs"],
  upload_file_status: ["activities", "activity_splits"],
  verify_report: ["report_attestations", "reports"],
};

/** `open_ledger`: books of an erased company take no rows. `granting_row`: a consultant sees the companies that let it in. */
export const SUB_SELECT_POLICIES: readonly string[] = ["granting_row", "open_ledger"];

/** Notifications that belong to the change which causes them, by file. */
export const VOLATILE_CALLS: Readonly<Record<string, readonly string[]>> = {
  "src/modules/api-keys/store.ts": ["pg_notify"],
  "src/modules/consultants/store-keys.ts": ["pg_notify"],
  "src/modules/legacy-keys/store.ts": ["pg_notify"],
  "src/modules/oauth/store-grants.ts": ["pg_notify"],
  "src/modules/offboarding/store-erasure.ts": ["pg_notify"],
  "src/modules/tenants/store.ts": ["pg_notify"],
};
