import { z } from "zod";
import { defineOperation } from "../../core/operation.ts";
import { ACTIVITY_EXAMPLE, activityRecord } from "./activity-record.ts";
import { correctActivity } from "./correct-activity.ts";

/** Category of what is kept out of the inventory with a trace. */
const NOT_RELEVANT = "unclassified.not_relevant";

export const excludeActivity = defineOperation({
  name: "exclude_activity",
  title: "Exclude an activity",
  description:
    "Marks an activity as not emission-relevant (wages, VAT, transfers, double entries). Nothing is deleted: its entries " +
    "stay and are superseded by entries of 0 kg CO2e, the totals follow at once, and the reason is kept in the lineage. " +
    "Use recategorize to count it again.",
  layer: null,
  scope: "activities:write",
  access: "write",
  idempotent: true,
  input: z.object({
    id: z.uuid().describe("Id of the activity, from list_activities"),
    reason: z.string().trim().min(1).max(500).describe("Why, for the auditor"),
  }),
  output: activityRecord.extend({ entry_ids: z.array(z.uuid()) }),
  errors: ["request.validation_failed", "resource.not_found"],
  emits: [],
  rest: { method: "POST", path: "/activities/:id/exclude" },
  tool: false,
  callers: "any",
  example: {
    input: { id: "$activity_id", reason: "Internal transfer" },
    output: { ...ACTIVITY_EXAMPLE, status: "excluded", category_id: NOT_RELEVANT, confidence: 1, entry_ids: [] },
  },
  async run(ctx, input) {
    return await correctActivity(ctx, input.id, (current) => {
      if (current.status === "excluded") return null;
      return {
        action: "activity.excluded",
        decision: {
          status: "excluded",
          category_key: NOT_RELEVANT,
          mapped_by: "person",
          confidence: 1,
          reason: input.reason,
          candidates: [],
        },
        split: {
          quantity: current.split_quantity,
          unit: current.split_unit,
          conversion: current.conversion,
          allocated_amount: current.allocated_amount,
          allocated_currency: current.allocated_currency,
        },
        result: null,
      };
    });
  },
});
