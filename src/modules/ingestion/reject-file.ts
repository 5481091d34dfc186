import type { Context, TenantTransaction } from "../../core/context.ts";
import { appendAudit, lockAuditChain } from "../audit/index.ts";
import { releaseQuota } from "../quota/index.ts";
import { fileError, type FileError } from "../reading/index.ts";
import { type FileResult, finishFiles, lockFiles, type UploadFileRow } from "./store.ts";

/** What a file's final state says where nothing came of the file. */
export const NO_RESULT: Omit<FileResult, "status"> = {
  document_id: null,
  duplicate_of: null,
  error: null,
  warnings: [],
  row_errors: [],
  activity_count: 0,
  recognised: null,
  question: null,
  tables: null,
};

/** The error that a file gets when reading it failed for reasons of ours, again and again. */
export const PROCESSING_FAILED: FileError = {
  code: "file.processing_failed",
  title: "The file could not be processed",
  detail: "Reading this file failed repeatedly inside the service; it is kept.",
  hint: "Upload it again later. If it fails again, tell the operator the id of the file.",
};

/** The error of a file about which the malware scanner gave no verdict, again and again. */
export const NOT_SCANNED: FileError = fileError(
  "file.not_scanned",
  "The malware scanner could not be asked about this file, so it was not read; it is kept.",
);

/** Gives a file its final status `rejected`, with the reason, and its quota back. Safe to repeat. */
export async function rejectFile(ctx: Context, fileId: string, error: FileError): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const [chain, [current]] = await Promise.all([lockAuditChain(tx), lockFiles(tx, [fileId])]);
    if (current?.status !== "stored") return;
    const payload = { code: error.code, sha256: current.sha256 };
    await Promise.all([
      finishFiles(tx, [{ ...NO_RESULT, id: fileId, status: "rejected", error }]),
      refundQuota(tx, [current]),
      appendAudit(ctx, tx, [{ action: "upload_file.rejected", subject: fileId, payload }], chain),
    ]);
  });
}

/** Frees the places that files of which nothing came held in their month's quota. */
export async function refundQuota(tx: TenantTransaction, files: readonly UploadFileRow[]): Promise<void> {
  const reserved = new Map<string, number>();
  for (const { quota_period } of files) {
    if (quota_period !== null) reserved.set(quota_period, (reserved.get(quota_period) ?? 0) + 1);
  }
  // In the order of the months, so that two transactions lock the counters in the same order.
  for (const [period, count] of [...reserved].sort(([left], [right]) => (left < right ? -1 : 1))) {
    await releaseQuota(tx, new Date(period), count);
  }
}
