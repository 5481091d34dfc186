import type { Context, TenantTransaction } from "../../core/context.ts";
import { quotaPeriod, reserveQuota } from "../quota/index.ts";
import { queueFiles } from "./accept-files.ts";
import { knownDocuments } from "../activities/index.ts";
import { insertBatch, type NewUploadFile } from "./store.ts";
import { setBatchSource } from "./store-source-files.ts";

/** A document that a data source gave; its content is in the file store. */
export interface SourceDocument {
  readonly id: string;
  readonly name: string;
  readonly size_bytes: number;
  readonly sha256: string;
  /** Costs no invoice of the quota: rows of a ledger. */
  readonly is_free: boolean;
}

/**
 * Registers what a source gave as one batch and queues it for reading, in the caller's transaction. Like an upload, but what
 * is beyond the quota only waits: there is nobody to tell.
 */
export async function registerSourceFiles(
  ctx: Context,
  tx: TenantTransaction,
  data_source_id: string,
  files: readonly SourceDocument[],
): Promise<void> {
  const documentIds = await knownDocuments(
    tx,
    files.map((file) => file.sha256),
  );
  const wanted = files.filter((file) => !file.is_free && !documentIds.has(file.sha256)).length;
  let left = await reserveQuota(ctx, tx, wanted);
  const period = quotaPeriod(ctx.clock.now()).start;
  const rows = files.map(({ is_free, ...document }): NewUploadFile => {
    const file = { ...document, media_type: null };
    const duplicate_of = documentIds.get(file.sha256) ?? null;
    if (duplicate_of !== null) return { ...file, status: "duplicate", duplicate_of, quota_period: null };
    if (is_free) return { ...file, status: "stored", duplicate_of, quota_period: null };
    left -= 1;
    return left >= 0
      ? { ...file, status: "stored", duplicate_of, quota_period: period }
      : { ...file, status: "held_quota", duplicate_of, quota_period: null };
  });
  const id = ctx.newId();
  await insertBatch(tx, { id, channel: "connector", created_by: ctx.principal.actor, files: rows });
  await setBatchSource(tx, id, data_source_id);
  const stored = rows.filter((row) => row.status === "stored").map((row) => row.id);
  await queueFiles(ctx, tx, stored);
}
