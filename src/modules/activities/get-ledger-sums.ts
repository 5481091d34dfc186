import { z } from "zod";
import { calendarDay } from "../../core/days.ts";
import { assertKnownFilters } from "../../core/known-filters.ts";
import { defineOperation } from "../../core/operation.ts";
import { decimal, roundedNumber } from "../../core/quantity.ts";
import { SCHEMA_NAMES } from "../../core/schema-names.ts";
import { departmentFilter } from "../departments/index.ts";
import { categoryFilter, selectLedgerSums } from "../emissions/index.ts";
import { askedOfLedger, foundInLedger, ledgerFilterInput } from "./ledger-filter.ts";

/** No entries: the figures are null, for what is not there was not counted as 0. */
const figure = z.union([z.number(), z.null()]);
const ledgerSums = z.object({
  entry_count: z.int(),
  co2e_market_based_kg: figure,
  co2e_location_based_kg: figure,
  data_quality_score: figure.describe("1 (best) to 5, weighted by kg without signs; null also where all are 0 kg"),
});
SCHEMA_NAMES.add(ledgerSums, { name: "LedgerSums" });

export const getLedgerSums = defineOperation({
  name: "get_ledger_sums",
  title: "Sums of filtered emissions",
  description:
    "How many entries list_ledger_rows lists with the same filters over all its pages, and what they add up to in kg CO2e, " +
    "market-based and location-based. What waits for a person or is not known is in neither; get_emissions_summary tells of it.",
  layer: null,
  scope: "emissions:read",
  access: "read",
  input: z.object(ledgerFilterInput),
  output: ledgerSums,
  errors: ["request.validation_failed"],
  emits: [],
  rest: { method: "GET", path: "/ledger-rows/sums" },
  tool: false,
  callers: "any",
  example: {
    input: { from: "2026-01-01", to: "2026-12-31", q: "el" },
    output: { entry_count: 12, co2e_market_based_kg: 2411.2, co2e_location_based_kg: 1930.5, data_quality_score: 3 },
  },
  async run(ctx, input) {
    const sums = await selectLedgerSums(
      ctx.db,
      await foundInLedger(ctx, askedOfLedger(input)),
      calendarDay(ctx.clock.now()),
    );
    const items = sums.entry_count === 0 ? [] : [sums];
    await assertKnownFilters({ items, cursor: undefined }, [
      categoryFilter(ctx, input.category_id ?? null),
      departmentFilter(ctx.db, input.department_id ?? null),
    ]);
    const isEmpty = sums.entry_count === 0;
    const weight = decimal(sums.weight_kg);
    return {
      entry_count: sums.entry_count,
      co2e_market_based_kg: isEmpty ? null : roundedNumber(sums.market_based_kg),
      co2e_location_based_kg: isEmpty ? null : roundedNumber(sums.location_based_kg),
      data_quality_score: weight.eq(0) ? null : roundedNumber(decimal(sums.quality_weighted_kg).div(weight)),
    };
  },
});
