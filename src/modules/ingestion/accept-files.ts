import type { Context, TenantTransaction } from "../../core/context.ts";
import { ServiceError } from "../../core/errors.ts";
import { touchUploadSource } from "../data-sources/index.ts";
import { quotaPeriod, reserveQuota } from "../quota/index.ts";
import { filesToEnter } from "./store-files-to-enter.ts";
import { knownDocuments } from "../activities/index.ts";
import { insertBatch, type NewUploadFile } from "./store.ts";

/** A file whose content is already in the file store: within the limits, name cleaned. */
export interface IncomingFile {
  readonly name: string;
  readonly media_type: string | null;
  readonly size_bytes: number;
  /** Lower hex of the content. */
  readonly sha256: string;
}

export type UploadChannel = "rest" | "legacy" | "cli" | "demo";

/** Kind of the job that reads one stored file; its payload is { file_id }. */
export const PROCESS_FILE_JOB = "process_file";

/**
 * Registers a batch and queues one job per file; nothing is read yet. Known contents are marked
 * duplicate at once. Files beyond the quota are kept as held_quota. What this returns is durable: an acknowledged file
 * survives a crash of the process.
 * @returns id of the batch. @throws ServiceError quota.exceeded when not one file fits; the files are kept all the same.
 */
export async function acceptFiles(
  ctx: Context,
  channel: UploadChannel,
  files: readonly IncomingFile[],
): Promise<string> {
  const batchId = ctx.newId();
  const outcome = await ctx.db.transaction((tx) => registerBatch(ctx, tx, { batchId, channel, files }));
  if (outcome.wanted > 0 && outcome.granted === 0) throw quotaExceeded(ctx, batchId, outcome.wanted);
  return batchId;
}

async function registerBatch(
  ctx: Context,
  tx: TenantTransaction,
  batch: { batchId: string; channel: UploadChannel; files: readonly IncomingFile[] },
): Promise<{ wanted: number; granted: number }> {
  await touchUploadSource(tx, ctx.newId(), ctx.clock.now().toISOString());
  const { rows, wanted, granted } = await admitFiles(ctx, tx, batch.files);
  await insertBatch(tx, { id: batch.batchId, channel: batch.channel, created_by: ctx.principal.actor, files: rows });
  await queueFiles(ctx, tx, idsToRead(rows));
  return { wanted, granted };
}

export interface AdmittedFiles {
  readonly rows: readonly NewUploadFile[];
  /** Contents that are not known yet, and how many of them the quota has room for. */
  readonly wanted: number;
  readonly granted: number;
}

/** Which files are known already, which are to be read, and which must wait for quota, in the order given. */
export async function admitFiles(
  ctx: Context,
  tx: TenantTransaction,
  files: readonly IncomingFile[],
): Promise<AdmittedFiles> {
  const documentIds = await knownDocuments(
    tx,
    files.map((file) => file.sha256),
  );
  const isKnown = await knownContents(tx, files, documentIds);
  const wanted = files.filter((file) => !isKnown(file)).length;
  const granted = await reserveQuota(ctx, tx, wanted);
  const period = quotaPeriod(ctx.clock.now()).start;
  let left = granted;
  const rows = files.map(({ name, media_type, size_bytes, sha256 }): NewUploadFile => {
    const file = { id: ctx.newId(), name, media_type, size_bytes, sha256 };
    const duplicate_of = documentIds.get(sha256) ?? null;
    if (isKnown(file)) return { ...file, status: "duplicate", duplicate_of, quota_period: null };
    left -= 1;
    return left >= 0
      ? { ...file, status: "stored", duplicate_of, quota_period: period }
      : { ...file, status: "held_quota", duplicate_of, quota_period: null };
  });
  return { rows, wanted, granted };
}

/** Whether a file's content is in the ledger, or held for a person to enter. */
async function knownContents(
  tx: TenantTransaction,
  files: readonly IncomingFile[],
  documentIds: ReadonlyMap<string, string>,
): Promise<(file: { readonly sha256: string }) => boolean> {
  const held = await filesToEnter(
    tx,
    files.map((file) => file.sha256),
  );
  return ({ sha256 }) => documentIds.has(sha256) || held.has(sha256);
}

/** Files that are admitted and not read yet. */
export function idsToRead(rows: readonly NewUploadFile[]): string[] {
  return rows.filter((row) => row.status === "stored").map((row) => row.id);
}

/** One job per file: each succeeds or fails alone. */
export async function queueFiles(ctx: Context, tx: TenantTransaction, fileIds: readonly string[]): Promise<void> {
  const jobs = fileIds.map((id) => ({ kind: PROCESS_FILE_JOB, key: id, payload: { file_id: id } }));
  if (jobs.length > 0) await ctx.jobs.enqueue(tx, jobs);
}

function quotaExceeded(ctx: Context, batchId: string, count: number): ServiceError {
  const { end } = quotaPeriod(ctx.clock.now());
  return new ServiceError(
    "quota.exceeded",
    `This month's invoice quota is used up. The ${count} file(s) are kept unread as batch ${batchId} and will be ` +
      `processed after ${end} or when the plan changes.`,
  );
}
