import { z } from "zod";
import { SCHEMA_NAMES } from "../../core/schema-names.ts";
import { EXAMPLE_FOOTPRINT } from "./pact-footprint.ts";
import { PCF_STATUSES } from "./pcf-states.ts";
import type { PcfListRow, PcfRow } from "./store.ts";

/** A footprint as lists show it. The two pcf figures are kg CO2e per declared unit. */
export const pcfListItem = z.object({
  id: z.uuid(),
  pact_id: z.string(),
  company_name: z.string(),
  product_name_company: z.string(),
  product_ids: z.array(z.string()),
  declared_unit_of_measurement: z.string(),
  declared_unit_amount: z.number(),
  product_mass_per_declared_unit: z.number(),
  pcf_excluding_biogenic_uptake: z.number(),
  pcf_including_biogenic_uptake: z.number(),
  valid_from: z.iso.datetime(),
  valid_to: z.iso.datetime(),
  geography: z.union([z.string(), z.null()]),
  created_at: z.iso.datetime(),
});
SCHEMA_NAMES.add(pcfListItem, { name: "PcfListItem" });
export type PcfListItem = z.output<typeof pcfListItem>;

/** The whole footprint: what was decided about it, and the object as released. */
export const pcfRecord = pcfListItem.extend({
  status: z.enum(PCF_STATUSES),
  spec_version: z.string(),
  reference_period_start: z.iso.datetime(),
  reference_period_end: z.iso.datetime(),
  pact: z.record(z.string(), z.unknown()),
});
SCHEMA_NAMES.add(pcfRecord, { name: "PcfRecord" });
export type PcfRecord = z.output<typeof pcfRecord>;

/** Figures are shown as released, not rounded: per unit they may be far below a gram. */
export function toPcfListItem(row: PcfListRow): PcfListItem {
  return { ...row, ...figures(row) };
}

/** The whole footprint as it is shown. */
export function toPcfRecord(row: PcfRow): PcfRecord {
  return { ...row, ...figures(row) };
}

function figures(row: PcfListRow) {
  return {
    declared_unit_amount: Number(row.declared_unit_amount),
    product_mass_per_declared_unit: Number(row.product_mass_per_declared_unit),
    pcf_excluding_biogenic_uptake: Number(row.pcf_excluding_biogenic_uptake),
    pcf_including_biogenic_uptake: Number(row.pcf_including_biogenic_uptake),
  };
}

export const EXAMPLE_PCF_LISTED: PcfListItem = {
  id: "0198c0de-0000-7000-8000-000000000061",
  pact_id: EXAMPLE_FOOTPRINT.id,
  company_name: "Skovens Trælast A/S",
  product_name_company: "Egeplanke 32 mm",
  product_ids: ["urn:product:skovens:eg-32"],
  declared_unit_of_measurement: "cubic meter",
  declared_unit_amount: 1,
  product_mass_per_declared_unit: 690,
  pcf_excluding_biogenic_uptake: 118.4,
  pcf_including_biogenic_uptake: -1146.6,
  valid_from: "2026-01-01T00:00:00.000000Z",
  valid_to: "2029-01-01T00:00:00.000000Z",
  geography: "DK",
  created_at: "2026-02-03T08:00:00.000000Z",
};

export const EXAMPLE_PCF: PcfRecord = {
  ...EXAMPLE_PCF_LISTED,
  status: "approved",
  spec_version: "3.0.3",
  reference_period_start: "2025-01-01T00:00:00.000000Z",
  reference_period_end: "2026-01-01T00:00:00.000000Z",
  pact: EXAMPLE_FOOTPRINT,
};
