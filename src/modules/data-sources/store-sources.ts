import type { SystemQueries, TenantQueries, TenantTransaction } from "../../core/context.ts";
import type { Environment } from "../../core/context.ts";
import type { SourceCursor, SourceFailure } from "../../core/source-connector.ts";
import { statement } from "../../core/statement.ts";
import type { Connection } from "./connection.ts";

/** A source with what only the service may see. */
export interface StoredSource {
  readonly id: string;
  readonly connector: string;
  readonly name: string;
  readonly status: string;
  readonly connection: Connection;
  readonly credentials_sealed: Buffer | null;
  readonly host_key: string | null;
  readonly origin: string;
  readonly cursor: SourceCursor | null;
  readonly run: number;
  readonly interval_minutes: number;
  readonly consecutive_failures: number;
  /** The grant with which it stops; null: the company's own. */
  readonly grant_id: string | null;
}

const COLUMNS = `id, connector, name, status, connection, credentials_sealed, host_key, origin, cursor, run, interval_minutes,
  consecutive_failures, grant_id`;
const LIVE = `tenant_id = $1 and environment = $2 and id = $3 and deleted_at is null and connector <> 'upload'`;

const INSERT = statement(`
  insert into data_sources (tenant_id, environment, id, connector, name, status, connection, credentials_sealed, origin,
    interval_minutes, created_by, next_sync_at, grant_id)
  values ($1, $2, $3, $4, $5, 'connected', $6::jsonb, $7, $8, $9, $10, $11, $12)`);

const COUNT = statement(`
  select count(*) as live from data_sources
  where tenant_id = $1 and environment = $2 and deleted_at is null and connector <> 'upload' order by 1 limit 1`);

const BY_ID = statement(`select ${COLUMNS} from data_sources where ${LIVE} order by id limit 1`);
const LOCK = statement(`select ${COLUMNS} from data_sources where ${LIVE} order by id limit 1 for update`);

// Another run number: what is under way now writes nothing any more.
const UPDATE = statement(`
  update data_sources set name = $4, interval_minutes = $5, connection = $6::jsonb, credentials_sealed = $7, origin = $8,
    host_key = $9, cursor = $10::jsonb, status = $11, next_sync_at = $12, error_code = null, error_message = null,
    consecutive_failures = 0, run = run + 1, grant_id = $13
  where ${LIVE}`);

const RENAME = statement(`update data_sources set name = $4, interval_minutes = $5 where ${LIVE}`);

const DELETE = statement(`
  update data_sources set deleted_at = $4, credentials_sealed = null, next_sync_at = null, run = run + 1 where ${LIVE}`);

// Another run number, as above.
const PAUSE_ENDED = statement(`
  update data_sources set status = 'paused', next_sync_at = null, run = run + 1
  where ${LIVE} and status <> 'paused' and grant_id is not null and not grant_holds($1, $2, grant_id, $4)
  returning grant_id`);

// Another run number, as above.
const PAUSE_ALL = statement(`
  update data_sources set status = 'paused', next_sync_at = null, run = run + 1
  where tenant_id = $1 and environment = $2 and deleted_at is null and connector <> 'upload' and status <> 'paused'
  returning id`);

const OF_GRANT = statement(`
  select id from data_sources
  where tenant_id = $1 and environment = $2 and grant_id = $3 and deleted_at is null order by created_at, id limit 10000`);

const PIN = statement(`update data_sources set host_key = $4 where ${LIVE} and host_key is null`);

const SET_DUE = statement(`update data_sources set next_sync_at = $4 where ${LIVE}`);

// Due again when nobody finishes it: the queue brings a run of a process that died back earlier.
const START = statement(`
  update data_sources set status = 'syncing', run = run + 1, next_sync_at = $4
  where ${LIVE} and status <> 'paused'
  returning ${COLUMNS}`);

const HOLD = statement(`
  select id from data_sources where ${LIVE} and run = $4 and status = 'syncing' order by id limit 1 for update`);

const ADVANCE = statement(`
  update data_sources set cursor = $5::jsonb, next_sync_at = $6 where ${LIVE} and run = $4`);

const SET_ORIGIN = statement(`
  update data_sources set origin = $5, cursor = $6::jsonb where ${LIVE} and run = $4`);

const FINISH = statement(`
  update data_sources set status = 'idle', last_sync_at = $5, next_sync_at = $6, error_code = null, error_message = null,
    consecutive_failures = 0
  where ${LIVE} and run = $4`);

const FAIL = statement(`
  update data_sources set status = $5, error_code = $6, error_message = $7, next_sync_at = $8,
    consecutive_failures = consecutive_failures + 1
  where ${LIVE} and run = $4`);

const DUE = statement(`
  select tenant_id, environment, id from data_sources
  where next_sync_at <= $1 order by next_sync_at, id limit $2`);

/** Terms of a source, as its company sets them. */
export interface SourceTerms {
  readonly name: string;
  readonly interval_minutes: number;
  readonly connection: Connection;
  readonly credentials_sealed: Buffer | null;
  readonly origin: string;
}

export async function insertSource(
  tx: TenantTransaction,
  source: SourceTerms &
    Pick<StoredSource, "id" | "grant_id"> & { readonly created_by: string; readonly next_sync_at: string },
): Promise<void> {
  const { id, name, connection, credentials_sealed, origin, interval_minutes, created_by, next_sync_at } = source;
  const where = JSON.stringify(connection);
  const values = [
    id,
    connection.kind,
    name,
    where,
    credentials_sealed,
    origin,
    interval_minutes,
    created_by,
    next_sync_at,
    source.grant_id,
  ];
  await tx.rows(INSERT, values);
}

