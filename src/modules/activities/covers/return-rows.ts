import type { Context, TenantTransaction } from "../../../core/context.ts";
import { appendAudit, type AuditEntry } from "../../audit/index.ts";
import {
  type CalculationResult,
  closedYearReason,
  copiedEntries,
  isInYears,
  movedYear,
  type NewEntry,
  SPLITS_MAX,
  supersedeAll,
} from "../../emissions/index.ts";
import { closedYears, type YearDays } from "../../financial-years/index.ts";
import { type CountingRecord, duplicateReason, selectCountingRecords } from "../../purchases/index.ts";
import { sameReading, type SplitRow, splitRow } from "../new-split.ts";
import { recordSplits, type SplitOfLine } from "../record-splits.ts";
import { restoreReading } from "../restore-reading.ts";
import { withRuledPeriod } from "../ruled-period.ts";
import { type CurrentActivityRow, selectCurrentActivities, selectReadings } from "../store.ts";
import { type WholeReading, wholeReadings } from "../whole-reading.ts";
import { type Cover, recordOfRow } from "./cover.ts";
import { type CoveredRow, selectRowsOfRecord, upsertCoveredRows } from "./store-covers.ts";

/**
 * Gives the rows that a record no longer covers, or no longer counts, the readings back that they had before, with their figures. A row whose purchase
 * another document has counted meanwhile is a duplicate of that one; a row that would begin to count in a closed year waits. What a
 * person decided about a row while it was evidence stays. The transaction holds the audit chain.
 * @returns ids of the rows that were given back
 */
export async function returnRows(
  ctx: Context,
  tx: TenantTransaction,
  cover: Cover,
  isGiven: (row: CurrentActivityRow) => boolean,
): Promise<readonly string[]> {
  const closed = await closedYears(tx);
  const returned: string[] = [];
  let held = await selectRowsOfRecord(tx, cover.activity_id, null);
  while (held.length > 0) {
    const rows = await selectCurrentActivities(
      tx,
      held.map(({ activity_id }) => activity_id),
    );
    const given = new Set(rows.filter(isGiven).map(({ id }) => id));
    const evidence = rows.filter((row) => given.has(row.id) && recordOfRow(row) === cover.activity_id);
    await writeReturned(ctx, tx, { cover, held, evidence, closed });
    await upsertCoveredRows(
      tx,
      held.filter(({ activity_id }) => given.has(activity_id)).map((row) => ({ ...row, state: "returned" })),
    );
    returned.push(...evidence.map(({ id }) => id));
    held = await selectRowsOfRecord(tx, cover.activity_id, held.at(-1)?.activity_id ?? null);
  }
  return returned;
}

interface Returning {
  readonly cover: Cover;
  readonly held: readonly CoveredRow[];
  readonly evidence: readonly CurrentActivityRow[];
  readonly closed: readonly YearDays[];
}

async function writeReturned(
  ctx: Context,
  tx: TenantTransaction,
  { cover, held, evidence, closed }: Returning,
): Promise<void> {
  const counting = new Map(
    (await selectCountingRecords(tx, evidence)).flatMap((record) => record.told_by.map((id) => [id, record] as const)),
  );
  const before_split_ids = new Map(held.map(({ activity_id, before_split_id }) => [activity_id, before_split_id]));
  for (let start = 0; start < evidence.length; start += SPLITS_MAX) {
    const part = evidence.slice(start, start + SPLITS_MAX);
    const readings = await selectReadings(
      tx,
      part.flatMap(({ id }) => before_split_ids.get(id) ?? []),
    );
    const befores = new Map(readings.map((before) => [before.id, before]));
    const wholes = await wholeReadings(ctx, tx, readings);
    const given = part.map((current): GivenBack => {
      const before = befores.get(current.id);
      if (before === undefined) throw new Error("a covered row has no reading of before");
      const { written, whole } = wholes.get(before.split_id) ?? { written: [], whole: [] };
      return { current, before, written, whole, counting: counting.get(current.id), closed };
    });
    await writeTogether(ctx, tx, cover, given);
  }
}

