import type { Context } from "../../core/context.ts";
import { appendAudit, lockAuditChain } from "../audit/index.ts";
import { quotaPeriod, reserveQuota } from "../quota/index.ts";
import { queueFiles } from "./accept-files.ts";
import { NOT_SCANNED, PROCESSING_FAILED } from "./reject-file.ts";
import { lockFiles, reopenFile as setOpen } from "./store.ts";

/** Rejections that say nothing about the file. */
const OURS = [PROCESSING_FAILED.code, NOT_SCANNED.code];

/**
 * Has a file read anew that was rejected for reasons of ours, counted against the quota as any other. Safe to repeat.
 * @returns `final` when the file has another end than that
 */
export async function reopenFile(ctx: Context, fileId: string): Promise<"queued" | "held_quota" | "final"> {
  return await ctx.db.transaction(async (tx) => {
    const [chain, [current]] = await Promise.all([lockAuditChain(tx), lockFiles(tx, [fileId])]);
    if (current?.status !== "rejected" || !OURS.includes(current.error?.code ?? "")) return "final";
    const isGranted = (await reserveQuota(ctx, tx, 1)) === 1;
    const quota_period = isGranted ? quotaPeriod(ctx.clock.now()).start : null;
    await setOpen(tx, { id: fileId, status: isGranted ? "stored" : "held_quota", quota_period });
    if (isGranted) await queueFiles(ctx, tx, [fileId]);
    const payload = { sha256: current.sha256 };
    await appendAudit(ctx, tx, [{ action: "upload_file.reopened", subject: fileId, payload }], chain);
    return isGranted ? "queued" : "held_quota";
  });
}
