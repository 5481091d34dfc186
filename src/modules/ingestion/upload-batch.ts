import { z } from "zod";
import type { Context } from "../../core/context.ts";
import { notFound } from "../../core/errors.ts";
import type { PageRequest } from "../../core/keyset.ts";
import { fittingRows } from "../../core/page-size.ts";
import { SCHEMA_NAMES } from "../../core/schema-names.ts";
import { MISSING_FIELDS, ROW_ERROR_REASONS, TABLE_QUESTIONS } from "../reading/index.ts";
import { FILE_STATUSES, type UploadFileRow } from "./store.ts";
import { BATCH_FILES_MAX, selectBatch, selectBatchFiles, type UploadBatchRow } from "./store-batches.ts";
import { SCANS } from "./store-scans.ts";

const fileError = z.object({
  code: z.string().describe("Stable code, e.g. file.empty, file.xml_entities, file.unsupported_type"),
  title: z.string(),
  detail: z.string(),
  hint: z.string().describe("What to do about it"),
});

const rowError = z.object({
  row: z.int().describe("From 1 on below the header; of a bank statement or SAF-T the entry or posting"),
  code: z.string(),
  reason: z
    .union([z.enum(ROW_ERROR_REASONS), z.null()])
    .describe("Why, to be told in a language; null: the file was read before reasons were named"),
  cell: z
    .union([z.string(), z.null()])
    .describe("What stood in the cell that could not be read; null: it lacks, or none"),
  message: z.string(),
});

const text = z.union([z.string(), z.null()]);

/** What must be said of a table before any row of it is booked. */
export const tableQuestion = z
  .object({
    code: z
      .enum(TABLE_QUESTIONS)
      .describe(
        "columns_unknown = what its columns hold; signs_unknown = whether costs are written below zero; decimal_mark_unknown = whether 12.345 is above a thousand",
      ),
    head_key: z.string().describe("Of the table that is asked about, see get_upload_file_columns"),
    sheet: z.union([z.string(), z.null()]).describe("Of a workbook"),
    missing: z.array(z.enum(MISSING_FIELDS)).describe("What no column is known to hold"),
    amounts: z
      .union([z.object({ count: z.int(), negative: z.int() }), z.null()])
      .describe("Of signs: how many amounts there are, and how many below zero"),
  })
  .describe("Answered by state_upload_file_columns");
SCHEMA_NAMES.add(tableQuestion, { name: "TableQuestion" });

const recognised = z.object({
  supplier_name: text,
  supplier_identifier: text,
  invoice_number: text,
  issue_date: text,
  currency: text,
  total_excl_vat: text,
  total_incl_vat: text,
});

/** One file of an upload, with its own result. */
export const uploadFile = z.object({
  id: z.uuid(),
  name: z.string(),
  size_bytes: z.int(),
  sha256: z.string(),
  status: z
    .enum(FILE_STATUSES)
    .describe(
      "stored = waiting to be read; needs_review = until nothing of it waits for a person any more, then processed; " +
        "held_quota = until the quota renews; unpacked = an archive or e-mail, whose files are listed as archive/file; " +
        "excluded = nothing could be read and a person left it out, or kept as evidence (warning evidence)",
    ),
  document_id: z.union([z.uuid(), z.null()]),
  duplicate_of: z
    .union([z.uuid(), z.null()])
    .describe("Document that already holds this content; null: a file does that waits to be entered or was left out"),
  activity_count: z.int(),
  entry_count: z.int().describe("Emission entries of its document that count now: corrections and decisions change it"),
  error: z.union([fileError, z.null()]),
  warnings: z.array(z.string()),
  row_errors: z.array(rowError).describe("Rows that could not be read; the others were"),
  needs_entry: z
    .boolean()
    .describe("Nothing of it could be booked: a person enters what it says, or answers its question, or leaves it out"),
  question: z.union([tableQuestion, z.null()]).describe("What must be said of its table first; null: nothing is asked"),
  is_table: z.boolean().describe("Its columns can be looked at and said, see get_upload_file_columns"),
  recognised: z.union([recognised, z.null()]).describe("What could be read of a file that needs entry: a proposal"),
  document: z
    .union([recognised, z.null()])
    .describe("What the head of its document says; null: it has none. Only where files are listed")
    .optional(),
  scan: z
    .enum(SCANS)
    .describe("What the malware scanner said; unscanned = it has not looked, or there is none, or a known content"),
  scanned_at: z.union([z.iso.datetime(), z.null()]),
});
SCHEMA_NAMES.add(uploadFile, { name: "UploadFile" });

