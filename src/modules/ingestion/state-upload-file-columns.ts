import { z } from "zod";
import type { Context, TenantTransaction } from "../../core/context.ts";
import { notFound, validationError } from "../../core/errors.ts";
import { defineOperation } from "../../core/operation.ts";
import { appendAudit, lockAuditChain } from "../audit/index.ts";
import {
  amountSigns,
  columnMapping,
  columnMeaning,
  decimalMark,
  EXAMPLE_MAPPING,
  stateMapping,
} from "../column-mappings/index.ts";
import { removeWaitingFiles } from "../emissions/index.ts";
import { quotaPeriod, reserveQuota } from "../quota/index.ts";
import { type DescribedTable, HEADING_LENGTH_MAX } from "../reading/index.ts";
import { queueFiles } from "./accept-files.ts";
import { columnsOf } from "./stated-columns.ts";
import { lockFiles } from "./store.ts";
import { type AskingFile, lockAskingFiles, readAnew, selectTables, type TableFile } from "./store-tables.ts";
import { EXAMPLE_FILE, toView, uploadFile } from "./upload-batch.ts";

const COLUMNS_MAX = 100;

export const stateUploadFileColumns = defineOperation({
  name: "state_upload_file_columns",
  title: "Say what the columns of a table hold",
  description:
    "Says what columns of an uploaded table hold and how costs are written in it. It is kept for its source, which is where it " +
    "came from and its headings: this file, and those that ask the same, are read anew with it, and so is every later one. A " +
    "table that was read already stays as it is. The statement replaces the one before; columns that it does not name are read " +
    "by their headings. Next: list_column_mappings, withdraw_column_mapping.",
  layer: null,
  scope: "activities:write",
  access: "write",
  input: z.object({
    id: z.uuid().describe("id of the file, from list_upload_files"),
    head_key: z
      .string()
      .max(64)
      .describe(
        "Which of its tables, from get_upload_file_columns; default the one that is asked about, or the only one",
      )
      .optional(),
    columns: z
      .array(
        z.strictObject({
          heading: z.string().max(HEADING_LENGTH_MAX).describe("As printed; empty: a column without a heading"),
          occurrence: z.int().min(1).max(1024).default(1).describe("Which column of that heading, from the left"),
          meaning: columnMeaning.describe("What it holds; ignore = nothing that is read"),
          unit: z.string().min(1).max(40).describe("Of a quantity whose unit stands in no cell, e.g. kWh").optional(),
          decimal_mark: decimalMark.optional(),
        }),
      )
      .max(COLUMNS_MAX)
      .default([]),
    amounts: amountSigns.optional(),
    reason: z.string().trim().min(1).max(500).describe("For the auditor").optional(),
  }),
  output: z.object({
    file: uploadFile,
    mapping: columnMapping,
    reopened_count: z.int().describe("Files that are read anew, this one included; at most 1000 at a time"),
  }),
  errors: ["request.validation_failed", "resource.not_found"],
  emits: ["usage.quota_threshold"],
  rest: { method: "POST", path: "/upload-files/:id/columns" },
  tool: false,
  callers: "any",
  example: {
    input: { id: "$asking_file_id", columns: [{ heading: "Bemærkning", meaning: "description" }] },
    output: {
      file: {
        ...EXAMPLE_FILE,
        name: "posteringer.csv",
        status: "stored",
        error: null,
        needs_entry: false,
        is_table: true,
      },
      mapping: { ...EXAMPLE_MAPPING, amounts: null, reason: null },
      reopened_count: 1,
    },
  },
  async run(ctx, { id, head_key, amounts = null, reason = null, ...input }) {
    return await ctx.db.transaction(async (tx) => {
      const chain = await lockAuditChain(tx);
      const file = await selectTables(tx, id);
      if (file === undefined) throw notFound("file with a table");
      const table = tableOf(file, head_key);
      const isAnswer = file.is_open && file.question?.head_key === table.head_key;
      const columns = columnsOf(table, { ...input, amounts, question: isAnswer ? file.question : null });
      const source = { head_key: table.head_key, data_source_id: file.data_source_id };
      const { mapping, event } = await stateMapping(ctx, tx, { ...source, columns, amounts, reason });
      const asking = isAnswer ? await lockAskingFiles(tx, { id, ...source }) : [];
      await reopen(ctx, tx, asking);
      const reopened = asking.map((each) => {
        return { action: "upload_file.reopened", subject: each.id, payload: { sha256: each.sha256 } };
      });
      await appendAudit(ctx, tx, [event, ...reopened], chain);
      const [after] = await lockFiles(tx, [id]);
      if (after === undefined) throw new Error("a file is not there any more");
      return { file: toView(after), mapping, reopened_count: asking.length };
    });
  },
});

/** @throws ServiceError request.validation_failed when the file has several tables and none is named, or not the one that is */
function tableOf({ tables, question }: TableFile, named: string | undefined): DescribedTable {
  const head_key = named ?? question?.head_key ?? (tables.length === 1 ? tables[0]?.head_key : undefined);
  const table = tables.find((candidate) => candidate.head_key === head_key);
  if (table !== undefined) return table;
  const [code, message] =
    head_key === undefined
      ? ["required", "the file has several tables: say which"]
      : ["unknown", "no table of this file has this head_key, see get_upload_file_columns"];
  throw validationError([{ path: "head_key", code, message }]);
}

/** Each file takes a place in this month's quota; those for which there is none wait for it. */
async function reopen(ctx: Context, tx: TenantTransaction, asking: readonly AskingFile[]): Promise<void> {
  if (asking.length === 0) return;
  const granted = await reserveQuota(ctx, tx, asking.length);
  const ids = asking.map(({ id }) => id);
  const admitted = ids.slice(0, granted);
  await readAnew(tx, admitted, quotaPeriod(ctx.clock.now()).start);
  await readAnew(tx, ids.slice(granted), null);
  await removeWaitingFiles(tx, ids);
  await queueFiles(ctx, tx, admitted);
}
