import { z } from "zod";
import { defineOperation } from "../../core/operation.ts";
import { acceptFiles } from "./accept-files.ts";
import { filesInput } from "./files-input.ts";
import { readBatchPage, uploadBatch } from "./upload-batch.ts";

export const uploadActivities = defineOperation({
  name: "upload_activities",
  title: "Upload invoices and transactions",
  description:
    "Takes one or more files in the multipart field `files` (electronic invoices, SAF-T, CSV, XLSX, camt.053, PDF, DOCX, pictures, ZIP, " +
    "e-mail). " +
    "The answer says that every file is stored; reading happens afterwards. Poll GET /activities/bulk/:id until status is " +
    "completed. Each file succeeds or fails alone; a content that is known already is a duplicate and changes nothing.",
  layer: null,
  scope: "activities:bulk",
  access: "write",
  input: z.object({ files: filesInput }),
  output: uploadBatch,
  errors: ["request.validation_failed", "quota.exceeded"],
  emits: ["usage.quota_threshold"],
  rest: { method: "POST", path: "/activities/bulk", status: 202, multipart: true },
  tool: false,
  callers: "any",
  example: {
    input: { files: [] },
    output: {
      id: "0198c0de-0000-7000-8000-000000000004",
      status: "processing",
      created_at: "2026-11-21T08:00:00Z",
      file_count: 0,
      files: [],
      next_cursor: null,
    },
  },
  async run(ctx, input) {
    await ctx.files.adopt(input.files, { is_read_next: true });
    return await readBatchPage(ctx, await acceptFiles(ctx, "rest", input.files));
  },
});