export const uploadBatch = z.object({
  id: z.uuid(),
  status: z.enum(["processing", "completed", "held_quota"]).describe("completed when every file has a final status"),
  created_at: z.iso.datetime(),
  file_count: z.int().describe("Files so far, those of archives and e-mails included"),
  files: z.array(uploadFile).describe("In the order in which they came"),
  next_cursor: z.union([z.string(), z.null()]).describe("Of the next page of files; null when there is none"),
});
SCHEMA_NAMES.add(uploadBatch, { name: "Upload" });

export type UploadBatch = z.input<typeof uploadBatch>;
export type UploadFile = z.input<typeof uploadFile>;

export const EXAMPLE_FILE: UploadFile = {
  id: "0198c0de-0000-7000-8000-000000000006",
  name: "bon.jpg",
  size_bytes: 49802,
  sha256: "d1412afc7b1e507db0f27c869b3f6827a1da629ea533fe632c0fe31b0e01c157",
  status: "needs_review",
  document_id: null,
  duplicate_of: null,
  activity_count: 0,
  entry_count: 0,
  error: {
    code: "file.no_invoice_data",
    title: "No invoice data found",
    detail: "No invoice was recognised on the pages.",
    hint: "Check that the file is a complete invoice or export with dates and amounts.",
  },
  warnings: [],
  row_errors: [],
  needs_entry: true,
  question: null,
  is_table: false,
  recognised: null,
  scan: "clean",
  scanned_at: "2026-11-21T08:00:00Z",
};

/** Files of a page unless a request says otherwise: an upload of single files fits. */
export const UPLOAD_PAGE_FILES = 100;

/** The batch with a page of its files. @throws ServiceError resource.not_found, pagination.invalid_cursor */
export async function readBatchPage(
  ctx: Context,
  id: string,
  { cursor, limit = UPLOAD_PAGE_FILES }: PageRequest = {},
): Promise<UploadBatch> {
  const purpose = { list: "get_upload", filters: { id } };
  const after = cursor === undefined ? 0 : Number(ctx.cursors.open(purpose, cursor)[0]);
  const [batch, rows] = await Promise.all([
    selectBatch(ctx.db, id),
    selectBatchFiles(ctx.db, id, { after, limit: limit + 1 }),
  ]);
  if (batch === undefined) throw notFound("upload");
  const shown = fittingRows(rows.slice(0, limit));
  const last = shown.at(-1);
  const next_cursor =
    last === undefined || shown.length === rows.length ? null : ctx.cursors.seal(purpose, [String(last.position)]);
  const { created_at, file_count } = batch;
  return { id, status: batchStatus(batch), created_at, file_count, files: shown.map(toView), next_cursor };
}

/** The batch with all of its files. @throws ServiceError resource.not_found */
export async function readBatch(ctx: Context, id: string): Promise<UploadBatch> {
  const batch = await selectBatch(ctx.db, id);
  if (batch === undefined) throw notFound("upload");
  const files = await selectBatchFiles(ctx.db, id, { after: 0, limit: BATCH_FILES_MAX });
  const { created_at, file_count } = batch;
  return { id, status: batchStatus(batch), created_at, file_count, files: files.map(toView), next_cursor: null };
}

/** Whether files of the batch wait to be read. @throws ServiceError resource.not_found */
export async function isBatchReading(ctx: Context, id: string): Promise<boolean> {
  const batch = await selectBatch(ctx.db, id);
  if (batch === undefined) throw notFound("upload");
  return batch.is_reading;
}

function batchStatus({ is_reading, is_held }: UploadBatchRow): UploadBatch["status"] {
  if (is_reading) return "processing";
  return is_held ? "held_quota" : "completed";
}

/** Whether nothing of a file could be booked and a person has not decided about it yet. */
function needsEntry({ status, document_id }: UploadFileRow): boolean {
  return status === "needs_review" && document_id === null;
}

/** A file as it is shown. */
export function toView(file: UploadFileRow): UploadFile {
  const { id, name, size_bytes, sha256, status, document_id, duplicate_of, activity_count, entry_count, error } = file;
  return {
    id,
    name,
    size_bytes,
    sha256,
    status,
    document_id,
    duplicate_of,
    activity_count,
    entry_count,
    error: error === null ? null : { ...error },
    warnings: [...file.warnings],
    row_errors: file.row_errors.map((row) => ({ ...row, reason: row.reason ?? null, cell: row.cell ?? null })),
    needs_entry: needsEntry(file),
    question: file.question === null ? null : { ...file.question, missing: [...file.question.missing] },
    is_table: file.is_table,
    recognised: file.recognised === null ? null : { ...file.recognised },
    scan: file.scan,
    scanned_at: file.scanned_at,
  };
}
