import { z } from "zod";
import type { Context, TenantTransaction } from "../../core/context.ts";
import { validationError } from "../../core/errors.ts";
import { type FinancialYear, yearOfDay } from "../../core/financial-year.ts";
import { dayInput } from "../../core/moment.ts";
import { defineOperation } from "../../core/operation.ts";
import { type ReadingAgain, readingTables } from "../activities/index.ts";
import { appendAudit, lockAuditChain } from "../audit/index.ts";
import { changeYearState, closedYears, financialYears, yearEndingOn } from "../financial-years/index.ts";
import { decideItem, type ItemDecision } from "./decide-item.ts";
import { assertEachOnce, type DecisionInput, decisionInput, decisionOf, DECISIONS_MAX } from "./decision-input.ts";
import { linesOfClosedYear } from "./lines-of-closed-year.ts";
import { isRestated, restatedYear, type RestatedYear, sumsOfYear, toRestatedYear } from "./restated-sums.ts";

const restatement = z.object({
  dry_run: z.boolean(),
  decided_count: z.int(),
  /** Lines that wait for the year and for something else too: decide about each of them. */
  undecided_count: z.int(),
  /** More lines wait for the year: ask again. */
  has_more: z.boolean(),
  years: z.array(restatedYear),
});

type Restatement = z.infer<typeof restatement>;

export const restateFinancialYear = defineOperation({
  name: "restate_financial_year",
  title: "Restate a closed financial year",
  description:
    "Books what changes a closed year, with a reason, all of it or nothing: the year is closed before and after, and nothing " +
    "else can change it meanwhile. Without decisions it accepts the lines that wait for the year (review_code " +
    "financial_year_closed), at most 200; with decisions it carries out those, of waiting and of booked lines " +
    "(recategorize with facts corrects, exclude leaves out). years tells each scope before and after; with dry_run the same " +
    "figures and nothing is written. Reports and attestations keep their bytes; the next report of the year names the " +
    "reason. A change that reaches another closed year is refused unless that year stands in also_period_ends. In an open " +
    "year it books what still waits for it.",
  layer: null,
  scope: "tenant:write",
  access: "write",
  input: z.object({
    period_end: dayInput.describe("Last day of the year, from GET /financial-years"),
    reason: z.string().trim().min(1).max(2_000).describe("Why; printed in the next report of the year"),
    decisions: z.array(decisionInput).min(1).max(DECISIONS_MAX).describe("At most 200, each line once").optional(),
    also_period_ends: z
      .array(dayInput)
      .max(10)
      .describe("Last days of other closed years that the change reaches as well")
      .optional(),
    dry_run: z.boolean().describe("true: only say what would change").optional(),
  }),
  output: restatement,
  errors: ["request.validation_failed", "resource.not_found", "financial_year.closed"],
  emits: [],
  rest: { method: "POST", path: "/financial-years/:period_end/restate" },
  tool: false,
  callers: "any",
  example: {
    input: { period_end: "2015-12-31", reason: "Credit note of March 2016", dry_run: true },
    output: {
      dry_run: true,
      decided_count: 1,
      undecided_count: 0,
      has_more: false,
      years: [
        {
          report_year: 2015,
          from: "2015-01-01",
          to: "2015-12-31",
          is_closed: true,
          scopes: [
            {
              scope: "2",
              market_based_before_kg: 1704.3615,
              market_based_after_kg: 1604.3615,
              location_based_before_kg: 804.2,
              location_based_after_kg: 757,
              change_pct: -5.867394,
            },
          ],
        },
      ],
    },
  },
  async run(ctx, { period_end, reason, decisions = null, also_period_ends = [], dry_run = false }) {
    if (decisions !== null) assertEachOnce(decisions);
    const tables = await readingTables(ctx, ctx.db);
    const days = [...new Set([period_end, ...also_period_ends])];
    const asked = { days, reason, decisions, dry_run };
    try {
      return await ctx.db.transaction(async (tx) => {
        const told = await restate(ctx, tx, asked, tables);
        if (dry_run) throw new Rehearsed(told);
        return told;
      });
    } catch (error) {
      if (error instanceof Rehearsed) return error.told;
      throw error;
    }
  },
});

