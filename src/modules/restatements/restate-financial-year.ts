import { z } from "zod";
import type { Context, TenantTransaction } from "../../core/context.ts";
import { validationError } from "../../core/errors.ts";
import { type FinancialYear, yearOfDay } from "../../core/financial-year.ts";
import { dayInput } from "../../core/moment.ts";
import { defineOperation } from "../../core/operation.ts";
import { rehearsed } from "../../core/rehearsal.ts";
import {
  bookHeldDays,
  type CorrectedActivity,
  type ReadingTables,
  readingTables,
  settleAdvances,
  takeRestatedRows,
} from "../activities/index.ts";
import { lockAuditChain } from "../audit/index.ts";
import { closedYearError } from "../emissions/index.ts";
import { closedYears, financialYears, type YearDays, yearEndingOn } from "../financial-years/index.ts";
import {
  assertEachOnce,
  decideItem,
  type DecisionInput,
  decisionInput,
  decisionOf,
  DECISIONS_MAX,
} from "../review/index.ts";
import { bookRestatement } from "./book-restatement.ts";
import { type LinesOfYear, linesOfClosedYear } from "./lines-of-closed-year.ts";
import { restatedYear } from "./restated-sums.ts";

const restatement = z.object({
  dry_run: z.boolean(),
  decided_count: z.int(),
  /** Lines of the year's months that wait for something else: decide about each of them. */
  undecided_count: z.int(),
  /** More lines are pending: ask again. */
  has_more: z.boolean(),
  years: z.array(restatedYear),
});

type Restatement = z.infer<typeof restatement>;

export const restateFinancialYear = defineOperation({
  name: "restate_financial_year",
  title: "Restate a closed financial year",
  description:
    "Books what changes a closed year, with a reason, all of it or nothing: the year is closed before and after, and nothing " +
    "else can change it meanwhile. Without decisions it books what list_restatements tells as pending, at most 200 lines; with " +
    "decisions it carries out those, of waiting and of booked lines (" +
    "recategorize with facts corrects, exclude leaves out). years tells each scope before and after, also of open years that the booking " +
    "moves (is_closed false); with dry_run the same figures and nothing is written. Reports and attestations keep their bytes; the next report of the year names the " +
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
  errors: ["request.validation_failed", "resource.not_found", "review_item.changed", "financial_year.closed"],
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
    const book = async (tx: TenantTransaction) => await restate(ctx, tx, asked, tables);
    return dry_run ? await rehearsed(ctx.db, book) : await ctx.db.transaction(book);
  },
});

interface Asked {
  /** Last days of the years: the first is the one that is asked for. */
  readonly days: readonly string[];
  readonly reason: string;
  /** Null: book what is pending. */
  readonly decisions: readonly DecisionInput[] | null;
  readonly dry_run: boolean;
}

async function restate(
  ctx: Context,
  tx: TenantTransaction,
  { days, reason, decisions, dry_run }: Asked,
  tables: ReadingTables,
): Promise<Restatement> {
  const head = await lockAuditChain(tx);
  const statement = await financialYears(tx);
  const years = days.map((day) => yearEndingOn(yearOfDay(statement, day), day));
  const [year] = years;
  if (year === undefined) throw new Error("no year was asked for");
  const lines = await linesOfClosedYear(tx, { year, max: DECISIONS_MAX });
  const left = { undecided_count: lines.undecided_count, has_more: decisions === null && lines.has_more };
  if (decisions === null && lines.causes.size === 0) return { dry_run, decided_count: 0, ...left, years: [] };
  // An invoice that takes a purchase over may count just what counted before it: it has no other way to be settled.
  const isPending = decisions === null || decisions.some(({ id }) => lines.causes.has(id));
  const booked = await bookRestatement(ctx, tx, {
    head,
    years,
    reason,
    causes: lines.causes,
    unchanged: isPending ? null : unchanged,
    book: async () =>
      decisions === null ? await bookPending(ctx, tx, lines, tables) : await carryOut(ctx, tx, decisions, tables),
  });
  return { dry_run, decided_count: booked.decided_count, ...left, years: booked.years };
}

/** Accepts what waits for the year alone, and counts what is held back of it; how many lines changed. */
async function bookPending(
  ctx: Context,
  tx: TenantTransaction,
  { waiting, held, supply_ids, causes }: LinesOfYear,
  tables: ReadingTables,
): Promise<number> {
  for (const { id } of waiting) {
    await decideItem(ctx, tx, { id, decision: { kind: "accept", reason: null, facts: {} } }, tables);
  }
  await bookHeldDays(ctx, tx, held, tables);
  await takeRestatedRows(ctx, tx, held);
  await settleAdvances(ctx, tx, supply_ids);
  return causes.size;
}

async function carryOut(
  ctx: Context,
  tx: TenantTransaction,
  decisions: readonly DecisionInput[],
  tables: ReadingTables,
): Promise<number> {
  let count = 0;
  for (const said of decisions) {
    const { line, is_changed } = await decideItem(
      ctx,
      tx,
      { id: said.id, version: said.version, decision: decisionOf(said) },
      tables,
    );
    assertBooked(line.pending_restatements, await closedYears(tx));
    if (is_changed) count += 1;
  }
  return count;
}

/** A decision in restating is booked whole. @throws ServiceError financial_year.closed when it reaches a year that was not named */
function assertBooked(pending: CorrectedActivity["pending_restatements"], closed: readonly YearDays[]): void {
  const reached = closed.find(({ to }) => pending?.some(({ period_end }) => period_end === to));
  if (reached !== undefined) throw closedYearError(reached);
}

/** A decision that restates nothing would be printed in the next report with a reason for nothing. */
function unchanged({ from, to }: FinancialYear): Error {
  const message = `no figure of ${from} to ${to} changes by scope and category: decide in review, or correct the activity`;
  return validationError([{ path: "decisions", code: "nothing_restated", message }]);
}
