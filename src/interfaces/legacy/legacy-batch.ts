import type { UploadBatch } from "../../modules/ingestion/index.ts";

/** What the interface pages by (contract 9.5). */
export interface LegacyPage {
  readonly offset: number;
  readonly limit: number;
}

/** An upload as the interface has always told it (contract 9.4), with a slice of its files. */
export function legacyBatch({ id, status, created_at, files }: UploadBatch, { offset, limit }: LegacyPage): unknown {
  const shown = files.slice(offset, offset + limit);
  return { id, status, created_at, total: files.length, offset, limit, files: shown.map(legacyFile) };
}

type File = UploadBatch["files"][number];

/** Member by member: what v1 tells of a file beside these is for its own clients. */
function legacyFile(file: File): unknown {
  return {
    id: file.id,
    name: file.name,
    size_bytes: file.size_bytes,
    sha256: file.sha256,
    status: file.status,
    document_id: file.document_id,
    duplicate_of: file.duplicate_of,
    activity_count: file.activity_count,
    entry_count: file.entry_count,
    error: file.error,
    warnings: file.warnings,
    row_errors: file.row_errors.map(({ row, code, message }) => ({ row, code, message })),
    needs_entry: file.needs_entry,
    recognised: file.recognised,
    scan: file.scan,
    scanned_at: file.scanned_at,
  };
}
