import type { Context, TenantTransaction } from "../../core/context.ts";
import { type NewDocument, recordDocument } from "../activities/index.ts";
import { appendAudit, lockAuditChain } from "../audit/index.ts";
import { type CategorizationTables, loadTenantKnowledge, supplierKey } from "../categorization/index.ts";
import { uploadSourceId } from "../data-sources/index.ts";
import type { CalculationGap, CalculationSettings } from "../emissions/index.ts";
import { releaseQuota } from "../quota/index.ts";
import { buildActivities, type DocumentFindings } from "./build-batch.ts";
import { documentKeys } from "./document-keys.ts";
import { type ActivityDraft, draftActivities } from "./draft-activities.ts";
import type { FileError, ParsedDocument, ParseOutcome } from "./parsed-document.ts";
import { type FileResult, findTwin, finishFile, lockFile, selectFile, type Twin, type UploadFileRow } from "./store.ts";
import { bookedByInvoice, bookedByStatements } from "./store-supply.ts";

/** What the job needs from outside its module. */
export interface ProcessingPorts {
  /** Reads bytes in isolation, within time and memory limits; never throws for a bad file. */
  readonly parse: (bytes: Buffer, name: string) => Promise<ParseOutcome>;
  readonly categorization: CategorizationTables;
  readonly settings: CalculationSettings;
}

/**
 * Reads one stored file into the ledger. May run twice: a file that has a final status is left alone, and everything it
 * writes, its own status included, is one transaction.
 */
export async function processFile(ctx: Context, ports: ProcessingPorts, fileId: string): Promise<void> {
  const file = await selectFile(ctx.db, fileId);
  if (file === undefined || file.status !== "stored") return;
  const outcome = await ports.parse(await ctx.files.read(file.sha256), file.name);
  if (outcome.kind === "rejected") {
    await rejectFile(ctx, fileId, outcome.error);
    return;
  }
  const drafts = draftActivities(outcome.document);
  if (drafts.length === 0) {
    await rejectFile(ctx, fileId, nothingUsable(outcome.document));
    return;
  }
  const [catalog, knowledge] = await Promise.all([ctx.catalog(), loadTenantKnowledge(ctx.db)]);
  await ctx.db.transaction(async (tx) => {
    await lockAuditChain(tx);
    const current = await lockFile(tx, fileId);
    if (current?.status !== "stored") return;
    const tables = {
      catalog,
      knowledge,
      categorization: ports.categorization,
      settings: ports.settings,
      region: ctx.tenant.country,
    };
    await recordFile(ctx, tx, { file: current, document: outcome.document, drafts, tables });
  });
}

/** Gives a file its final status `rejected`, with the reason, and its quota back. Safe to repeat. */
export async function rejectFile(ctx: Context, fileId: string, error: FileError): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await lockAuditChain(tx);
    const current = await lockFile(tx, fileId);
    if (current?.status !== "stored") return;
    await finishFile(tx, fileId, { ...NOTHING, status: "rejected", error });
    await giveBackQuota(tx, current);
    const payload = { code: error.code, sha256: current.sha256 };
    await appendAudit(ctx, tx, [{ action: "upload_file.rejected", subject: fileId, payload }]);
  });
}

/** The error that a file gets when reading it failed for reasons of ours, again and again. */
export const PROCESSING_FAILED: FileError = {
  code: "file.processing_failed",
  title: "The file could not be processed",
  detail: "Reading this file failed repeatedly inside the service; it is kept.",
  hint: "Upload it again later. If it fails again, tell the operator the id of the file.",
};

const NOTHING = {
  document_id: null,
  duplicate_of: null,
  error: null,
  warnings: [],
  row_errors: [],
  activity_count: 0,
  entry_count: 0,
} as const;

interface Reading {
  readonly file: UploadFileRow;
  readonly document: ParsedDocument;
  readonly drafts: readonly ActivityDraft[];
  readonly tables: Parameters<typeof buildActivities>[2];
}

