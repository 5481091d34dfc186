import { z } from "zod";
import { assertKnownFilters } from "../../core/known-filters.ts";
import { keysetPage } from "../../core/keyset.ts";
import { defineOperation } from "../../core/operation.ts";
import { page, pageInput } from "../../core/page.ts";
import { documentFilter } from "../activities/index.ts";
import { FILE_STATUSES } from "./store.ts";
import { selectUploadFiles } from "./store-files-to-enter.ts";
import { listedFiles } from "./listed-files.ts";
import { EXAMPLE_FILE, uploadFile } from "./upload-batch.ts";

export const listUploadFiles = defineOperation({
  name: "list_upload_files",
  title: "List uploaded files",
  description:
    "Files of all uploads and data sources, newest first, each with how it ended: status=rejected lists what was refused and " +
    "why, needs_entry=true those of which nothing could be booked, document_id the file behind a review item. Next: look at it " +
    "(get_upload_file_content); enter_upload_file or exclude_upload_file what needs entry, state_upload_file_columns what asks " +
    "about a table.",
  layer: null,
  scope: "activities:read",
  access: "read",
  input: z.object({
    status: z.enum(FILE_STATUSES).describe("Only files with this status").optional(),
    needs_entry: z
      .boolean()
      .describe("Only files that wait to be entered or asked about, or only the others")
      .optional(),
    document_id: z.uuid().describe("Only the file of this document, e.g. of a review item").optional(),
    ...pageInput,
  }),
  output: page(uploadFile),
  errors: ["request.validation_failed", "pagination.invalid_cursor"],
  emits: [],
  rest: { method: "GET", path: "/upload-files" },
  tool: false,
  callers: "any",
  example: {
    input: { needs_entry: true },
    output: { items: [{ ...EXAMPLE_FILE, document: null }], next_cursor: null },
  },
  async run(ctx, input) {
    const { status = null, needs_entry = null, document_id = null } = input;
    const filter = { status, needs_entry, document_id };
    const purpose = { list: "list_upload_files", filters: filter };
    const filePage = await keysetPage(ctx.cursors, purpose, input, (after, limit) =>
      selectUploadFiles(ctx.db, filter, after, limit),
    );
    await assertKnownFilters({ ...filePage, cursor: input.cursor }, [documentFilter(ctx.db, document_id)]);
    return { items: await listedFiles(ctx.db, filePage.items), next_cursor: filePage.next_cursor };
  },
});
