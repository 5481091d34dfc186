import { z } from "zod";
import { calendarDay } from "../../core/days.ts";
import { yearOfDay } from "../../core/financial-year.ts";
import { dayInput } from "../../core/moment.ts";
import { defineOperation } from "../../core/operation.ts";
import { yearEndingOn } from "./change-year-state.ts";
import { financialYears } from "./store.ts";
import { selectLastClosings } from "./store-closings.ts";
import { EXAMPLE_YEAR, yearRecord, yearView } from "./year-record.ts";

export const getFinancialYear = defineOperation({
  name: "get_financial_year",
  title: "Get a financial year",
  description: "One financial year, as get_financial_years shows it",
  layer: null,
  scope: "tenant:read",
  access: "read",
  input: z.object({ period_end: dayInput.describe("Last day of the year, from GET /financial-years") }),
  output: yearRecord,
  errors: ["request.validation_failed"],
  emits: [],
  rest: { method: "GET", path: "/financial-years/:period_end" },
  tool: false,
  callers: "any",
  example: { input: { period_end: "2015-12-31" }, output: EXAMPLE_YEAR },
  async run(ctx, { period_end }) {
    const year = yearEndingOn(yearOfDay(await financialYears(ctx.db), period_end), period_end);
    const last = (await selectLastClosings(ctx.db)).find(({ to }) => to === year.to);
    return yearView(year, last, calendarDay(ctx.clock.now()));
  },
});
