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

/** Versions of a row's hash, the first one first: each lists the columns that it covers; `id` is the third. */
export type ColumnVersions = Readonly<Record<LedgerTable, readonly (readonly string[])[]>>;

/**
 * What a row's hash covers. The row's event states the version, and none is version 1. A list is never changed: rows that were
 * recorded by it are verified by it for ever. A table that gets a column, which must be null in the rows that it has, gets one
 * more list: all columns of the one before, then the new ones. Rows of earlier versions are held to null there.
 */
export const LEDGER_COLUMN_VERSIONS: ColumnVersions = {
  documents: [
    words(`tenant_id environment id sha256 name media_type size_bytes format document_type supplier_name
    supplier_identifier invoice_number issue_date currency total_excl_vat total_incl_vat content_key business_key
    created_at`),
  ],
  activities: [
    words(`tenant_id environment id document_id document_sha256 data_source_id external_id line_number page
    line_kind document_type invoice_number supplier_name supplier_identifier supplier_country transaction_date ym
    service_period_start service_period_end description amount currency tax_treatment quantity unit gl_account
    gl_account_name classification_codes ingested_by created_at`),
    words(`tenant_id environment id document_id document_sha256 data_source_id external_id line_number page
    line_kind document_type invoice_number supplier_name supplier_identifier supplier_country transaction_date ym
    service_period_start service_period_end description amount currency tax_treatment quantity unit gl_account
    gl_account_name classification_codes ingested_by created_at supply_id`),
  ],
  activity_splits: [
    words(`tenant_id environment id activity_id status category_key mapped_by confidence reason
    candidates review_code quantity unit conversion allocated_amount allocated_currency department_id
    supersedes_split_id created_by created_at`),
    words(`tenant_id environment id activity_id status category_key mapped_by confidence reason
    candidates review_code quantity unit conversion allocated_amount allocated_currency department_id
    supersedes_split_id created_by created_at stated`),
    words(`tenant_id environment id activity_id status category_key mapped_by confidence reason
    candidates review_code quantity unit conversion allocated_amount allocated_currency department_id
    supersedes_split_id created_by created_at stated ruled_period`),
  ],
  emission_entries: [
    words(`tenant_id environment id activity_id activity_split_id companion_of_entry_id
    supersedes_entry_id scope scope3_category category_key department_id transaction_date ym market_based_kg
    location_based_kg co2_kg ch4_kg_co2e n2o_kg_co2e biogenic_co2_kg calculation_method data_quality_score
    market_based_fallback emission_factor_id factor formula inputs conversions gwp_set engine_version calculated_at
    created_at`),
    words(`tenant_id environment id activity_id activity_split_id companion_of_entry_id
    supersedes_entry_id scope scope3_category category_key department_id transaction_date ym market_based_kg
    location_based_kg co2_kg ch4_kg_co2e n2o_kg_co2e biogenic_co2_kg calculation_method data_quality_score
    market_based_fallback emission_factor_id factor formula inputs conversions gwp_set engine_version calculated_at
    created_at document_date period_from period_to`),
  ],
  report_inputs: [
    words(`tenant_id environment id report_year datapoint member version status value note supersedes_id
    entered_by created_at`),
    words(`tenant_id environment id report_year datapoint member version status value note supersedes_id
    entered_by created_at period_end`),
  ],
};

/** Columns that came with a later version of their table's hash than the first: rows of earlier ones have null there. */
export const LATER_COLUMNS: readonly {
  readonly table: LedgerTable;
  readonly column: string;
  readonly version: number;
}[] = LEDGER_TABLES.flatMap((table) =>
  LEDGER_COLUMN_VERSIONS[table].flatMap((columns, index, versions) =>
    index === 0
      ? []
      : columns
          .filter((column) => versions[index - 1]?.includes(column) !== true)
          .map((column) => ({ table, column, version: index + 1 })),
  ),
);

const ID_COLUMN = 2;
const FIRST_VERSION = 1;

