import { z } from "zod";
import { SCHEMA_NAMES } from "../../core/schema-names.ts";

/** A condition of the company's own: lines that match it get its category before anything else is tried. */
export const categoryRuleRecord = z.object({
  id: z.uuid(),
  position: z.int(),
  supplier_key: z.union([z.string(), z.null()]),
  gl_account: z.union([z.string(), z.null()]),
  text_contains: z.union([z.string(), z.null()]),
  category_key: z.string(),
  created_by: z.string(),
  created_by_name: z.union([z.string(), z.null()]),
  created_at: z.iso.datetime(),
});
SCHEMA_NAMES.add(categoryRuleRecord, { name: "CategoryRule" });

export const CATEGORY_RULE_EXAMPLE: z.infer<typeof categoryRuleRecord> = {
  id: "0198c0de-0000-7000-8000-000000000041",
  position: 10,
  supplier_key: "name:nordisk drift",
  gl_account: "2510",
  text_contains: null,
  category_key: "purchases.services.it_services",
  created_by: "api_key:0198c0de-0000-7000-8000-000000000001",
  created_by_name: 'Key "ERP export"',
  created_at: "2026-01-05T08:00:00.000000Z",
};
