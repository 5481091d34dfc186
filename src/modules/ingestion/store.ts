import type { TenantQueries } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";
import type { FileError, RowError } from "./parsed-document.ts";

export type FileStatus = "stored" | "processed" | "needs_review" | "duplicate" | "rejected" | "held_quota";

export interface UploadFileRow {
  readonly id: string;
  readonly batch_id: string;
  readonly name: string;
  readonly size_bytes: number;
  readonly sha256: string;
  readonly status: FileStatus;
  readonly document_id: string | null;
  readonly duplicate_of: string | null;
  readonly error: FileError | null;
  readonly warnings: readonly string[];
  readonly row_errors: readonly RowError[];
  readonly activity_count: number;
  readonly entry_count: number;
  /** First day of the month whose quota holds a place for this file; null when none does. */
  readonly quota_period: string | null;
  readonly created_at: string;
}

export interface UploadBatchRow {
  readonly id: string;
  readonly channel: string;
  readonly file_count: number;
  readonly created_at: string;
}

export interface NewUploadFile {
  readonly id: string;
  readonly name: string;
  readonly media_type: string | null;
  readonly size_bytes: number;
  readonly sha256: string;
  readonly status: FileStatus;
  readonly duplicate_of: string | null;
  readonly quota_period: string | null;
}

const FILE_COLUMNS = `id, batch_id, name, size_bytes, sha256, status, document_id, duplicate_of, error, warnings,
  row_errors, activity_count, entry_count, quota_period, created_at`;

const INSERT_BATCH = statement(`
  insert into upload_batches (tenant_id, environment, id, channel, created_by, file_count)
  values ($1, $2, $3, $4, $5, $6)`);

const INSERT_FILES = statement(`
  insert into upload_files (tenant_id, environment, batch_id, id, position, name, media_type, size_bytes, sha256, status,
                            duplicate_of, quota_period, finished_at)
  select $1, $2, $3::uuid, f.id, f.position, f.name, f.media_type, f.size_bytes, f.sha256, f.status, f.duplicate_of,
         f.quota_period, case when f.status = 'duplicate' then now() end
  from unnest($4::uuid[], $5::text[], $6::text[], $7::bigint[], $8::text[], $9::text[], $10::uuid[], $11::date[])
    with ordinality as f (id, name, media_type, size_bytes, sha256, status, duplicate_of, quota_period, position)`);

const SELECT_BATCH = statement(`
  select id, channel, file_count, created_at from upload_batches
  where tenant_id = $1 and environment = $2 and id = $3 order by id limit 1`);

const SELECT_BATCH_FILES = statement(`
  select ${FILE_COLUMNS} from upload_files
  where tenant_id = $1 and environment = $2 and batch_id = $3 order by position limit 1000`);

const SELECT_FILE = statement(`
  select ${FILE_COLUMNS} from upload_files
  where tenant_id = $1 and environment = $2 and id = $3 order by id limit 1`);

const LOCK_FILE = statement(`
  select ${FILE_COLUMNS} from upload_files
  where tenant_id = $1 and environment = $2 and id = $3 order by id limit 1 for update`);

const FINISH_FILE = statement(`
  update upload_files
  set status = $4, document_id = $5, duplicate_of = $6, error = $7::jsonb, warnings = $8::jsonb, row_errors = $9::jsonb,
      activity_count = $10, entry_count = $11, finished_at = now()
  where tenant_id = $1 and environment = $2 and id = $3`);

const KNOWN_DOCUMENTS = statement(`
  select sha256, id from documents
  where tenant_id = $1 and environment = $2 and sha256 = any($3::text[]) order by sha256 limit 1000`);

const FIND_TWINS = statement(`
  select id,
         case when sha256 = $3 then 'same_bytes'
              when content_key = $4 then 'same_content'
              when business_key = $5 then 'same_invoice'
              else 'same_number' end as match
  from documents
  where tenant_id = $1 and environment = $2
    and (sha256 = $3 or content_key = $4 or business_key = $5
         or (invoice_number = $6 and document_type = $7
             and (supplier_identifier = $8 or lower(supplier_name) = lower($9))))
  order by (sha256 = $3) desc, (content_key = $4) desc nulls last, (business_key = $5) desc nulls last, id
  limit 1`);

