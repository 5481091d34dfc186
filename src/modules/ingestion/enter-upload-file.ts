import { z } from "zod";
import type { Context } from "../../core/context.ts";
import { notFound, ServiceError, validationError } from "../../core/errors.ts";
import { defineOperation } from "../../core/operation.ts";
import { dayInput } from "../../core/moment.ts";
import { decimalText, decimal } from "../../core/quantity.ts";
import { figureBetween } from "../../core/stated-figure.ts";
import { atOnce } from "../../core/turns.ts";
import { lineInput } from "../../core/visible-text.ts";
import { assertCategory } from "../activities/index.ts";
import { appendAudit, lockAuditChain } from "../audit/index.ts";
import { categorizationTables } from "../categorization/index.ts";
import { removeWaitingFiles } from "../emissions/index.ts";
import { quotaPeriod, reserveQuota } from "../quota/index.ts";
import { draftActivities } from "./draft-activities.ts";
import { type EnteredFacts, enteredDocument, inCategory, slips } from "./entered-document.ts";
import { loadTenantTables, preparingFile } from "./prepare-file.ts";
import type { PreparedFile } from "./prepared-file.ts";
import { recordBatch } from "./record-files.ts";
import { lockFiles, selectFiles, unholdFiles, type UploadFileRow } from "./store.ts";
import { EXAMPLE_FILE, toView, uploadFile } from "./upload-batch.ts";

const AMOUNT_MAX = 1_000_000_000_000;
const amount = figureBetween(-AMOUNT_MAX, AMOUNT_MAX);

export const enterUploadFile = defineOperation({
  name: "enter_upload_file",
  title: "Enter an uploaded file",
  description:
    "Books a picture or PDF in which nothing could be read by what a person sees in it: one line with date, supplier, net " +
    "amount, currency and category. It counts like any other document: once against the quota, once beside the ledger row " +
    "and the payment of the same purchase, and not at all when the invoice is known already (status duplicate). Refused " +
    "when nothing can be calculated for the category.",
  layer: null,
  scope: "activities:write",
  access: "write",
  input: z.object({
    id: z.uuid().describe("id of the file, from list_upload_files"),
    issue_date: dayInput.describe("Date of the invoice or receipt, as YYYY-MM-DD"),
    supplier_name: lineInput(200),
    supplier_identifier: lineInput(50).describe("CVR or VAT number").optional(),
    invoice_number: lineInput(100).optional(),
    description: lineInput(500).describe("What was bought, default the supplier's name").optional(),
    net_amount: amount.describe("Excluding VAT; a credit is negative"),
    gross_amount: amount.describe("Including VAT: what the payment shows").optional(),
    currency: z
      .string()
      .max(3)
      .regex(/^[A-Z]{3}$/, "must be a currency code of three capital letters"),
    category_id: z.string().min(1).max(120).describe("Category key of the lowest level, see list_emission_categories"),
    reason: z.string().trim().min(1).max(500).describe("Why this category, for the auditor").optional(),
  }),
  output: uploadFile,
  errors: ["request.validation_failed", "resource.not_found", "quota.exceeded"],
  emits: ["usage.quota_threshold"],
  rest: { method: "POST", path: "/upload-files/:id/enter" },
  tool: false,
  callers: "any",
  example: {
    input: {
      id: "$file_to_enter_id",
      issue_date: "2026-09-02",
      supplier_name: "Havnens Taxa",
      net_amount: 312,
      currency: "DKK",
      category_id: "transport.travel.taxi",
    },
    output: { ...EXAMPLE_FILE, status: "processed", needs_entry: false, activity_count: 1, entry_count: 1 },
  },
  async run(ctx, input) {
    assertCategory(await ctx.catalog(), input.category_id);
    const facts = {
      ...input,
      supplier_identifier: input.supplier_identifier ?? null,
      invoice_number: input.invoice_number ?? null,
      description: input.description ?? null,
      net_amount: decimalText(decimal(input.net_amount)),
      gross_amount: input.gross_amount === undefined ? null : decimalText(decimal(input.gross_amount)),
    };
    const issues = slips(facts, ctx.clock.now());
    if (issues.length > 0) throw validationError(issues);
    const [file] = await selectFiles(ctx.db, [input.id]);
    const prepared = await prepare(ctx, open(file), {
      facts,
      category_id: input.category_id,
      reason: input.reason ?? "entered from the picture",
    });
    return await record(ctx, prepared);
  },
});

/**
 * @throws ServiceError resource.not_found unless the file waits to be entered, or was left out; request.validation_failed when
 *   it is a table, whose rows are read once its columns are known
 */
function open(file: UploadFileRow | undefined): UploadFileRow {
  const isOpen = file?.document_id === null && (file.status === "needs_review" || file.status === "excluded");
  if (!isOpen) throw notFound("file that waits to be entered");
  if (file.question === null) return file;
  const message = "the file is a table that asks about its columns: state_upload_file_columns answers it";
  throw validationError([{ path: "id", code: "is_table", message }]);
}

interface Entered {
  readonly facts: EnteredFacts;
  readonly category_id: string;
  readonly reason: string;
}

/** @throws ServiceError request.validation_failed with the engine's reason when nothing can be calculated */
async function prepare(
  ctx: Context,
  file: UploadFileRow,
  { facts, category_id, reason }: Entered,
): Promise<PreparedFile> {
  const document = enteredDocument(facts);
  const drafts = inCategory(draftActivities(document), category_id, reason);
  const tables = await loadTenantTables(ctx, drafts);
  const ports = { categorization: categorizationTables() };
  const prepared = atOnce(preparingFile({ ctx, file, document, drafts, ...tables }, ports));
  for (const { result } of prepared.activities) {
    if (result?.kind !== "review") continue;
    const { code, detail } = result.reviewReason;
    const path = code === "exchange_rate_missing" ? "currency" : "category_id";
    throw validationError([{ path, code, message: detail }]);
  }
  return prepared;
}

/** The file is admitted as if it came now, and recorded in the same transaction. */
async function record(ctx: Context, prepared: PreparedFile) {
  return await ctx.db.transaction(async (tx) => {
    const chain = await lockAuditChain(tx);
    const { id, sha256 } = open((await lockFiles(tx, [prepared.id]))[0]);
    if ((await reserveQuota(ctx, tx, 1)) === 0) {
      throw new ServiceError("quota.exceeded", "This month's invoice quota is used up. The file goes on waiting.");
    }
    await unholdFiles(tx, [id], quotaPeriod(ctx.clock.now()).start);
    await removeWaitingFiles(tx, [id]);
    await appendAudit(ctx, tx, [{ action: "upload_file.entered", subject: id, payload: { sha256 } }], chain);
    await recordBatch(ctx, tx, [prepared]);
    const [after] = await lockFiles(tx, [id]);
    if (after === undefined) throw new Error("an entered file is not there any more");
    return toView(after);
  });
}
