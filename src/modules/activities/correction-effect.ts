import type { Context, TenantQueries } from "../../core/context.ts";
import { effectOnYears, isInYears, selectCurrentEntries, type YearEffect } from "../emissions/index.ts";
import { splitRow } from "./new-split.ts";
import { withRuledPeriod } from "./ruled-period.ts";
import { type ChangedAdvance, settlementOf } from "./settled-readings.ts";
import { restated } from "./stated-correction.ts";
import type { CurrentActivityRow } from "./store.ts";
import { selectLinesOfSupplies } from "./store-advances.ts";
import type { Correction } from "./write-correction.ts";
import type { LaterSplit } from "./write-later-split.ts";

/** The activity as a correction leaves it, under the id of the reading that it replaces. Pure. */
export function correctedRow(current: CurrentActivityRow, correction: LaterSplit): CurrentActivityRow {
  const { decision, split, result, stated = null } = correction;
  const identity = { id: current.split_id, activity_id: current.id, supersedes_split_id: null, created_by: "", stated };
  const { department_id } = current;
  const {
    status,
    category_key,
    reason,
    review_code,
    quantity,
    unit,
    conversion,
    allocated_amount,
    allocated_currency,
  } = splitRow(identity, { decision, ...split, department_id }, result);
  return {
    ...withRuledPeriod(restated(current, stated), split.ruled_period ?? null),
    status,
    category_key,
    mapped_by: decision.mapped_by,
    confidence: String(decision.confidence),
    reason,
    review_code,
    split_quantity: quantity,
    split_unit: unit,
    conversion,
    allocated_amount,
    allocated_currency,
  };
}

/**
 * What a correction does to the totals by financial year: through the activity itself, and through the advances of its supply that
 * are settled otherwise afterwards. Reads and writes nothing but the years that it touches.
 */
export async function correctionEffect(
  ctx: Context,
  db: TenantQueries,
  current: CurrentActivityRow,
  correction: Correction,
): Promise<readonly YearEffect[]> {
  const after = correctedRow(current, correction);
  const changed = await changedAdvances(ctx, db, after);
  // An advance that is corrected may be settled by other lines as it is now.
  const readings = changed.some(({ advance }) => advance.id === current.id)
    ? changed
    : [{ advance: after, later: correction }, ...changed];
  const later: LaterEntries[] = [];
  for (const reading of readings) later.push(...(await entriesOf(db, reading)));
  return await effectOnYears(
    db,
    readings.map(({ advance }) => advance.split_id),
    later,
  );
}

/** Advances that other lines have read otherwise once a line of their supply is corrected. */
async function changedAdvances(
  ctx: Context,
  db: TenantQueries,
  after: CurrentActivityRow,
): Promise<readonly ChangedAdvance[]> {
  if (after.supply_id === null) return [];
  const lines = await selectLinesOfSupplies(db, [after.supply_id]);
  const settlement = await settlementOf(
    ctx,
    db,
    lines.map((line) => (line.id === after.id ? after : line)),
  );
  return settlement?.changed ?? [];
}

interface LaterEntries {
  readonly transaction_date: string;
  readonly market_based_kg: string;
}

/** What a reading counts; closed years go on counting what they do. */
async function entriesOf(
  db: TenantQueries,
  { advance, later: { result, outside = [] } }: ChangedAdvance,
): Promise<LaterEntries[]> {
  const calculated = result?.kind === "calculated" ? result.entries : [];
  const entries = calculated.map(({ market_based_kg, used }) => ({
    transaction_date: used?.to ?? advance.transaction_date,
    market_based_kg,
  }));
  if (outside.length === 0) return entries;
  const kept = (await selectCurrentEntries(db, [advance.split_id])).filter((entry) => isInYears(entry, outside));
  return [...entries.filter((entry) => !isInYears(entry, outside)), ...kept];
}
