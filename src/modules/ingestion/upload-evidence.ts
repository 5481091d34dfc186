import { z } from "zod";
import type { Context, TenantTransaction } from "../../core/context.ts";
import { defineOperation } from "../../core/operation.ts";
import type { ReceivedFile } from "../../core/received-file.ts";
import { appendAudit, lockAuditChain } from "../audit/index.ts";
import { filesInput } from "./files-input.ts";
import { NO_RESULT } from "./reject-file.ts";
import { finishFiles, insertBatch, lockFiles, type NewUploadFile } from "./store.ts";
import { EVIDENCE } from "./store-files-to-enter.ts";
import { EXAMPLE_FILE, toView, uploadFile } from "./upload-batch.ts";

export const uploadEvidence = defineOperation({
  name: "upload_evidence",
  title: "Upload evidence",
  description:
    "Keeps files of the multipart field `files` as evidence: a driving log, a survey, a meter's photo, a supplier's statement. " +
    "Nothing is read of them, nothing is booked, and they cost no invoice of the quota; the same file uploaded to /activities/bulk " +
    "is read all the same. Next: name their ids or hashes as `evidence` of record_activity; get_upload_file_content gives them back.",
  layer: null,
  scope: "activities:write",
  access: "write",
  input: z.object({ files: filesInput }),
  output: z.object({ files: z.array(uploadFile) }),
  errors: ["request.validation_failed"],
  emits: [],
  rest: { method: "POST", path: "/activities/evidence", status: 201, multipart: true },
  tool: false,
  callers: "any",
  example: {
    input: { files: [] },
    output: {
      files: [{ ...EXAMPLE_FILE, status: "excluded", error: null, warnings: [EVIDENCE], needs_entry: false }],
    },
  },
  async run(ctx, { files }) {
    await ctx.files.adopt(files);
    return await ctx.db.transaction((tx) => register(ctx, tx, files));
  },
});

async function register(ctx: Context, tx: TenantTransaction, files: readonly ReceivedFile[]) {
  const chain = await lockAuditChain(tx);
  const rows = files.map(({ name, media_type, size_bytes, sha256 }): NewUploadFile => {
    const file = { id: ctx.newId(), name, media_type, size_bytes, sha256 };
    return { ...file, status: "excluded", duplicate_of: null, quota_period: null };
  });
  await insertBatch(tx, { id: ctx.newId(), channel: "rest", created_by: ctx.principal.actor, files: rows });
  await finishFiles(
    tx,
    rows.map(({ id }) => ({ ...NO_RESULT, id, status: "excluded" as const, warnings: [EVIDENCE] })),
  );
  const events = rows.map(({ id, name, sha256 }) => {
    return { action: "upload_file.kept_as_evidence", subject: id, payload: { name, sha256 } };
  });
  await appendAudit(ctx, tx, events, chain);
  const stored = await lockFiles(
    tx,
    rows.map(({ id }) => id),
  );
  // Ids rise in the order in which they are made, which is that of the request.
  return { files: stored.map(toView) };
}
