import type { Context, TenantQueries, TenantTransaction } from "../../../core/context.ts";
import { appendAudit } from "../../audit/index.ts";
import { activitiesCountedIn } from "../../emissions/index.ts";
import { closedYears } from "../../financial-years/index.ts";
import { selectCountingRecords } from "../../purchases/index.ts";
import { countedBefore, restoreReading } from "../restore-reading.ts";
import { type CurrentActivityRow, selectCurrentActivities, selectCurrentActivity } from "../store.ts";
import { supersedeSplits } from "../supersede-splits.ts";
import {
  answerOf,
  type ComparedRow,
  type Comparison,
  comparisonBetween,
  differenceOf,
  differsReason,
  FigureSums,
} from "./compare-cover.ts";
import { type Cover, isSameCover, recordOfRow, type StatedCover } from "./cover.ts";
import { rowsOfCover } from "./rows-of-cover.ts";
import { ROWS_MAX, selectCoveredRows, selectCoversInForce, selectRowsOfRecord, updateAnswer } from "./store-covers.ts";
import { sortRows } from "./take-rows.ts";

/**
 * Holds records that cover the same against the rows. Where they differ the oldest of them leaves the totals and waits, once; where
 * they agree by now it counts again as before. What a person answered holds as long as the figures stay near those that the person saw.
 * A record that counts in a closed year goes on counting. `before`: a record as it was before a decision about it.
 */
export async function compareRecords(
  ctx: Context,
  tx: TenantTransaction,
  covered: StatedCover,
  before?: CurrentActivityRow,
): Promise<void> {
  const covers = await coversOfTheSame(tx, covered);
  const [cover] = covers;
  if (cover === undefined) return;
  const record = await selectCurrentActivity(tx, cover.activity_id);
  if (record === undefined) throw new Error("a cover has no record");
  const comparison = await comparisonOf(ctx, tx, covers);
  if (record.review_code === "record_differs") {
    if (cover.answered !== null) await updateAnswer(tx, cover.activity_id, null);
    if (differenceOf(comparison, null) === null) await takeQuestionBack(ctx, tx, record);
    return;
  }
  if (record.status !== "classified") return;
  if (before?.id === record.id && before.review_code === "record_differs") {
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

/** The covers in force of the same rows, the oldest record first. */
async function coversOfTheSame(tx: TenantQueries, covered: StatedCover): Promise<readonly Cover[]> {
  return (await selectCoversInForce(tx)).filter((cover) => isSameCover(cover, covered));
}

/** What records say that cover the same, and the rows that are their evidence or that another document of their purchase counts. */
export async function coverComparison(
  ctx: Pick<Context, "catalog">,
  tx: TenantQueries,
  covered: StatedCover,
): Promise<Comparison> {
  return await comparisonOf(ctx, tx, await coversOfTheSame(tx, covered));
}

/** The same with a record that is only tried, and the rows that it would take. */
export async function previewedComparison(
  ctx: Pick<Context, "catalog">,
  tx: TenantQueries,
  covered: StatedCover,
  tried: ComparedRow,
): Promise<Comparison> {
  const cover: Cover = { ...covered, activity_id: NO_RECORD, answered: null };
  return await comparisonOf(ctx, tx, await coversOfTheSame(tx, covered), { cover, record: tried });
}

const NO_RECORD = "00000000-0000-0000-0000-000000000000";

interface TriedRecord {
  readonly cover: Cover;
  readonly record: ComparedRow;
}

async function comparisonOf(
  ctx: Pick<Context, "catalog">,
  tx: TenantQueries,
  covers: readonly Cover[],
  tried?: TriedRecord,
): Promise<Comparison> {
  const ids = covers.map(({ activity_id }) => activity_id);
  const records: readonly ComparedRow[] = [
    ...(await selectCurrentActivities(tx, ids.slice(0, ROWS_MAX))),
    ...(tried === undefined ? [] : [tried.record]),
  ];
  const comparedIn = records[0] ?? { split_unit: null, allocated_currency: null };
  const catalog = await ctx.catalog();
  const [stated, said] = [new FigureSums(comparedIn, catalog), new FigureSums(comparedIn, catalog)];
  stated.add(records);
  const documentIds = new Set<string>();
  const add = (rows: readonly CurrentActivityRow[], counting: ReadonlyMap<string, readonly string[]>): void => {
    said.add(rows);
    for (const { id } of rows) for (const document of counting.get(id) ?? []) documentIds.add(document);
  };
  for (const id of ids) {
    for await (const held of heldRowsOf(tx, id)) {
      const counting = await countingDocuments(tx, held.rows);
      add(
        held.rows.filter((row) => recordOfRow(row) === id || (held.noted.has(row.id) && counting.has(row.id))),
        counting,
      );
    }
  }
  if (tried !== undefined) {
    for await (const rows of rowsOfCover(tx, tried.cover)) {
      const { taken, noted } = await sortRows(tx, tried.cover, rows);
      const known = await selectCoveredRows(
        tx,
        noted.map(({ id }) => id),
      );
      const fresh = noted.filter(({ id }) => !known.some((row) => row.activity_id === id));
      add([...taken, ...fresh], await countingDocuments(tx, fresh));
    }
  }
  return comparisonBetween(
    comparedIn,
    { records: stated, rows: said },
    { documentIds, answered: covers[0]?.answered ?? null },
  );
}

/** The rows that a record holds, as they are read now, at most 1000 at a time; `noted` are those that another document counts. */
async function* heldRowsOf(
  tx: TenantQueries,
  recordId: string,
): AsyncGenerator<{ readonly rows: readonly CurrentActivityRow[]; readonly noted: ReadonlySet<string> }> {
  let held = await selectRowsOfRecord(tx, recordId, null);
  while (held.length > 0) {
    const rows = await selectCurrentActivities(
      tx,
      held.map(({ activity_id }) => activity_id),
    );
    yield {
      rows,
      noted: new Set(held.flatMap(({ activity_id, state }) => (state === "elsewhere" ? [activity_id] : []))),
    };
    held = held.length < ROWS_MAX ? [] : await selectRowsOfRecord(tx, recordId, held.at(-1)?.activity_id ?? null);
  }
}

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
