import { z } from "zod";
import { defineOperation } from "../../core/operation.ts";
import { decidePcf } from "./decide-pcf.ts";
import { EXAMPLE_PCF, pcfRecord } from "./pcf-record.ts";

export const deprecatePcfRecord = defineOperation({
  name: "deprecate_pcf_record",
  title: "Deprecate a product footprint",
  description:
    "Takes an approved footprint out of use without a successor; list_pcf_records shows it no longer. What was decided before " +
    "stays in the audit log.",
  layer: null,
  scope: "suppliers:write",
  access: "write",
  input: z.object({
    id: z.uuid().describe("id of the footprint's record"),
    reason: z.string().trim().min(1).max(500).describe("Why it is no longer used"),
  }),
  output: pcfRecord,
  errors: ["request.validation_failed", "resource.not_found"],
  emits: [],
  rest: { method: "POST", path: "/pcf-records/:id/deprecate" },
  tool: false,
  callers: "any",
  example: {
    input: { id: "$pcf_record_id", reason: "The supplier withdrew it" },
    output: { ...EXAMPLE_PCF, status: "deprecated" },
  },
  async run(ctx, input) {
    const decision = { id: input.id, event: "deprecate", reason: input.reason } as const;
    return await ctx.db.transaction((tx) => decidePcf(ctx, tx, decision));
  },
});
