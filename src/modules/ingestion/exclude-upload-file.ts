import { z } from "zod";
import { notFound } from "../../core/errors.ts";
import { defineOperation } from "../../core/operation.ts";
import { appendAudit, lockAuditChain } from "../audit/index.ts";
import { removeWaitingFiles } from "../emissions/index.ts";
import { NO_RESULT } from "./reject-file.ts";
import { finishFiles, lockFiles } from "./store.ts";
import { EXAMPLE_FILE, toView, uploadFile } from "./upload-batch.ts";

export const excludeUploadFile = defineOperation({
  name: "exclude_upload_file",
  title: "Leave an uploaded file out",
  description:
    "Says that a file of which nothing could be booked holds nothing to account for. It is kept, costs no quota, and the same " +
    "content later is a duplicate. Repeating it changes nothing; enter_upload_file takes it back, of a table " +
    "state_upload_file_columns.",
  layer: null,
  scope: "activities:write",
  access: "write",
  idempotent: true,
  input: z.object({
    id: z.uuid().describe("id of the file, from list_upload_files"),
    reason: z.string().trim().min(1).max(500).describe("Why, for the auditor"),
  }),
  output: uploadFile,
  errors: ["request.validation_failed", "resource.not_found"],
  emits: [],
  rest: { method: "POST", path: "/upload-files/:id/exclude" },
  tool: false,
  callers: "any",
  example: {
    input: { id: "$file_to_enter_id", reason: "A photo of the office" },
    output: { ...EXAMPLE_FILE, status: "excluded", needs_entry: false },
  },
  async run(ctx, { id, reason }) {
    return await ctx.db.transaction(async (tx) => {
      const chain = await lockAuditChain(tx);
      const [file] = await lockFiles(tx, [id]);
      if (file === undefined || file.document_id !== null) throw notFound("file that waits to be entered");
      if (file.status === "excluded") return toView(file);
      if (file.status !== "needs_review") throw notFound("file that waits to be entered");
      const { error, recognised, question, sha256 } = file;
      await finishFiles(tx, [{ ...NO_RESULT, error, recognised, question, id, status: "excluded" }]);
      await removeWaitingFiles(tx, [id]);
      await appendAudit(ctx, tx, [{ action: "upload_file.excluded", subject: id, payload: { reason, sha256 } }], chain);
      return toView({ ...file, status: "excluded" });
    });
  },
});
