import type { TenantQueries } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";
import type {
  ContainerKind,
  DescribedTable,
  FileError,
  RecognisedFacts,
  RowError,
  TableQuestion,
} from "../reading/index.ts";
import type { Scan } from "./store-scans.ts";

export const FILE_STATUSES = [
  "stored",
  "processed",
  "needs_review",
  "duplicate",
  "rejected",
  "held_quota",
  "unpacked",
  "excluded",
] as const;
export type FileStatus = (typeof FILE_STATUSES)[number];

/** How a file ended; of one that is still stored nothing is known yet. */
export interface FileResult {
  readonly status: FileStatus;
  readonly document_id: string | null;
  readonly duplicate_of: string | null;
  readonly error: FileError | null;
  readonly warnings: readonly string[];
  readonly row_errors: readonly RowError[];
  readonly activity_count: number;
  /** Of a file that waits to be entered by hand: what could be read all the same. */
  readonly recognised: RecognisedFacts | null;
  /** What a person must say of one of its tables before any row is booked. */
  readonly question: TableQuestion | null;
  /** What its tables hold; null: it has none, or they stay as they are known. */
  readonly tables: readonly DescribedTable[] | null;
}

export interface UploadFileRow extends Omit<FileResult, "tables"> {
  readonly id: string;
  readonly batch_id: string;
  /** Of its document, those that count now. */
  readonly entry_count: number;
  readonly name: string;
  readonly size_bytes: number;
  readonly sha256: string;
  /** First day of the month whose quota holds a place for this file; null when none does. */
  readonly quota_period: string | null;
  /** Whether it has tables whose columns are known. */
  readonly is_table: boolean;
  /** Kinds of the containers that the file came in, outermost first. */
  readonly containers: readonly ContainerKind[];
  /** Where it was fetched; null: it was uploaded. */
  readonly data_source_id: string | null;
  readonly scan: Scan;
  readonly scanned_at: string | null;
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

export const FILE_COLUMNS = `id, batch_id, name, size_bytes, sha256, document_id, duplicate_of, error, warnings, row_errors,
  activity_count, quota_period, containers, created_at, recognised, question, tables is not null as is_table, scan, scanned_at,
  upload_file_status($1, $2, status, document_id) as status,
  coalesce((select c.entry_count from counted_documents c
    where c.tenant_id = $1 and c.environment = $2 and c.document_id = upload_files.document_id), 0) as entry_count,
  (select b.data_source_id from upload_batches b
    where b.tenant_id = $1 and b.environment = $2 and b.id = upload_files.batch_id) as data_source_id`;

const INSERT_BATCH = statement(`
  insert into upload_batches (tenant_id, environment, id, channel, created_by, file_count)
  values ($1, $2, $3, $4, $5, $6)`);

const INSERT_FILES = statement(`
  insert into upload_files (tenant_id, environment, batch_id, id, position, name, media_type, size_bytes, sha256, status,
                            duplicate_of, quota_period, finished_at, container_id, containers)
  select $1, $2, $3::uuid, f.id, $12::int + f.position, f.name, f.media_type, f.size_bytes, f.sha256, f.status,
         f.duplicate_of, f.quota_period, case when f.status = 'duplicate' then now() end, $13::uuid, $14::jsonb
  from unnest($4::uuid[], $5::text[], $6::text[], $7::bigint[], $8::text[], $9::text[], $10::uuid[], $11::date[])
    with ordinality as f (id, name, media_type, size_bytes, sha256, status, duplicate_of, quota_period, position)`);

/** Files that one statement may be about. */
export const FILES_MAX = 1000;

const BY_IDS = `
  select ${FILE_COLUMNS} from upload_files
  where tenant_id = $1 and environment = $2 and id = any($3::uuid[]) order by id limit ${FILES_MAX}`;
const SELECT_FILES = statement(BY_IDS);
const LOCK_FILES = statement(`${BY_IDS} for update`);

/** Notified with the id of an upload when files of it have ended. */
export const UPLOADS_CHANNEL = "carbon_uploads";

const FINISH_FILES = statement(`
  with finished as (
  update upload_files f
  set status = r.status, document_id = r.document_id, duplicate_of = r.duplicate_of, error = r.error,
      warnings = r.warnings, row_errors = r.row_errors, activity_count = r.activity_count,
      recognised = r.recognised, question = r.question,
      tables = coalesce(r.tables, f.tables), finished_at = now()
  from json_populate_recordset(null::upload_files, $3::json) as r
  where f.tenant_id = $1 and f.environment = $2 and f.id = r.id
  returning f.batch_id)
  select pg_notify('${UPLOADS_CHANNEL}', b.batch_id::text) from (select distinct batch_id from finished) as b`);

const SELECT_HELD = statement(`
  select ${FILE_COLUMNS} from upload_files
  where tenant_id = $1 and environment = $2 and status = 'held_quota'
  order by created_at, id limit 500 for update`);

const UNHOLD = statement(`
  update upload_files set status = 'stored', quota_period = $4
  where tenant_id = $1 and environment = $2 and id = any($3::uuid[])`);

const REOPEN = statement(`
  update upload_files set status = $4, quota_period = $5, error = null, question = null, finished_at = null
  where tenant_id = $1 and environment = $2 and id = $3`);

export async function insertBatch(
  tx: TenantQueries,
  batch: { id: string; channel: string; created_by: string; files: readonly NewUploadFile[] },
): Promise<void> {
  const { files } = batch;
  await tx.rows(INSERT_BATCH, [batch.id, batch.channel, batch.created_by, files.length]);
  await insertFiles(tx, files, { batch_id: batch.id, after: 0, container_id: null, containers: [] });
}

/** Where files of an upload belong: after which position, and in which container. */
export interface FilePosition {
  readonly batch_id: string;
  readonly after: number;
  readonly container_id: string | null;
  readonly containers: readonly ContainerKind[];
}

export async function insertFiles(
  tx: TenantQueries,
  files: readonly NewUploadFile[],
  { batch_id, after, container_id, containers }: FilePosition,
): Promise<void> {
  await tx.rows(INSERT_FILES, [
    batch_id,
    files.map((file) => file.id),
    files.map((file) => file.name),
    files.map((file) => file.media_type),
    files.map((file) => file.size_bytes),
    files.map((file) => file.sha256),
    files.map((file) => file.status),
    files.map((file) => file.duplicate_of),
    files.map((file) => file.quota_period),
    after,
    container_id,
    JSON.stringify(containers),
  ]);
}

/** Files in the order of their ids. */
export async function selectFiles(db: TenantQueries, ids: readonly string[]): Promise<UploadFileRow[]> {
  return await db.rows<UploadFileRow>(SELECT_FILES, [ids]);
}

/** Reads files again under a lock, to see whether another run of a job was faster. */
export async function lockFiles(tx: TenantQueries, ids: readonly string[]): Promise<UploadFileRow[]> {
  return await tx.rows<UploadFileRow>(LOCK_FILES, [ids]);
}

/** Errors that are kept of one file's rows. */
const ROW_ERRORS_MAX = 1000;

/** Writes how files ended, in one statement. */
export async function finishFiles(
  tx: TenantQueries,
  results: readonly (FileResult & { readonly id: string })[],
): Promise<void> {
  if (results.length === 0) return;
  const rows = results.map((result) => ({ ...result, row_errors: result.row_errors.slice(0, ROW_ERRORS_MAX) }));
  await tx.rows(FINISH_FILES, [JSON.stringify(rows)]);
}

export async function lockHeldFiles(tx: TenantQueries): Promise<UploadFileRow[]> {
  return await tx.rows<UploadFileRow>(SELECT_HELD);
}

export async function unholdFiles(tx: TenantQueries, ids: readonly string[], quotaPeriodStart: string): Promise<void> {
  await tx.rows(UNHOLD, [ids, quotaPeriodStart]);
}

/** Takes a file's end back. */
export async function reopenFile(
  tx: TenantQueries,
  file: { readonly id: string; readonly status: FileStatus; readonly quota_period: string | null },
): Promise<void> {
  await tx.rows(REOPEN, [file.id, file.status, file.quota_period]);
}