async function recordFile(ctx: Context, tx: TenantTransaction, reading: Reading): Promise<void> {
  const { file, document } = reading;
  const keys = documentKeys(
    document,
    document.supplier === null ? null : supplierKey(document.supplier.name, document.supplier.identifier),
  );
  const twin = await findTwin(tx, {
    sha256: file.sha256,
    ...keys,
    invoice_number: document.invoice_number,
    document_type: document.document_type,
    supplier_identifier: document.supplier?.identifier ?? null,
    supplier_name: document.supplier?.name ?? null,
  });
  if (twin !== undefined && twin.match !== "same_number") {
    await finishAsDuplicate(tx, file, twin);
    return;
  }
  const findings = await findingsOf(tx, document, twin);
  const activities = buildActivities(document, reading.drafts, reading.tables, findings);
  const outcome = await recordDocument(ctx, tx, { document: newDocument(file, document, keys), activities });
  if (outcome.kind === "duplicate") {
    await finishAsDuplicate(tx, file, { id: outcome.document_id, match: "same_bytes" });
    return;
  }
  const result: FileResult = {
    ...NOTHING,
    status:
      outcome.review_count > 0 || outcome.entry_count + outcome.excluded_count === 0 ? "needs_review" : "processed",
    document_id: outcome.document_id,
    warnings:
      twin === undefined ? document.warnings : [...document.warnings, `possible_duplicate of document ${twin.id}`],
    row_errors: document.row_errors,
    activity_count: activities.length,
    entry_count: outcome.entry_count,
  };
  await finishFile(tx, file.id, result);
}

async function finishAsDuplicate(tx: TenantTransaction, file: UploadFileRow, twin: Twin): Promise<void> {
  await finishFile(tx, file.id, { ...NOTHING, status: "duplicate", duplicate_of: twin.id, warnings: [twin.match] });
  await giveBackQuota(tx, file);
}

async function giveBackQuota(tx: TenantTransaction, { quota_period }: UploadFileRow): Promise<void> {
  if (quota_period !== null) await releaseQuota(tx, new Date(quota_period), 1);
}

async function findingsOf(
  tx: TenantTransaction,
  document: ParsedDocument,
  twin: Twin | undefined,
): Promise<DocumentFindings> {
  const supply = await supplyElsewhere(tx, document);
  return {
    hold: twin === undefined ? supply.hold : possibleDuplicate(twin.id, SAME_NUMBER),
    counted: supply.counted,
    data_source_id: await uploadSourceId(tx),
  };
}

const SAME_NUMBER = "has the same supplier and number but another total, date or content";

function possibleDuplicate(documentId: string, how: string): CalculationGap {
  return { code: "possible_duplicate", detail: `Document ${documentId} ${how}.` };
}

/**
 * A utility statement and its invoice are about the same supply. The one that came first counts it; a statement after an
 * invoice that was booked by its amount waits for a person, because the better figure must replace the other.
 */
async function supplyElsewhere(
  tx: TenantTransaction,
  document: ParsedDocument,
): Promise<Pick<DocumentFindings, "hold" | "counted">> {
  const supplier = {
    supplier_identifier: document.supplier?.identifier ?? null,
    supplier_name: document.supplier?.name ?? null,
  };
  if (document.document_type === "utility_statement") {
    const parent = document.references.find((reference) => reference.kind === "parent_invoice");
    const booked = parent === undefined ? [] : await bookedByInvoice(tx, { number: parent.number, ...supplier });
    const [first] = booked;
    const isByAmount = first !== undefined && !booked.some((category) => category.has_quantity);
    return {
      hold: isByAmount ? possibleDuplicate(first.document_id, "is the invoice of this supply, booked by amount") : null,
      counted: booked.filter((category) => category.has_quantity),
    };
  }
  if (document.invoice_number === null || document.document_type !== "invoice") return { hold: null, counted: [] };
  return { hold: null, counted: await bookedByStatements(tx, { number: document.invoice_number, ...supplier }) };
}

function newDocument(
  file: UploadFileRow,
  document: ParsedDocument,
  keys: { content_key: string; business_key: string | null },
): NewDocument {
  const { format, document_type, invoice_number, issue_date, currency, total_excl_vat, total_incl_vat } = document;
  return {
    sha256: file.sha256,
    name: file.name,
    media_type: null,
    size_bytes: file.size_bytes,
    format,
    document_type,
    supplier_name: document.supplier?.name ?? null,
    supplier_identifier: document.supplier?.identifier ?? null,
    invoice_number,
    issue_date,
    currency,
    total_excl_vat,
    total_incl_vat,
    ...keys,
  };
}

function nothingUsable(document: ParsedDocument): FileError {
  const dated = document.issue_date !== null || document.lines.some((line) => line.transaction_date !== null);
  return {
    code: "file.no_invoice_data",
    title: "No usable lines",
    detail: dated ? "The file was read but holds no line to account for." : "The file states no date for its lines.",
    hint: "Check that the file is a complete invoice or export with dates and amounts.",
  };
}
