import { sha256Hex } from "../../core/content-hash.ts";
import type { TextRow } from "../../core/context.ts";

/** The append-only tables whose every row has exactly one event that carries the row's content hash. */
export const LEDGER_TABLES = [
  "documents",
  "activities",
  "activity_splits",
  "emission_entries",
  "report_inputs",
] as const;
export type LedgerTable = (typeof LEDGER_TABLES)[number];

/** The action of the event that is written with each row of a ledger table. */
export const LEDGER_ACTIONS: Readonly<Record<LedgerTable, string>> = {
  documents: "document.recorded",
  activities: "activity.recorded",
  activity_splits: "activity_split.recorded",
  emission_entries: "emission_entry.calculated",
  report_inputs: "report_input.recorded",
};

/** Every column of each ledger table, in the order in which rows are read for hashing; `id` is the third. */
export const LEDGER_COLUMNS: Readonly<Record<LedgerTable, readonly string[]>> = {
  documents: words(`tenant_id environment id sha256 name media_type size_bytes format document_type supplier_name
    supplier_identifier invoice_number issue_date currency total_excl_vat total_incl_vat content_key business_key
    created_at`),
  activities: words(`tenant_id environment id document_id document_sha256 data_source_id external_id line_number page
    line_kind document_type invoice_number supplier_name supplier_identifier supplier_country transaction_date ym
    service_period_start service_period_end description amount currency tax_treatment quantity unit gl_account
    gl_account_name classification_codes ingested_by created_at`),
  activity_splits: words(`tenant_id environment id activity_id status category_key mapped_by confidence reason
    candidates review_code quantity unit conversion allocated_amount allocated_currency department_id
    supersedes_split_id created_by created_at`),
  emission_entries: words(`tenant_id environment id activity_id activity_split_id companion_of_entry_id
    supersedes_entry_id scope scope3_category category_key department_id transaction_date ym market_based_kg
    location_based_kg co2_kg ch4_kg_co2e n2o_kg_co2e biogenic_co2_kg calculation_method data_quality_score
    market_based_fallback emission_factor_id factor formula inputs conversions gwp_set engine_version calculated_at
    created_at`),
  report_inputs: words(`tenant_id environment id report_year datapoint member version status value note supersedes_id
    entered_by created_at`),
};

const ID_COLUMN = 2;

/** The columns with their position, in the order of canonical JSON (all names are ASCII). */
const CANONICAL: Readonly<Record<LedgerTable, readonly (readonly [string, number])[]>> = {
  documents: canonicalOrder("documents"),
  activities: canonicalOrder("activities"),
  activity_splits: canonicalOrder("activity_splits"),
  emission_entries: canonicalOrder("emission_entries"),
  report_inputs: canonicalOrder("report_inputs"),
};

/**
 * Content hash of a ledger row as the database gives it back, column by column as text in the order of LEDGER_COLUMNS:
 * SHA-256 over the canonical JSON of {"table", "version", "row"}. Nothing but the stored texts enters, so that a
 * verifier reads the row and needs no knowledge of how it was written.
 */
export function ledgerRowHash(table: LedgerTable, texts: TextRow): string {
  const row: Record<string, string | null> = {};
  for (const [column, index] of CANONICAL[table]) row[column] = texts[index] ?? null;
  // Members in sorted order, texts and nulls only: JSON.stringify is then RFC 8785, at a quarter of the time.
  return sha256Hex(JSON.stringify({ row, table, version: 1 }));
}

/** Id of a row read in the order of LEDGER_COLUMNS. */
export function ledgerRowId(texts: TextRow): string {
  const id = texts[ID_COLUMN];
  if (typeof id !== "string") throw new Error("a ledger row has no id");
  return id;
}

function canonicalOrder(table: LedgerTable): readonly (readonly [string, number])[] {
  return LEDGER_COLUMNS[table].map((column, index) => [column, index] as const).sort(byName);
}

function byName([left]: readonly [string, number], [right]: readonly [string, number]): number {
  return left < right ? -1 : 1;
}

function words(text: string): readonly string[] {
  return text.split(/\s+/);
}
