import canonicalize from "canonicalize";
import { z } from "zod";
import type { Context, TenantTransaction } from "../../core/context.ts";
import { ServiceError, type ValidationIssue, validationError } from "../../core/errors.ts";
import {
  financialYear,
  lastDay,
  monthOfDay,
  REGULAR_MONTHS,
  YEAR_MONTHS_MAX,
  yearOfDay,
} from "../../core/financial-year.ts";
import { defineOperation } from "../../core/operation.ts";
import { appendAudit, lockAuditChain } from "../audit/index.ts";
import { listedYears } from "./listed-years.ts";
import { insertStatement, selectStatement, statementOf, type YearDays } from "./store.ts";
import { closedYears } from "./store-closings.ts";
import { EXAMPLE_YEARS, yearDays, yearsRecord } from "./year-record.ts";

/** A company changes its financial year seldom: the law asks for a reason. */
const STATED_MAX = 40;

export const setFinancialYears = defineOperation({
  name: "set_financial_years",
  title: "State the company's financial years",
  description:
    "States financial years that are not calendar years: whole months, 1 to 18 of them. Between the stated years, after the " +
    "last and before the first lie years of twelve months; with is_first_of_all nothing lies before the first. One year of " +
    "twelve months is enough for a company that has always begun in July; a changed year is stated with the one before it. " +
    "Everything that means a year uses it from then on: reports, targets, plans, yearly sums; finished reports stay as they " +
    "are. The whole statement is replaced, earlier ones are kept. A closed year must stay as it is.",
  layer: null,
  scope: "tenant:write",
  access: "write",
  idempotent: true,
  input: z.object({
    years: z.array(yearDays).max(STATED_MAX).describe("In order; empty: calendar years"),
    is_first_of_all: z
      .boolean()
      .describe("Whether the company's first year is the first of them. Default false")
      .optional(),
    reason: z.string().trim().min(1).max(2_000).describe("Why, for whoever reads it later").optional(),
  }),
  output: yearsRecord,
  errors: ["request.validation_failed", "financial_year.closed"],
  emits: [],
  rest: { method: "PUT", path: "/financial-years" },
  tool: false,
  callers: "any",
  example: {
    input: { years: [{ from: "2010-07-01", to: "2011-12-31" }], is_first_of_all: true },
    output: EXAMPLE_YEARS,
  },
  async run(ctx, { years, is_first_of_all = false, reason = null }) {
    const issues = statementIssues(years);
    if (issues.length > 0) throw validationError(issues);
    return await ctx.db.transaction(async (tx) => {
      await state(ctx, tx, { years, is_first_of_all: is_first_of_all && years.length > 0, reason });
      return await listedYears(ctx, tx);
    });
  },
});

interface NewStatement {
  readonly years: readonly YearDays[];
  readonly is_first_of_all: boolean;
  readonly reason: string | null;
}

/** The same again writes nothing. */
async function state(ctx: Context, tx: TenantTransaction, stated: NewStatement): Promise<void> {
  const chain = await lockAuditChain(tx);
  const before = await selectStatement(tx);
  const known = { years: before?.years ?? [], is_first_of_all: before?.is_first_of_all ?? false };
  const next = { years: stated.years, is_first_of_all: stated.is_first_of_all };
  if (canonicalize(known) === canonicalize(next)) return;
  await assertClosedStay(tx, next);
  const id = ctx.newId();
  await insertStatement(tx, { ...stated, id, stated_by: ctx.principal.actor });
  const payload = { before: { ...known, years: [...known.years] }, after: { ...next, years: [...next.years] } };
  await appendAudit(ctx, tx, [{ action: "financial_years.stated", subject: id, payload }], chain);
}

async function assertClosedStay(tx: TenantTransaction, next: Omit<NewStatement, "reason">): Promise<void> {
  const statement = statementOf(next);
  for (const { from, to } of await closedYears(tx)) {
    const year = yearOfDay(statement, from);
    if (year?.from === from && year.to === to) continue;
    const instead = year === null ? "no financial year" : `${year.from} to ${year.to}`;
    const detail =
      `The financial year ${from} to ${to} is closed, and by this statement there would be ${instead} in its place. Keep it ` +
      `among the stated years, or open it first with a reason: POST /api/v1/financial-years/${to}/reopen.`;
    throw new ServiceError("financial_year.closed", detail);
  }
}

/** What keeps the years from being a statement: each whole months, in order, with whole years between them. */
function statementIssues(years: readonly YearDays[]): ValidationIssue[] {
  return years.flatMap(({ from, to }, index) => {
    const path = `years.${index}`;
    const [from_ym, to_ym] = [monthOfDay(from), monthOfDay(to)];
    if (!from.endsWith("-01")) {
      return [{ path: `${path}.from`, code: "not_first_of_month", message: "must be the first of a month" }];
    }
    if (to !== lastDay(to_ym)) {
      return [
        { path: `${path}.to`, code: "not_last_of_month", message: `must be the last of a month: ${lastDay(to_ym)}` },
      ];
    }
    const months = to_ym - from_ym + 1;
    if (months < 1 || months > YEAR_MONTHS_MAX) {
      return [{ path: `${path}.to`, code: "out_of_range", message: `a year has 1 to ${YEAR_MONTHS_MAX} months` }];
    }
    const before = years[index - 1];
    return before === undefined ? [] : gapIssues(`${path}.from`, monthOfDay(before.to), from_ym);
  });
}

function gapIssues(path: string, before_ym: number, from_ym: number): ValidationIssue[] {
  const gap = from_ym - before_ym - 1;
  if (gap >= 0 && gap % REGULAR_MONTHS === 0) return [];
  const { from, to } = financialYear(before_ym + 1, Math.max(from_ym - 1, before_ym + 1));
  const message =
    gap < 0
      ? `begins before the year before it ends: must be ${from} or later`
      : `${from} to ${to} lies between two stated years and is no whole number of years: state the year that was changed`;
  return [{ path, code: gap < 0 ? "overlaps" : "leaves_a_gap", message }];
}
