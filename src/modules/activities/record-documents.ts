import type { TenantTransaction } from "../../core/context.ts";
import {
  type AuditEntry,
  type ChainHead,
  insertLedgerRows,
  LEDGER_ACTIONS,
  type RowProof,
  sendEvents,
} from "../audit/index.ts";
import {
  type HeldOfReading,
  insertEntries,
  insertHeldEntries,
  moveFigures,
  type NewEntry,
  type PendingFigure,
} from "../emissions/index.ts";
import type { LedgerBatch, NewDocument, RecordedDocument } from "./ledger-batch.ts";
import { type LedgerPart, ledgerSlices } from "./ledger-slices.ts";
import { activityEvent, type ActivityRow, lineRowsOf, type RecordingContext, withProof } from "./line-rows.ts";
import type { SplitRow } from "./new-split.ts";
import { withRuledPeriod } from "./ruled-period.ts";
import { recordSplits } from "./record-splits.ts";

/** The rows of one document, or of some of its lines. */
interface DocumentRows {
  readonly document: NewDocument & { readonly id: string };
  readonly has_document: boolean;
  readonly activities: readonly ActivityRow[];
  readonly splits: readonly SplitRow[];
  readonly entries: readonly NewEntry[];
  /** What is held back of closed years. */
  readonly held: readonly PendingFigure[];
  readonly held_entries: readonly HeldOfReading[];
}

/**
 * Writes documents with their activities, splits, emission entries, monthly sums and audit events into the ledger: one
 * statement per table for up to 500 lines and for the sums of some 2,000 entries, whatever the number of documents. `chain` is the tenant's audit chain, locked
 * by this transaction, so that documents of one tenant are recorded one group after the other. The result has the order
 * of the batches. @throws Error when a content is in the ledger already; the caller has looked while it held the chain.
 */
export async function recordDocuments(
  ctx: RecordingContext,
  tx: TenantTransaction,
  chain: ChainHead,
  batches: readonly LedgerBatch[],
): Promise<RecordedDocument[]> {
  const recorded = new Map<string, RecordedDocument>();
  const slices = ledgerSlices(batches.map((batch) => ({ ...batch, document_id: batch.document_id ?? ctx.newId() })));
  const send = (parts: readonly LedgerPart[]): SentSlice => {
    const all = parts.map((part) => rowsOf(ctx, part));
    return { all, inserted: toldLater(insertSlice(ctx, tx, all)) };
  };
  const appending: Promise<void>[] = [];
  const documents = new Map<string, string>();
  let uncounted: NewEntry[] = [];
  let counting = Promise.resolve();
  let head = chain;
  let sent: SentSlice | null = null;
  for (let index = 0; index < slices.length; index += 1) {
    const { all, inserted }: SentSlice = sent ?? send(slices[index] ?? []);
    const following = slices[index + 1];
    // The rows of the next ones leave first: the database writes them, and events, while the events of these are hashed.
    sent = following === undefined ? null : send(following);
    const rows = await inserted;
    const { appended, written } = sendEvents(ctx, tx, inOrderOfDocuments(all, rows), head);
    appending.push(toldLater(written));
    head = appended.at(-1) ?? head;
    for (const documentRows of all) {
      const { id } = documentRows.document;
      for (const activity of documentRows.activities) documents.set(activity.id, id);
      recorded.set(id, summed(recorded.get(id), summary(documentRows)));
    }
    uncounted.push(...rows.entries);
    if (following === undefined || uncounted.length >= COUNTED_AT_ONCE) {
      // The first entries of a year put a release into force, which the next ones are to find there.
      await counting;
      counting = toldLater(moveFigures(tx, uncounted, documents));
      uncounted = [];
    }
  }
  await Promise.all([...appending, counting]);
  return [...recorded.values()];
}

/** Entries whose figures are added to the sums at once: of a ledger many fall on each day, and each day has sums of its own. */
const COUNTED_AT_ONCE = 2_000;

/** Rows on their way to the database. */
interface SentSlice {
  readonly all: readonly DocumentRows[];
  readonly inserted: Promise<Recorded>;
}

/** What is awaited after something else that may fail before it: whoever awaits it still learns of its own failure. */
function toldLater<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined);
  return promise;
}

