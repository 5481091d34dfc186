import type { TenantQueries } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";
import { FILE_COLUMNS, type UploadFileRow } from "./store.ts";

export interface UploadBatchRow {
  readonly id: string;
  readonly channel: string;
  /** So far, with those of its archives and mails. */
  readonly file_count: number;
  readonly created_at: string;
  /** Whether files wait to be read, or for quota. */
  readonly is_reading: boolean;
  readonly is_held: boolean;
}

// Of files that wait the status is the kept one.
const SELECT_BATCH = statement(`
  select b.id, b.channel, b.created_at,
    (select count(*)::int from upload_files f
      where f.tenant_id = $1 and f.environment = $2 and f.batch_id = b.id) as file_count,
    exists (select from upload_files f where f.tenant_id = $1 and f.environment = $2 and f.batch_id = b.id
      and f.status = 'stored') as is_reading,
    exists (select from upload_files f where f.tenant_id = $1 and f.environment = $2 and f.batch_id = b.id
      and f.status = 'held_quota') as is_held
  from upload_batches b
  where b.tenant_id = $1 and b.environment = $2 and b.id = $3 order by b.id limit 1`);

/** Files that one upload may become when its archives and mails are unpacked. */
export const BATCH_FILES_MAX = 5000;

const SELECT_BATCH_FILES = statement(`
  select position, ${FILE_COLUMNS} from upload_files
  where tenant_id = $1 and environment = $2 and batch_id = $3 and position > $4 order by position limit $5`);

const COUNT_BATCH_FILES = statement(`
  select coalesce(max(position), 0)::int as count from upload_files
  where tenant_id = $1 and environment = $2 and batch_id = $3 limit 1`);

/** Files of an upload so far, those of its containers included. */
export async function countBatchFiles(tx: TenantQueries, batchId: string): Promise<number> {
  return (await tx.rows<{ readonly count: number }>(COUNT_BATCH_FILES, [batchId]))[0]?.count ?? 0;
}

export async function selectBatch(db: TenantQueries, id: string): Promise<UploadBatchRow | undefined> {
  return (await db.rows<UploadBatchRow>(SELECT_BATCH, [id]))[0];
}

/** Files of an upload in the order in which they came, those after a position. */
export async function selectBatchFiles(
  db: TenantQueries,
  batchId: string,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<(UploadFileRow & { readonly position: number })[]> {
  return await db.rows(SELECT_BATCH_FILES, [batchId, after, limit]);
}
