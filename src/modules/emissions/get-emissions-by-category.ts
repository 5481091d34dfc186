import { z } from "zod";
import { calendarDay } from "../../core/days.ts";
import { GHG_SCOPES } from "../../core/ghg.ts";
import { defineOperation } from "../../core/operation.ts";
import { entryPeriodInput, resolvePeriod, untilToday } from "../../core/period.ts";
import { decimal, decimalSum, roundedNumber } from "../../core/quantity.ts";
import { scopeInput, scopeName } from "./emission-scope.ts";
import { periodParts } from "./period-parts.ts";
import { sharePercent } from "./share-percent.ts";
import { listedEntries, selectSumsByCategory } from "./store-sums.ts";
import { knownCells, NOTHING_BESIDE } from "./completeness.ts";
import { factsOf, scope2Reservations, scope2ReservationsOf, totalFacts } from "./total-facts.ts";

export const getEmissionsByCategory = defineOperation({
  name: "get_emissions_by_category",
  title: "Emissions by category",
  description:
    "Emissions in kg CO2e per calculation category, largest first, with Danish and English names, share of the total in " +
    "percent and number of entries. Optional scope filter; from and to are inclusive and compared with the transaction " +
    "date. Scope 2 is market-based. Use it to find the drivers; then list_emissions with category_id for the entries.",
  layer: 1,
  scope: "emissions:read",
  access: "read",
  input: z.object({ scope: scopeInput.optional(), ...entryPeriodInput }),
  output: z.object({
    items: z.array(
      z.object({
        category_id: z.string(),
        name_da: z.string(),
        name_en: z.string(),
        scope: z.enum(GHG_SCOPES),
        scope3_category: z.union([z.int(), z.null()]),
        co2e_kg: z.union([z.number(), z.null()]),
        share_pct: z.union([z.number(), z.null()]),
        entry_count: z.int(),
      }),
    ),
    total_co2e_kg: z.union([z.number(), z.null()]),
    scope2: z.object(scope2Reservations),
    ...totalFacts,
  }),
  errors: ["request.validation_failed"],
  emits: [],
  rest: { method: "GET", path: "/emissions/by-category" },
  tool: true,
  callers: "any",
  example: {
    input: { scope: "1", from: "2026-01-01", to: "2026-12-31" },
    output: {
      items: [
        {
          category_id: "energy.fuel.natural_gas",
          name_da: "Naturgas",
          name_en: "Natural gas",
          scope: "1",
          scope3_category: null,
          co2e_kg: 554.3615,
          share_pct: 100,
          entry_count: 1,
        },
      ],
      total_co2e_kg: 554.3615,
      scope2: { market_based_fallback_kg: 0, life_cycle_kg: 0 },
      data_from: "2026-03-31",
      data_to: "2026-03-31",
      months_with_data: 1,
      basis: { product_pct: 0, quantity_pct: 100, spend_pct: 0, stated_pct: 0 },
      spend_region_substituted_kg: 0,
      factor_year_distant_kg: 0,
      unknown: { scopes: [], scope3_categories: [], reason: null },
      ...NOTHING_BESIDE,
      is_complete: false,
    },
  },
  async run(ctx, input) {
    const scope = input.scope === undefined ? null : Number(input.scope);
    const now = ctx.clock.now();
    const period = untilToday(resolvePeriod(input), now);
    const filter = {
      parts: periodParts(period),
      today: calendarDay(now),
      scope,
    };
    const { coverage, rows, scopes } = await selectSumsByCategory(ctx.db, filter);
    const catalog = await ctx.catalog();
    const total = decimalSum(rows.map((row) => row.market_based_kg));
    const items = rows.map((row) => {
      const category = catalog.category(row.category_key);
      return {
        category_id: row.category_key,
        name_da: category?.name_da ?? row.category_key,
        name_en: category?.name_en ?? row.category_key,
        scope: scopeName(row.scope),
        scope3_category: row.scope3_category,
        co2e_kg: roundedNumber(row.market_based_kg),
        share_pct: sharePercent(decimal(row.market_based_kg), total),
        entry_count: listedEntries([row]),
      };
    });
    const facts = {
      scope2: scope2ReservationsOf(scopes),
      ...factsOf(coverage, scopes, { period, today: filter.today, scope }),
    };
    return { items, total_co2e_kg: knownCells(coverage, facts).hasTotal ? roundedNumber(total) : null, ...facts };
  },
});
