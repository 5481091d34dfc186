import type { Context, TenantTransaction } from "../../core/context.ts";
import { type FinancialYear, yearOfDay, yearOfMonth } from "../../core/financial-year.ts";
import { appendAudit, type ChainHead, recordsSince } from "../audit/index.ts";
import { type MovedEntry, selectCountedMonths, selectMoved, type YearSums } from "../emissions/index.ts";
import { changeYearState, closedYears, financialYears } from "../financial-years/index.ts";
import { recordChangedLines } from "./changed-lines.ts";
import type { RestatementCauseTold } from "./restatement-record.ts";
import { isRestated, type RestatedYear, sumsOfYear, toRestatedYear } from "./restated-sums.ts";

interface Booking {
  /** What lockAuditChain returned: the transaction holds the chain, and has appended nothing since. */
  readonly head: ChainHead;
  /** Those that are closed are opened for the booking, and closed again. */
  readonly years: readonly FinancialYear[];
  readonly reason: string;
  /** Why a line would have changed a year, by activity; others were decided about. */
  readonly causes: ReadonlyMap<string, RestatementCauseTold>;
  /** What is thrown when a closed year keeps its figures; null: that is right. */
  readonly unchanged: ((year: FinancialYear) => Error) | null;
  /** Books; how many lines it changed. */
  readonly book: () => Promise<number>;
}

/**
 * Books what changes closed years, with a reason: nobody sees them open, because the chain is locked and the transaction closes
 * them again. Keeps each closed year's figures before and after, in the audit log, and what changed in it line by line. Tells the years that
 * are named, and after them others that the booking moves, as an open one in which an advance stops counting.
 */
export async function bookRestatement(
  ctx: Context,
  tx: TenantTransaction,
  { head, years, reason, causes, unchanged, book }: Booking,
): Promise<{ readonly decided_count: number; readonly years: RestatedYear[] }> {
  const closed = new Set((await closedYears(tx)).map(({ to }) => to));
  const opened = years.filter(({ to }) => closed.has(to));
  const before = await sumsByYear(tx, years);
  for (const { to } of opened) await changeYear(ctx, tx, { period_end: to, is_closed: false, reason });
  const decided_count = await book();
  for (const { to } of opened) await changeYear(ctx, tx, { period_end: to, is_closed: true, reason: null });
  const moved = await selectMoved(tx, await recordsSince(tx, head, "emission_entries"));
  const told: RestatedYear[] = [];
  for (const one of years) {
    const sums = { before: before.get(one.to) ?? [], after: await sumsOfYear(tx, one) };
    const is_closed = closed.has(one.to);
    if (is_closed && unchanged !== null && !isRestated(sums.before, sums.after)) throw unchanged(one);
    const restated = toRestatedYear(one, is_closed, sums);
    told.push(restated);
    if (!is_closed) continue;
    const run_id = ctx.newId();
    await appendAudit(ctx, tx, [restatedEvent(run_id, restated, decided_count)]);
    const { from, to } = one;
    await recordChangedLines(ctx, tx, { run_id, year: { from, to }, reason, moved, causes });
  }
  for (const one of await otherYears(tx, years, moved)) {
    const sums = { before: before.get(one.to) ?? [], after: await sumsOfYear(tx, one) };
    if (isRestated(sums.before, sums.after)) told.push(toRestatedYear(one, closed.has(one.to), sums));
  }
  return { decided_count, years: told };
}

/** The sums of these years, and of all others that count anything, by last day: nobody knows yet which the booking moves. */
async function sumsByYear(
  tx: TenantTransaction,
  named: readonly FinancialYear[],
): Promise<ReadonlyMap<string, readonly YearSums[]>> {
  const statement = await financialYears(tx);
  const counting = (await selectCountedMonths(tx)).flatMap((ym) => yearOfMonth(statement, ym) ?? []);
  const years = new Map([...named, ...counting].map((year) => [year.to, year]));
  const sums = new Map<string, readonly YearSums[]>();
  for (const year of years.values()) sums.set(year.to, await sumsOfYear(tx, year));
  return sums;
}

/** Years that are not named and in which entries were written or ended, by time. */
async function otherYears(
  tx: TenantTransaction,
  named: readonly FinancialYear[],
  moved: readonly MovedEntry[],
): Promise<readonly FinancialYear[]> {
  const statement = await financialYears(tx);
  const touched = new Map<string, FinancialYear>();
  for (const day of new Set(moved.map(({ transaction_date }) => transaction_date.slice(0, 10)))) {
    const year = yearOfDay(statement, day);
    if (year !== null && !named.some(({ to }) => to === year.to)) touched.set(year.to, year);
  }
  return [...touched.values()].toSorted((one, other) => one.from_ym - other.from_ym);
}

async function changeYear(
  ctx: Context,
  tx: TenantTransaction,
  change: { readonly period_end: string; readonly is_closed: boolean; readonly reason: string | null },
): Promise<void> {
  await changeYearState(ctx, { tx }, { ...change, cause: "restatement", report_id: null, figures: null });
}

function restatedEvent(run_id: string, year: RestatedYear, decided_count: number) {
  const { from, to, scopes: restated } = year;
  const scopes = restated.map(({ change_pct: _share, scope, ...figures }) => ({
    scope,
    // Figures stand in the log as text, as those of entries do.
    ...Object.fromEntries(Object.entries(figures).map(([name, kg]) => [name, kg === null ? null : String(kg)])),
  }));
  return {
    action: "financial_year.restated",
    subject: run_id,
    payload: { from, to, decided_count, scopes },
  } as const;
}
