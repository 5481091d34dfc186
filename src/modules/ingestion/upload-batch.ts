import { z } from "zod";
import type { Context } from "../../core/context.ts";
import { notFound } from "../../core/errors.ts";
import { selectBatch, selectBatchFiles, type UploadFileRow } from "./store.ts";

const fileError = z.object({
  code: z.string().describe("Stable code, e.g. file.empty, file.xml_entities, file.unsupported_type"),
  title: z.string(),
  detail: z.string(),
  hint: z.string().describe("What to do about it"),
});

const rowError = z.object({ row: z.int(), code: z.string(), message: z.string() });

/** One file of an upload, with its own result. */
export const uploadFile = z.object({
  id: z.uuid(),
  name: z.string(),
  size_bytes: z.int(),
  sha256: z.string(),
  status: z
    .enum(["stored", "processed", "needs_review", "duplicate", "rejected", "held_quota", "unpacked"])
    .describe(
      "stored = waiting to be read; the others are final, held_quota until the quota renews; unpacked = an archive or " +
        "e-mail, whose files are listed as archive/file",
    ),
  document_id: z.union([z.uuid(), z.null()]),
  duplicate_of: z.union([z.uuid(), z.null()]).describe("Document that already holds this content"),
  activity_count: z.int(),
  entry_count: z.int().describe("Emission entries calculated"),
  error: z.union([fileError, z.null()]),
  warnings: z.array(z.string()),
  row_errors: z.array(rowError).describe("Rows that could not be read; the others were"),
});

export const uploadBatch = z.object({
  id: z.uuid(),
  status: z.enum(["processing", "completed", "held_quota"]).describe("completed when every file has a final status"),
  created_at: z.iso.datetime(),
  files: z.array(uploadFile),
});

export type UploadBatch = z.input<typeof uploadBatch>;

/** The batch with the state of each of its files. @throws ServiceError resource.not_found */
export async function readBatch(ctx: Context, id: string): Promise<UploadBatch> {
  const batch = await selectBatch(ctx.db, id);
  if (batch === undefined) throw notFound("upload");
  const files = await selectBatchFiles(ctx.db, id);
  return { id, status: batchStatus(files), created_at: batch.created_at, files: files.map(toView) };
}

function batchStatus(files: readonly UploadFileRow[]): UploadBatch["status"] {
  if (files.some((file) => file.status === "stored")) return "processing";
  return files.some((file) => file.status === "held_quota") ? "held_quota" : "completed";
}

function toView(file: UploadFileRow): UploadBatch["files"][number] {
  const { id, name, size_bytes, sha256, status, document_id, duplicate_of, activity_count, entry_count, error } = file;
  return {
    id,
    name,
    size_bytes,
    sha256,
    status,
    document_id,
    duplicate_of,
    activity_count,
    entry_count,
    error: error === null ? null : { ...error },
    warnings: [...file.warnings],
    row_errors: file.row_errors.map((row) => ({ ...row })),
  };
}
