import { z } from "zod";
import { SCHEMA_NAMES } from "../../core/schema-names.ts";
import { SCENARIO_STATUSES } from "./scenario-status.ts";

/** Years that a scenario may span at most. */
export const YEARS_MAX = 50;
/** Tiltag that one scenario may hold. */
export const TILTAG_MAX = 50;

const nullableText = z.union([z.string(), z.null()]);
const nullableNumber = z.union([z.number(), z.null()]);

/** A scenario in a list. */
export const scenarioSummary = z.object({
  id: z.uuid(),
  name: z.string(),
  description: nullableText,
  status: z.enum(SCENARIO_STATUSES),
  base_year: z.int(),
  target_year: z.int(),
  growth_pct: z.number(),
  created_by_consultant: z.boolean(),
  review_reason: nullableText,
  status_changed_at: z.iso.datetime(),
  created_at: z.iso.datetime(),
});
SCHEMA_NAMES.add(scenarioSummary, { name: "ScenarioSummary" });

/** A reduction measure with what it costs; DKK, kg CO2e per year. */
export const tiltagRecord = z.object({
  id: z.uuid(),
  position: z.int(),
  name: z.string(),
  category_id: nullableText,
  reduction_kg: nullableNumber,
  reduction_pct: nullableNumber,
  start_year: z.int(),
  lifetime_years: z.union([z.int(), z.null()]),
  capex_dkk: z.number(),
  annual_opex_dkk: z.number(),
  annual_savings_dkk: z.number(),
  discount_rate_pct: z.number(),
  annual_reduction_kg: nullableNumber,
  abatement_cost_dkk_per_tonne: nullableNumber,
  payback_years: nullableNumber,
  npv_dkk: nullableNumber,
  rank: z.union([z.int(), z.null()]),
  version: z.int(),
  created_at: z.iso.datetime(),
});
SCHEMA_NAMES.add(tiltagRecord, { name: "Tiltag" });

/** A scenario with its tiltag in stacking order and its years; `base_year_kg` null: no entries in the base year. */
export const scenarioRecord = scenarioSummary.extend({
  base_year_kg: nullableNumber,
  tiltag: z.array(tiltagRecord),
  projection: z.array(z.object({ year: z.int(), baseline_kg: z.number(), with_tiltag_kg: z.number() })),
});
SCHEMA_NAMES.add(scenarioRecord, { name: "Scenario" });

export type ScenarioRecord = z.output<typeof scenarioRecord>;
export type TiltagRecord = z.output<typeof tiltagRecord>;

export const EXAMPLE_TILTAG: TiltagRecord = {
  id: "0198c0de-0000-7000-8000-000000000072",
  position: 1,
  name: "Electric vans",
  category_id: "transport.own",
  reduction_kg: null,
  reduction_pct: 60,
  start_year: 2027,
  lifetime_years: 8,
  capex_dkk: 640000,
  annual_opex_dkk: 12000,
  annual_savings_dkk: 96000,
  discount_rate_pct: 4,
  annual_reduction_kg: 12000,
  abatement_cost_dkk_per_tonne: 921.487765,
  payback_years: 7.619048,
  npv_dkk: -74445.416,
  rank: 1,
  version: 1,
  created_at: "2026-01-05T08:00:00.000000Z",
};

export const EXAMPLE_SUMMARY: z.output<typeof scenarioSummary> = {
  id: "0198c0de-0000-7000-8000-000000000071",
  name: "Fossil-free workshop",
  description: null,
  status: "active",
  base_year: 2025,
  target_year: 2027,
  growth_pct: 0,
  created_by_consultant: false,
  review_reason: null,
  status_changed_at: "2026-01-05T08:00:00.000000Z",
  created_at: "2026-01-05T08:00:00.000000Z",
};

export const EXAMPLE_SCENARIO: ScenarioRecord = {
  ...EXAMPLE_SUMMARY,
  base_year_kg: 48000,
  tiltag: [EXAMPLE_TILTAG],
  projection: [
    { year: 2025, baseline_kg: 48000, with_tiltag_kg: 48000 },
    { year: 2026, baseline_kg: 48000, with_tiltag_kg: 48000 },
    { year: 2027, baseline_kg: 48000, with_tiltag_kg: 36000 },
  ],
};
