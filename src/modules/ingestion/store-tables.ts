import type { TenantQueries } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";
import type { DescribedTable, TableQuestion } from "../reading/index.ts";
import { FILES_MAX } from "./store.ts";

/** A file with its tables. */
export interface TableFile {
  readonly id: string;
  readonly data_source_id: string | null;
  readonly tables: readonly DescribedTable[];
  readonly question: TableQuestion | null;
  /** Whether it waits for its question to be answered, or was left out with it. */
  readonly is_open: boolean;
}

const TABLES = statement(`
  select f.id, b.data_source_id, f.tables, f.question,
         f.question is not null and f.document_id is null and f.status in ('needs_review', 'excluded') as is_open
  from upload_files f
  join upload_batches b on b.tenant_id = $1 and b.environment = $2 and b.id = f.batch_id
  where f.tenant_id = $1 and f.environment = $2 and f.id = $3 and f.tables is not null
  order by f.id limit 1`);

/** Undefined: there is no such file, or no table in it. */
export async function selectTables(db: TenantQueries, id: string): Promise<TableFile | undefined> {
  return (await db.rows<TableFile>(TABLES, [id]))[0];
}

/** A file that asks the same of the same source. */
export interface AskingFile {
  readonly id: string;
  readonly sha256: string;
}

const ASKING = statement(`
  select f.id, f.sha256 from upload_files f
  join upload_batches b on b.tenant_id = $1 and b.environment = $2 and b.id = f.batch_id
  where f.tenant_id = $1 and f.environment = $2 and f.document_id is null and f.question is not null
    and f.question ->> 'head_key' = $4 and b.data_source_id is not distinct from $5::uuid
    and (f.status = 'needs_review' or f.id = $3)
  order by f.id = $3 desc, f.id limit ${FILES_MAX} for update of f`);

/** The file and those that wait for the same answer, locked; at most 1000. */
export async function lockAskingFiles(
  tx: TenantQueries,
  { id, head_key, data_source_id }: Pick<TableFile, "id" | "data_source_id"> & { readonly head_key: string },
): Promise<AskingFile[]> {
  return await tx.rows<AskingFile>(ASKING, [id, head_key, data_source_id]);
}

const READ_ANEW = statement(`
  update upload_files set status = $4, quota_period = $5, error = null, question = null, finished_at = null
  where tenant_id = $1 and environment = $2 and id = any($3::uuid[])`);

/** Has files read anew: now, with a place in a month's quota, or once there is one. */
export async function readAnew(tx: TenantQueries, ids: readonly string[], quota_period: string | null): Promise<void> {
  if (ids.length === 0) return;
  await tx.rows(READ_ANEW, [ids, quota_period === null ? "held_quota" : "stored", quota_period]);
}
