import type { TenantQueries } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";

export interface DataSourceRow {
  readonly id: string;
  readonly connector: string;
  readonly name: string;
  readonly status: string;
  readonly last_sync_at: string | null;
  readonly error_message: string | null;
  readonly created_at: string;
  readonly pending_count: number;
  readonly review_count: number;
  readonly failed_count: number;
}

/** Counts come from the files themselves, so that they can never drift; only uploads have files today. */
const LIST = statement(`
  select d.id, d.connector, d.name, d.status, d.last_sync_at, d.error_message, d.created_at,
         coalesce(c.pending, 0) as pending_count, coalesce(c.review, 0) as review_count,
         coalesce(c.failed, 0) as failed_count
  from data_sources d
  left join lateral (
    select count(*) filter (where f.status in ('stored', 'held_quota')) as pending,
           count(*) filter (where f.status = 'needs_review') as review,
           count(*) filter (where f.status = 'rejected') as failed
    from upload_files f
    where f.tenant_id = $1 and f.environment = $2 and d.connector = 'upload'
  ) c on true
  where d.tenant_id = $1 and d.environment = $2
    and ($3::timestamptz is null or (d.created_at, d.id) < ($3::timestamptz, $4::uuid))
  order by d.created_at desc, d.id desc
  limit $5`);

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

export async function selectDataSources(
  db: TenantQueries,
  after: readonly string[] | null,
  limit: number,
): Promise<DataSourceRow[]> {
  return await db.rows<DataSourceRow>(LIST, [after?.[0] ?? null, after?.[1] ?? null, limit]);
}

/** Creates the tenant's upload source on first use and notes the time of the newest upload; returns its id. */
export async function touchUploadSource(tx: TenantQueries, freshId: string, now: string): Promise<string> {
  const [row] = await tx.rows<{ id: string }>(TOUCH_UPLOAD, [freshId, now]);
  if (row === undefined) throw new Error("upsert of the upload source returned no row");
  return row.id;
}
