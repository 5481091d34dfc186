import { LEDGER_ACTIONS } from "./ledger-tables.ts";

export const FEED_KINDS = [
  "documents",
  "lines",
  "suppliers",
  "factors",
  "reports",
  "targets",
  "company",
  "access",
] as const;
export type FeedKind = (typeof FEED_KINDS)[number];

/** By what people ask about, the types of records whose events tell of it; a type is an action up to its point. */
const TYPES: Readonly<Record<FeedKind, readonly string[]>> = {
  documents: ["document", "upload_file", "column_mapping"],
  lines: ["activity", "purchase", "review_group"],
  suppliers: ["supplier", "supplier_identity", "supplier_merge", "supplier_period_rule", "supply"],
  factors: [
    "category_rule",
    "company_factor",
    "energy_allocation",
    "energy_instrument",
    "factor_releases",
    "pcf_record",
  ],
  reports: ["financial_year", "financial_years", "none_answer", "report", "report_input"],
  targets: ["scenario", "target", "tiltag"],
  company: [
    "data_source",
    "department",
    "heat_allocation",
    "own_numbers",
    "purchase_sources",
    "sandbox",
    "settings",
    "tenant",
  ],
  access: ["api_key", "grant", "legacy_key", "member", "oauth_grant", "webhook"],
};

const KIND_OF = new Map(FEED_KINDS.flatMap((kind) => TYPES[kind].map((type) => [type, kind] as const)));

/** The kind of a record's type; undefined: nothing of the type is told. */
export function kindOf(type: string): FeedKind | undefined {
  return KIND_OF.get(type);
}

/** Types of records of a kind; null: of all kinds. */
export function typesOf(kind: FeedKind | null): readonly string[] {
  return kind === null ? [...KIND_OF.keys()] : TYPES[kind];
}

/**
 * Events that come with every line that is read, mapped and calculated, whoever caused it: the document, the decision or the
 * correction that led to them is told instead. Two indexes of audit_events leave them out by this list.
 */
export const UNTOLD_ACTIONS = [
  LEDGER_ACTIONS.activities,
  LEDGER_ACTIONS.activity_splits,
  LEDGER_ACTIONS.emission_entries,
] as const;
