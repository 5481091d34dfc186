import { z } from "zod";
import { notFound } from "../../core/errors.ts";
import { defineOperation } from "../../core/operation.ts";
import { listedFiles } from "./listed-files.ts";
import { selectFiles } from "./store.ts";
import { EXAMPLE_FILE, uploadFile } from "./upload-batch.ts";

export const getUploadFile = defineOperation({
  name: "get_upload_file",
  title: "Get an uploaded file",
  description: "One file of an upload or data source, as list_upload_files shows it: how it ended, and what it asks.",
  layer: null,
  scope: "activities:read",
  access: "read",
  input: z.object({ id: z.uuid().describe("Id of the file, from list_upload_files or get_upload") }),
  output: uploadFile,
  errors: ["request.validation_failed", "resource.not_found"],
  emits: [],
  rest: { method: "GET", path: "/upload-files/:id" },
  tool: false,
  callers: "any",
  example: { input: { id: "$asking_file_id" }, output: { ...EXAMPLE_FILE, document: null } },
  async run(ctx, { id }) {
    const [file] = await listedFiles(ctx.db, await selectFiles(ctx.db, [id]));
    if (file === undefined) throw notFound("uploaded file");
    return file;
  },
});