export async function countSources(tx: TenantTransaction): Promise<number> {
  return (await tx.rows<{ live: number }>(COUNT))[0]?.live ?? 0;
}

export async function selectSource(db: TenantQueries, id: string): Promise<StoredSource | undefined> {
  return (await db.rows<StoredSource>(BY_ID, [id]))[0];
}

export async function lockSource(tx: TenantTransaction, id: string): Promise<StoredSource | undefined> {
  return (await tx.rows<StoredSource>(LOCK, [id]))[0];
}

/** New terms; a run that is under way is overtaken. */
export async function setSource(
  tx: TenantTransaction,
  id: string,
  next: SourceTerms &
    Pick<StoredSource, "grant_id" | "host_key" | "cursor" | "status"> & { readonly next_sync_at: string | null },
): Promise<void> {
  const { name, interval_minutes, connection, credentials_sealed, origin, host_key, cursor, status, next_sync_at } =
    next;
  const [where, position] = [JSON.stringify(connection), cursor === null ? null : JSON.stringify(cursor)];
  const values = [name, interval_minutes, where, credentials_sealed, origin, host_key, position, status, next_sync_at];
  await tx.rows(UPDATE, [id, ...values, next.grant_id]);
}

export async function setNameAndInterval(
  tx: TenantTransaction,
  id: string,
  { name, interval_minutes }: Pick<SourceTerms, "name" | "interval_minutes">,
): Promise<void> {
  await tx.rows(RENAME, [id, name, interval_minutes]);
}

export async function setDeleted(tx: TenantTransaction, id: string, at: string): Promise<void> {
  await tx.rows(DELETE, [id, at]);
}

/** Pauses a source whose grant does not hold at `now` (ISO 8601); answers the grant if it did. */
export async function pauseEnded(tx: TenantTransaction, id: string, now: string): Promise<string | undefined> {
  return (await tx.rows<{ grant_id: string }>(PAUSE_ENDED, [id, now]))[0]?.grant_id;
}

/** Pauses every source that is not; answers their ids. */
export async function pauseSources(tx: TenantTransaction): Promise<string[]> {
  return (await tx.rows<{ id: string }>(PAUSE_ALL)).map((row) => row.id);
}

/** Sources that stop with a grant. */
export async function selectOfGrant(tx: TenantTransaction, grant_id: string): Promise<string[]> {
  return (await tx.rows<{ id: string }>(OF_GRANT, [grant_id])).map((row) => row.id);
}

export async function pinHostKey(tx: TenantTransaction, id: string, host_key: string): Promise<void> {
  await tx.rows(PIN, [id, host_key]);
}

export async function setDue(tx: TenantTransaction, id: string, at: string): Promise<void> {
  await tx.rows(SET_DUE, [id, at]);
}

/** Begins a run unless the source is paused or gone. */
export async function startRun(
  tx: TenantTransaction,
  id: string,
  due_again_at: string,
): Promise<StoredSource | undefined> {
  return (await tx.rows<StoredSource>(START, [id, due_again_at]))[0];
}

/** Whether the run is still the present one; it stays so until the transaction ends. */
export async function holdRun(tx: TenantTransaction, { id, run }: Pick<StoredSource, "id" | "run">): Promise<boolean> {
  return (await tx.rows<{ id: string }>(HOLD, [id, run])).length === 1;
}

export async function advanceCursor(
  tx: TenantTransaction,
  { id, run }: Pick<StoredSource, "id" | "run">,
  position: { readonly cursor: SourceCursor | null; readonly due_again_at: string },
): Promise<void> {
  const { cursor, due_again_at } = position;
  await tx.rows(ADVANCE, [id, run, cursor === null ? null : JSON.stringify(cursor), due_again_at]);
}

/** What the source is found to be, and where its next look begins. */
export async function setOrigin(
  tx: TenantTransaction,
  { id, run }: Pick<StoredSource, "id" | "run">,
  { origin, cursor }: Pick<StoredSource, "origin" | "cursor">,
): Promise<void> {
  await tx.rows(SET_ORIGIN, [id, run, origin, cursor === null ? null : JSON.stringify(cursor)]);
}

export async function finishRun(
  tx: TenantTransaction,
  { id, run }: Pick<StoredSource, "id" | "run">,
  at: { readonly now: string; readonly next_sync_at: string },
): Promise<void> {
  await tx.rows(FINISH, [id, run, at.now, at.next_sync_at]);
}

export async function failRun(
  tx: TenantTransaction,
  { id, run }: Pick<StoredSource, "id" | "run">,
  failure: { status: "error" | "needs_attention"; code: SourceFailure; message: string; next_sync_at: string | null },
): Promise<void> {
  await tx.rows(FAIL, [id, run, failure.status, failure.code, failure.message, failure.next_sync_at]);
}

export interface DueSource {
  readonly tenant_id: string;
  readonly environment: Environment;
  readonly id: string;
}

/** Sources of all companies whose time has come, longest due first. */
export async function dueSources(system: SystemQueries, now: string, limit: number): Promise<DueSource[]> {
  return await system.rows<DueSource>(DUE, [now, limit]);
}
