import { canonicalJson, sha256Hex } from "../../../core/content-hash.ts";
import type { Context, TenantQueries, TenantTransaction } from "../../../core/context.ts";
import { rehearsed } from "../../../core/rehearsal.ts";
import { RECORD, recordDocuments, recordsForYears, type WithPending } from "../../activities/index.ts";
import { appendAudit, lockAuditChain } from "../../audit/index.ts";
import { assertTakesActivities } from "../../departments/index.ts";
import type { EvidenceFile } from "../../ingestion/index.ts";
import { statedEvent } from "../stated-event.ts";
import type { CoveredView } from "../covered-view.ts";
import { coverRows } from "../record-covers.ts";
import { identicalRecords } from "../identical-records.ts";
import { fingerprintOf, recordActivityRow, type Statement } from "../new-record.ts";
import { pendingOfRecords } from "../pending-of-records.ts";
import { insertRecords } from "../store.ts";
import type { CountedRow } from "./read-record-row.ts";
import type { RecordSubjectName } from "./record-columns.ts";

/** Rows of one file that may be booked. */
export interface RecordFile {
  readonly subject: RecordSubjectName;
  readonly file: EvidenceFile;
  readonly rows: readonly CountedRow[];
}

/** Which rows are booked before, and what the others became. */
export interface BookedRows {
  readonly document_id: string | null;
  /** Activity by row, of those that are new. */
  readonly activities: ReadonlyMap<number, string>;
  /** The earlier activity by row, of those that are not. */
  readonly earlier: ReadonlyMap<number, string>;
  /** What the new ones cover, by row; absent: nothing. */
  readonly covers: ReadonlyMap<number, CoveredView>;
  /** What of the new ones waits for closed years, by row; absent: nothing. */
  readonly pending: ReadonlyMap<number, WithPending>;
}

/** Rows whose facts were recorded before and still count, with that activity. */
export async function earlierRows(
  db: TenantQueries,
  rows: readonly CountedRow[],
): Promise<ReadonlyMap<number, string>> {
  const prints = rows.map(({ row, record }) => [row, fingerprintOf(record.facts)] as const);
  const found = await identicalRecords(
    db,
    prints.map(([, print]) => print),
  );
  return new Map(
    prints.flatMap(([row, print]): (readonly [number, string])[] => {
      const earlier = found.get(print);
      return earlier === undefined ? [] : [[row, earlier.activity_id]];
    }),
  );
}

/**
 * Books the rows that were not booked before, all in one document and one transaction; the same file sent again, or at the same
 * time, books nothing. @throws ServiceError financial_year.closed; request.validation_failed (department_closed)
 */
export async function bookRecordRows(ctx: Context, file: RecordFile): Promise<BookedRows> {
  const statement = statementOf(ctx, file);
  await ctx.files.put(statement.bytes, statement.sha256);
  return await ctx.db.transaction((tx) => write(ctx, tx, file, statement));
}

/**
 * What the rows of a file would become, without the ids of what is not kept. Which rows of the books a record takes, and what it is
 * asked about, follows from those before it in the file as well: the rows are booked and taken back. @throws as bookRecordRows
 */
export async function previewRecordRows(ctx: Context, file: RecordFile): Promise<BookedRows> {
  const statement = statementOf(ctx, file);
  const told = await rehearsed(ctx.db, (tx) => write(ctx, tx, file, statement));
  return { ...told, document_id: null, activities: new Map() };
}

/** No row is written. */
const NOTHING_BOOKED: Omit<BookedRows, "earlier"> = {
  document_id: null,
  activities: new Map(),
  covers: new Map(),
  pending: new Map(),
};

async function write(
  ctx: Context,
  tx: TenantTransaction,
  { subject, file, rows }: RecordFile,
  { bytes, sha256 }: Statement,
): Promise<BookedRows> {
  const chain = await lockAuditChain(tx);
  const earlier = await earlierRows(tx, rows);
  const fresh = rows.filter(({ row }) => !earlier.has(row));
  if (fresh.length === 0) return { ...NOTHING_BOOKED, earlier };
  // Again under the lock: a department may have been closed since the rows were read.
  const department_ids = new Set(fresh.map(({ record }) => record.facts.department_id));
  for (const department_id of department_ids) await assertTakesActivities(tx, department_id);
  const days = fresh.map(({ record }) => record.facts.transaction_date).toSorted();
  const document = {
    sha256,
    name: `records-${subject}.json`,
    media_type: "application/json",
    size_bytes: bytes.length,
    format: RECORD,
    document_type: RECORD,
    supplier_name: null,
    supplier_identifier: null,
    invoice_number: null,
    issue_date: days.at(-1) ?? null,
    currency: null,
    total_excl_vat: null,
    total_incl_vat: null,
    content_key: null,
    business_key: null,
  };
  const evidence = [file];
  const counted = await recordsForYears(
    tx,
    fresh.map(({ row, record }) => recordActivityRow({ ...record, evidence }, row)),
  );
  const activities = counted.map(({ activity }) => activity);
  const [recorded] = await recordDocuments(ctx, tx, chain, [{ document, activities }]);
  if (recorded === undefined) throw new Error("records became no document");
  const { document_id, activity_ids } = recorded;
  const booked = fresh.map((one, at) => {
    const activity_id = activity_ids[at];
    if (activity_id === undefined) throw new Error("a record became no activity");
    return { ...one, activity_id };
  });
  await insertRecords(
    tx,
    booked.map(({ activity_id, record: { facts } }) => {
      return { activity_id, fingerprint: fingerprintOf(facts), country: facts.country };
    }),
  );
  const events = booked.map(({ activity_id, record: { facts, reason } }) => {
    return statedEvent(activity_id, facts, { document_id, category: facts.category_id, reason, evidence });
  });
  await appendAudit(ctx, tx, events);
  const told = await coverRows(
    ctx,
    tx,
    booked.map(({ activity_id, record: { facts } }) => ({ activity_id, covers: facts.covers })),
  );
  const covers = booked.flatMap(({ row }, at) => (told[at]?.covers == null ? [] : [[row, told[at].covers] as const]));
  const ids = new Map(booked.map(({ row, activity_id }) => [row, activity_id]));
  const waiting = await pendingOfRecords(tx, [...ids.values()]);
  const pending = booked.flatMap(({ row, activity_id }) => {
    const own = waiting.get(activity_id);
    return own === undefined ? [] : [[row, own] as const];
  });
  return { document_id, activities: ids, earlier, covers: new Map(covers), pending: new Map(pending) };
}

/** The document: every row as it was read, with the file that it stood in. */
function statementOf(ctx: Context, { subject, file, rows }: RecordFile): Statement {
  const stated = rows.map(({ row, record }) => ({ row, reason: record.reason, ...record.facts }));
  const bytes = Buffer.from(
    canonicalJson({
      statement_id: ctx.newId(),
      stated_at: ctx.clock.now().toISOString(),
      stated_by: ctx.principal.actor,
      subject,
      evidence: [file],
      rows: stated,
    }),
  );
  return { bytes, sha256: sha256Hex(bytes) };
}
