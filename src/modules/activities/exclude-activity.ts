import { z } from "zod";
import { defineOperation } from "../../core/operation.ts";
import { ACTIVITY_EXAMPLE, activityChange } from "./activity-record.ts";
import { correctActivity } from "./write-correction.ts";
import { keptOut, NOT_RELEVANT } from "./person-decisions.ts";

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
  output: activityChange,
  errors: ["request.validation_failed", "resource.not_found", "financial_year.closed"],
  emits: [],
  rest: { method: "POST", path: "/activities/:id/exclude" },
  tool: false,
  callers: "any",
  example: {
    input: { id: "$activity_id", reason: "Internal transfer" },
    output: { ...ACTIVITY_EXAMPLE, status: "excluded", category_id: NOT_RELEVANT, confidence: 1, entry_ids: [] },
  },
  async run(ctx, input) {
    return await correctActivity(ctx, input.id, (current) =>
      current.status === "excluded" ? null : keptOut(current, input.reason, "activity.excluded"),
    );
  },
});