/** Writes the rows of one slice; their events are still to be appended. */
async function insertSlice(
  ctx: RecordingContext,
  tx: TenantTransaction,
  all: readonly DocumentRows[],
): Promise<Recorded> {
  const newDocuments = all.flatMap((documentRows) => (documentRows.has_document ? [documentRows.document] : []));
  const newActivities = all.flatMap((documentRows) => documentRows.activities);
  const newSplits = all.flatMap(({ activities: lines, splits }) =>
    splits.flatMap((row, index) =>
      lines.slice(index, index + 1).map((line) => {
        const { stated, ruled_period } = row;
        return { row, line: withRuledPeriod({ ...line, stated }, ruled_period) };
      }),
    ),
  );
  const newEntries = all.flatMap((documentRows) => documentRows.entries);
  // Sent together: the connection is pipelined, and no statement needs what another one answers.
  const [documents, activities, splitEvents, { entries, events: entryEvents }] = await Promise.all([
    insertLedgerRows(tx, "documents", newDocuments),
    insertLedgerRows(tx, "activities", newActivities),
    recordSplits(
      ctx,
      tx,
      newSplits,
      all.flatMap((documentRows) => documentRows.held),
    ),
    insertEntries(tx, newEntries),
    insertHeldEntries(
      tx,
      all.flatMap((documentRows) => documentRows.held_entries),
    ),
  ]);
  const proofs = new Map([...documents, ...activities].map((row) => [row.id, row.proof]));
  return { proofs, splitEvents, entryEvents, entries };
}

interface Recorded {
  readonly proofs: ReadonlyMap<string, RowProof>;
  /** Of all documents, in their order. */
  readonly splitEvents: readonly AuditEntry[];
  readonly entryEvents: readonly AuditEntry[];
  /** They are in no sum yet. */
  readonly entries: readonly NewEntry[];
}

/** All events of the first document, then those of the second: each document can be followed in the chain. */
function inOrderOfDocuments(
  all: readonly DocumentRows[],
  { proofs, splitEvents, entryEvents }: Recorded,
): AuditEntry[] {
  let splits = 0;
  let entries = 0;
  return all.flatMap((documentRows) => {
    const firstSplit = splits;
    const firstEntry = entries;
    splits += documentRows.splits.length;
    entries += documentRows.entries.length;
    return [
      ...rowEvents(documentRows, proofs),
      ...splitEvents.slice(firstSplit, splits),
      ...entryEvents.slice(firstEntry, entries),
    ];
  });
}

function summary({ document, activities, splits, entries }: DocumentRows): RecordedDocument {
  return {
    document_id: document.id,
    activity_ids: activities.map((activity) => activity.id),
    entry_ids: entries.map((entry) => entry.id),
    entry_count: entries.length,
    review_count: splits.filter((split) => split.status === "pending_review").length,
    excluded_count: splits.filter((split) => split.status === "excluded").length,
  };
}

function summed(before: RecordedDocument | undefined, more: RecordedDocument): RecordedDocument {
  if (before === undefined) return more;
  return {
    document_id: more.document_id,
    activity_ids: [...before.activity_ids, ...more.activity_ids],
    entry_ids: [...before.entry_ids, ...more.entry_ids],
    entry_count: before.entry_count + more.entry_count,
    review_count: before.review_count + more.review_count,
    excluded_count: before.excluded_count + more.excluded_count,
  };
}

function rowsOf(ctx: RecordingContext, part: LedgerPart): DocumentRows {
  const { document, document_id, activities, is_first } = part;
  const documentRows = activities.map((activity) => lineRowsOf(ctx, document_id, document, activity));
  return {
    document: { ...document, id: document_id },
    has_document: is_first,
    activities: documentRows.map((lineRows) => lineRows.activity),
    splits: documentRows.map((lineRows) => lineRows.split),
    entries: documentRows.flatMap((lineRows) => lineRows.entries),
    held: documentRows.flatMap((lineRows) => lineRows.held),
    held_entries: documentRows.flatMap((lineRows) => lineRows.held_entries ?? []),
  };
}

/** The events of a document's own rows: the document, its activities. */
function rowEvents(documentRows: DocumentRows, proofs: ReadonlyMap<string, RowProof>): AuditEntry[] {
  const { document, has_document, activities } = documentRows;
  return [
    ...(has_document ? [documentEvent(document, proofs.get(document.id))] : []),
    ...activities.map((activity) => activityEvent(activity, proofs.get(activity.id))),
  ];
}

function documentEvent(document: DocumentRows["document"], proof: RowProof | undefined): AuditEntry {
  const { sha256, size_bytes, format, document_type } = document;
  return {
    action: LEDGER_ACTIONS.documents,
    subject: document.id,
    payload: { sha256, size_bytes, format, document_type, ...withProof(proof) },
  };
}
