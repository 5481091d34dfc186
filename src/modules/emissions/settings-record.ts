import { z } from "zod";
import { STATED_PRICE_AREAS } from "../../core/gsrn.ts";
import { SCHEMA_NAMES } from "../../core/schema-names.ts";
import { RESIDUAL_MIXES } from "./calculation.ts";
import { GWP_SETS } from "./gwp-sets.ts";

/** What a company has chosen of the ways in which emissions may be counted; `set_by` is null while it has chosen nothing. */
export const companySettings = z.object({
  aviation_non_co2: z.boolean(),
  /** IPCC report whose warming potentials count refrigerants of which figures by both are loaded. */
  gwp_set: z.enum(GWP_SETS),
  /** From which change of a scope on the next report names a restatement, percent of what was reported. */
  restatement_threshold_percent: z.number().min(0).max(100),
  /** Month and day (MM-DD) of the year after the consumption, until which a cancellation of certificates counts without a reason. */
  certificate_cut_off: z.string(),
  residual_mix: z.enum(RESIDUAL_MIXES),
  /** Where the company uses Danish electricity of which a line does not say where. */
  price_area: z.enum(STATED_PRICE_AREAS),
  /** Whether the company takes part in statistics across companies: which categories its people chose for suppliers with a CVR number. */
  shares_decisions: z.boolean(),
  /** The administrator who chose that; null: nobody has. */
  shares_decisions_by: z.union([z.string(), z.null()]),
  shares_decisions_by_name: z.union([z.string(), z.null()]),
  shares_decisions_at: z.union([z.iso.datetime(), z.null()]),
  set_by: z.union([z.string(), z.null()]),
  set_by_name: z.union([z.string(), z.null()]),
  set_at: z.union([z.iso.datetime(), z.null()]),
});
SCHEMA_NAMES.add(companySettings, { name: "CompanySettings" });

export type CompanySettings = z.output<typeof companySettings>;

export const EXAMPLE_SETTINGS: CompanySettings = {
  aviation_non_co2: false,
  gwp_set: "AR5",
  restatement_threshold_percent: 5,
  certificate_cut_off: "03-31",
  residual_mix: "none",
  price_area: "none",
  shares_decisions: false,
  shares_decisions_by: null,
  shares_decisions_by_name: null,
  shares_decisions_at: null,
  set_by: "api_key:0198c0de-0000-7000-8000-000000000003",
  set_by_name: 'Key "ERP export"',
  set_at: "2026-01-05T08:00:00.000000Z",
};
