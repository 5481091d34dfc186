import { z } from "zod";
import { defineOperation } from "../../core/operation.ts";
import { decidePcf } from "./decide-pcf.ts";
import { EXAMPLE_PCF, pcfRecord } from "./pcf-record.ts";

export const approvePcfRecord = defineOperation({
  name: "approve_pcf_record",
  title: "Approve a product footprint",
  description:
    "Approves a submitted footprint, after somebody checked it: from now on list_pcf_records shows it. Approved footprints " +
    "that it names in precedingPfIds become deprecated at the same time.",
  layer: null,
  scope: "suppliers:write",
  access: "write",
  input: z.object({
    id: z.uuid().describe("id of the footprint's record"),
  }),
  output: pcfRecord,
  errors: ["request.validation_failed", "resource.not_found"],
  emits: [],
  rest: { method: "POST", path: "/pcf-records/:id/approve" },
  tool: false,
  callers: "any",
  example: {
    input: { id: "$submitted_pcf_record_id" },
    output: { ...EXAMPLE_PCF, status: "approved" },
  },
  async run(ctx, input) {
    const decision = { id: input.id, event: "approve", reason: null } as const;
    return await ctx.db.transaction((tx) => decidePcf(ctx, tx, decision));
  },
});
