import { z } from "zod";
import { unknownReference } from "../../core/known-filters.ts";
import { defineOperation } from "../../core/operation.ts";
import type { ShownFile } from "../../core/shown-file.ts";
import { selectNumberedLines } from "../activities/index.ts";
import { loadMappings } from "../column-mappings/index.ts";
import { originalOf } from "./original.ts";
import { shownContents } from "./shown-contents.ts";

/** Lines or rows of one answer. */
const COUNT = 100;
/** Of these before the one that was asked about, so that it is seen among its neighbours. */
const BEFORE = 10;
/** More rows than any file has that is read. */
const FIRST_MAX = 100_000_000;

type Contents = z.output<typeof shownContents>;

export const getUploadFileContents = defineOperation({
  name: "get_upload_file_contents",
  title: "Show what an electronic file says",
  description:
    `An electronic invoice (UBL, OIOUBL, CII) as its parties, ${COUNT} lines and totals, or ${COUNT} rows of a CSV file or ` +
    "workbook as they stand in it, each with the line that was read of it. The file is read for it anew. PDFs and " +
    "pictures have pages: get_upload_file_page.",
  layer: null,
  scope: "activities:read",
  access: "read",
  input: z.object({
    id: z.uuid().describe("id of the file, from list_upload_files"),
    activity_id: z.uuid().describe("Begin a little before this line").optional(),
    first: z.int().min(1).max(FIRST_MAX).describe("Begin with the line or row of this number, default 1").optional(),
  }),
  output: shownContents,
  errors: ["request.validation_failed", "resource.not_found"],
  emits: [],
  rest: { method: "GET", path: "/upload-files/:id/contents" },
  tool: false,
  callers: "any",
  example: {
    input: { id: "$asking_file_id" },
    output: {
      invoice: null,
      table: {
        sheet: null,
        headings: ["Dato", "Bemærkning", "Beløb"],
        columns_left_out: 0,
        rows_are_lines: true,
        rows: [{ row_number: 1, activity_id: null, cells: ["03-11-2025", "Diesel", "640,00"] }],
        last_row_number: 1,
      },
      unshown_code: null,
    },
  },
  async run(ctx, { id, activity_id = null, first }) {
    const { sha256, document_id, data_source_id } = await originalOf(ctx, id);
    const numbers = async (from: number, to: number, and_id: string | null = null) =>
      document_id === null ? [] : await selectNumberedLines(ctx.db, document_id, { from, to, and_id });
    const line = activity_id === null ? null : await lineNumber(activity_id, () => numbers(0, 0, activity_id));
    const row = first ?? line ?? 1;
    const window = { first: first ?? Math.max(1, row - BEFORE), row, count: COUNT };
    const mappings = (await loadMappings(ctx.db))(data_source_id);
    const outcome = await ctx.pages.show(() => ctx.files.read(sha256), { ...window, mappings });
    if (outcome.kind !== "done") return { invoice: null, table: null, unshown_code: UNSHOWN[outcome.kind] };
    const shown = outcome.value;
    const [from, to] = numbersOf(shown);
    const ids = new Map((await numbers(from, to)).map(({ id: line, line_number }) => [line_number, line]));
    return withActivities(shown, (number) => ids.get(number) ?? null);
  },
});

const UNSHOWN = { none: "not_electronic", failed: "unreadable" } as const;

async function lineNumber(
  activity_id: string,
  find: () => Promise<readonly { readonly id: string; readonly line_number: number }[]>,
): Promise<number> {
  const line = (await find()).find(({ id }) => id === activity_id);
  if (line === undefined)
    throw unknownReference("activity_id", "activity", "list_activities lists those of a document");
  return line.line_number;
}

/** The first and last number that is shown. */
function numbersOf({ invoice, table }: ShownFile): readonly [number, number] {
  const shown = [
    ...(invoice?.lines.map(({ line_number }) => line_number) ?? []),
    ...(table?.rows.map(({ row_number }) => row_number) ?? []),
  ];
  return [shown.at(0) ?? 0, shown.at(-1) ?? -1];
}

function withActivities({ invoice, table }: ShownFile, idOf: (number: number) => string | null): Contents {
  return {
    invoice:
      invoice === null
        ? null
        : {
            ...invoice,
            seller: copied(invoice.seller),
            buyer: copied(invoice.buyer),
            references: invoice.references.map((reference) => ({ ...reference })),
            notes: [...invoice.notes],
            vat: invoice.vat.map((rate) => ({ ...rate })),
            lines: invoice.lines.map((line) => ({ ...line, activity_id: idOf(line.line_number) })),
          },
    table:
      table === null
        ? null
        : {
            ...table,
            headings: [...table.headings],
            rows: table.rows.map(({ row_number, cells }) => ({
              row_number,
              cells: [...cells],
              activity_id: table.rows_are_lines ? idOf(row_number) : null,
            })),
          },
    unshown_code: null,
  };
}

function copied(party: NonNullable<ShownFile["invoice"]>["seller"]): NonNullable<Contents["invoice"]>["seller"] {
  return party === null ? null : { ...party, address: [...party.address] };
}
