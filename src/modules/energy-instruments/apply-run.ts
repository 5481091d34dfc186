import type { Context, TenantTransaction } from "../../core/context.ts";
import { type FinancialYear, yearOfDay } from "../../core/financial-year.ts";
import { monthLabel } from "../../core/period.ts";
import { type Decimal, decimal, decimalSum } from "../../core/quantity.ts";
import { appendAudit, lockAuditChain } from "../audit/index.ts";
import {
  entryKwh,
  type NewEntry,
  recordWithEvents,
  selectMarketKwh,
  setAllocated,
  withMarketParts,
} from "../emissions/index.ts";
import { closedYears, financialYears } from "../financial-years/index.ts";
import { bookRestatement } from "../restatements/index.ts";
import { allocatedMonth } from "./allocate-month.ts";
import { entriesOfMonth } from "./allocation-effect.ts";
import { plannedKwh } from "./allocation-plan.ts";
import { usedElsewhere } from "./plan-run.ts";
import { selectInstrument } from "./store.ts";
import { endRun, insertLines, type RunRow, selectLines, selectRun } from "./store-runs.ts";

export const APPLY_ALLOCATION_JOB = "apply_energy_allocation";

/** Why a run cannot become what was decided; a person previews and applies anew. */
class Outdated extends Error {
  override readonly name = "Outdated";
}

/**
 * Applies a run: prepares it month by month, each in a transaction of its own, and makes it visible with one commit. Safe to repeat and
 * to end at any moment: the next attempt goes on with the month after the last one that is prepared. What changed since the run
 * was decided ends it, with the reason and without effect.
 */
export async function applyRun(ctx: Context, run_id: string): Promise<void> {
  try {
    while (await prepareNextMonth(ctx, run_id)) {
      // Each turn prepares one month of the twelve.
    }
    await finishRun(ctx, run_id);
  } catch (error) {
    if (!(error instanceof Outdated)) throw error;
    await failRun(ctx, run_id, error.message);
  }
}

/** Ends a run without effect, with what a person reads of why. */
export async function failRun(ctx: Context, run_id: string, failure: string): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const chain = await lockAuditChain(tx);
    const run = await selectRun(tx, run_id);
    if (run?.status !== "preparing") return;
    await endRun(tx, run_id, { status: "failed", failure, at: ctx.clock.now().toISOString() });
    const { market, year } = run;
    await appendAudit(
      asRequester(ctx, run),
      tx,
      [{ action: "energy_allocation.failed", subject: run_id, payload: { market, year } }],
      chain,
    );
  });
}

/** Prepares the next month of a run; false: there is none, or the run has ended. */
export async function prepareNextMonth(ctx: Context, run_id: string): Promise<boolean> {
  return await ctx.db.transaction(async (tx) => {
    const run = await selectRun(tx, run_id);
    if (run?.status !== "preparing") return false;
    const prepared = run.prepared_ym ?? Number.NEGATIVE_INFINITY;
    const next = run.plan.months.find(({ ym }) => ym > prepared);
    if (next === undefined) return false;
    const entries = await entriesOfMonth(tx, run.market, next.ym);
    assertConsumption(next, decimalSum(entries.map(entryKwh)));
    await insertLines(tx, run_id, next.ym, allocatedMonth(entries, run.plan, next.ym));
    return true;
  });
}

async function finishRun(ctx: Context, run_id: string): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const head = await lockAuditChain(tx);
    const run = await selectRun(tx, run_id);
    if (run?.status !== "preparing") return;
    const by = asRequester(ctx, run);
    await assertAsDecided(tx, run);
    const at = ctx.clock.now().toISOString();
    const entries = await successors(by, tx, run);
    const years = await closedYearsOf(tx, entries);
    if (years.length > 0 && run.reason === null) {
      throw new Outdated(
        `The financial year that ends on ${years[0]?.to} was closed meanwhile: apply anew, with a reason.`,
      );
    }
    await setAllocated(tx, run, { run_id, at });
    const book = async (): Promise<number> => await bookEntries(by, tx, entries);
    if (run.reason === null || years.length === 0) await book();
    else {
      await bookRestatement(by, tx, { head, years, reason: run.reason, causes: new Map(), unchanged: null, book });
    }
    await endRun(tx, run_id, { status: "applied", failure: null, at });
    const { market, year } = run;
    const payload = { market, year, entry_count: entries.length };
    await appendAudit(by, tx, [{ action: "energy_allocation.applied", subject: run_id, payload }]);
  });
}

/** The successors of all entries that the run changes, from what was prepared. */
async function successors(ctx: Context, tx: TenantTransaction, run: RunRow): Promise<NewEntry[]> {
  const entries: NewEntry[] = [];
  for (const { ym } of run.plan.months) {
    const current = new Map((await entriesOfMonth(tx, run.market, ym)).map((entry) => [entry.id, entry]));
    for (const line of await selectLines(tx, run.id, ym)) {
      const entry = current.get(line.entry_id);
      if (entry === undefined) throw changedSince(ym);
      entries.push(withMarketParts(ctx, entry, { ...line, run_id: run.id }));
    }
  }
  return entries;
}

async function bookEntries(ctx: Context, tx: TenantTransaction, entries: readonly NewEntry[]): Promise<number> {
  await recordWithEvents(ctx, tx, entries);
  return new Set(entries.map(({ activity_id }) => activity_id)).size;
}

/** What was decided rests on the register, the other years and the consumption as they were. */
async function assertAsDecided(tx: TenantTransaction, run: RunRow): Promise<void> {
  const { plan, market, year } = run;
  const used = await usedElsewhere(tx, run);
  for (const { id, version, name } of plan.instruments) {
    const row = await selectInstrument(tx, id);
    if (row?.version !== version)
      throw new Outdated(`${name} was corrected or withdrawn since: preview and apply anew.`);
    const planned = plannedKwh(plan.parts, ({ instrument_id }) => instrument_id === id);
    if (planned.plus(used.get(id) ?? 0).gt(decimal(row.facts.mwh).times(1000))) {
      throw new Outdated(`Another year has taken kWh of ${name} since: preview and apply anew.`);
    }
  }
  const months = await selectMarketKwh(tx, market, { from_ym: year * 12, to_ym: year * 12 + 11 });
  const planned = new Map(plan.months.map((month) => [month.ym, month]));
  for (const { ym, kwh } of months) assertConsumption({ ym, kwh: planned.get(ym)?.kwh ?? "0" }, decimal(kwh));
}

function assertConsumption({ ym, kwh }: { readonly ym: number; readonly kwh: string }, now: Decimal): void {
  if (!now.eq(kwh)) throw changedSince(ym);
}

function changedSince(ym: number): Outdated {
  return new Outdated(`The electricity of ${monthLabel(ym)} has changed since: preview and apply anew.`);
}

/** The closed years in which entries count. */
async function closedYearsOf(tx: TenantTransaction, entries: readonly NewEntry[]): Promise<FinancialYear[]> {
  const closed = new Set((await closedYears(tx)).map(({ to }) => to));
  if (closed.size === 0) return [];
  const statement = await financialYears(tx);
  const years = new Map<string, FinancialYear>();
  for (const { transaction_date } of entries) {
    const year = yearOfDay(statement, transaction_date);
    if (year !== null && closed.has(year.to)) years.set(year.to, year);
  }
  return [...years.values()];
}

/** The work is the service's, the decision is of who asked for it. */
function asRequester(ctx: Context, { requested_by }: RunRow): Context {
  return { ...ctx, principal: { ...ctx.principal, actor: requested_by } };
}
