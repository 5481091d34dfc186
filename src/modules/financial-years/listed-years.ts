import type { Context, TenantQueries } from "../../core/context.ts";
import { calendarDay } from "../../core/days.ts";
import { validationError } from "../../core/errors.ts";
import { CALENDAR_YEARS, yearOfDay } from "../../core/financial-year.ts";
import { selectStatement, statementOf } from "./store.ts";
import { selectLastClosings } from "./store-closings.ts";
import { statedView, type YearsRecord, yearViews } from "./year-record.ts";

const LISTED_YEARS = 10;
const YEARS_MAX = 50;

/**
 * The statement and the years that have a month in the range of calendar years; by default up to the one that runs.
 * @throws ServiceError request.validation_failed for a range that is turned round or longer than 50 years
 */
export async function listedYears(
  ctx: Pick<Context, "clock">,
  db: TenantQueries,
  range: { readonly from_year?: number | undefined; readonly to_year?: number | undefined } = {},
): Promise<YearsRecord> {
  const row = await selectStatement(db);
  const statement = row === undefined ? CALENDAR_YEARS : statementOf(row);
  const today = calendarDay(ctx.clock.now());
  const running = yearOfDay(statement, today)?.report_year ?? Number(today.slice(0, 4));
  const to_year = range.to_year ?? Math.max(running, range.from_year ?? running);
  const from_year = range.from_year ?? to_year - LISTED_YEARS;
  if (to_year < from_year || to_year - from_year > YEARS_MAX) {
    const message = `must be from_year to at most ${YEARS_MAX} years after it`;
    throw validationError([{ path: "to_year", code: "out_of_range", message }]);
  }
  const views = yearViews(statement, await selectLastClosings(db), {
    from: `${from_year}-01-01`,
    to: `${to_year}-12-31`,
    today,
  });
  return {
    ...statedView(row),
    years: views.filter(({ report_year }) => report_year >= from_year && report_year <= to_year),
  };
}
