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
