import type { TenantQueries } from "../../core/context.ts";
import { statement, statementFamily } from "../../core/statement.ts";
import { FILE_COLUMNS, type FileStatus, type UploadFileRow } from "./store.ts";

/** Warning of a file that is kept beside what a person recorded: nothing is read of it, and an upload of it is read. */
export const EVIDENCE = "evidence";

const TO_ENTER = statement(`
  select distinct sha256 from upload_files
  where tenant_id = $1 and environment = $2 and document_id is null and status in ('needs_review', 'excluded')
    and sha256 = any($3::text[]) and not warnings @> '["${EVIDENCE}"]'
  order by sha256 limit 1000`);

/** Those of the contents that are held for a person to enter, or were left out by one. */
export async function filesToEnter(db: TenantQueries, hashes: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db.rows<{ readonly sha256: string }>(TO_ENTER, [hashes]);
  return new Set(rows.map((row) => row.sha256));
}

const WAITING = statement(`
  select id from upload_files
  where tenant_id = $1 and environment = $2 and document_id is null and status = 'needs_review' order by id limit 1000000`);

/** Ids of the files of which nothing could be booked before a person says what they hold. */
export async function waitingFileIds(db: TenantQueries): Promise<string[]> {
  return (await db.rows<{ readonly id: string }>(WAITING)).map(({ id }) => id);
}

const ORIGINAL = statement(`
  select ${FILE_COLUMNS} from upload_files
  where tenant_id = $1 and environment = $2 and id = $3 and (
    document_id is not null or status in ('needs_review', 'excluded', 'unpacked'))
    and not exists (select from upload_files i where i.tenant_id = $1 and i.environment = $2
                      and i.sha256 = upload_files.sha256 and i.scan = 'infected')
  order by id limit 1`);

/** A file that was read, unpacked, or waits for a person, so that it can be compared with what came of it; nothing infected. */
export async function selectOriginal(db: TenantQueries, id: string): Promise<UploadFileRow | undefined> {
  return (await db.rows<UploadFileRow>(ORIGINAL, [id]))[0];
}

export interface FileFilter {
  readonly status: FileStatus | null;
  /** Only files that wait to be entered by hand, or only others. */
  readonly needs_entry: boolean | null;
  /** Only the file that this document was read from. */
  readonly document_id: string | null;
}

type ListParts = Readonly<Record<keyof FileFilter | "after", boolean>>;

// What is asked for is in the text, so that one plan serves every page of it: planning takes longer than reading a page.
const LIST = statementFamily(
  ({ status, needs_entry, document_id, after }: ListParts) => `
  select ${FILE_COLUMNS} from upload_files
  where tenant_id = $1 and environment = $2
    and ${status ? "upload_file_status($1, $2, status, document_id) = $4::text" : "$4::text is null"}
    and ${needs_entry ? "(document_id is null and status = 'needs_review') = $5::boolean" : "$5::boolean is null"}
    and ${document_id ? "document_id = $6::uuid" : "$6::uuid is null"}
    ${after ? "and (created_at, id) < ($7::timestamptz, $8::uuid)" : ""}
  order by created_at desc, id desc limit $3::int`,
  { is_planned_once: true },
);

/** Files of all uploads and data sources, newest first, from after a position. */
export async function selectUploadFiles(
  db: TenantQueries,
  { status, needs_entry, document_id }: FileFilter,
  after: readonly string[] | null,
  limit: number,
): Promise<UploadFileRow[]> {
  const position = after === null ? [] : [after[0] ?? null, after[1] ?? null];
  const parts = {
    status: status !== null,
    needs_entry: needs_entry !== null,
    document_id: document_id !== null,
    after: after !== null,
  };
  return await db.rows<UploadFileRow>(LIST(parts), [limit, status, needs_entry, document_id, ...position]);
}
