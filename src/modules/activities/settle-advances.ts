import type { Context, TenantTransaction } from "../../core/context.ts";
import { appendAudit, type AuditEntry } from "../audit/index.ts";
import type { Decision } from "../categorization/index.ts";
import {
  type CalculationResult,
  closedYearReason,
  type ConversionStep,
  movedYear,
  newEntries,
  pendingFigures,
  type PendingFigure,
  replacePendingRestatements,
  selectCurrentEntries,
} from "../emissions/index.ts";
import { closedYears, type YearDays } from "../financial-years/index.ts";
import { advanceOf } from "../reading/index.ts";
import { advanceSteps } from "./advance-steps.ts";
import { readAs, type ReadingAgain } from "./read-again.ts";
import { readingTables } from "./reading-tables.ts";
import { isSupplyCategory, type SettledAdvance, settledAdvance, settledOutside } from "./settled-advance.ts";
import type { CurrentActivityRow } from "./store.ts";
import { selectLinesOfSupplies } from "./store-advances.ts";
import { type LaterSplit, writeLaterSplit } from "./write-later-split.ts";

/**
 * Reads the advances of supplies anew by what the other lines of each supply say now: a settlement replaces them for the days
 * that it counts, and its price makes a quantity of an advance in money; when it no longer counts, the advances count again.
 * What a person left out stays out. A closed year keeps what it counts: what a settlement would change there waits to be
 * restated, and an advance that would begin to count there waits. One statement where the supplies have no advance. The
 * transaction holds the audit chain.
 */
export async function settleAdvances(ctx: Context, tx: TenantTransaction, supplyIds: readonly string[]): Promise<void> {
  if (supplyIds.length === 0) return;
  const lines = await selectLinesOfSupplies(tx, supplyIds);
  const advances = lines.filter(isOpenAdvance);
  if (advances.length === 0) return;
  const closed = await closedYears(tx);
  const settled = advances.map((advance): Settled => {
    const supply = lines.filter(({ supply_id }) => supply_id === advance.supply_id);
    const whole = settledAdvance(advance, supply, ctx.tenant.country);
    const isCounted = advance.status === "classified";
    return { advance, whole, booked: isCounted ? settledOutside(whole, advanceSteps(advance), closed) : whole };
  });
  const changed = settled.filter(({ advance, booked }) => !isSame(advance, booked));
  const kept = closed.length === 0 ? [] : settled.filter(({ advance }) => advance.status === "classified");
  if (changed.length + kept.length === 0) return;
  await writeSettled(ctx, tx, { changed, kept, closed });
}

/** The same after a decision about one line, where it is about a supply. */
export async function settleAdvancesOf(ctx: Context, tx: TenantTransaction, line: CurrentActivityRow): Promise<void> {
  await settleAdvances(ctx, tx, line.supply_id === null ? [] : [line.supply_id]);
}

interface Settled {
  readonly advance: CurrentActivityRow;
  /** What the other lines say of it. */
  readonly whole: SettledAdvance;
  /** What of that is booked: of an advance that counts, closed years keep what they have. */
  readonly booked: SettledAdvance;
}

/** Whether other lines decide how an advance is read: it counts, or waits for nothing else, or was left out for being settled. */
function isOpenAdvance(line: CurrentActivityRow): boolean {
  if (!isSupplyCategory(line.category_key) || advanceOf(line) !== "advance") return false;
  const isSettled = advanceSteps(line).length > 0;
  const isAsked = line.review_code === "advance_without_quantity" || line.review_code === "advance_deferred";
  if (line.status === "pending_review") return isSettled || isAsked;
  return line.status === "classified" || (isSettled && line.mapped_by !== "person");
}

/** The database gives members of JSON in an order of its own. */
function isSame(advance: CurrentActivityRow, { steps }: SettledAdvance): boolean {
  return JSON.stringify(advanceSteps(advance).map(told)) === JSON.stringify(steps.map(told));
}

function told({ kind, from, to, note }: ConversionStep): readonly string[] {
  return [kind, from, to, note];
}

interface Settlement {
  readonly changed: readonly Settled[];
  /** Advances that count, where years are closed: of each is noted what would change there. */
  readonly kept: readonly Settled[];
  readonly closed: readonly YearDays[];
}

