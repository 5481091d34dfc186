import { z } from "zod";
import { SCHEMA_NAMES } from "../../core/schema-names.ts";
import { CONNECTION_STATUSES } from "./connection-states.ts";
import { ALLOCATION_METHODS } from "./allocation.ts";
import { DISCLOSURE_STATUSES } from "./disclosure-states.ts";
import { isProtectedUndertaking } from "./protected-undertaking.ts";
import type { SupplierRow } from "./store.ts";

const text = z.union([z.string(), z.null()]);
const moment = z.union([z.iso.datetime(), z.null()]);
const kg = z.union([z.number(), z.null()]);

/** Who a supplier is and whether it is connected. */
export const supplierProfile = z.object({
  id: z.uuid(),
  supplier_identifier: text,
  supplier_country: text,
  supplier_name: z.string(),
  supplier_industry: text,
  status: z.enum(CONNECTION_STATUSES),
  employees: z.union([z.int(), z.null()]),
  protected_undertaking: z.union([z.boolean(), z.null()]),
  invited_email: text,
  accepted_at: moment,
  revoked_at: moment,
  created_at: z.iso.datetime(),
});
SCHEMA_NAMES.add(supplierProfile, { name: "Supplier" });
export type SupplierProfile = z.output<typeof supplierProfile>;

/** A supplier in one year. Amounts exclude VAT; kg are CO2e. */
export const supplierRecord = supplierProfile.extend({
  report_year: z.int(),
  enterprise_trade_amount: z.number(),
  enterprise_trade_currency: z.string(),
  estimated_co2e_kg: kg,
  disclosure_status: z.enum(DISCLOSURE_STATUSES),
  disclosed_co2e_kg: kg,
  allocation_method: z.union([z.enum(ALLOCATION_METHODS), z.null()]),
});
SCHEMA_NAMES.add(supplierRecord, { name: "SupplierListItem" });
export type SupplierRecord = z.output<typeof supplierRecord>;

/** What of the year's purchases is in no sum, and why. */
export const leftOut = z.object({
  not_converted: z.array(z.object({ currency: text, amount: z.number(), line_count: z.int() })),
  possible_duplicate_line_count: z.int(),
});
SCHEMA_NAMES.add(leftOut, { name: "LeftOutPurchases" });

export const yearInput = {
  year: z.int().min(1990).max(2100).describe("Newest with purchases, if absent").optional(),
};

/** The stored part of a supplier's record. */
export function toProfile(row: SupplierRow): SupplierProfile {
  const { supplier_key: _key, invited_at: _at, ...profile } = row;
  return { ...profile, protected_undertaking: isProtectedUndertaking(row.employees) };
}

export const EXAMPLE_PROFILE: SupplierProfile = {
  id: "0198c0de-0000-8000-8000-000000000051",
  supplier_identifier: "17320508",
  supplier_country: "DK",
  supplier_name: "Skovens Trælast A/S",
  supplier_industry: "Wood products",
  status: "active",
  employees: 85,
  protected_undertaking: true,
  invited_email: "klima@skovens.example",
  accepted_at: "2026-02-03T09:15:00.000000Z",
  revoked_at: null,
  created_at: "2026-01-12T08:00:00.000000Z",
};

export const EXAMPLE_SUPPLIER: SupplierRecord = {
  ...EXAMPLE_PROFILE,
  report_year: 2026,
  enterprise_trade_amount: 512_400.5,
  enterprise_trade_currency: "DKK",
  estimated_co2e_kg: 41_830.25,
  disclosure_status: "disclosed",
  disclosed_co2e_kg: 36_215.4,
  allocation_method: "economic",
};
