import type { Context, TenantQueries, TenantTransaction } from "../../../core/context.ts";
import { NOT_RELEVANT_KEY } from "../../categorization/index.ts";
import { activitiesCountedIn } from "../../emissions/index.ts";
import { closedYears } from "../../financial-years/index.ts";
import { selectCountingRecords } from "../../purchases/index.ts";
import type { CurrentActivityRow } from "../store.ts";
import { supersedeSplits } from "../supersede-splits.ts";
import { type Cover, coveredReason, evidenceStep, recordOfRow } from "./cover.ts";
import { type CoveredRow, selectCoveredRows, upsertCoveredRows } from "./store-covers.ts";
import { yearsWaitedFor } from "./years-waited-for.ts";

/** Rows that a record covers, by what becomes of them. */
export interface SortedRows {
  /** They become its evidence. */
  readonly taken: readonly CurrentActivityRow[];
  /** Another document counts their purchase, which is noted anew. */
  readonly noted: readonly CurrentActivityRow[];
  /** They count in a closed year, or in one for which the record waits, and go on until it is restated. */
  readonly kept: readonly CurrentActivityRow[];
}

/**
 * What becomes of rows that a record covers. Left as they are: rows that another record has, that a person left out or decided about
 * while they were evidence, and that count in a closed year or where the record itself still waits. `rows` are read under the audit chain
 * where they are to be taken; at most 1000.
 */
export async function sortRows(
  tx: TenantQueries,
  cover: Cover,
  rows: readonly CurrentActivityRow[],
): Promise<SortedRows> {
  const ids = rows.map(({ id }) => id);
  const [held, closed, waitedFor] = await Promise.all([
    heldRows(tx, cover, ids),
    closedYears(tx),
    yearsWaitedFor(tx, cover.activity_id),
  ]);
  const free = rows.filter((row) => isFree(row, held.get(row.id)));
  const [inClosedYears, elsewhere] = await Promise.all([
    // One that waits may count there as well: a correction left it without a figure.
    activitiesCountedIn(
      tx,
      free.map(({ id }) => id),
      [...closed, ...waitedFor],
    ),
    countedElsewhere(tx, free.filter(isDuplicateRow)),
  ]);
  return {
    taken: free.filter((row) => !inClosedYears.has(row.id) && !isDuplicateRow(row)),
    noted: free.filter(({ id }) => elsewhere.has(id) && held.get(id)?.state !== "elsewhere"),
    kept: free.filter((row) => inClosedYears.has(row.id) && !isDuplicateRow(row)),
  };
}

/**
 * Makes rows that a record covers its evidence: what they counted ends, and their reading names the record. The transaction holds the
 * audit chain, and `rows` were read while it did.
 * @returns whether any row was taken or noted
 */
export async function takeRows(
  ctx: Context,
  tx: TenantTransaction,
  cover: Cover,
  rows: readonly CurrentActivityRow[],
): Promise<boolean> {
  const { taken, noted } = await sortRows(tx, cover, rows);
  await supersedeSplits(
    ctx,
    tx,
    taken.map((row) => ({
      kind: "covered",
      activity_id: row.id,
      reason: coveredReason(cover),
      step: evidenceStep(cover, row),
    })),
  );
  const asHeld = (row: CurrentActivityRow, state: CoveredRow["state"]): CoveredRow => ({
    record_activity_id: cover.activity_id,
    activity_id: row.id,
    before_split_id: row.split_id,
    state,
  });
  await upsertCoveredRows(tx, [
    ...taken.map((row) => asHeld(row, "taken")),
    ...noted.map((row) => asHeld(row, "elsewhere")),
  ]);
  return taken.length + noted.length > 0;
}

async function heldRows(
  tx: TenantQueries,
  { activity_id }: Cover,
  ids: readonly string[],
): Promise<ReadonlyMap<string, CoveredRow>> {
  const held = (await selectCoveredRows(tx, ids)).filter((row) => row.record_activity_id === activity_id);
  return new Map(held.map((row) => [row.activity_id, row]));
}

function isFree(row: CurrentActivityRow, held: CoveredRow | undefined): boolean {
  if (recordOfRow(row) !== null) return false;
  if (row.status === "excluded" && row.mapped_by === "person") return false;
  // It was evidence, and a person has said since that it counts.
  return !(held?.state === "taken" && row.mapped_by === "person");
}

/** Left out for what another document counts, and not because it is no purchase. */
function isDuplicateRow({ status, category_key }: CurrentActivityRow): boolean {
  return status === "excluded" && category_key !== NOT_RELEVANT_KEY;
}

/** Rows whose purchase another record counts. */
async function countedElsewhere(tx: TenantQueries, rows: readonly CurrentActivityRow[]): Promise<ReadonlySet<string>> {
  const counting = await selectCountingRecords(tx, rows);
  return new Set(counting.flatMap(({ told_by }) => told_by));
}
