import { concurrencyLimit } from "../../core/concurrency-limit.ts";
import { sha256Hex } from "../../core/content-hash.ts";
import type { Context, TenantTransaction } from "../../core/context.ts";
import { appendAudit, lockAuditChain } from "../audit/index.ts";
import {
  fileError,
  type FileErrorCode,
  type FileOutcome,
  type FileOptions,
  type ReadOutcome,
  sniff,
} from "../reading/index.ts";
import { admitFiles, idsToRead, type IncomingFile, queueFiles } from "./accept-files.ts";
import { refundQuota, NO_RESULT, rejectFile } from "./reject-file.ts";
import { BATCH_FILES_MAX, countBatchFiles } from "./store-batches.ts";
import { finishFiles, insertFiles, lockFiles, type UploadFileRow } from "./store.ts";

type Unpacked = Extract<FileOutcome, { readonly kind: "unpacked" }>;

/** Files of one container that are written to the store at the same time. */
const STORED_AT_ONCE = 4;

/**
 * Makes the files of an archive or a mail files of the same upload, each with its own place in the quota, job and
 * result, named container/file. The container keeps its bytes as evidence and costs no quota. An archive in an archive
 * and a mail in an archive in a mail are refused: nesting is how small files become large. Safe to repeat.
 */
export async function unpackFile(ctx: Context, file: UploadFileRow, unpacked: Unpacked): Promise<void> {
  const { container } = unpacked;
  if (file.containers.includes(container)) {
    const kind = container === "zip" ? "An archive inside an archive" : "An e-mail inside another upload's e-mail";
    await refuse(ctx, file, "file.decompression_limit", `${kind} is not unpacked.`);
    return;
  }
  const files = unpacked.files.map((entry): IncomingFile & { readonly bytes: Uint8Array } => ({
    name: `${file.name}/${entry.name}`,
    media_type: null,
    size_bytes: entry.bytes.length,
    sha256: sha256Hex(entry.bytes),
    bytes: entry.bytes,
  }));
  const storing = concurrencyLimit(STORED_AT_ONCE);
  await Promise.all(files.map(({ bytes, sha256 }) => storing(() => ctx.files.put(bytes, sha256))));
  const isTooMany = await ctx.db.transaction((tx) => recordFiles(ctx, tx, { file, files, unpacked }));
  if (isTooMany) {
    await refuse(
      ctx,
      file,
      "file.too_large",
      `With the files in it the upload would have more than ${BATCH_FILES_MAX} files.`,
    );
  }
}

/**
 * Takes apart what the scanner found malware in, when it is an archive or a mail: of its files, each of which is scanned
 * on its own, others may be good. Any other infected file is rejected and not read.
 */
export async function unpackInfectedFile(
  { parse }: { readonly parse: (bytes: Buffer, name: string, options: FileOptions) => Promise<ReadOutcome> },
  ctx: Context,
  file: UploadFileRow,
): Promise<void> {
  const bytes = await ctx.files.read(file.sha256);
  const { kind } = sniff(bytes);
  const outcome =
    kind === "zip" || kind === "mail" ? await parse(bytes, file.name, { company_name: ctx.tenant.name }) : null;
  if (outcome?.kind !== "unpacked") {
    await refuse(ctx, file, "file.malware", "The malware scanner found something in this file. It was not read.");
    return;
  }
  const warning = "The malware scanner found something in it; each file in it was scanned on its own.";
  await unpackFile(ctx, file, { ...outcome, warnings: [...outcome.warnings, warning] });
}

async function refuse(ctx: Context, { id }: UploadFileRow, code: FileErrorCode, detail: string): Promise<void> {
  await rejectFile(ctx, id, fileError(code, detail));
}

interface Recording {
  readonly file: UploadFileRow;
  readonly files: readonly IncomingFile[];
  readonly unpacked: Unpacked;
}

/** True when the upload would have too many files; nothing is written then. */
async function recordFiles(
  ctx: Context,
  tx: TenantTransaction,
  { file, files, unpacked }: Recording,
): Promise<boolean> {
  const [chain, [current]] = await Promise.all([lockAuditChain(tx), lockFiles(tx, [file.id])]);
  if (current?.status !== "stored") return false;
  const after = await countBatchFiles(tx, current.batch_id);
  if (after + files.length > BATCH_FILES_MAX) return true;
  // The place of the container is free before its files ask for theirs.
  await refundQuota(tx, [current]);
  const { rows } = await admitFiles(ctx, tx, files);
  const { container, warnings } = unpacked;
  const containers = [...current.containers, container];
  await insertFiles(tx, rows, { batch_id: current.batch_id, after, container_id: current.id, containers });
  await finishFiles(tx, [{ ...NO_RESULT, id: current.id, status: "unpacked", warnings }]);
  const payload = { sha256: current.sha256, container, files: rows.length };
  await appendAudit(ctx, tx, [{ action: "upload_file.unpacked", subject: current.id, payload }], chain);
  await queueFiles(ctx, tx, idsToRead(rows));
  return false;
}
