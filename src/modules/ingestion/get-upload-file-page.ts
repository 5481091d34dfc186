import { createHash } from "node:crypto";
import { z } from "zod";
import { notFound, ServiceError } from "../../core/errors.ts";
import { defineOperation } from "../../core/operation.ts";
import { onlyFile, StoredFile } from "../../core/stored-file.ts";
import { originalOf } from "./original.ts";

/** Pages that a picture can be asked of; longer documents are looked at as they are. */
export const PAGES_MAX = 200;

export const getUploadFilePage = defineOperation({
  name: "get_upload_file_page",
  title: "Look at a page of an uploaded file",
  description:
    "One page of a PDF, scan or photo as a WebP picture of at most 1,400 pixels across, drawn by the service: nothing in the " +
    "file runs. get_upload_file_layout tells how many pages there are and where the lines stand on them. Tables, XML and " +
    "archives have no pages.",
  layer: null,
  scope: "activities:read",
  access: "read",
  input: z.object({
    id: z.uuid().describe("id of the file, from list_upload_files"),
    page: z.coerce.number().int().min(1).max(PAGES_MAX).describe(`Number of the page, from 1 to at most ${PAGES_MAX}`),
  }),
  output: onlyFile,
  errors: ["request.validation_failed", "resource.not_found"],
  emits: [],
  rest: { method: "GET", path: "/upload-files/:id/pages/:page", file: ["image/webp"] },
  tool: false,
  callers: "any",
  example: { input: { id: "$file_to_enter_id", page: 1 }, output: {} },
  async run(ctx, { id, page }) {
    const { sha256 } = await originalOf(ctx, id);
    const outcome = await ctx.pages.draw(() => ctx.files.read(sha256), page);
    if (outcome.kind === "none") throw notFound("page of this file");
    if (outcome.kind === "failed") throw new ServiceError("resource.not_found", outcome.reason);
    const { webp } = outcome.value;
    const bytes = Buffer.from(webp);
    return new StoredFile<Record<string, never>>({
      sha256: createHash("sha256").update(bytes).digest("hex"),
      size_bytes: bytes.length,
      media_type: "image/webp",
      filename: `${id}-${page}.webp`,
      open: async () => await Promise.resolve(oneChunk(bytes)),
    });
  },
});

async function* oneChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(bytes);
}
