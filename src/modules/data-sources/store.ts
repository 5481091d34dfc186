import type { TenantQueries } from "../../core/context.ts";
import type { SourceFailure } from "../../core/source-connector.ts";
import { statement } from "../../core/statement.ts";
import type { Connection } from "./connection.ts";

export interface DataSourceRow {
  readonly id: string;
  readonly connector: string;
  readonly name: string;
  readonly status: string;
  readonly last_sync_at: string | null;
  readonly next_sync_at: string | null;
  readonly error_code: SourceFailure | null;
  readonly error_message: string | null;
  readonly created_by: string | null;
  readonly created_by_name: string | null;
  readonly created_at: string;
  readonly pending_count: number;
  readonly review_count: number;
  readonly failed_count: number;
}

/** A row with how the source is reached. */
export interface DataSourceDetailsRow extends DataSourceRow {
  readonly connection: Connection | null;
  readonly interval_minutes: number;
  readonly host_key: string | null;
}

/** Counts come from the files and items themselves, so that they can never drift; batches without source are uploads. */
const WITH_COUNTS = `
  with files as (
    select b.data_source_id,
           count(*) filter (where f.status in ('stored', 'held_quota')) as pending,
           count(*) filter (where upload_file_status($1, $2, f.status, f.document_id) = 'needs_review') as review,
           count(*) filter (where f.status = 'rejected') as failed
    from received_files f
    join received_uploads b on b.tenant_id = $1 and b.environment = $2 and b.id = f.batch_id
    where f.tenant_id = $1 and f.environment = $2
    group by b.data_source_id
  ), items as (
    select data_source_id, count(*) as failed from data_source_items
    where tenant_id = $1 and environment = $2 and status = 'failed' group by data_source_id
  )
  select d.id, d.connector, d.name, d.status, d.last_sync_at, d.next_sync_at, d.error_code, d.error_message, d.created_by,
         actor_name(d.created_by) as created_by_name, d.created_at,
         case when d.connector <> 'upload' then d.connection end as connection, d.interval_minutes, d.host_key,
         coalesce(f.pending, 0) as pending_count, coalesce(f.review, 0) as review_count,
         coalesce(f.failed, 0) + coalesce(i.failed, 0) as failed_count
  from data_sources d
  left join files f on f.data_source_id is not distinct from (case when d.connector <> 'upload' then d.id end)
  left join items i on i.data_source_id = d.id
  where d.tenant_id = $1 and d.environment = $2 and d.deleted_at is null`;

const LIST = statement(`${WITH_COUNTS}
    and ($3::timestamptz is null or (d.created_at, d.id) < ($3::timestamptz, $4::uuid))
  order by d.created_at desc, d.id desc
  limit $5`);

const DETAILS = statement(`${WITH_COUNTS} and d.id = $3 order by d.id limit 1`);

const TOUCH_UPLOAD = statement(`
  insert into data_sources (tenant_id, environment, id, connector, name, status, last_sync_at)
  values ($1, $2, $3, 'upload', 'Uploads', 'connected', $4)
  on conflict (tenant_id, environment) where connector = 'upload' do update set last_sync_at = excluded.last_sync_at
  returning id`);

const UPLOAD_SOURCE = statement(`
  select id from data_sources where tenant_id = $1 and environment = $2 and connector = 'upload' order by id limit 1`);

/** Id of the tenant's upload source, null before its first upload. */
export async function uploadSourceId(db: TenantQueries): Promise<string | null> {
  return (await db.rows<{ id: string }>(UPLOAD_SOURCE))[0]?.id ?? null;
}

const FROM_MAILBOX = statement(`
  select id from data_sources where tenant_id = $1 and environment = $2 and id = $3 and connector = 'imap' order by id limit 1`);

/** Whether a source, an ended one included, is a mailbox: its files are attachments of mails that anybody may send. */
export async function isFromMailbox(db: TenantQueries, id: string): Promise<boolean> {
  return (await db.rows<{ id: string }>(FROM_MAILBOX, [id])).length > 0;
}

/** Newest first. Columns of the details are left out. */
export async function selectDataSources(
  db: TenantQueries,
  after: readonly string[] | null,
  limit: number,
): Promise<DataSourceRow[]> {
  const rows = await db.rows<DataSourceDetailsRow>(LIST, [after?.[0] ?? null, after?.[1] ?? null, limit]);
  return rows.map(({ connection: _connection, interval_minutes: _interval, host_key: _key, ...row }) => row);
}

export async function selectDataSource(db: TenantQueries, id: string): Promise<DataSourceDetailsRow | undefined> {
  return (await db.rows<DataSourceDetailsRow>(DETAILS, [id]))[0];
}

/** Creates the tenant's upload source on first use and notes the time of the newest upload; returns its id. */
export async function touchUploadSource(tx: TenantQueries, freshId: string, now: string): Promise<string> {
  const [row] = await tx.rows<{ id: string }>(TOUCH_UPLOAD, [freshId, now]);
  if (row === undefined) throw new Error("upsert of the upload source returned no row");
  return row.id;
}

const EXISTS = statement(`
  select id from data_sources where tenant_id = $1 and environment = $2 and id = $3
  order by id limit 1`);

/** Whether the company has or had this data source: what a deleted one brought in is still listed under its id. */
export async function dataSourceExists(db: TenantQueries, id: string): Promise<boolean> {
  return (await db.rows<{ id: string }>(EXISTS, [id])).length === 1;
}

const NUMBERING = statement(`
  select id, origin from data_sources where tenant_id = $1 and environment = $2 and connector = 'economic' order by id limit 1000`);

/**
 * Sources that deliver entries by their numbers, each once, with whose numbers they are: an agreement that was removed and connected
 * anew is another source and goes on with the same numbers. What comes in files may overlap.
 */
export async function numberingSources(tx: TenantQueries): Promise<ReadonlyMap<string, string>> {
  const rows = await tx.rows<{ readonly id: string; readonly origin: string | null }>(NUMBERING);
  return new Map(rows.map(({ id, origin }) => [id, origin ?? id]));
}