/** What an event says of the content of its row; belongs into its payload. */
export interface RowProof {
  /** See `rowHash`. */
  readonly content_sha256: string;
  /** Version of the hash; absent in the first one, so that events go on being what they were. */
  readonly content_version?: number;
}

/** How rows of the ledger are read and hashed. */
export interface LedgerFormat {
  /** Every column of a table, in the order in which its rows are read. */
  columns(table: LedgerTable): readonly string[];
  /** Of a row about to be recorded, read in the order of `columns`. */
  proofOf(table: LedgerTable, texts: TextRow): RowProof;
  /**
   * Whether a stored row is what its event's payload says. "unknown_version": recorded by a later release than this one.
   */
  verify(table: LedgerTable, texts: TextRow, payload: Readonly<Record<string, unknown>>): RowVerdict;
}

export type RowVerdict = "as_recorded" | "changed" | "unknown_version";

/** A column by its position, in the order of canonical JSON. */
interface CoveredColumn {
  readonly index: number;
  /** Its name as it stands before its text, with the comma after the one before it. */
  readonly name: string;
}

interface HashVersion {
  readonly version: number;
  readonly covered: readonly CoveredColumn[];
  /** Columns that came later. */
  readonly later: readonly number[];
}

/** The format of tables whose hashes have had these versions. */
export function ledgerFormat(versions: ColumnVersions): LedgerFormat {
  const hashVersionsByTable = new Map(LEDGER_TABLES.map((table) => [table, hashVersions(versions[table])]));
  const of = (table: LedgerTable): readonly HashVersion[] => hashVersionsByTable.get(table) ?? [];
  const columns = (table: LedgerTable): readonly string[] => versions[table].at(-1) ?? [];
  return {
    columns,
    proofOf(table, texts) {
      const newest = of(table).at(-1);
      if (newest === undefined) throw new Error(`${table} has no columns to hash`);
      const content_sha256 = rowHash(table, texts, newest);
      return newest.version === FIRST_VERSION
        ? { content_sha256 }
        : { content_sha256, content_version: newest.version };
    },
    verify(table, texts, { content_sha256, content_version = FIRST_VERSION }) {
      const stated = of(table).find(({ version }) => version === content_version);
      if (stated === undefined) return "unknown_version";
      if (stated.later.some((index) => (texts[index] ?? null) !== null)) return "changed";
      return rowHash(table, texts, stated) === content_sha256 ? "as_recorded" : "changed";
    },
  };
}

/** The format of this release. */
export const LEDGER_FORMAT = ledgerFormat(LEDGER_COLUMN_VERSIONS);

/** Id of a row read in the order of its table's columns. */
export function ledgerRowId(texts: TextRow): string {
  const id = texts[ID_COLUMN];
  if (typeof id !== "string") throw new Error("a ledger row has no id");
  return id;
}

/**
 * Content hash of a ledger row as the database gives it back, column by column as text: SHA-256, lower-case hex, over the
 * canonical JSON of {"row", "table", "version"}. Nothing but the stored texts enters, so that a verifier reads the row and
 * needs no knowledge of how it was written.
 */
function rowHash(table: LedgerTable, texts: TextRow, { version, covered }: HashVersion): string {
  // Names in their order, texts and nulls only (RFC 8785): written by hand, because an object of this many members is slow to build.
  let row = "";
  for (const { index, name } of covered) {
    const text = texts[index] ?? null;
    row += text === null ? `${name}null` : name + JSON.stringify(text);
  }
  return sha256Hex(`{"row":{${row}},"table":"${table}","version":${version}}`);
}

function hashVersions(lists: readonly (readonly string[])[]): readonly HashVersion[] {
  const all = lists.at(-1) ?? [];
  return lists.map((columns, index) => ({
    version: FIRST_VERSION + index,
    covered: columns.toSorted().map((column, at) => ({
      index: all.indexOf(column),
      name: `${at === 0 ? "" : ","}${JSON.stringify(column)}:`,
    })),
    later: all.flatMap((column, position) => (columns.includes(column) ? [] : [position])),
  }));
}

function words(text: string): readonly string[] {
  return text.split(/\s+/);
}
