import { z } from "zod";
import { SCHEMA_NAMES } from "../../core/schema-names.ts";

/** An organisational unit that activities are allocated to. */
export const departmentRecord = z.object({
  id: z.uuid(),
  name: z.string(),
  code: z.union([z.string(), z.null()]),
  parent_id: z.union([z.uuid(), z.null()]),
  is_active: z.boolean(),
  created_at: z.iso.datetime(),
});
SCHEMA_NAMES.add(departmentRecord, { name: "Department" });
