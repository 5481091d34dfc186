import { z } from "zod";
import { SCHEMA_NAMES } from "../../core/schema-names.ts";
import { positiveFigure, reductionPercent } from "../../core/stated-figure.ts";
import { lineInput } from "../../core/visible-text.ts";

export const TARGET_SCOPES = ["1", "2", "3", "1+2", "all"] as const;
export type TargetScope = (typeof TARGET_SCOPES)[number];
const TARGET_TYPES = ["absolute", "intensity"] as const;
const FRAMEWORKS = ["sbti_1_5c", "sbti_net_zero", "own"] as const;
const SCOPE2_METHODS = ["market_based", "location_based"] as const;

/** Years that a target may name. */
const FIRST_YEAR = 1990;
const LAST_YEAR = 2100;

/** Where the company stands on the straight line from base year to target year; kg CO2e. */
const targetProgress = z.object({
  current_year: z.int(),
  months_with_data: z.int(),
  current_kg: z.number(),
  expected_kg: z.number(),
  achieved_pct: z.number(),
  on_track: z.boolean(),
  annual_reduction_needed_pct: z.number(),
});

/** A reduction target as lists show it; `baseline_emissions` in kg CO2e (per unit of the metric for intensity). */
export const targetListItem = z.object({
  id: z.uuid(),
  name: z.string(),
  description: z.union([z.string(), z.null()]),
  scope: z.enum(TARGET_SCOPES),
  category: z.union([z.string(), z.null()]),
  target_type: z.enum(TARGET_TYPES),
  intensity_metric: z.union([z.string(), z.null()]),
  scope2_method: z.enum(SCOPE2_METHODS),
  baseline_year: z.int(),
  baseline_emissions: z.number(),
  target_year: z.int(),
  target_reduction_percent: z.number(),
  status: z.enum(["no_data", "on_track", "off_track", "achieved", "missed", "withdrawn"]),
  progress: z.union([targetProgress, z.null()]),
  created_at: z.iso.datetime(),
});
SCHEMA_NAMES.add(targetListItem, { name: "TargetListItem" });

/** The whole target: `target_emissions` in the unit of the base; baseline_months null: the base was stated. */
export const targetRecord = targetListItem.extend({
  framework: z.enum(FRAMEWORKS),
  baseline_months: z.union([z.int(), z.null()]),
  target_emissions: z.number(),
});
SCHEMA_NAMES.add(targetRecord, { name: "Target" });

const textOrNull = z.union([z.string(), z.null()]);

/** What a target said from one edit to the next. */
const targetVersion = targetRecord
  .pick({
    name: true,
    description: true,
    scope: true,
    category: true,
    scope2_method: true,
    framework: true,
    baseline_year: true,
    baseline_emissions: true,
    baseline_months: true,
    target_year: true,
    target_reduction_percent: true,
  })
  .extend({
    version: z.int(),
    changed: z.array(z.string()).describe("What differs from the version before; empty for the first"),
    reason: textOrNull.describe("Null for the first version"),
    stated_by: z.string(),
    stated_by_name: textOrNull,
    created_at: z.iso.datetime(),
  });

/** The target with the number of its newest version and its end: a withdrawn one says when, by whom and why, and is judged no more. All null while it stands. */
export const targetDetails = targetRecord.extend({
  version: z.int(),
  withdrawn_at: z.union([z.iso.datetime(), z.null()]),
  withdrawn_by: z.union([z.string(), z.null()]),
  withdrawn_by_name: z.union([z.string(), z.null()]),
  withdrawal_reason: z.union([z.string(), z.null()]),
  versions: z
    .array(targetVersion)
    .describe("The last ones, newest first; only where a target is read or edited")
    .optional(),
});
SCHEMA_NAMES.add(targetDetails, { name: "TargetDetails" });

export type TargetListItem = z.output<typeof targetListItem>;
export type TargetRecord = z.output<typeof targetRecord>;
export type TargetDetails = z.output<typeof targetDetails>;
/** The target with what it said before. */
export type TargetVersions = Omit<TargetDetails, "versions"> & { readonly versions: z.output<typeof targetVersion>[] };
export type TargetProgress = z.output<typeof targetProgress>;

/** What a target is made from. */
export const newTarget = z.object({
  name: lineInput(120).describe("Shown name"),
  baseline_year: z.int().min(FIRST_YEAR).max(LAST_YEAR).describe("Year to measure from"),
  target_year: z.int().min(FIRST_YEAR).max(LAST_YEAR).describe("After baseline_year"),
  target_reduction_percent: reductionPercent().describe("Percent of the base year's emissions"),
  scope: z
    .union([z.enum(TARGET_SCOPES), z.literal(1), z.literal(2), z.literal(3)])
    .describe("Default all")
    .optional(),
  category: z.string().trim().min(1).max(100).describe("Only this category_id, any level").optional(),
  description: z.string().trim().min(1).max(1000).describe("For people").optional(),
  target_type: z.enum(TARGET_TYPES).describe("Default absolute").optional(),
  intensity_metric: lineInput(120).describe("E.g. DKK million revenue").optional(),
  scope2_method: z.enum(SCOPE2_METHODS).describe("Default market_based").optional(),
  baseline_emissions: positiveFigure(1e12).describe("kg CO2e; default: the ledger's").optional(),
  accept_incomplete_base_year: z.boolean().describe("Base year with months without entries").optional(),
  framework: z.enum(FRAMEWORKS).describe("Default own").optional(),
});

/** The scope that a caller named by its word or number. */
export function statedScope(scope: TargetScope | 1 | 2 | 3 | undefined): TargetScope {
  return TARGET_SCOPES.find((one) => one === String(scope)) ?? "all";
}

export const EXAMPLE_TARGET_LISTED: TargetListItem = {
  id: "0198c0de-0000-7000-8000-000000000061",
  name: "Halve scope 1 and 2 by 2030",
  description: null,
  scope: "1+2",
  category: null,
  target_type: "absolute",
  intensity_metric: null,
  scope2_method: "market_based",
  baseline_year: 2024,
  baseline_emissions: 48000,
  target_year: 2030,
  target_reduction_percent: 50,
  status: "on_track",
  progress: {
    current_year: 2025,
    months_with_data: 12,
    current_kg: 43000,
    expected_kg: 44000,
    achieved_pct: 20.833333,
    on_track: true,
    annual_reduction_needed_pct: 7.916667,
  },
  created_at: "2026-01-05T08:00:00.000000Z",
};

export const EXAMPLE_TARGET: TargetDetails = {
  ...EXAMPLE_TARGET_LISTED,
  framework: "own",
  baseline_months: 12,
  target_emissions: 24000,
  version: 1,
  withdrawn_at: null,
  withdrawn_by: null,
  withdrawn_by_name: null,
  withdrawal_reason: null,
};
