import { z } from "zod";
import { notFound, type ServiceError, validationError } from "../../core/errors.ts";
import { defineOperation } from "../../core/operation.ts";
import { decimal, decimalText } from "../../core/quantity.ts";
import { positiveFigure } from "../../core/stated-figure.ts";
import { appendAudit } from "../audit/index.ts";
import { askedWholeYear } from "../financial-years/index.ts";
import { insertMetricValue, selectTarget, type TargetRow } from "./store.ts";
import { EXAMPLE_TARGET, targetDetails } from "./target.ts";
import { targetFacts } from "./target-facts.ts";
import { targetYears } from "./target-years.ts";
import { targetDetailsView } from "./target-view.ts";

export const recordTargetMetric = defineOperation({
  name: "record_target_metric",
  title: "Record the value of a target's metric",
  description:
    "States what the emissions of an intensity target are divided by in a financial year, in units of its intensity_metric, " +
    "e.g. 12.4 for a revenue of DKK 12.4 million. The verdict is emissions of the year / value against the target's line. A " +
    "later value of the same year replaces the earlier one, which stays in the audit log.",
  layer: null,
  scope: "targets:write",
  access: "write",
  idempotent: true,
  input: z.object({
    id: z.uuid().describe("Id of an intensity target, from list_targets"),
    year: z
      .int()
      .min(1990)
      .max(2100)
      .describe("Calendar year in which it ends, from baseline_year to target_year and not in the future"),
    value: positiveFigure(1e15).describe("Units of the target's intensity_metric in that year"),
  }),
  output: targetDetails,
  errors: ["request.validation_failed", "resource.not_found"],
  emits: [],
  rest: { method: "POST", path: "/targets/:id/metric-values" },
  tool: false,
  callers: "any",
  example: {
    input: { id: "$intensity_target_id", year: 2025, value: 12.4 },
    output: {
      ...EXAMPLE_TARGET,
      name: "A third less per million of revenue",
      target_type: "intensity",
      intensity_metric: "DKK million revenue",
      baseline_emissions: 4200,
      baseline_months: null,
      target_reduction_percent: 33,
      target_emissions: 2814,
      progress: {
        current_year: 2025,
        months_with_data: 12,
        current_kg: 3467.741935,
        expected_kg: 3969,
        achieved_pct: 52.832472,
        on_track: true,
        annual_reduction_needed_pct: 3.113057,
      },
    },
  },
  async run(ctx, { id, year, value }) {
    const now = ctx.clock.now();
    const stated = decimalText(decimal(value));
    return await ctx.db.transaction(async (tx) => {
      const target = await selectTarget(tx, id);
      if (target === undefined) throw notFound("target");
      const { statement, this_year } = await targetYears(tx, now);
      assertYear(target, year, this_year);
      askedWholeYear(statement, year, "year");
      const recorded = { target_id: id, year, value: stated };
      await insertMetricValue(tx, { ...recorded, id: ctx.newId(), recorded_by: ctx.principal.actor });
      const payload = { year, value: stated, intensity_metric: target.intensity_metric };
      await appendAudit(ctx, tx, [{ action: "target.metric_recorded", subject: id, payload }]);
      return targetDetailsView(target, await targetFacts(tx, [target], now));
    });
  },
});

function refusal(path: string, code: string, message: string): ServiceError {
  return validationError([{ path, code, message }]);
}

function assertYear(target: TargetRow, year: number, this_year: number): void {
  if (target.withdrawn_at !== null) throw refusal("id", "withdrawn", "this target is withdrawn: it is judged no more");
  if (target.target_type !== "intensity") {
    throw refusal("id", "not_intensity", "is an absolute target: its emissions are divided by nothing");
  }
  const last = Math.min(target.target_year, this_year);
  if (year < target.baseline_year || year > last) {
    throw refusal("year", "outside_target", `must be from ${target.baseline_year} to ${last}`);
  }
}
