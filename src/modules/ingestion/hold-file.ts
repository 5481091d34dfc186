import type { Context } from "../../core/context.ts";
import { appendAudit, lockAuditChain } from "../audit/index.ts";
import type { FileError, ParsedDocument, RecognisedFacts } from "../reading/index.ts";
import { refundQuota, NO_RESULT } from "./reject-file.ts";
import { finishFiles, lockFiles } from "./store.ts";
import { filesToEnter } from "./store-files-to-enter.ts";

/** Why a file waits to be entered by hand, and what is proposed for it. */
export interface Unreadable {
  readonly error: FileError;
  readonly recognised: RecognisedFacts | null;
}

/**
 * Lets a picture or PDF of which nothing can be booked wait for a person, who sees what no program could read. It costs no
 * quota until it is entered; the same content a second time is a duplicate. Safe to repeat.
 */
export async function holdFile(ctx: Context, fileId: string, { error, recognised }: Unreadable): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const [chain, [current]] = await Promise.all([lockAuditChain(tx), lockFiles(tx, [fileId])]);
    if (current?.status !== "stored") return;
    const { id, sha256 } = current;
    const isKnown = (await filesToEnter(tx, [sha256])).has(sha256);
    const status = isKnown ? "duplicate" : "needs_review";
    const result = isKnown ? { warnings: ["same_bytes"] } : { error, recognised };
    await finishFiles(tx, [{ ...NO_RESULT, ...result, id, status }]);
    await refundQuota(tx, [current]);
    const action = isKnown ? "upload_file.duplicate" : "upload_file.held_for_entry";
    await appendAudit(ctx, tx, [{ action, subject: id, payload: { code: error.code, sha256 } }], chain);
  });
}

/** What was read of a page that cannot be booked as it is. */
export function recognisedFacts(document: ParsedDocument): RecognisedFacts {
  const { supplier, invoice_number, issue_date, currency, total_excl_vat, total_incl_vat } = document;
  return {
    supplier_name: supplier?.name ?? null,
    supplier_identifier: supplier?.identifier ?? null,
    invoice_number,
    issue_date,
    currency,
    total_excl_vat,
    total_incl_vat,
  };
}