const SELECT_HELD = statement(`
  select ${FILE_COLUMNS} from upload_files
  where tenant_id = $1 and environment = $2 and status = 'held_quota'
  order by created_at, id limit 500 for update`);

const UNHOLD = statement(`
  update upload_files set status = 'stored', quota_period = $4
  where tenant_id = $1 and environment = $2 and id = any($3::uuid[])`);

export async function insertBatch(
  tx: TenantQueries,
  batch: { id: string; channel: string; created_by: string; files: readonly NewUploadFile[] },
): Promise<void> {
  const { files } = batch;
  await tx.rows(INSERT_BATCH, [batch.id, batch.channel, batch.created_by, files.length]);
  await tx.rows(INSERT_FILES, [
    batch.id,
    files.map((file) => file.id),
    files.map((file) => file.name),
    files.map((file) => file.media_type),
    files.map((file) => file.size_bytes),
    files.map((file) => file.sha256),
    files.map((file) => file.status),
    files.map((file) => file.duplicate_of),
    files.map((file) => file.quota_period),
  ]);
}

export async function selectBatch(db: TenantQueries, id: string): Promise<UploadBatchRow | undefined> {
  return (await db.rows<UploadBatchRow>(SELECT_BATCH, [id]))[0];
}

export async function selectBatchFiles(db: TenantQueries, batchId: string): Promise<UploadFileRow[]> {
  return await db.rows<UploadFileRow>(SELECT_BATCH_FILES, [batchId]);
}

export async function selectFile(db: TenantQueries, id: string): Promise<UploadFileRow | undefined> {
  return (await db.rows<UploadFileRow>(SELECT_FILE, [id]))[0];
}

/** Reads the file again under a lock, to see whether another run of the job was faster. */
export async function lockFile(tx: TenantQueries, id: string): Promise<UploadFileRow | undefined> {
  return (await tx.rows<UploadFileRow>(LOCK_FILE, [id]))[0];
}

export interface FileResult {
  readonly status: FileStatus;
  readonly document_id: string | null;
  readonly duplicate_of: string | null;
  readonly error: FileError | null;
  readonly warnings: readonly string[];
  readonly row_errors: readonly RowError[];
  readonly activity_count: number;
  readonly entry_count: number;
}

export async function finishFile(tx: TenantQueries, id: string, result: FileResult): Promise<void> {
  await tx.rows(FINISH_FILE, [
    id,
    result.status,
    result.document_id,
    result.duplicate_of,
    result.error === null ? null : JSON.stringify(result.error),
    JSON.stringify(result.warnings),
    JSON.stringify(result.row_errors.slice(0, 1000)),
    result.activity_count,
    result.entry_count,
  ]);
}

/** Document ids by SHA-256, for the contents among `hashes` that are already in the ledger. */
export async function knownDocuments(db: TenantQueries, hashes: readonly string[]): Promise<Map<string, string>> {
  const rows = await db.rows<{ sha256: string; id: string }>(KNOWN_DOCUMENTS, [hashes]);
  return new Map(rows.map((row) => [row.sha256, row.id]));
}

export interface Twin {
  readonly id: string;
  readonly match: "same_bytes" | "same_content" | "same_invoice" | "same_number";
}

export interface TwinQuery {
  readonly sha256: string;
  readonly content_key: string;
  readonly business_key: string | null;
  readonly invoice_number: string | null;
  readonly document_type: string;
  readonly supplier_identifier: string | null;
  readonly supplier_name: string | null;
}

/** The closest document already recorded: same bytes, same content, same invoice, or only the same number. */
export async function findTwin(tx: TenantQueries, query: TwinQuery): Promise<Twin | undefined> {
  const rows = await tx.rows<Twin>(FIND_TWINS, [
    query.sha256,
    query.content_key,
    query.business_key,
    query.invoice_number,
    query.document_type,
    query.supplier_identifier,
    query.supplier_name,
  ]);
  return rows[0];
}

export async function lockHeldFiles(tx: TenantQueries): Promise<UploadFileRow[]> {
  return await tx.rows<UploadFileRow>(SELECT_HELD);
}

export async function unholdFiles(tx: TenantQueries, ids: readonly string[], quotaPeriodStart: string): Promise<void> {
  await tx.rows(UNHOLD, [ids, quotaPeriodStart]);
}
