import { z } from "zod";
import { defineOperation } from "../../core/operation.ts";
import { ACTIVITY_EXAMPLE } from "./activity-record.ts";
import { assertVersion, readVersion } from "./assert-version.ts";
import { activityCorrection, tellCorrection } from "./correct-stated.ts";
import { keptOut, NOT_RELEVANT } from "./person-decisions.ts";

export const excludeActivity = defineOperation({
  name: "exclude_activity",
  title: "Exclude an activity",
  description:
    "Marks an activity as not emission-relevant (wages, VAT, transfers, double entries). Nothing is deleted: its entries " +
    "stay and are superseded by entries of 0 kg CO2e, the totals follow at once, and the reason is kept in the lineage. " +
    "Use recategorize to count it again. change_kg and years tell the effect in kg CO2e as those of correct_activity do; with " +
    "dry_run nothing is written and the same figures are given.",
  layer: null,
  scope: "activities:write",
  access: "write",
  idempotent: true,
  input: z.object({
    id: z.uuid().describe("Id of the activity, from list_activities"),
    reason: z.string().trim().min(1).max(500).describe("Why, for the auditor"),
    version: readVersion,
    dry_run: z.boolean().describe("true: only say what would change").optional(),
  }),
  output: activityCorrection,
  errors: ["request.validation_failed", "resource.not_found", "review_item.changed", "financial_year.closed"],
  emits: [],
  rest: { method: "POST", path: "/activities/:id/exclude" },
  tool: false,
  callers: "any",
  example: {
    input: { id: "$activity_id", reason: "Internal transfer" },
    output: {
      ...ACTIVITY_EXAMPLE,
      status: "excluded",
      category_id: NOT_RELEVANT,
      confidence: 1,
      entry_ids: [],
      dry_run: false,
      change_kg: 0,
      years: [],
      affected: [],
    },
  },
  async run(ctx, input) {
    const { id, reason, version, dry_run } = input;
    return await tellCorrection(ctx, { id, dry_run, evidence: [] }, (current) => {
      if (current.status === "excluded") return null;
      assertVersion(current, version);
      return keptOut(current, reason, "activity.excluded");
    });
  },
});
