import { z } from "zod";
import { yearOfDay } from "../../core/financial-year.ts";
import { dayInput } from "../../core/moment.ts";
import { defineOperation } from "../../core/operation.ts";
import { currentSettings, selectPendingSums } from "../emissions/index.ts";
import { financialYears, selectReportedYears, yearEndingOn } from "../financial-years/index.ts";
import { figuresOfYear } from "./figures-of-year.ts";
import { EXAMPLE_RESTATED_FIGURES, restatedFigures, restatedScopes } from "./restated-figures.ts";

export const getRestatedFigures = defineOperation({
  name: "get_restated_figures",
  title: "A year as reported and as restated",
  description:
    "Each scope of a financial year as it was reported (by the first attested report, or else when the year was first closed) " +
    "and as the ledger has it now, in kg CO2e, market-based and location-based, with the change in percent and what waits to be " +
    "restated. reported_on is null for a year that was never closed. is_above_threshold: the change, or what is pending, reaches " +
    "the company's threshold (get_settings), and the next report names it.",
  layer: null,
  scope: "emissions:read",
  access: "read",
  input: z.object({ period_end: dayInput.describe("Last day of the year, from GET /financial-years") }),
  output: restatedFigures,
  errors: ["request.validation_failed"],
  emits: [],
  rest: { method: "GET", path: "/financial-years/:period_end/restated-figures" },
  tool: false,
  callers: "any",
  example: { input: { period_end: "2015-12-31" }, output: EXAMPLE_RESTATED_FIGURES },
  async run(ctx, { period_end }) {
    return await ctx.db.transaction(async (tx) => {
      const year = yearEndingOn(yearOfDay(await financialYears(tx), period_end), period_end);
      const reported = (await selectReportedYears(tx)).find(({ to }) => to === year.to);
      const { restatement_threshold_percent } = await currentSettings(tx);
      const pending = await selectPendingSums(tx, [year]);
      const restated = await figuresOfYear(tx, year);
      const { report_year, from, to } = year;
      return {
        report_year,
        from,
        to,
        reported_on: reported?.reported_on ?? null,
        report_id: reported?.report_id ?? null,
        restatement_threshold_percent,
        scopes: restatedScopes(
          { reported: reported?.figures ?? null, restated, pending },
          restatement_threshold_percent,
        ),
      };
    });
  },
});
