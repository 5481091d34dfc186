import type { Context, TenantQueries, TenantTransaction } from "../../../core/context.ts";
import { appendAudit } from "../../audit/index.ts";
import { activitiesCountedIn } from "../../emissions/index.ts";
import { closedYears } from "../../financial-years/index.ts";
import { selectCountingRecords } from "../../purchases/index.ts";
import { countedBefore, restoreReading } from "../restore-reading.ts";
import { type CurrentActivityRow, selectCurrentActivities, selectCurrentActivity } from "../store.ts";
import { supersedeSplits } from "../supersede-splits.ts";
import { answerOf, type ComparedRow, type Comparison, differenceOf, differsReason, RowSums } from "./compare-cover.ts";
import { type Cover, recordOfRow, type StatedCover } from "./cover.ts";
import { rowsOfCover } from "./rows-of-cover.ts";
import { ROWS_MAX, selectRowsOfRecord, updateAnswer } from "./store-covers.ts";
import { sortRows } from "./take-rows.ts";

/**
 * Holds a record against the rows that it covers. Where they differ the record leaves the totals and waits, once; where they agree by
 * now it counts again as before. What a person answered holds as long as the figures stay near those that the person saw. A record that
 * counts in a closed year goes on counting. `before`: the record as it was before a decision about it.
 */
export async function compareRecord(
  ctx: Context,
  tx: TenantTransaction,
  cover: Cover,
  before?: CurrentActivityRow,
): Promise<void> {
  const record = await selectCurrentActivity(tx, cover.activity_id);
  if (record === undefined) throw new Error("a cover has no record");
  const comparison = await comparisonOf(ctx, tx, cover, record);
  if (record.review_code === "record_differs") {
    if (cover.answered !== null) await updateAnswer(tx, cover.activity_id, null);
    if (differenceOf(comparison, null) === null) await takeQuestionBack(ctx, tx, record);
    return;
  }
  if (record.status !== "classified") return;
  if (before?.review_code === "record_differs") {
    await updateAnswer(tx, cover.activity_id, answerOf(comparison));
    return;
  }
  const difference = differenceOf(comparison, cover.answered);
  if (difference === null) return;
  const years = await activitiesCountedIn(tx, [record.id], await closedYears(tx));
  if (years.size > 0) return;
  const reviewReason = differsReason(cover, comparison, difference);
  await supersedeSplits(ctx, tx, [{ kind: "differs", activity_id: record.id, reviewReason }]);
}

/** What the record states and what the rows say that are its evidence, or that another document of their purchase counts. */
export async function comparisonOf(
  ctx: Pick<Context, "catalog">,
  tx: TenantQueries,
  cover: Cover,
  record: CurrentActivityRow,
): Promise<Comparison> {
  const sums = new RowSums(record, await ctx.catalog());
  const documentIds = new Set<string>();
  let held = await selectRowsOfRecord(tx, cover.activity_id, null);
  while (held.length > 0) {
    const noted = new Set(held.flatMap(({ activity_id, state }) => (state === "elsewhere" ? [activity_id] : [])));
    const rows = await selectCurrentActivities(
      tx,
      held.map(({ activity_id }) => activity_id),
    );
    const counting = await countingDocuments(tx, rows);
    const compared = rows.filter(
      (row) => recordOfRow(row) === cover.activity_id || (noted.has(row.id) && counting.has(row.id)),
    );
    sums.add(compared);
    for (const { id } of compared) for (const document of counting.get(id) ?? []) documentIds.add(document);
    held =
      held.length < ROWS_MAX ? [] : await selectRowsOfRecord(tx, cover.activity_id, held.at(-1)?.activity_id ?? null);
  }
  return sums.comparison(documentIds);
}

/** The same of a record that is only tried, and of the rows that it would take. */
export async function previewedComparison(
  ctx: Pick<Context, "catalog">,
  tx: TenantQueries,
  cover: StatedCover,
  record: ComparedRow,
): Promise<Comparison> {
  const sums = new RowSums(record, await ctx.catalog());
  const documentIds = new Set<string>();
  for await (const rows of rowsOfCover(tx, cover)) {
    const { taken, noted } = await sortRows(tx, { ...cover, activity_id: NO_RECORD, answered: null }, rows);
    sums.add([...taken, ...noted]);
    for (const ids of (await countingDocuments(tx, noted)).values()) for (const id of ids) documentIds.add(id);
  }
  return sums.comparison(documentIds);
}

const NO_RECORD = "00000000-0000-0000-0000-000000000000";

/** By row the documents that count its purchase, with at least one line that counts now. */
async function countingDocuments(
  tx: TenantQueries,
  rows: readonly CurrentActivityRow[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const records = await selectCountingRecords(tx, rows);
  const counted = new Set<string>();
  const ids = [...new Set(records.flatMap(({ activity_ids }) => activity_ids))];
  for (let start = 0; start < ids.length; start += ROWS_MAX) {
    for (const line of await selectCurrentActivities(tx, ids.slice(start, start + ROWS_MAX))) {
      if (line.status === "classified") counted.add(line.id);
    }
  }
  const documents = new Map<string, string[]>();
  for (const { told_by, document_id, activity_ids } of records) {
    if (!activity_ids.some((id) => counted.has(id))) continue;
    for (const row of told_by) documents.set(row, [...(documents.get(row) ?? []), document_id]);
  }
  return documents;
}

async function takeQuestionBack(ctx: Context, tx: TenantTransaction, current: CurrentActivityRow): Promise<void> {
  const before = await countedBefore(tx, current);
  const { row, events } = await restoreReading(ctx, tx, { current, before }, { department_id: current.department_id });
  const payload = { from_status: current.status, to_status: row.status, split_id: row.id };
  await appendAudit(ctx, tx, [...events, { action: "activity.agrees_with_books", subject: current.id, payload }]);
}
