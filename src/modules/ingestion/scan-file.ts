import type { Context } from "../../core/context.ts";
import type { FileScanner } from "../../core/file-scanner.ts";
import { appendAudit, lockAuditChain } from "../audit/index.ts";
import { fileError } from "../reading/index.ts";
import { rejectFile } from "./reject-file.ts";
import { lockFiles, type UploadFileRow } from "./store.ts";
import { setScan } from "./store-scans.ts";

/** A file in which malware was found, for the operator. */
export interface MalwareFinding {
  readonly tenant_id: string;
  readonly file_id: string;
  readonly sha256: string;
  /** The scanner's name of it. */
  readonly signature: string;
}

export interface ScanningPort {
  readonly scanner: FileScanner;
  readonly onMalware: (finding: MalwareFinding) => void;
}

/**
 * Has a stored file scanned before it is read, and keeps the verdict; a finding is also in the audit log. One that is
 * larger than the scanner accepts gets its final status here. Safe to repeat.
 * @throws ScannerError when there is no verdict: the file must not be read then
 */
export async function scanFile(
  { scanner, onMalware }: ScanningPort,
  ctx: Context,
  file: UploadFileRow,
): Promise<"clean" | "infected" | "refused"> {
  // An earlier run of the job, which was cut short or left the file to another one.
  if (file.scan === "clean") return "clean";
  const verdict = await scanner.scan(() => ctx.files.open(file.sha256));
  if (verdict.kind === "too_large") {
    const detail = "The file is larger than the malware scanner accepts, so it was not read.";
    await rejectFile(ctx, file.id, fileError("file.too_large", detail));
    return "refused";
  }
  if (verdict.kind === "infected") {
    const { signature } = verdict;
    onMalware({ tenant_id: ctx.tenant.id, file_id: file.id, sha256: file.sha256, signature });
    await recordFinding(ctx, file.id, signature);
    return "infected";
  }
  const scanned_at = ctx.clock.now().toISOString();
  await ctx.db.transaction((tx) => setScan(tx, { id: file.id, scan: "clean", scanned_at }));
  return "clean";
}

async function recordFinding(ctx: Context, fileId: string, signature: string): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const [chain, [current]] = await Promise.all([lockAuditChain(tx), lockFiles(tx, [fileId])]);
    if (current === undefined || current.scan === "infected") return;
    await setScan(tx, { id: fileId, scan: "infected", scanned_at: ctx.clock.now().toISOString() });
    const payload = { sha256: current.sha256, signature };
    await appendAudit(ctx, tx, [{ action: "upload_file.malware_found", subject: fileId, payload }], chain);
  });
}
