import { z } from "zod";
import { SCHEMA_NAMES } from "../../../core/schema-names.ts";
import { fact, missingDatapoint, reportSection } from "../datapoints/fact.ts";
import { scope2Part } from "./scope2-part.ts";
import { REPORT_LANGUAGES, STANDARD_TYPES } from "../report.ts";

const numberOrNull = z.union([z.number(), z.null()]);

/** VSME of Recommendation (EU) 2025/1710; the ESRS of 2023; the Commission's draft of simplified ESRS, May 2026. */
export const STANDARD_VERSIONS = ["vsme_2024", "esrs_2023", "esrs_2026_draft"] as const;

/**
 * tCO2e, each rounded by itself to the kilogram, half up: parts may differ from their sum in the last digit. Null: not known.
 * What is optional here and below is not in documents of carbon-ledger-report/2, which tell unknown scopes as zero.
 */
const scopeSums = {
  scope_1: numberOrNull,
  scope_2_location_based: numberOrNull,
  scope_2_market_based: numberOrNull,
  scope_3: numberOrNull,
  /** All scopes; null where one of them is not known or negative. */
  total_location_based: numberOrNull.optional(),
  total_market_based: numberOrNull.optional(),
  /** All that the ledger has, be that all scopes or some. */
  recorded_location_based: z.number().optional(),
  recorded_market_based: z.number().optional(),
};

const monthRow = z.object({ month: z.string(), ...scopeSums });
const yearRow = z.object({
  /** Calendar year in which it ends. */
  year: z.int(),
  /** Its days, of a company that has stated its years. */
  period: z.object({ from: z.string(), to: z.string() }).optional(),
  /** Of twelve, or of as many as period has: a part of a year is not compared with a whole one. */
  months_with_data: z.int(),
  ...scopeSums,
});

/** A year that was reported otherwise, tCO2e; null: nothing was told of the scope, or is. */
const restatedYear = z.object({
  /** Calendar year in which it ends. */
  year: z.int(),
  period: z.object({ from: z.string(), to: z.string() }),
  /** ISO date of the first attested report, or else of the day on which the year was first closed. */
  reported_on: z.string(),
  scopes: z.array(
    z.object({
      figure: z.enum(["scope_1", "scope_2_location_based", "scope_2_market_based", "scope_3"]),
      as_reported: numberOrNull,
      as_restated: numberOrNull,
      /** In percent of what was reported; null: that was nothing. */
      change_pct: numberOrNull,
      /** What waits to be restated, in no figure. */
      pending: z.number(),
      is_above_threshold: z.boolean(),
    }),
  ),
});

/** What the year's figures rest on and what is not in them, kg CO2e; see docs/totals.md. */
const totalFacts = z.object({
  basis: z.union([
    z.object({ product_pct: z.number(), quantity_pct: z.number(), spend_pct: z.number(), stated_pct: z.number() }),
    z.null(),
  ]),
  waiting: z.object({
    lines: z.int(),
    documents: z.int(),
    files: z.int(),
    money: z.array(z.object({ amount: z.number(), currency: z.string() })),
    estimated_kg: numberOrNull,
    without_estimate: z.int(),
  }),
  pending_restatement_kg: z.number(),
  market_based_fallback_kg: z.number(),
  life_cycle_kg: z.number(),
  /** Absent, as what follows: frozen before it was told. */
  spend_region_substituted_kg: z.number().optional(),
  factor_year_distant_kg: z.number().optional(),
  is_complete: z.boolean().optional(),
  data_from: z.union([z.string(), z.null()]).optional(),
  data_to: z.union([z.string(), z.null()]).optional(),
  /** By the ledger and the answers about it: what a report's own questions are answered with is in `coverage`. */
  unknown: z
    .object({
      scopes: z.array(z.enum(["1", "2", "3"])),
      scope3_categories: z.array(z.int()),
      reason: z.union([z.string(), z.null()]),
    })
    .optional(),
  /** Lines and energy allocations that would change closed years, also where they sum to 0 kg. */
  pending_restatement_count: z.int().optional(),
});

const categoryRow = z.object({
  key: z.string(),
  name: z.string(),
  scope: z.enum(["1", "2", "3"]),
  /** tCO2e, market-based. */
  value: z.number(),
  /** Of the recorded total; null where a category is negative: shares of a net sum mean nothing. */
  share_pct: numberOrNull,
  entry_count: z.int(),
});

/** How a quantity of the ledger became energy; mwh null: it could not be converted. */
const carrierRow = z.object({
  carrier: z.string(),
  name: z.string(),
  /** Null: a blend of which the renewable part is not known. */
  renewable: z.union([z.boolean(), z.null()]),
  /** Null, and the unit empty: calculated from money alone. */
  quantity: numberOrNull,
  unit: z.string(),
  mwh: numberOrNull,
  density_kg_per_litre: numberOrNull,
  net_calorific_value_tj_per_gg: numberOrNull,
  source: z.string(),
});

/** Emissions in `unit`: tCO2e, for intensity targets per unit of the metric. */
const targetRow = z.object({
  name: z.string(),
  /** Of a target with a category that category alone. */
  scope: z.string(),
  category: z.union([z.object({ key: z.string(), name: z.string() }), z.null()]).optional(),
  target_type: z.enum(["absolute", "intensity"]).optional(),
  /** tCO2e, or tCO2e/ and the metric: `tCO2e/DKK million revenue`. */
  unit: z.string().optional(),
  scope2_method: z.enum(["market_based", "location_based"]).optional(),
  /** ledger: what the ledger has of the whole base year; stated: typed into the target. */
  baseline_source: z.enum(["ledger", "stated"]).optional(),
  baseline_year: z.int(),
  target_year: z.int(),
  baseline_value: z.number(),
  target_value: z.number(),
  reduction_pct: z.number(),
  /** Null: no year that is over has entries of what the target covers. */
  current_value: numberOrNull,
  /** The year of current_value, and how many of its months have entries. */
  current_year: z.union([z.int(), z.null()]).optional(),
  current_months_with_data: z.union([z.int(), z.null()]).optional(),
  /** Null also for a year that the ledger has in part. */
  on_track: z.union([z.boolean(), z.null()]),
});

