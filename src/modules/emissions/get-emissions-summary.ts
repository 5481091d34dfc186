import { z } from "zod";
import { calendarDay } from "../../core/days.ts";
import { assertKnownFilters } from "../../core/known-filters.ts";
import { defineOperation } from "../../core/operation.ts";
import { entryPeriodInput, resolvePeriod, untilToday } from "../../core/period.ts";
import { departmentFilter } from "../departments/index.ts";
import { financialYears } from "../financial-years/index.ts";
import { summaryRecord, summarise, summariseMonths } from "./emissions-summary.ts";
import { summariseYears } from "./summary-years.ts";
import { periodParts } from "./period-parts.ts";
import { NOTHING_BESIDE } from "./completeness.ts";
import { selectSumsByMonth, selectSumsByScope } from "./store-sums.ts";

export const getEmissionsSummary = defineOperation({
  name: "get_emissions_summary",
  title: "Emissions summary",
  description:
    "Total emissions in kg CO2e by GHG Protocol scope, with group_by = month a series of UTC months, with year of financial " +
    "years. from and to are inclusive and compared with the transaction date; the default ends today (UTC). Scope 2 is " +
    "market-based by default; both figures are in scope2. Biogenic CO2 is outside the " +
    "scopes and not in the total. data_quality.score is 1 (best) to 5, weighted by kg. Corrected entries count once. " +
    "Next: get_emissions_by_category for the drivers, list_emissions for the entries.",
  layer: 1,
  scope: "emissions:read",
  access: "read",
  input: z.object({
    ...entryPeriodInput,
    group_by: z.enum(["month", "year"]).describe("One item per month or financial year; omitted: by scope").optional(),
    scope2_method: z
      .enum(["market_based", "location_based"])
      .describe("Which scope 2 figure the totals use, default market_based")
      .optional(),
    department_id: z.uuid().describe("Only entries of this department, see list_departments").optional(),
  }),
  output: summaryRecord,
  errors: ["request.validation_failed"],
  emits: [],
  rest: { method: "GET", path: "/emissions/summary" },
  tool: true,
  callers: "any",
  example: {
    input: { from: "2026-01-01", to: "2026-12-31" },
    output: {
      total_co2e_kg: 1704.3615,
      by_scope: { "1": 554.3615, "2": 150, "3": 1000 },
      entry_count: 3,
      scope2: { market_based_kg: 150, location_based_kg: 120, market_based_fallback_kg: 0, life_cycle_kg: 0 },
      biogenic_co2_kg: 0,
      period: { from: "2026-01-01T00:00:00.000000Z", to: "2026-12-31T23:59:59.999999Z" },
      scope2_method: "market_based",
      data_quality: { score: 3.848199, primary_share_pct: 32.526052, spend_share_pct: 58.672999 },
      data_from: "2026-01-31",
      data_to: "2026-03-31",
      months_with_data: 2,
      basis: { product_pct: 0, quantity_pct: 41.327001, spend_pct: 58.672999, stated_pct: 0 },
      spend_region_substituted_kg: 0,
      factor_year_distant_kg: 0,
      unknown: {
        scopes: [],
        scope3_categories: [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
        reason: "Nothing is recorded there in this period, which does not say that nothing was emitted.",
      },
      ...NOTHING_BESIDE,
      is_complete: false,
    },
  },
  async run(ctx, input) {
    const now = ctx.clock.now();
    const period = untilToday(resolvePeriod(input), now);
    const department = departmentFilter(ctx.db, input.department_id ?? null);
    await assertKnownFilters({ items: [], cursor: undefined }, [department]);
    const filter = {
      parts: periodParts(period),
      today: calendarDay(now),
      department_id: input.department_id ?? null,
    };
    const asked = { period, today: filter.today, scope: null };
    const method = input.scope2_method ?? "market_based";
    if (input.group_by === undefined) return summarise(await selectSumsByScope(ctx.db, filter), asked, method);
    if (input.group_by === "month") return summariseMonths(await selectSumsByMonth(ctx.db, filter), asked, method);
    const [byMonth, years] = await Promise.all([selectSumsByMonth(ctx.db, filter), financialYears(ctx.db)]);
    return summariseYears(byMonth, { ...asked, years }, method);
  },
});
