import type { Context, TenantTransaction } from "../../core/context.ts";
import { calendarDay } from "../../core/days.ts";
import { validationError } from "../../core/errors.ts";
import { type FinancialYear, isOver, yearOfDay } from "../../core/financial-year.ts";
import { appendAudit, type ChainHead } from "../audit/index.ts";
import { financialYears } from "./store.ts";
import { type ClosedFigure, type ClosingRow, insertClosing, selectLastClosings } from "./store-closings.ts";
import { type YearRecord, yearView } from "./year-record.ts";

/** What is decided of a year. */
export interface YearDecision extends Pick<ClosingRow, "is_closed" | "cause" | "reason" | "report_id"> {
  /** Its last day, YYYY-MM-DD. */
  readonly period_end: string;
  /** What is reported of a year that is closed; null: it is opened, or was closed all along. */
  readonly figures: readonly ClosedFigure[] | null;
}

/**
 * Closes a year or opens it again, with its audit event; what it is already changes nothing. The chain must be locked.
 * @throws ServiceError request.validation_failed for a day on which no year ends, and for a year that is not over
 */
export async function changeYearState(
  ctx: Context,
  { tx, chain }: { readonly tx: TenantTransaction; readonly chain?: ChainHead },
  decision: YearDecision,
): Promise<YearRecord> {
  const today = calendarDay(ctx.clock.now());
  const year = yearEndingOn(yearOfDay(await financialYears(tx), decision.period_end), decision.period_end);
  if (decision.is_closed && !isOver(year, today)) {
    const message = `runs until ${year.to}: a year is closed when it is over`;
    throw validationError([{ path: "period_end", code: "not_over", message }]);
  }
  const last = (await selectLastClosings(tx)).find(({ to }) => to === year.to);
  if ((last?.is_closed ?? false) === decision.is_closed) return yearView(year, last, today);
  const id = ctx.newId();
  const { from, to } = year;
  const { period_end: _day, ...said } = decision;
  const closing = await insertClosing(tx, { ...said, id, from, to, decided_by: ctx.principal.actor });
  // The reason is a person's text: the log, which can never be erased, has the id of the row that keeps it.
  const { cause, report_id } = decision;
  const payload = { from, to, cause, ...(report_id === null ? {} : { report_id }) };
  const action = decision.is_closed ? "financial_year.closed" : "financial_year.reopened";
  await appendAudit(ctx, tx, [{ action, subject: id, payload }], chain);
  return yearView(year, closing, today);
}

/** @throws ServiceError request.validation_failed for a day on which no year ends; `year` is the one that the day lies in */
export function yearEndingOn(year: FinancialYear | null, period_end: string): FinancialYear {
  if (year?.to === period_end) return year;
  const there = year === null ? "that is before the company's first" : `that day lies in ${year.from} to ${year.to}`;
  const message = `no financial year ends on this day: ${there}; GET /financial-years lists them`;
  throw validationError([{ path: "period_end", code: "no_such_year", message }]);
}
