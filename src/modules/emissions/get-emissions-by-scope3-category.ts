import { z } from "zod";
import { calendarDay } from "../../core/days.ts";
import { SCOPE3_CATEGORIES } from "../../core/ghg.ts";
import { defineOperation } from "../../core/operation.ts";
import { entryPeriodInput, resolvePeriod, untilToday } from "../../core/period.ts";
import { decimal, decimalSum, roundedNumber } from "../../core/quantity.ts";
import { periodParts } from "./period-parts.ts";
import { sharePercent } from "./share-percent.ts";
import { listedEntries, selectSumsByScope3 } from "./store-sums.ts";
import { knownCells, NOTHING_BESIDE } from "./completeness.ts";
import { factsOf, totalFacts } from "./total-facts.ts";

const figures = {
  co2e_kg: z.union([z.number(), z.null()]),
  share_pct: z.union([z.number(), z.null()]),
  entry_count: z.int(),
};

const EXAMPLE_OTHERS = SCOPE3_CATEGORIES.slice(1).map((category) => ({
  ...category,
  co2e_kg: null,
  share_pct: null,
  entry_count: 0,
}));

export const getEmissionsByScope3Category = defineOperation({
  name: "get_emissions_by_scope3_category",
  title: "Scope 3 by category",
  description:
    "Scope 3 emissions in kg CO2e for all 15 GHG Protocol categories, null where unknown, plus an unclassified bucket of " +
    "scope 3 entries without a category. share_pct is the share of all scope 3, null when there is none. from and to are " +
    "inclusive and compared with the transaction date. Next: get_emissions_by_category with scope 3 for the drivers.",
  layer: 1,
  scope: "emissions:read",
  access: "read",
  input: z.object({ ...entryPeriodInput }),
  output: z.object({
    categories: z
      .array(z.object({ number: z.int(), name_en: z.string(), name_da: z.string(), ...figures }))
      .length(SCOPE3_CATEGORIES.length),
    unclassified: z.object(figures),
    total_co2e_kg: z.union([z.number(), z.null()]),
    ...totalFacts,
  }),
  errors: ["request.validation_failed"],
  emits: [],
  rest: { method: "GET", path: "/emissions/by-scope3-category" },
  tool: true,
  callers: "any",
  example: {
    input: { from: "2026-01-01", to: "2026-12-31" },
    output: {
      categories: [
        {
          number: 1,
          name_en: "Purchased goods and services",
          name_da: "Indkøbte varer og tjenesteydelser",
          co2e_kg: 1000,
          share_pct: 100,
          entry_count: 1,
        },
        ...EXAMPLE_OTHERS,
      ],
      unclassified: { co2e_kg: 0, share_pct: 0, entry_count: 0 },
      total_co2e_kg: 1000,
      data_from: "2026-02-28",
      data_to: "2026-02-28",
      months_with_data: 1,
      basis: { product_pct: 0, quantity_pct: 0, spend_pct: 100, stated_pct: 0 },
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
    const filter = { parts: periodParts(period), today: calendarDay(now) };
    const { coverage, rows } = await selectSumsByScope3(ctx.db, filter);
    const total = decimalSum(rows.map((row) => row.market_based_kg));
    const facts = factsOf(coverage, rows, { period, today: filter.today, scope: 3 });
    const known = knownCells(coverage, facts);
    const of = (number: number | null) => {
      const row = rows.find((candidate) => candidate.scope3_category === number);
      const entry_count = row === undefined ? 0 : listedEntries([row]);
      if (number !== null && !known.hasCategory(number)) return { co2e_kg: null, share_pct: null, entry_count };
      const kg = decimal(row?.market_based_kg ?? "0");
      return { co2e_kg: roundedNumber(kg), share_pct: sharePercent(kg, total), entry_count };
    };
    const categories = SCOPE3_CATEGORIES.map((category) => ({ ...category, ...of(category.number) }));
    const total_co2e_kg = known.hasScope("3") ? roundedNumber(total) : null;
    return { categories, unclassified: of(null), total_co2e_kg, ...facts };
  },
});
