import { z } from "zod";
import { SCHEMA_NAMES } from "../../core/schema-names.ts";
import { BILLED, BILLED_UNITS, rhythmInWords } from "./billed-period.ts";
import type { PeriodRuleRow } from "./store-period-rules.ts";

const textOrNull = z.union([z.string(), z.null()]);

export const billed = z.enum(BILLED).describe("Which period, seen from the date of the bill");
export const billedUnit = z.enum(BILLED_UNITS).describe("How long such a period is");

/** A version of what a company says of the bills of a supplier that state no period. */
export const supplierPeriodRule = z.object({
  id: z.uuid().describe("Of this version; any of them names the rule"),
  supplier_identity_id: z.uuid(),
  supplier_name: z.string(),
  category_id: textOrNull.describe("Only lines of this category or below it; null: of every category"),
  version: z.int(),
  status: z.enum(["stated", "withdrawn"]),
  bills: billed,
  unit: billedUnit,
  first_month: z.int().describe("A month in which such a period begins, 1 to 12"),
  says: z.string().describe("The same in words, as lineages tell it"),
  reason: z.string(),
  stated_by: z.string(),
  stated_by_name: textOrNull,
  created_at: z.iso.datetime(),
});
SCHEMA_NAMES.add(supplierPeriodRule, { name: "SupplierPeriodRule" });

export type SupplierPeriodRule = z.infer<typeof supplierPeriodRule>;

export function toPeriodRule({ category_key, ...row }: PeriodRuleRow): SupplierPeriodRule {
  return { ...row, category_id: category_key === "" ? null : category_key, says: rhythmInWords(row) };
}

export const EXAMPLE_RULE: SupplierPeriodRule = {
  id: "0198c0de-0000-7000-8000-000000000051",
  supplier_identity_id: "0198c0de-0000-7000-8000-000000000011",
  supplier_name: "Elselskabet Nord A/S",
  category_id: null,
  version: 1,
  status: "stated",
  bills: "previous",
  unit: "quarter",
  first_month: 1,
  says: "its bills are for the previous quarter",
  reason: "The contract",
  stated_by: "api_key:0198c0de-0000-7000-8000-000000000001",
  stated_by_name: "Bookkeeping",
  created_at: "2026-04-02T08:00:00.123456Z",
};
