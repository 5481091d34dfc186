import type { Context, TenantTransaction } from "../../core/context.ts";
import type { FinancialYear } from "../../core/financial-year.ts";
import { appendAudit, type ChainHead, recordsSince } from "../audit/index.ts";
import { selectMoved } from "../emissions/index.ts";
import { changeYearState, closedYears } from "../financial-years/index.ts";
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
 * them again. Keeps each year's figures before and after, in the audit log, and what changed in it line by line.
 */
export async function bookRestatement(
  ctx: Context,
  tx: TenantTransaction,
  { head, years, reason, causes, unchanged, book }: Booking,
): Promise<{ readonly decided_count: number; readonly years: RestatedYear[] }> {
  const closed = new Set((await closedYears(tx)).map(({ to }) => to));
  const opened = years.filter(({ to }) => closed.has(to));
  const before = await sumsOf(tx, years);
  for (const { to } of opened) await changeYear(ctx, tx, { period_end: to, is_closed: false, reason });
  const decided_count = await book();
  for (const { to } of opened) await changeYear(ctx, tx, { period_end: to, is_closed: true, reason: null });
  const after = await sumsOf(tx, years);
  const moved = await selectMoved(tx, await recordsSince(tx, head, "emission_entries"));
  const told: RestatedYear[] = [];
  for (const [index, one] of years.entries()) {
    const sums = { before: before[index] ?? [], after: after[index] ?? [] };
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
  return { decided_count, years: told };
}

async function sumsOf(tx: TenantTransaction, years: readonly FinancialYear[]) {
  return await Promise.all(years.map((year) => sumsOfYear(tx, year)));
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