async function writeSettled(ctx: Context, tx: TenantTransaction, { changed, kept, closed }: Settlement): Promise<void> {
  const tables = await readingTables(ctx, tx);
  const events: AuditEntry[] = [];
  const later = new Map<string, string>();
  for (const { advance, booked } of changed) {
    const reading = readingOf(advance, booked, tables);
    const isHeld = advance.status !== "classified" && closed.length > 0;
    const year = isHeld ? await movedBy(ctx, tx, { advance, reading, closed }) : undefined;
    const result: CalculationResult | null =
      year === undefined ? reading.result : { kind: "review", reviewReason: closedYearReason(year) };
    const outside = isHeld || closed.length === 0 ? {} : { outside: closed };
    const { row, events: written } = await writeLaterSplit(ctx, tx, advance, { ...reading, ...outside, result });
    const payload = { from_status: advance.status, to_status: row.status, split_id: row.id, reason: row.reason };
    events.push(...written, { action: "activity.advance_settled", subject: advance.id, payload });
    later.set(advance.split_id, row.id);
  }
  if (kept.length > 0) {
    const figures = await restatedBySettlements(ctx, tx, { kept, later, tables, closed });
    const activity_split_ids = kept.map(({ advance }) => later.get(advance.split_id) ?? advance.split_id);
    await replacePendingRestatements(tx, { activity_split_ids, cause: "settlement" }, figures);
  }
  if (events.length > 0) await appendAudit(ctx, tx, events);
}

interface Kept {
  readonly kept: readonly Settled[];
  /** Splits that were written, by those that they supersede. */
  readonly later: ReadonlyMap<string, string>;
  readonly tables: ReadingAgain;
  readonly closed: readonly YearDays[];
}

/** What the settlements of advances would change in closed years. */
async function restatedBySettlements(
  ctx: Context,
  tx: TenantTransaction,
  { kept, later, tables, closed }: Kept,
): Promise<PendingFigure[]> {
  const open = kept.filter(({ whole, booked }) => whole !== booked);
  if (open.length === 0) return [];
  const splitOf = ({ split_id }: CurrentActivityRow) => later.get(split_id) ?? split_id;
  const current = await selectCurrentEntries(
    tx,
    open.map(({ advance }) => splitOf(advance)),
  );
  return open.flatMap(({ advance, whole }) => {
    const activity_split_id = splitOf(advance);
    const { id: activity_id, department_id, transaction_date } = advance;
    const { result } = readingOf(advance, whole, tables);
    const source = { activity_id, activity_split_id, department_id, transaction_date };
    const before = current.filter((entry) => entry.activity_split_id === activity_split_id);
    const after = result?.kind === "calculated" ? newEntries(ctx, source, result.entries) : [];
    return pendingFigures({ activity_split_id, activity_id, cause: "settlement" }, { before, after }, closed);
  });
}

/** An advance as its settlement has it read, with what it counts. */
function readingOf(advance: CurrentActivityRow, settled: SettledAdvance, tables: ReadingAgain): LaterSplit {
  const { split, result } = readAs({ ...advance, conversion: settled.steps }, advance.category_key, tables);
  return { decision: decisionOf(advance, settled), split, result: settled.settled_by === null ? result : null };
}

interface Moving {
  readonly advance: CurrentActivityRow;
  readonly reading: LaterSplit;
  readonly closed: readonly YearDays[];
}

/** The closed year of which the reading would change a figure; undefined: none. */
async function movedBy(
  ctx: Context,
  tx: TenantTransaction,
  { advance, reading: { result }, closed }: Moving,
): Promise<YearDays | undefined> {
  const { id: activity_id, split_id: activity_split_id, department_id, transaction_date } = advance;
  const source = { activity_id, activity_split_id, department_id, transaction_date };
  const added = result?.kind === "calculated" ? newEntries(ctx, source, result.entries) : [];
  return movedYear(closed, added, await selectCurrentEntries(tx, [activity_split_id]));
}

/** Its category stays: the settlement says how much was used, not of what. */
function decisionOf(advance: CurrentActivityRow, { settled_by }: SettledAdvance): Decision {
  const { category_key, mapped_by, confidence } = advance;
  const reason =
    settled_by === null
      ? "an advance counts as an estimate until it is settled"
      : `an advance, settled: document ${settled_by} counts what was used on its days`;
  return {
    status: settled_by === null ? "classified" : "excluded",
    category_key,
    mapped_by: settled_by === null ? mapped_by : "rule",
    confidence: settled_by === null ? Number(confidence) : 1,
    reason,
    candidates: [],
  };
}
