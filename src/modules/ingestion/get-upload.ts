import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import { defineOperation } from "../../core/operation.ts";
import type { Context } from "../../core/context.ts";
import { PAGE_LIMIT_MAX, pageInput } from "../../core/page.ts";
import { isBatchReading, readBatchPage, UPLOAD_PAGE_FILES, uploadBatch } from "./upload-batch.ts";

/** Between two looks while files of the upload end one after the other. */
const LOOK_PAUSE_MS = 200;
/** For a notification that was lost. */
const LOOK_AT_LEAST_EVERY_MS = 5_000;

export const getUpload = defineOperation({
  name: "get_upload",
  title: "Get the state of an upload",
  description:
    "State of an upload and of each of its files: processed, needs_review, duplicate, rejected with a reason, or held_quota. " +
    "With wait_seconds the answer comes as soon as the upload is completed, or after that time. The files come in pages " +
    "(next_cursor).",
  layer: null,
  scope: "activities:bulk",
  access: "read",
  input: z.object({
    id: z.uuid().describe("id of the upload"),
    cursor: pageInput.cursor,
    limit: z
      .int()
      .min(1)
      .max(PAGE_LIMIT_MAX)
      .describe(`Files per page, 1-${PAGE_LIMIT_MAX}, default ${UPLOAD_PAGE_FILES}`)
      .optional(),
    wait_seconds: z.int().min(0).max(25).describe("Wait up to this long for completion, default 0").optional(),
  }),
  output: uploadBatch,
  errors: ["resource.not_found", "request.validation_failed", "pagination.invalid_cursor"],
  emits: [],
  rest: { method: "GET", path: "/activities/bulk/:id" },
  tool: false,
  callers: "any",
  example: {
    input: { id: "$upload_id" },
    output: {
      id: "0198c0de-0000-7000-8000-000000000004",
      status: "completed",
      created_at: "2026-11-21T08:00:00Z",
      file_count: 0,
      files: [],
      next_cursor: null,
    },
  },
  async run(ctx, { id, wait_seconds = 0, cursor, limit }) {
    const first = await readBatchPage(ctx, id, { cursor, limit });
    if (wait_seconds === 0 || first.status !== "processing") return first;
    await untilRead(ctx, id, wait_seconds * 1000);
    return await readBatchPage(ctx, id, { cursor, limit });
  },
});

/** Waits until no file of the upload is left to read, or the time is over. */
async function untilRead(ctx: Context, id: string, timeout_ms: number): Promise<void> {
  const end_ms = performance.now() + timeout_ms;
  const watch = await ctx.uploadChanges.watch(id);
  try {
    while (await isBatchReading(ctx, id)) {
      const left_ms = end_ms - performance.now();
      if (left_ms <= 0) return;
      await watch.next(Math.min(left_ms, LOOK_AT_LEAST_EVERY_MS));
      await delay(Math.min(LOOK_PAUSE_MS, Math.max(0, end_ms - performance.now())));
    }
  } finally {
    watch.end();
  }
}