const scope3Row = z.object({
  /** Null: what belongs to none of the 15 categories. */
  number: z.union([z.int(), z.null()]),
  name: z.string(),
  /** Null: not known, which is not zero. */
  value: numberOrNull,
  unit: z.literal("tCO2e"),
  /** stated_none: a person has said that there are none; left_out: a person has said why it is not told. */
  status: z.enum(["recorded", "stated_none", "left_out", "unknown"]).optional(),
  /** The reason for stated_none and left_out. */
  reason: z.union([z.string(), z.null()]).optional(),
});

/** What the emissions rest on; see data-quality.ts for the methods of each. */
export const METHOD_GROUPS = ["supplier_or_direct", "quantity", "spend"] as const;

const methodRow = z.object({
  scope: z.string(),
  calculation_method: z.string(),
  value: z.number(),
  unit: z.string(),
  entry_count: z.int(),
});

const dataQuality = z.object({
  score: numberOrNull,
  /** Only in carbon-ledger-report/2. */
  primary_share_pct: numberOrNull.optional(),
  spend_share_pct: numberOrNull.optional(),
  /** By the sum of emissions without signs; together exactly 100, or empty without emissions. */
  method_shares: z
    .array(z.object({ group: z.enum(METHOD_GROUPS), share_pct: z.number(), entry_count: z.int() }))
    .optional(),
  entry_count: z.int(),
  months_with_data: z.int(),
  pending_review_count: z.int(),
  market_based_fallback_count: z.int(),
});

const factorRow = z.object({
  id: z.string(),
  key: z.string(),
  name: z.string(),
  kg_co2e_per_unit: z.number(),
  unit: z.string(),
  region: z.string(),
  year: z.int(),
  source: z.string(),
  source_url: z.string(),
  licence: z.string(),
  gwp_set: z.union([z.string(), z.null()]),
  /** Of a figure that was read in a copy and typed, with where; else absent. */
  confidence: z.enum(["transcribed"]).optional(),
  read_in: z.string().optional(),
  content_hash: z.string(),
  entry_count: z.int(),
  /** tCO2e of the entries that used it, market-based. */
  value: z.number(),
});

/**
 * The whole report: the JSON form is this document, and every other form is rendered from it alone. Greenhouse gases in
 * tCO2e and energy in MWh, the units of VSME B3.
 */
export const reportDocument = z.object({
  report_format: z.enum(["carbon-ledger-report/2", "carbon-ledger-report/3"]),
  standard_type: z.enum(STANDARD_TYPES),
  standard_version: z.enum(STANDARD_VERSIONS),
  /** Entry point of the XBRL taxonomy whose concepts the facts use; null for csrd. */
  taxonomy: z.union([z.string(), z.null()]),
  /** Calendar year in which the reported financial year ends. */
  report_year: z.int(),
  language: z.enum(REPORT_LANGUAGES),
  company: z.object({
    name: z.string(),
    country: z.string(),
    registration_number: z.union([z.string(), z.null()]),
  }),
  /** ISO 4217, of every monetary fact. */
  currency: z.string(),
  period: z.object({ from: z.string(), to: z.string() }),
  /** The financial year before, of a company that has stated its years; null: there is none. */
  previous_period: z.union([z.object({ from: z.string(), to: z.string() }), z.null()]).optional(),
  /** When the figures were frozen: the only moment in any form of the report. */
  frozen_at: z.string(),
  snapshot_id: z.string(),
  audit_head: z.object({ seq: z.int(), hash: z.string() }),
  sections: z.array(reportSection),
  facts: z.array(fact),
  months: z.array(monthRow),
  /** The report year and up to four before it that have entries, oldest first. */
  years: z.array(yearRow),
  /** Of those years each that was reported otherwise, or that something waits to change. */
  restated_years: z.array(restatedYear).optional(),
  total_facts: totalFacts.optional(),
  categories: z.array(categoryRow),
  scope3_categories: z.array(scope3Row),
  energy_carriers: z.array(carrierRow),
  targets: z.array(targetRow),
  methods: z.array(methodRow),
  data_quality: dataQuality,
  /** Together both figures of scope 2. */
  scope2_parts: z.array(scope2Part).optional(),
  factors: z.array(factorRow),
  /** Of all disclosures, most at stake first; doubts of the ledger itself before them. */
  missing_inputs: z.array(missingDatapoint),
  /** incomplete: months without entries, or a scope of which nothing is known; provisional: the year is not over. */
  coverage: z
    .object({
      status: z.enum(["complete", "incomplete", "provisional"]),
      months_with_data: z.int(),
      unknown_scopes: z.array(z.enum(["1", "2", "3"])),
    })
    .optional(),
  /** What does not go together; each is in missing_inputs as well. */
  warnings: z.array(z.object({ code: z.string(), message: z.string(), datapoints: z.array(z.string()) })).optional(),
  /** What a reader of the figures must know, in the language of the report. */
  notes: z.array(z.object({ code: z.string(), text: z.string() })).optional(),
});
SCHEMA_NAMES.add(reportDocument, { name: "ReportDocument" });

export type ReportDocument = z.output<typeof reportDocument>;
