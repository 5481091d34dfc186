import type { Context, TenantQueries } from "../../core/context.ts";
import { type Decimal, decimalSum } from "../../core/quantity.ts";
import {
  countedAsOf,
  effectOnYears,
  isInYears,
  type LaterEntry,
  selectCountedOfActivities,
  selectCurrentEntries,
  type YearEffect,
} from "../emissions/index.ts";
import { bookedCredits, type DecidedInvoiceLine } from "./booked-credits.ts";
import type { CountingLine } from "./counted-lines.ts";
import { splitRow } from "./new-split.ts";
import { withRuledPeriod } from "./ruled-period.ts";
import { affectedAdvances } from "./affected-advances.ts";
import type { ChangedAdvance } from "./settled-readings.ts";
import type { WithPending } from "./pending-restatement-record.ts";
import { restated } from "./stated-correction.ts";
import type { CurrentActivityRow } from "./store.ts";
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

/** What a correction moves. */
export interface CorrectionEffect {
  readonly years: readonly YearEffect[];
  /** Other activities that count otherwise afterwards. */
  readonly affected: readonly AffectedActivity[];
}

export interface AffectedActivity extends WithPending {
  readonly id: string;
  readonly cause: "credit_note" | "settlement";
  /** kg CO2e market-based, upstream entries included. */
  readonly before_kg: Decimal;
  readonly after_kg: Decimal;
}

/**
 * What a correction does to the totals by financial year, once closed years are restated: through the activity itself, through the advances
 * of its supply that are settled otherwise afterwards, and through the credit notes of its invoice. Reads and writes nothing but the years
 * that it touches.
 */
export async function correctionEffect(
  ctx: Context,
  db: TenantQueries,
  current: CurrentActivityRow,
  correction: Correction,
): Promise<CorrectionEffect> {
  const after = correctedRow(current, correction);
  const advances = await affectedAdvances(ctx, db, current, after);
  const { result } = correction;
  const counting = countingOf(result);
  const credits = await creditsOf(ctx, db, { before: current, after: { ...after, ...counting } });
  const others = [...advances, ...credits.changes];
  // An advance that is corrected may be settled by other lines as it is now.
  const own = others.some(({ advance }) => advance.id === current.id) ? [] : [{ advance: after, later: correction }];
  const read = await Promise.all([...own, ...others].map(async (reading) => await withEntries(db, reading)));
  const years = await effectOnYears(
    db,
    read.map(({ advance }) => advance.split_id),
    [...read.flatMap(({ entries }) => entries), ...credits.further],
  );
  const pending = new Map(advances.map((one) => [one.advance.id, one.pending]));
  return { years, affected: await affectedBy(db, { current, read, pending }) };
}

/** How the line counts then. */
function countingOf(result: Correction["result"]): CountingLine {
  if (result?.kind !== "calculated") return { counted_as: null, is_over_days: null };
  const is_over_days = result.entries.some(({ used }) => used !== undefined);
  return { counted_as: countedAsOf(result.entries), is_over_days };
}

/** What credit notes take off otherwise that took something back of the invoice of a line. */
async function creditsOf(
  ctx: Context,
  db: TenantQueries,
  line: DecidedInvoiceLine,
): Promise<{ readonly changes: readonly ChangedAdvance[]; readonly further: readonly LaterEntry[] }> {
  if (line.before.document_type !== "invoice") return { changes: [], further: [] };
  const planned = await bookedCredits(ctx, db, line);
  return {
    changes: planned.flatMap(({ changes }) => changes.map((change) => ({ advance: change.line, later: change.later }))),
    further: planned.flatMap(({ further }) => further?.lines.flatMap(entriesOf) ?? []),
  };
}

interface ReadEntries extends ChangedAdvance {
  readonly entries: readonly LaterEntry[];
}

/** What a reading counts; closed years go on counting what they do. */
async function withEntries(db: TenantQueries, reading: ChangedAdvance): Promise<ReadEntries> {
  const { advance, later } = reading;
  const { result, outside = [] } = later;
  const entries = entriesOf({ result, transaction_date: advance.transaction_date });
  if (outside.length === 0) return { ...reading, entries };
  const kept = (await selectCurrentEntries(db, [advance.split_id])).filter((entry) => isInYears(entry, outside));
  return { ...reading, entries: [...entries.filter((entry) => !isInYears(entry, outside)), ...kept] };
}

function entriesOf({
  result,
  transaction_date,
}: Pick<LaterSplit, "result"> & Pick<CurrentActivityRow, "transaction_date">): LaterEntry[] {
  if (result?.kind !== "calculated") return [];
  return result.entries.map(({ market_based_kg, used }) => {
    return { transaction_date: used?.to ?? transaction_date, market_based_kg };
  });
}

interface Affecting {
  readonly current: CurrentActivityRow;
  readonly read: readonly ReadEntries[];
  /** What waits of advances for closed years, by activity. */
  readonly pending: ReadonlyMap<string, WithPending>;
}

async function affectedBy(db: TenantQueries, { current, read, pending }: Affecting): Promise<AffectedActivity[]> {
  const others = read.filter(({ advance }) => advance.id !== current.id);
  if (others.length === 0) return [];
  const counted = await selectCountedOfActivities(
    db,
    others.map(({ advance }) => advance.id),
  );
  return others.map(({ advance: { id, document_type }, entries }) => {
    const before_kg = decimalSum(
      counted.filter(({ activity_id }) => activity_id === id).map(({ market_based_kg }) => market_based_kg),
    );
    const cause = document_type === "credit_note" ? "credit_note" : "settlement";
    const after_kg = decimalSum(entries.map(({ market_based_kg }) => market_based_kg));
    return { id, cause, before_kg, after_kg, ...pending.get(id) };
  });
}