/** With what the reading of before counts. */
interface GivenBack extends WholeReading {
  readonly current: CurrentActivityRow;
  readonly before: CurrentActivityRow;
  /** What counts the purchase of the row by now. */
  readonly counting: CountingRecord | undefined;
  readonly closed: readonly YearDays[];
}

/** A row with the reading that takes the place of its current one. */
interface Returned extends SplitOfLine {
  readonly current: CurrentActivityRow;
  readonly fresh: readonly NewEntry[];
}

/** Writes the readings of rows with a fixed number of statements; at most SPLITS_MAX. */
async function writeTogether(
  ctx: Context,
  tx: TenantTransaction,
  { activity_id: record_activity_id }: Cover,
  given: readonly GivenBack[],
): Promise<void> {
  const events: AuditEntry[] = [];
  const uncovered = (current: CurrentActivityRow, row: SplitRow): AuditEntry => ({
    action: "activity.uncovered",
    subject: current.id,
    payload: { from_status: current.status, to_status: row.status, split_id: row.id, record_activity_id },
  });
  const together: Returned[] = [];
  for (const row of given) {
    const returned = returnedReading(ctx, row);
    if (returned !== null) together.push(returned);
    else {
      const written = await restoreReading(ctx, tx, row);
      events.push(...written.events, uncovered(row.current, written.row));
    }
  }
  if (together.length > 0) {
    const splitEvents = await recordSplits(ctx, tx, together);
    events.push(
      ...splitEvents.flatMap((event, index) => [
        event,
        ...together.slice(index, index + 1).map(({ current, row }) => uncovered(current, row)),
      ]),
      ...(await supersedeAll(ctx, tx, together.map(laterFigures))),
    );
  }
  if (events.length > 0) await appendAudit(ctx, tx, events);
}

function laterFigures({ current, row, line, fresh }: Returned) {
  const { activity_id, id: activity_split_id, department_id } = row;
  const source = { activity_id, activity_split_id, department_id, transaction_date: line.transaction_date };
  return { from_split_id: current.split_id, source, fresh };
}

/** What becomes of a row; null: a closed year holds back some of its days, which are given back one by one. */
function returnedReading(
  ctx: Context,
  { current, before, written, whole, counting, closed }: GivenBack,
): Returned | null {
  const identity = {
    id: ctx.newId(),
    activity_id: current.id,
    supersedes_split_id: current.split_id,
    created_by: ctx.principal.actor,
  };
  const otherwise = ({ decision, split, result }: ReturnType<typeof unlike>): Returned => {
    const line = withRuledPeriod(current, null);
    const { stated, department_id } = line;
    return {
      current,
      line,
      row: splitRow({ ...identity, stated }, { decision, ...split, department_id }, result),
      fresh: [],
    };
  };
  if (counting !== undefined && before.status !== "excluded") {
    return otherwise(unlike(before, "excluded", duplicateReason(counting), null));
  }
  const year = before.status === "classified" ? movedYear(closed, written, []) : undefined;
  if (year !== undefined) {
    const result: CalculationResult = { kind: "review", reviewReason: closedYearReason(year) };
    return otherwise(unlike(before, "classified", before.reason, result));
  }
  if (whole.some((entry) => isInYears(entry, closed))) return null;
  const row = sameReading(identity, before, before.department_id);
  const { id: activity_split_id, department_id } = row;
  return { current, line: before, row, fresh: copiedEntries(ctx, whole, { activity_split_id, department_id }) };
}

/** The reading of before in its category, which counts nothing. */
function unlike(
  before: CurrentActivityRow,
  status: "classified" | "excluded",
  reason: string,
  result: CalculationResult | null,
) {
  const { category_key, mapped_by, confidence, candidates, conversion, allocated_amount, allocated_currency } = before;
  const isOut = status === "excluded";
  return {
    decision: {
      status,
      category_key,
      mapped_by: isOut ? ("rule" as const) : mapped_by,
      confidence: isOut ? 1 : Number(confidence),
      reason,
      candidates: isOut ? [] : candidates,
    },
    split: {
      quantity: before.split_quantity,
      unit: before.split_unit,
      conversion,
      allocated_amount,
      allocated_currency,
    },
    result,
  };
}
