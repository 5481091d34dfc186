import type { TenantQueries, TenantTransaction, TextRow } from "../../core/context.ts";
import { type Statement, statement } from "../../core/statement.ts";
import { LEDGER_ACTIONS, LEDGER_COLUMNS, type LedgerTable, ledgerRowHash, ledgerRowId } from "./ledger-tables.ts";

/** A ledger row that was written, with the hash of what the database stored. */
export interface RecordedRow {
  readonly id: string;
  /** See ledgerRowHash. Belongs into the payload of the row's event as `content_sha256`. */
  readonly content_sha256: string;
}

/** Columns that the database fills. */
const FILLED = new Set(["tenant_id", "environment", "ym", "created_at"]);

function insertText(table: LedgerTable): string {
  const columns = LEDGER_COLUMNS[table].filter((column) => !FILLED.has(column)).join(", ");
  return `
    insert into ${table} (tenant_id, environment, ${columns})
    select $1::uuid, $2::text, ${columns} from json_populate_recordset(null::${table}, $3::json)
    returning ${LEDGER_COLUMNS[table].join(", ")}`;
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
): Promise<RecordedRow[]> {
  if (rows.length === 0) return [];
  const stored = await tx.textRows(INSERT[table], [JSON.stringify(rows)]);
  return stored.map((texts) => ({ id: ledgerRowId(texts), content_sha256: ledgerRowHash(table, texts) }));
}

function perTable(compose: (table: LedgerTable) => string): Readonly<Record<LedgerTable, Statement>> {
  return {
    documents: statement(compose("documents")),
    activities: statement(compose("activities")),
    activity_splits: statement(compose("activity_splits")),
    emission_entries: statement(compose("emission_entries")),
    report_inputs: statement(compose("report_inputs")),
  };
}

const INSERT = perTable(insertText);

const BY_IDS = perTable(
  (table) => `
    select ${LEDGER_COLUMNS[table].join(", ")} from ${table}
    where tenant_id = $1 and environment = $2 and id = any($3::uuid[])
    order by id limit 10000`,
);

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

/** Ledger rows by id, as text in the order of LEDGER_COLUMNS. */
export async function selectLedgerRows(
  db: TenantQueries,
  table: LedgerTable,
  ids: readonly string[],
): Promise<TextRow[]> {
  return ids.length === 0 ? [] : await db.textRows(BY_IDS[table], [ids]);
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
