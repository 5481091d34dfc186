import { z } from "zod";
import { SCHEMA_NAMES } from "../../core/schema-names.ts";
import { fact, missingDatapoint, reportSection } from "./facts/fact.ts";
import { REPORT_LANGUAGES, STANDARD_TYPES } from "./report.ts";

const numberOrNull = z.union([z.number(), z.null()]);

/** VSME of Recommendation (EU) 2025/1710; the ESRS of 2023; the Commission's draft of simplified ESRS, May 2026. */
export const STANDARD_VERSIONS = ["vsme_2024", "esrs_2023", "esrs_2026_draft"] as const;

/** tCO2e, rounded to the kilogram. */
const scopeSums = {
  scope_1: z.number(),
  scope_2_location_based: z.number(),
  scope_2_market_based: z.number(),
  scope_3: z.number(),
};

const monthRow = z.object({ month: z.string(), ...scopeSums });
const yearRow = z.object({
  year: z.int(),
  /** Of twelve: a part of a year is not compared with a whole one. */
  months_with_data: z.int(),
  ...scopeSums,
});

const categoryRow = z.object({
  key: z.string(),
  name: z.string(),
  scope: z.enum(["1", "2", "3"]),
  /** tCO2e, market-based. */
  value: z.number(),
  share_pct: z.number(),
  entry_count: z.int(),
});

/** How a quantity of the ledger became energy; mwh null: it could not be converted. */
const carrierRow = z.object({
  carrier: z.string(),
  name: z.string(),
  renewable: z.boolean(),
  /** Null, and the unit empty: calculated from money alone. */
  quantity: numberOrNull,
  unit: z.string(),
  mwh: numberOrNull,
  density_kg_per_litre: numberOrNull,
  net_calorific_value_tj_per_gg: numberOrNull,
  source: z.string(),
});

/** Emissions in tCO2e; for intensity targets in tCO2e per unit of the metric. */
const targetRow = z.object({
  name: z.string(),
  scope: z.string(),
  baseline_year: z.int(),
  target_year: z.int(),
  baseline_value: z.number(),
  target_value: z.number(),
  reduction_pct: z.number(),
  current_value: numberOrNull,
  on_track: z.union([z.boolean(), z.null()]),
});

const scope3Row = z.object({
  /** Null: what belongs to none of the 15 categories. */
  number: z.union([z.int(), z.null()]),
  name: z.string(),
  value: z.number(),
  unit: z.literal("tCO2e"),
});

const methodRow = z.object({
  scope: z.string(),
  calculation_method: z.string(),
  value: z.number(),
  unit: z.string(),
  entry_count: z.int(),
});

const dataQuality = z.object({
  score: numberOrNull,
  primary_share_pct: numberOrNull,
  spend_share_pct: numberOrNull,
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
  report_format: z.literal("carbon-ledger-report/2"),
  standard_type: z.enum(STANDARD_TYPES),
  standard_version: z.enum(STANDARD_VERSIONS),
  /** Entry point of the XBRL taxonomy whose concepts the facts use; null for csrd. */
  taxonomy: z.union([z.string(), z.null()]),
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
  /** When the figures were frozen: the only moment in any form of the report. */
  frozen_at: z.string(),
  snapshot_id: z.string(),
  audit_head: z.object({ seq: z.int(), hash: z.string() }),
  sections: z.array(reportSection),
  facts: z.array(fact),
  months: z.array(monthRow),
  /** The report year and up to four before it that have entries, oldest first. */
  years: z.array(yearRow),
  categories: z.array(categoryRow),
  scope3_categories: z.array(scope3Row),
  energy_carriers: z.array(carrierRow),
  targets: z.array(targetRow),
  methods: z.array(methodRow),
  data_quality: dataQuality,
  factors: z.array(factorRow),
  /** Of all disclosures, most at stake first; doubts of the ledger itself before them. */
  missing_inputs: z.array(missingDatapoint),
});
SCHEMA_NAMES.add(reportDocument, { name: "ReportDocument" });

export type ReportDocument = z.output<typeof reportDocument>;
