import type { Context, TenantTransaction } from "../../../core/context.ts";
import { appendAudit, type AuditEntry } from "../../audit/index.ts";
import { closedYearReason, movedYear, selectEntriesOfReading } from "../../emissions/index.ts";
import { closedYears, type YearDays } from "../../financial-years/index.ts";
import { type CountingRecord, duplicateReason, selectCountingRecords } from "../../purchases/index.ts";
import type { CalculationResult } from "../../emissions/index.ts";
import { restoreReading } from "../restore-reading.ts";
import { type CurrentActivityRow, selectCurrentActivities, selectReading } from "../store.ts";
import { writeLaterSplit } from "../write-later-split.ts";
import { type Cover, recordOfRow } from "./cover.ts";
import { type CoveredRow, selectRowsOfRecord, upsertCoveredRows } from "./store-covers.ts";

/**
 * Gives the rows of a record that no longer counts the readings back that they had before, with their figures. A row whose purchase
 * another document has counted meanwhile is a duplicate of that one; a row that would begin to count in a closed year waits. What a
 * person decided about a row while it was evidence stays. The transaction holds the audit chain.
 * @returns ids of the rows that were given back
 */
export async function returnRows(ctx: Context, tx: TenantTransaction, cover: Cover): Promise<readonly string[]> {
  const closed = await closedYears(tx);
  const returned: string[] = [];
  let held = await selectRowsOfRecord(tx, cover.activity_id, null);
  while (held.length > 0) {
    const rows = await selectCurrentActivities(
      tx,
      held.map(({ activity_id }) => activity_id),
    );
    const evidence = rows.filter((row) => recordOfRow(row) === cover.activity_id);
    await writeReturned(ctx, tx, { cover, held, evidence, closed });
    await upsertCoveredRows(
      tx,
      held.map((row) => ({ ...row, state: "returned" })),
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
  const befores = new Map(held.map(({ activity_id, before_split_id }) => [activity_id, before_split_id]));
  const counting = new Map(
    (await selectCountingRecords(tx, evidence)).flatMap((record) => record.told_by.map((id) => [id, record] as const)),
  );
  const events: AuditEntry[] = [];
  for (const current of evidence) {
    const before = await selectReading(tx, befores.get(current.id) ?? "");
    if (before === undefined) throw new Error("a covered row has no reading of before");
    const written = await writeBefore(ctx, tx, { current, before, counting: counting.get(current.id), closed });
    const payload = {
      from_status: current.status,
      to_status: written.row.status,
      split_id: written.row.id,
      record_activity_id: cover.activity_id,
    };
    events.push(...written.events, { action: "activity.uncovered", subject: current.id, payload });
  }
  if (events.length > 0) await appendAudit(ctx, tx, events);
}

interface GivenBack {
  readonly current: CurrentActivityRow;
  readonly before: CurrentActivityRow;
  /** What counts the purchase of the row by now. */
  readonly counting: CountingRecord | undefined;
  readonly closed: readonly YearDays[];
}

async function writeBefore(ctx: Context, tx: TenantTransaction, { current, before, counting, closed }: GivenBack) {
  if (counting !== undefined && before.status !== "excluded") {
    return await writeLaterSplit(ctx, tx, current, unlike(before, "excluded", duplicateReason(counting), null));
  }
  const added =
    closed.length === 0 || before.status !== "classified" ? [] : await selectEntriesOfReading(tx, before.split_id);
  const year = movedYear(closed, added, []);
  if (year === undefined) return await restoreReading(ctx, tx, { current, before });
  const result: CalculationResult = { kind: "review", reviewReason: closedYearReason(year) };
  return await writeLaterSplit(ctx, tx, current, unlike(before, "classified", before.reason, result));
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
