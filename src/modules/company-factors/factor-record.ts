import { z } from "zod";
import { countryInput } from "../../core/country.ts";
import { CALCULATION_METHODS } from "../../core/ghg.ts";
import { dayInput } from "../../core/moment.ts";
import { SCHEMA_NAMES } from "../../core/schema-names.ts";
import { figureBetween } from "../../core/stated-figure.ts";
import { statedYear } from "../../core/stated-year.ts";
import { lineInput } from "../../core/visible-text.ts";
import { FACTOR_STATUSES } from "./factor-states.ts";
import type { FactorRow } from "./store.ts";

const FIGURE_MAX = 1_000_000_000;

/** What a person states of a factor. */
export const factorFacts = z.object({
  category_id: z
    .string()
    .min(1)
    .max(120)
    .describe("Category key of the lowest level that it counts, see list_emission_categories"),
  name: lineInput(200).describe("What it is of, e.g. product, network or treatment; shown in lineages"),
  kg_co2e_per_unit: figureBetween(0, FIGURE_MAX).describe(
    "kg CO2e per unit. In scope 1 and 2 without the fuel's supply chain: that is counted beside it",
  ),
  biogenic_co2_kg_per_unit: figureBetween(0, FIGURE_MAX).describe("kg of biogenic CO2 per unit, default 0").optional(),
  unit: z
    .string()
    .trim()
    .min(1)
    .max(40)
    .describe("What it is per: a unit, e.g. kg, kWh, km, piece, or a currency, e.g. DKK (excluding VAT)"),
  country: countryInput.describe("What country it describes (ISO 3166-1 alpha-2)").optional(),
  year: statedYear.describe("The year that the figure describes"),
  valid_from: dayInput.describe("First day of use that it may count"),
  valid_to: dayInput.describe("Last day of use that it may count"),
  supplier_name: lineInput(200).describe("The only supplier whose lines it counts").optional(),
  supplier_identifier: lineInput(50).describe("CVR or VAT number of that supplier").optional(),
  is_automatic: z
    .boolean()
    .describe(
      "true: it counts every line of the category that states its unit (and is of its supplier) and is read after the approval. " +
        "false: only lines for which a person names it",
    ),
  source: lineInput(300).describe("Who published or stated it and where, e.g. a declaration with its page"),
  method: z.enum(CALCULATION_METHODS).describe("How the source found it"),
  verified_by: lineInput(200).describe("Who verified the figure, where somebody has").optional(),
  note: z.string().trim().min(1).max(500).describe("Why it is used, for the auditor"),
});
export type FactorFacts = z.output<typeof factorFacts>;

const factorEvidence = z.object({ file_id: z.uuid(), name: z.string(), sha256: z.string() });

/** A factor of the company, in any status. */
export const factorRecord = z.object({
  id: z.uuid(),
  status: z.enum(FACTOR_STATUSES),
  category_id: z.string(),
  name: z.string(),
  kg_co2e_per_unit: z.number(),
  biogenic_co2_kg_per_unit: z.number(),
  unit: z.string(),
  country: z.union([z.string(), z.null()]),
  year: z.int(),
  valid_from: z.string(),
  valid_to: z.string(),
  supplier_name: z.union([z.string(), z.null()]),
  supplier_identifier: z.union([z.string(), z.null()]),
  is_automatic: z.boolean(),
  source: z.string(),
  method: z.enum(CALCULATION_METHODS),
  verified_by: z.union([z.string(), z.null()]),
  evidence: z.array(factorEvidence),
  note: z.string(),
  submitted_by: z.string(),
  submitted_by_name: z.union([z.string(), z.null()]),
  /** Who approved or rejected it. */
  decided_by: z.union([z.string(), z.null()]),
  decided_by_name: z.union([z.string(), z.null()]),
  decided_at: z.union([z.iso.datetime(), z.null()]),
  reason: z.union([z.string(), z.null()]),
  /** Whether the one who stated it approved it. */
  is_self_approved: z.boolean(),
  withdrawn_by: z.union([z.string(), z.null()]),
  withdrawn_by_name: z.union([z.string(), z.null()]),
  withdrawn_at: z.union([z.iso.datetime(), z.null()]),
  withdrawn_reason: z.union([z.string(), z.null()]),
  created_at: z.iso.datetime(),
});
SCHEMA_NAMES.add(factorRecord, { name: "CompanyFactor" });
export type FactorRecord = z.output<typeof factorRecord>;

/** Figures are shown as stated, not rounded: per unit they may be far below a gram. */
export function toFactorRecord(row: FactorRow): FactorRecord {
  const {
    category_key,
    kg_co2e_per_unit,
    biogenic_co2_kg_per_unit,
    supplier_key: _key,
    is_money: _money,
    ...rest
  } = row;
  return {
    ...rest,
    category_id: category_key,
    kg_co2e_per_unit: Number(kg_co2e_per_unit),
    biogenic_co2_kg_per_unit: Number(biogenic_co2_kg_per_unit),
  };
}

export const EXAMPLE_FACTOR: FactorRecord = {
  id: "0198c0de-0000-7000-8000-000000000071",
  status: "approved",
  category_id: "purchases.materials.concrete",
  name: "Beton C25/30, Nordbeton",
  kg_co2e_per_unit: 0.12,
  biogenic_co2_kg_per_unit: 0,
  unit: "kg",
  country: "DK",
  year: 2025,
  valid_from: "2026-01-01",
  valid_to: "2026-12-31",
  supplier_name: "Nordbeton A/S",
  supplier_identifier: "10305078",
  is_automatic: false,
  source: "Environmental product declaration of the mix, table 4",
  method: "supplier_specific",
  verified_by: null,
  evidence: [],
  note: "The supplier's declaration of the mix that we buy",
  submitted_by: "api_key:0198c0de-0000-7000-8000-000000000002",
  submitted_by_name: "Bookkeeping",
  decided_by: "api_key:0198c0de-0000-7000-8000-000000000003",
  decided_by_name: "Sustainability",
  decided_at: "2026-02-03T09:00:00.000000Z",
  reason: null,
  is_self_approved: false,
  withdrawn_by: null,
  withdrawn_by_name: null,
  withdrawn_at: null,
  withdrawn_reason: null,
  created_at: "2026-02-03T08:00:00.000000Z",
};
