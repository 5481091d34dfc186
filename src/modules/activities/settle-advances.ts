import type { Context, TenantTransaction } from "../../core/context.ts";
import { appendAudit, type AuditEntry } from "../audit/index.ts";
import type { Decision } from "../categorization/index.ts";
import {
  type CalculationResult,
  calculationSettings,
  closedYearReason,
  type EntrySource,
  movedYear,
  newEntries,
  selectCurrentEntries,
  supersedeEntries,
} from "../emissions/index.ts";
import { closedYears } from "../financial-years/index.ts";
import { loadFootprints } from "../pcf/index.ts";
import { advanceOf } from "../reading/index.ts";
import { advanceSteps } from "./advance-steps.ts";
import { type SplitRow, splitRow } from "./new-split.ts";
import { readAs, type ReadingAgain } from "./read-again.ts";
import { recordSplits } from "./record-splits.ts";
import { isSupplyCategory, type SettledAdvance, settledAdvance } from "./settled-advance.ts";
import type { CurrentActivityRow } from "./store.ts";
import { selectLinesOfSupplies } from "./store-advances.ts";

/**
 * Reads the advances of supplies anew by what the other lines of each supply say now: a settlement replaces them for the days
 * that it counts, and its price makes a quantity of an advance in money; when it no longer counts, the advances count again.
 * What a person left out stays out. In a closed year nothing moves: an advance that would begin to count there waits, and one
 * that counts there stays as it is. One statement, and none more where nothing changes. The transaction holds the audit chain.
 */
export async function settleAdvances(ctx: Context, tx: TenantTransaction, supplyIds: readonly string[]): Promise<void> {
  if (supplyIds.length === 0) return;
  const lines = await selectLinesOfSupplies(tx, supplyIds);
  const changed = lines.filter(isOpenAdvance).flatMap((advance): Settled[] => {
    const supply = lines.filter(({ supply_id }) => supply_id === advance.supply_id);
    const settled = settledAdvance(advance, supply, ctx.tenant.country);
    return isSame(advance, settled) ? [] : [{ advance, settled }];
  });
  if (changed.length > 0) await writeSettled(ctx, tx, changed);
}

/** The same after a decision about one line, where it is about a supply. */
export async function settleAdvancesOf(ctx: Context, tx: TenantTransaction, line: CurrentActivityRow): Promise<void> {
  await settleAdvances(ctx, tx, line.supply_id === null ? [] : [line.supply_id]);
}

interface Settled {
  readonly advance: CurrentActivityRow;
  readonly settled: SettledAdvance;
}

/** Whether other lines decide how an advance is read: it counts, or waits for nothing else, or was left out for being settled. */
function isOpenAdvance(line: CurrentActivityRow): boolean {
  if (!isSupplyCategory(line.category_key) || advanceOf(line) !== "advance") return false;
  const isSettled = advanceSteps(line).length > 0;
  if (line.status === "pending_review") return isSettled || line.review_code === "advance_without_quantity";
  return line.status === "classified" || (isSettled && line.mapped_by !== "person");
}

function isSame(advance: CurrentActivityRow, { steps }: SettledAdvance): boolean {
  return JSON.stringify(advanceSteps(advance).map(told)) === JSON.stringify(steps.map(told));
}

function told({ kind, from, to, note }: SettledAdvance["steps"][number]): readonly string[] {
  return [kind, from, to, note];
}

async function writeSettled(ctx: Context, tx: TenantTransaction, changed: readonly Settled[]): Promise<void> {
  const [catalog, footprints, settings, closed] = await Promise.all([
    ctx.catalog(),
    loadFootprints(tx),
    calculationSettings(tx),
    closedYears(tx),
  ]);
  const tables: ReadingAgain = { catalog, footprints, settings, country: ctx.tenant.country };
  const events: AuditEntry[] = [];
  for (const { advance, settled } of changed) {
    const reading = readingOf(ctx, advance, settled, tables);
    const { row, source } = reading;
    const fresh = reading.result?.kind === "calculated" ? newEntries(ctx, source, reading.result.entries) : [];
    const ended = closed.length === 0 ? [] : await selectCurrentEntries(tx, [advance.split_id]);
    const year = movedYear(closed, fresh, ended);
    if (year !== undefined && advance.status === "classified") continue;
    const result: CalculationResult | null =
      year === undefined ? reading.result : { kind: "review", reviewReason: closedYearReason(year) };
    const split = year === undefined ? row : splitRow(reading.identity, reading.split, result);
    const splitEvents = await recordSplits(ctx, tx, [{ row: split, line: advance }]);
    const calculated = result?.kind === "calculated" ? result.entries : [];
    const written = await supersedeEntries(ctx, tx, { from_split_id: advance.split_id, source, calculated });
    const payload = { from_status: advance.status, to_status: split.status, split_id: split.id, reason: split.reason };
    events.push(...splitEvents, ...written.events);
    events.push({ action: "activity.advance_settled", subject: advance.id, payload });
  }
  if (events.length > 0) await appendAudit(ctx, tx, events);
}

/** An advance as its settlement has it read, with what it counts. */
function readingOf(ctx: Context, advance: CurrentActivityRow, settled: SettledAdvance, tables: ReadingAgain) {
  const { steps, settled_by } = settled;
  const read = readAs({ ...advance, conversion: steps }, advance.category_key, tables);
  const result = settled_by === null ? read.result : null;
  const split = { ...read.split, decision: decisionOf(advance, settled), department_id: advance.department_id };
  const identity = {
    id: ctx.newId(),
    activity_id: advance.id,
    supersedes_split_id: advance.split_id,
    created_by: ctx.principal.actor,
    stated: advance.stated,
  };
  const row: SplitRow = splitRow(identity, split, result);
  const source: EntrySource = {
    activity_id: advance.id,
    activity_split_id: row.id,
    department_id: advance.department_id,
    transaction_date: advance.transaction_date,
  };
  return { identity, split, result, row, source };
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
