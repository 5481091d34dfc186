import { z } from "zod";
import { defineOperation } from "../../core/operation.ts";
import { decidePcf } from "./decide-pcf.ts";
import { EXAMPLE_PCF, pcfRecord } from "./pcf-record.ts";

export const rejectPcfRecord = defineOperation({
  name: "reject_pcf_record",
  title: "Reject a product footprint",
  description:
    "Rejects a submitted footprint with a reason; it is kept and never listed. A corrected one is submitted as a new object " +
    "with an id of its own.",
  layer: null,
  scope: "suppliers:write",
  access: "write",
  input: z.object({
    id: z.uuid().describe("id of the footprint's record"),
    reason: z.string().trim().min(1).max(500).describe("Why, for the submitter"),
  }),
  output: pcfRecord,
  errors: ["request.validation_failed", "resource.not_found"],
  emits: [],
  rest: { method: "POST", path: "/pcf-records/:id/reject" },
  tool: false,
  callers: "any",
  example: {
    input: { id: "$submitted_pcf_record_id", reason: "The reference period is not ours" },
    output: { ...EXAMPLE_PCF, status: "rejected" },
  },
  async run(ctx, input) {
    const decision = { id: input.id, event: "reject", reason: input.reason } as const;
    return await ctx.db.transaction((tx) => decidePcf(ctx, tx, decision));
  },
});
