import type { Context, TenantTransaction } from "../../../core/context.ts";
import { RECORD } from "../ledger-batch.ts";
import { type CurrentActivityRow, selectCurrentActivities, selectCurrentActivity } from "../store.ts";
import { noteClosedRows } from "./closed-rows.ts";
import { compareRecords } from "./compare-record.ts";
import { type Cover, coverKey, type CoverableRow, isCoveredBy, ROW_KINDS } from "./cover.ts";
import { returnRows } from "./return-rows.ts";
import { rowsOfCover } from "./rows-of-cover.ts";
import { ROWS_MAX, selectCover, selectCoveredRows, selectCoversInForce } from "./store-covers.ts";
import { takeRows } from "./take-rows.ts";

/**
 * Settles what a record covers with the rows that are in the ledger: they become its evidence, or, where the record was left out or is
 * about other days now, count again as they did before. When record and rows differ the record waits for a person. The transaction holds the audit chain.
 * `before`: the record as it was before a decision about it.
 */
export async function settleRecord(
  ctx: Context,
  tx: TenantTransaction,
  recordId: string,
  before?: CurrentActivityRow,
): Promise<void> {
  const cover = await selectCover(tx, recordId);
  const record = cover === undefined ? undefined : await selectCurrentActivity(tx, recordId);
  if (cover === undefined || record === undefined) return;
  if (record.status === "excluded") {
    // Another record may cover them as well.
    await settleCoversOfRows(ctx, tx, { arrived: [], touched: await returnRows(ctx, tx, cover, () => true) });
    await compareRecords(ctx, tx, cover);
  } else {
    // Rows of other days than it is about now.
    const touched = await returnRows(ctx, tx, cover, (row) => !isCoveredBy(cover, row));
    await settleCoversOfRows(ctx, tx, { arrived: [], touched });
    for await (const rows of rowsOfCover(tx, cover)) await takeRows(ctx, tx, cover, rows);
    await compareRecords(ctx, tx, cover, before);
  }
  const left = before === undefined ? null : coverLeft(cover, record, before);
  // Other records of the days that it was about are held against their rows without it.
  if (left !== null) await compareRecords(ctx, tx, left);
  await noteClosedRows(tx, left === null ? [cover] : [left, cover]);
}

type OfDays = Pick<CurrentActivityRow, "service_period_end" | "service_period_start">;

/** The cover as it was where it follows the days of its record, and these were others before; null: it is the same. */
function coverLeft(cover: Cover, record: OfDays, before: OfDays): Cover | null {
  const { service_period_start: from, service_period_end: to } = before;
  const isFollowing =
    record.service_period_start === cover.period_from && record.service_period_end === cover.period_to;
  const isSame = from === record.service_period_start && to === record.service_period_end;
  return !isFollowing || isSame || from === null || to === null ? null : { ...cover, period_from: from, period_to: to };
}

/** Notes anew what a record waits with, where nothing but the record itself has changed. The transaction holds the audit chain. */
export async function noteRowsOfRecord(tx: TenantTransaction, recordId: string): Promise<void> {
  const cover = await selectCover(tx, recordId);
  if (cover !== undefined) await noteClosedRows(tx, [cover]);
}

/**
 * Lets records that begin to count in a year which is restated take the rows there that they cover. Nobody is asked where they differ:
 * what the restatement comes to is told with it.
 */
export async function takeRestatedRows(
  ctx: Context,
  tx: TenantTransaction,
  lines: readonly Pick<CurrentActivityRow, "document_type" | "id">[],
): Promise<void> {
  const covers: Cover[] = [];
  for (const { id } of lines.filter(isRecord)) {
    const cover = await selectCover(tx, id);
    const record = cover === undefined ? undefined : await selectCurrentActivity(tx, id);
    if (cover === undefined || record?.status !== "classified") continue;
    for await (const rows of rowsOfCover(tx, cover)) await takeRows(ctx, tx, cover, rows);
    covers.push(cover);
  }
  await noteClosedRows(tx, covers);
}

function isRecord({ document_type }: Pick<CurrentActivityRow, "document_type">): boolean {
  return document_type === RECORD;
}

/** A line as it arrives, with the id of its activity. */
export type ArrivedRow = CoverableRow & { readonly id: string };

export interface SettledRows {
  /** New rows. */
  readonly arrived: readonly ArrivedRow[];
  /** Ids of lines, rows or not, whose reading has changed. */
  readonly touched: readonly string[];
  /** Those that were decided about as they were before: a record may cover them no more. Absent: none. */
  readonly before?: readonly CoverableRow[];
}

/**
 * The same for rows that arrive, and for lines that were read anew, by all records of the company: the oldest one that covers a row takes
 * it. One statement where no record covers anything.
 */
export async function settleCoversOfRows(
  ctx: Context,
  tx: TenantTransaction,
  { arrived, touched, before = [] }: SettledRows,
): Promise<void> {
  if (touched.length === 0 && !arrived.some(({ line_kind }) => ROW_KINDS.includes(line_kind))) return;
  const covers = await selectCoversInForce(tx);
  if (covers.length === 0) return;
  const isCovered = (row: CoverableRow): boolean => covers.some((cover) => isCoveredBy(cover, row));
  const ids = [...new Set([...arrived.filter(isCovered).map(({ id }) => id), ...touched])];
  const changed = new Set<string>();
  const concerned = new Set(covers.filter((cover) => before.some((row) => isCoveredBy(cover, row))));
  for (let start = 0; start < ids.length; start += ROWS_MAX) {
    const part = ids.slice(start, start + ROWS_MAX);
    for (const { record_activity_id } of await selectCoveredRows(tx, part)) changed.add(record_activity_id);
    for (const cover of covers) {
      // Read anew: an older record may have taken some.
      const rows = (await selectCurrentActivities(tx, part)).filter((row) => isCoveredBy(cover, row));
      if (rows.length === 0) continue;
      concerned.add(cover);
      if (await takeRows(ctx, tx, cover, rows)) changed.add(cover.activity_id);
    }
  }
  const different = new Map(
    covers.flatMap((cover) => (changed.has(cover.activity_id) ? [[coverKey(cover), cover] as const] : [])),
  );
  for (const cover of different.values()) await compareRecords(ctx, tx, cover);
  await noteClosedRows(tx, [...concerned]);
}

/**
 * The same after a decision about lines, each as it was before it; `touched` are the lines of other documents that were read anew with
 * them.
 */
export async function settleCoversAfter(
  ctx: Context,
  tx: TenantTransaction,
  lines: readonly CurrentActivityRow[],
  touched: readonly string[],
): Promise<void> {
  for (const before of lines.filter(isRecord)) await settleRecord(ctx, tx, before.id, before);
  const rows = lines.filter((line) => !isRecord(line) && ROW_KINDS.includes(line.line_kind));
  await settleCoversOfRows(ctx, tx, { arrived: [], touched: [...rows.map(({ id }) => id), ...touched], before: rows });
}
