import type { Context, TenantTransaction } from "../../core/context.ts";
import { appendAudit, type AuditEntry, insertLedgerRows, LEDGER_ACTIONS, lockAuditChain } from "../audit/index.ts";
import { newEntries, type NewEntry, recordEntries } from "../emissions/index.ts";
import type { LedgerBatch, NewActivity, NewDocument, RecordOutcome } from "./ledger-batch.ts";
import { type SplitRow, splitRow } from "./new-split.ts";
import { selectDocumentId } from "./store.ts";

export type RecordingContext = Pick<Context, "clock" | "newId" | "principal" | "tenant">;

interface Drafts {
  readonly activities: readonly ActivityRow[];
  readonly splits: readonly SplitRow[];
  readonly entries: readonly NewEntry[];
}

type ActivityRow = Omit<NewActivity, "split" | "result"> & {
  readonly id: string;
  readonly document_id: string;
  readonly document_sha256: string;
  readonly document_type: string;
  readonly ingested_by: string;
};

/**
 * Writes a document with its activities, splits, emission entries, monthly sums and audit events into the ledger: one
 * statement per table, whatever the number of lines. Locks the tenant's audit chain first, so documents of one tenant
 * are recorded one after the other and a content can only be recorded once.
 */
export async function recordDocument(
  ctx: RecordingContext,
  tx: TenantTransaction,
  batch: LedgerBatch,
): Promise<RecordOutcome> {
  const { document } = batch;
  const id = ctx.newId();
  await lockAuditChain(tx);
  const [recorded] = await insertLedgerRows(tx, "documents", [{ ...document, id }]);
  if (recorded === undefined) return { kind: "duplicate", document_id: await existingDocument(tx, document.sha256) };
  const drafts = draftRows(ctx, id, batch);
  const [activities, splits, entryEvents] = await Promise.all([
    insertLedgerRows(tx, "activities", drafts.activities),
    insertLedgerRows(tx, "activity_splits", drafts.splits),
    recordEntries(tx, drafts.entries),
  ]);
  const hashes = new Map([...activities, ...splits].map((row) => [row.id, row.content_sha256]));
  await appendAudit(ctx, tx, [
    documentEvent(id, document, recorded.content_sha256),
    ...drafts.activities.map((activity) => activityEvent(activity, hashes.get(activity.id))),
    ...drafts.splits.map((split) => splitEvent(split, hashes.get(split.id))),
    ...entryEvents,
  ]);
  return {
    kind: "recorded",
    document_id: id,
    activity_ids: drafts.activities.map((activity) => activity.id),
    entry_count: drafts.entries.length,
    review_count: drafts.splits.filter((split) => split.status === "pending_review").length,
    excluded_count: drafts.splits.filter((split) => split.status === "excluded").length,
  };
}

async function existingDocument(tx: TenantTransaction, sha256: string): Promise<string> {
  const id = await selectDocumentId(tx, sha256);
  if (id === null) throw new Error("a document was neither new nor known");
  return id;
}

function draftRows(ctx: RecordingContext, documentId: string, { document, activities }: LedgerBatch): Drafts {
  const drafts = activities.map((activity) => draftActivity(ctx, documentId, document, activity));
  return {
    activities: drafts.map((draft) => draft.activity),
    splits: drafts.map((draft) => draft.split),
    entries: drafts.flatMap((draft) => draft.entries),
  };
}

function draftActivity(ctx: RecordingContext, documentId: string, document: NewDocument, given: NewActivity) {
  const { split, result, ...facts } = given;
  const transaction_date = utcTimestamp(given.transaction_date);
  const activity: ActivityRow = {
    ...facts,
    transaction_date,
    id: ctx.newId(),
    document_id: documentId,
    document_sha256: document.sha256,
    document_type: document.document_type,
    ingested_by: ctx.principal.actor,
  };
  const identity = {
    id: ctx.newId(),
    activity_id: activity.id,
    supersedes_split_id: null,
    created_by: ctx.principal.actor,
  };
  const source = {
    activity_id: activity.id,
    activity_split_id: identity.id,
    department_id: split.department_id,
    transaction_date,
  };
  const entries = result?.kind === "calculated" ? newEntries(ctx, source, result.entries) : [];
  return { activity, split: splitRow(identity, split, result), entries };
}

/** Dates are kept as the start of that UTC day, so that a client who groups by UTC month gets the service's sums. */
function utcTimestamp(text: string): string {
  return new Date(text).toISOString();
}

function documentEvent(id: string, document: NewDocument, content_sha256: string): AuditEntry {
  const { sha256, size_bytes, format, document_type } = document;
  return {
    action: LEDGER_ACTIONS.documents,
    subject: id,
    payload: { sha256, size_bytes, format, document_type, content_sha256 },
  };
}

function activityEvent(activity: ActivityRow, content_sha256: string | undefined): AuditEntry {
  const { document_id, line_number, transaction_date, amount, currency, quantity, unit } = activity;
  return {
    action: LEDGER_ACTIONS.activities,
    subject: activity.id,
    payload: {
      document_id,
      line_number,
      transaction_date,
      amount,
      currency,
      quantity,
      unit,
      content_sha256: stated(content_sha256),
    },
  };
}

/** The event of a split, which says how the activity was read and by whom. */
export function splitEvent(split: SplitRow, content_sha256: string | undefined): AuditEntry {
  const { activity_id, status, category_key, mapped_by, quantity, unit, supersedes_split_id } = split;
  return {
    action: LEDGER_ACTIONS.activity_splits,
    subject: split.id,
    payload: {
      activity_id,
      status,
      category_key,
      mapped_by,
      quantity,
      unit,
      ...(supersedes_split_id === null ? {} : { supersedes_split_id }),
      content_sha256: stated(content_sha256),
    },
  };
}

function stated(content_sha256: string | undefined): string {
  if (content_sha256 === undefined) throw new Error("a ledger row came back without its hash");
  return content_sha256;
}
