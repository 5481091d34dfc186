import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import { defineOperation } from "../../core/operation.ts";
import { readBatch, uploadBatch } from "./upload-batch.ts";

const POLL_INTERVAL_MS = 200;

export const getUpload = defineOperation({
  name: "get_upload",
  title: "Get the state of an upload",
  description:
    "State of an upload and of each of its files: processed, needs_review, duplicate, rejected with a reason, or held_quota. " +
    "With wait_seconds the answer comes as soon as the upload is completed, or after that time.",
  layer: null,
  scope: "activities:bulk",
  access: "read",
  input: z.object({
    id: z.uuid().describe("id of the upload"),
    wait_seconds: z.int().min(0).max(25).describe("Wait up to this long for completion, default 0").optional(),
  }),
  output: uploadBatch,
  errors: ["resource.not_found"],
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
      files: [],
    },
  },
  async run(ctx, input) {
    const polls = Math.floor(((input.wait_seconds ?? 0) * 1000) / POLL_INTERVAL_MS);
    let batch = await readBatch(ctx, input.id);
    for (let poll = 0; poll < polls && batch.status === "processing"; poll += 1) {
      await delay(POLL_INTERVAL_MS);
      batch = await readBatch(ctx, input.id);
    }
    return batch;
  },
});
