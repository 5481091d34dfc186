import { z } from "zod";
import { defineOperation } from "../../core/operation.ts";
import type { PageRegion } from "../../core/page-drawing.ts";
import { SCHEMA_NAMES } from "../../core/schema-names.ts";
import { selectReadLines } from "../activities/index.ts";
import { PAGES_MAX } from "./get-upload-file-page.ts";
import { originalOf } from "./original.ts";

/** Lines of one document that are looked for on its pages. */
const LINES_MAX = 1000;

const share = z.number().min(0).max(1);

const place = z
  .object({
    page: z.int().min(1),
    left: share,
    top: share,
    width: share,
    height: share,
  })
  .describe("Shares of the page's width and height, from its top left corner");
SCHEMA_NAMES.add(place, { name: "PagePlace" });

const layout = z.object({
  page_count: z.int().min(0).describe("0: a table, an XML document or an archive, which have no pages"),
  pages: z
    .array(z.object({ page: z.int().min(1), width: z.number(), height: z.number() }))
    .describe(`Points of a PDF, pixels of a picture; the first ${PAGES_MAX}`),
  lines: z
    .array(
      z.object({
        activity_id: z.uuid(),
        line_number: z.int(),
        description: z.string(),
        place: z.union([place, z.null()]),
      }),
    )
    .describe(`The first ${LINES_MAX} lines that were read; place null: not found on the pages`),
  unplaced_code: z
    .enum(["no_pages", "no_text", "unreadable"])
    .nullable()
    .describe(
      "Why no line has a place: the file has no pages, its pages are pictures whose letters are not text, or they cannot be read now",
    ),
});
SCHEMA_NAMES.add(layout, { name: "UploadFileLayout" });

export const getUploadFileLayout = defineOperation({
  name: "get_upload_file_layout",
  title: "Find the lines of a file on its pages",
  description:
    "The pages of an uploaded PDF or picture, and where each line that was read stands on them, to be shown on the pictures " +
    "of get_upload_file_page. The file is read for it anew; letters of scans are not recognised again, so their lines have " +
    "no place.",
  layer: null,
  scope: "activities:read",
  access: "read",
  input: z.object({ id: z.uuid().describe("id of the file, from list_upload_files") }),
  output: layout,
  errors: ["request.validation_failed", "resource.not_found"],
  emits: [],
  rest: { method: "GET", path: "/upload-files/:id/layout" },
  tool: false,
  callers: "any",
  example: {
    input: { id: "$file_to_enter_id" },
    output: {
      page_count: 1,
      pages: [{ page: 1, width: 595, height: 842 }],
      lines: [
        {
          activity_id: "01900000-0000-7000-8000-000000000001",
          line_number: 1,
          description: "Elforbrug, variabel pris",
          place: { page: 1, left: 0.1, top: 0.4, width: 0.8, height: 0.02 },
        },
      ],
      unplaced_code: null,
    },
  },
  async run(ctx, { id }) {
    const { sha256, document_id } = await originalOf(ctx, id);
    const lines = document_id === null ? [] : await selectReadLines(ctx.db, document_id, LINES_MAX);
    const outcome = await ctx.pages.layout(() => ctx.files.read(sha256), lines);
    const found = outcome.kind === "done" ? outcome.value : { pages: [], places: [], has_text: false };
    return {
      page_count: found.pages.length,
      pages: found.pages.slice(0, PAGES_MAX).map((size, index) => ({ page: index + 1, ...size })),
      lines: lines.map(({ id: activity_id, line_number, description }, index) => ({
        activity_id,
        line_number,
        description,
        place: rounded(found.places[index] ?? null),
      })),
      unplaced_code: found.has_text ? null : UNPLACED[outcome.kind],
    };
  },
});

const UNPLACED = { done: "no_text", none: "no_pages", failed: "unreadable" } as const;

/** A ten-thousandth of a page is thinner than a letter. */
function rounded(at: PageRegion | null): PageRegion | null {
  if (at === null) return null;
  const round = (value: number): number => Math.min(1, Math.max(0, Math.round(value * 10_000) / 10_000));
  return {
    page: at.page,
    left: round(at.left),
    top: round(at.top),
    width: round(at.width),
    height: round(at.height),
  };
}