/** Takes a rehearsal back: what it would book is read from the ledger itself, and its transaction is rolled back. */
class Rehearsed extends Error {
  readonly told: Restatement;

  constructor(told: Restatement) {
    super("a rehearsal is rolled back");
    this.told = told;
  }
}

interface Asked {
  /** Last days of the years: the first is the one that is asked for. */
  readonly days: readonly string[];
  readonly reason: string;
  /** Null: accept the lines that wait for the year. */
  readonly decisions: readonly DecisionInput[] | null;
  readonly dry_run: boolean;
}

async function restate(
  ctx: Context,
  tx: TenantTransaction,
  { days, reason, decisions, dry_run }: Asked,
  tables: ReadingAgain,
): Promise<Restatement> {
  await lockAuditChain(tx);
  const statement = await financialYears(tx);
  const years = days.map((day) => yearEndingOn(yearOfDay(statement, day), day));
  const [year] = years;
  if (year === undefined) throw new Error("no year was asked for");
  const waiting = await linesOfClosedYear(tx, { year, max: DECISIONS_MAX }, tables);
  const said: { readonly id: string; readonly decision: ItemDecision }[] =
    decisions === null
      ? waiting.countable.map(({ id }) => ({ id, decision: { kind: "accept", reason: null, facts: {} } }))
      : decisions.map((decision) => ({ id: decision.id, decision: decisionOf(decision) }));
  const left = { undecided_count: waiting.undecided_count, has_more: decisions === null && waiting.has_more };
  if (said.length === 0) return { dry_run, decided_count: 0, ...left, years: [] };
  const closed = new Set((await closedYears(tx)).map(({ to }) => to));
  const opened = years.filter(({ to }) => closed.has(to));
  const before = await sumsOf(tx, years);
  // Nobody sees the years open: the chain is locked, and this transaction closes them again.
  for (const { to } of opened) await changeYear(ctx, tx, { period_end: to, is_closed: false, reason });
  let decided_count = 0;
  for (const line of said) if ((await decideItem(ctx, tx, line, tables)).is_changed) decided_count += 1;
  for (const { to } of opened) await changeYear(ctx, tx, { period_end: to, is_closed: true, reason: null });
  const after = await sumsOf(tx, years);
  const told: RestatedYear[] = [];
  for (const [index, one] of years.entries()) {
    const sums = { before: before[index] ?? [], after: after[index] ?? [] };
    if (closed.has(one.to) && !isRestated(sums.before, sums.after)) throw unchanged(one);
    told.push(toRestatedYear(one, closed.has(one.to), sums));
  }
  await appendAudit(
    ctx,
    tx,
    told.filter(({ is_closed }) => is_closed).map((restated) => restatedEvent(ctx, restated, decided_count)),
  );
  return { dry_run, decided_count, ...left, years: told };
}

async function sumsOf(tx: TenantTransaction, years: readonly FinancialYear[]) {
  return await Promise.all(years.map((year) => sumsOfYear(tx, year)));
}

async function changeYear(
  ctx: Context,
  tx: TenantTransaction,
  change: { readonly period_end: string; readonly is_closed: boolean; readonly reason: string | null },
): Promise<void> {
  await changeYearState(ctx, { tx }, { ...change, cause: "restatement", report_id: null });
}

function restatedEvent(ctx: Context, year: RestatedYear, decided_count: number) {
  const { from, to, scopes: restated } = year;
  const scopes = restated.map(({ change_pct: _share, scope, ...figures }) => ({
    scope,
    // Figures stand in the log as text, as those of entries do.
    ...Object.fromEntries(Object.entries(figures).map(([name, kg]) => [name, kg === null ? null : String(kg)])),
  }));
  return {
    action: "financial_year.restated",
    subject: ctx.newId(),
    payload: { from, to, decided_count, scopes },
  } as const;
}

/** A restatement that restates nothing would be printed in the next report with a reason for nothing. */
function unchanged({ from, to }: FinancialYear): Error {
  const message = `no figure of ${from} to ${to} changes by scope and category: decide in review, or correct the activity`;
  return validationError([{ path: "decisions", code: "nothing_restated", message }]);
}
