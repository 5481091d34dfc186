import type { TenantQueries, TenantTransaction, TextRow } from "../../core/context.ts";
import { type Statement, statement } from "../../core/statement.ts";
import {
  LEDGER_ACTIONS,
  LEDGER_FORMAT,
  type LedgerFormat,
  type LedgerTable,
  ledgerRowId,
  type RowProof,
} from "./ledger-tables.ts";

/** A ledger row that was written, with the hash of what the database stored. */
export interface RecordedRow {
  readonly id: string;
  /** Belongs into the payload of the row's event. */
  readonly proof: RowProof;
}

/** Columns that the database fills. */
const FILLED = new Set(["tenant_id", "environment", "ym", "created_at"]);

/**
 * JSON columns of tables whose rows are mostly JSON: as members of json_populate_recordset each is read twice, once as text. All of such a
 * table, because the list that leaves them out of a row would leave their members out of another one.
 */
export const LARGE_JSON: Partial<Readonly<Record<LedgerTable, readonly string[]>>> = {
  emission_entries: ["factor", "inputs", "conversions"],
};

function insertText(table: LedgerTable, all: readonly string[]): string {
  const columns = all.filter((column) => !FILLED.has(column));
  const large = LARGE_JSON[table] ?? [];
  const given = columns.map((column) => {
    const position = large.indexOf(column);
    return position < 0 ? column : `nullif(value -> ${position}, 'null')`;
  });
  const small = `json_populate_recordset(null::${table}, $3::json)`;
  const rows = large.length === 0 ? small : `rows from (${small}, jsonb_array_elements($4::jsonb)) as given`;
  return `
    insert into ${table} (tenant_id, environment, ${columns.join(", ")})
    select $1::uuid, $2::text, ${given.join(", ")} from ${rows}
    returning ${all.join(", ")}`;
}

/** The parameters of `insertText`. */
function insertedRows(table: LedgerTable, all: readonly string[], rows: readonly object[]): string[] {
  const large = LARGE_JSON[table];
  if (large === undefined) return [JSON.stringify(rows)];
  const small = all.filter((column) => !large.includes(column));
  const values = rows.map((row) => large.map((column): unknown => Reflect.get(row, column)));
  return [JSON.stringify(rows, small), JSON.stringify(values)];
}

function selectText(table: LedgerTable, all: readonly string[]): string {
  return `
    select ${all.join(", ")} from ${table}
    where tenant_id = $1 and environment = $2 and id = any($3::uuid[])
    order by id limit 10000`;
}

type PerTable = Readonly<Record<LedgerTable, Statement>>;

/** A format with the statements that write and read rows of it. */
export interface LedgerStatements {
  readonly format: LedgerFormat;
  readonly insert: PerTable;
  readonly by_ids: PerTable;
}

/** Made once per format: each statement is a plan of its own on the server. */
export function ledgerStatements(format: LedgerFormat): LedgerStatements {
  return {
    format,
    insert: perTable((table) => insertText(table, format.columns(table))),
    by_ids: perTable((table) => selectText(table, format.columns(table))),
  };
}

/**
 * Inserts rows of one ledger table, whatever their number in one statement, and hashes them as stored. A row's members
 * are the table's columns; decimals are text, JSON columns are values. The caller appends the event of each row
 * (LEDGER_ACTIONS) in the same transaction. The database refuses a document whose content the tenant has already.
 */
export async function insertLedgerRows(
  tx: TenantTransaction,
  table: LedgerTable,
  rows: readonly object[],
  { format, insert } = LEDGER,
): Promise<RecordedRow[]> {
  if (rows.length === 0) return [];
  const stored = await tx.textRows(insert[table], insertedRows(table, format.columns(table), rows));
  return stored.map((texts) => ({ id: ledgerRowId(texts), proof: format.proofOf(table, texts) }));
}

function perTable(compose: (table: LedgerTable) => string): PerTable {
  return {
    documents: statement(compose("documents")),
    activities: statement(compose("activities")),
    activity_splits: statement(compose("activity_splits")),
    emission_entries: statement(compose("emission_entries")),
    report_inputs: statement(compose("report_inputs")),
  };
}

/** The tables of this release. */
export const LEDGER = ledgerStatements(LEDGER_FORMAT);

const DOCUMENT_HASHES = statement(`
  select id, sha256 from documents
  where tenant_id = $1 and environment = $2 and ($3::uuid is null or id > $3)
  order by id limit $4`);

const IDS = perTable(
  (table) => `
    select id from ${table}
    where tenant_id = $1 and environment = $2 and ($3::uuid is null or id > $3)
    order by id limit $4`,
);

// Page by page instead of one anti-join: on a ledger without fresh statistics the planner reads every event per row.
const SPOKEN = statement(`
  select subject from audit_events
  where tenant_id = $1 and environment = $2 and subject = any($3::text[]) and action = $4
  order by subject limit 10000`);

/** Ledger rows by id, as text in the order of the format's columns. */
export async function selectLedgerRows(
  db: TenantQueries,
  table: LedgerTable,
  ids: readonly string[],
  { by_ids } = LEDGER,
): Promise<TextRow[]> {
  return ids.length === 0 ? [] : await db.textRows(by_ids[table], [ids]);
}

/** Ids and content hashes of documents in the order of their ids, beyond `after`. */
export async function selectDocumentHashes(
  db: TenantQueries,
  after: string | null,
  limit: number,
): Promise<{ id: string; sha256: string }[]> {
  return await db.rows(DOCUMENT_HASHES, [after, limit]);
}

/** Ids of a ledger table in rising order, beyond `after`. */
export async function selectLedgerIds(
  db: TenantQueries,
  table: LedgerTable,
  after: string | null,
  limit: number,
): Promise<string[]> {
  return (await db.rows<{ id: string }>(IDS[table], [after, limit])).map((row) => row.id);
}

/** Those of the ids whose row an event recorded. */
export async function selectSpokenIds(
  db: TenantQueries,
  table: LedgerTable,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db.rows<{ subject: string }>(SPOKEN, [ids, LEDGER_ACTIONS[table]]);
  return new Set(rows.map((row) => row.subject));
}
