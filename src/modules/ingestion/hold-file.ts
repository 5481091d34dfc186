import type { Context } from "../../core/context.ts";
import { appendAudit, lockAuditChain } from "../audit/index.ts";
import { addWaitingFile } from "../emissions/index.ts";
import { selectMappingOf } from "../column-mappings/index.ts";
import {
  type DescribedTable,
  openNumberIn,
  fileError,
  type FileError,
  type FileOutcome,
  type FileOptions,
  type ParsedDocument,
  type RecognisedFacts,
  type TableQuestion,
} from "../reading/index.ts";
import { refundQuota, NO_RESULT } from "./reject-file.ts";
import { type FileResult, finishFiles, lockFiles, type UploadFileRow } from "./store.ts";
import { filesToEnter } from "./store-files-to-enter.ts";

/** Why a file waits to be entered by hand, and what is proposed for it. */
export interface Unreadable {
  readonly error: FileError;
  readonly recognised: RecognisedFacts | null;
}

/**
 * Lets a picture or PDF of which nothing can be booked wait for a person, who sees what no program could read. It costs no
 * quota until it is entered; the same content a second time is a duplicate. Safe to repeat.
 */
export async function holdFile(ctx: Context, fileId: string, unreadable: Unreadable): Promise<void> {
  await hold(ctx, fileId, { result: unreadable, code: unreadable.error.code });
}

type AskingTable = Extract<FileOutcome, { readonly kind: "asks" }>;

/**
 * Lets a table wait until a person has said what its columns hold, which sign its costs have, or its decimal mark; it costs no quota until then.
 * @returns `stated_meanwhile` when somebody has said so since it was read: it is to be read anew, nothing was written
 */
export async function holdTable(
  ctx: Context,
  { id, data_source_id }: UploadFileRow,
  { question, tables, mappings }: AskingTable & Pick<FileOptions, "mappings">,
): Promise<"done" | "stated_meanwhile"> {
  const error = questionError(question, tables);
  const readWith = mappings?.find(({ head_key }) => head_key === question.head_key);
  const isStatedSince = async (tx: Parameters<typeof selectMappingOf>[0]): Promise<boolean> => {
    const stated = await selectMappingOf(tx, { head_key: question.head_key, data_source_id });
    return stated?.status === "in_force" && stated.version !== readWith?.version;
  };
  return await hold(ctx, id, { result: { error, question, tables }, code: error.code, isStatedSince });
}

function questionError(
  { code, head_key, sheet, missing, amounts }: TableQuestion,
  tables: readonly DescribedTable[],
): FileError {
  const where = sheet === null ? "The table" : `Sheet "${sheet}"`;
  if (code === "columns_unknown") {
    return fileError("file.columns_unknown", `${where} has no column that is known to hold: ${missing.join(", ")}.`);
  }
  if (code === "decimal_mark_unknown") {
    const example = openNumberIn(tables.filter((table) => table.head_key === head_key)) ?? "12.345";
    const what = `${where} has numbers such as ${example}, and nothing in it says whether decimals begin there, or thousands end`;
    return fileError("file.decimal_mark_unknown", `${what}.`);
  }
  const { count = 0, negative = 0 } = amounts ?? {};
  const what = `${where} has ${negative} of ${count} amounts below zero`;
  return fileError("file.signs_unknown", `${what}: costs, or credit notes? Nothing in it says which.`);
}

interface Holding {
  readonly result: Pick<FileResult, "error"> & Partial<FileResult>;
  readonly code: string;
  /** Whether the file must be read anew instead. */
  readonly isStatedSince?: (tx: Parameters<typeof selectMappingOf>[0]) => Promise<boolean>;
}

async function hold(
  ctx: Context,
  fileId: string,
  { result, code, isStatedSince }: Holding,
): Promise<"done" | "stated_meanwhile"> {
  return await ctx.db.transaction(async (tx) => {
    const [chain, [current]] = await Promise.all([lockAuditChain(tx), lockFiles(tx, [fileId])]);
    if (current?.status !== "stored") return "done";
    if ((await isStatedSince?.(tx)) === true) return "stated_meanwhile";
    const { id, sha256 } = current;
    const isKnown = (await filesToEnter(tx, [sha256])).has(sha256);
    const status = isKnown ? "duplicate" : "needs_review";
    await finishFiles(tx, [{ ...NO_RESULT, ...(isKnown ? { warnings: ["same_bytes"] } : result), id, status }]);
    if (!isKnown) await addWaitingFile(tx, id);
    await refundQuota(tx, [current]);
    const action = isKnown ? "upload_file.duplicate" : "upload_file.held_for_entry";
    await appendAudit(ctx, tx, [{ action, subject: id, payload: { code, sha256 } }], chain);
    return "done";
  });
}

/** What was read of a page that cannot be booked as it is. */
export function recognisedFacts(document: ParsedDocument): RecognisedFacts {
  const { supplier, invoice_number, issue_date, currency, total_excl_vat, total_incl_vat } = document;
  return {
    supplier_name: supplier?.name ?? null,
    supplier_identifier: supplier?.identifier ?? null,
    invoice_number,
    issue_date,
    currency,
    total_excl_vat,
    total_incl_vat,
  };
}
