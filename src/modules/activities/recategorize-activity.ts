import { z } from "zod";
import { defineOperation } from "../../core/operation.ts";
import { ACTIVITY_EXAMPLE, activityChange } from "./activity-record.ts";
import { correctActivity } from "./write-correction.ts";
import { assertCategory, chosenCategory } from "./person-decisions.ts";
import { readingTables } from "./reading-tables.ts";

export const recategorizeActivity = defineOperation({
  name: "recategorize_activity",
  title: "Recategorize an activity",
  description:
    "Gives an activity the category that a person chose and calculates it again. The earlier reading and its entries " +
    "stay in the ledger and are superseded; the totals follow at once, and later lines of the same supplier and account " +
    "are read the same way. The change and its reason are kept in the lineage. Refused when nothing can be calculated " +
    "for the category (no factor, no usable quantity or amount); use exclude for what is not emission-relevant.",
  layer: null,
  scope: "activities:write",
  access: "write",
  idempotent: true,
  input: z.object({
    id: z.uuid().describe("Id of the activity, from list_activities"),
    category_id: z.string().min(1).max(120).describe("Category key of the lowest level, see list_emission_categories"),
    reason: z.string().trim().min(1).max(500).describe("Why, for the auditor"),
  }),
  output: activityChange,
  errors: ["request.validation_failed", "resource.not_found", "financial_year.closed"],
  emits: [],
  rest: { method: "POST", path: "/activities/:id/recategorize" },
  tool: false,
  callers: "any",
  example: {
    input: { id: "$activity_id", category_id: "purchases.goods.office_supplies", reason: "Printer paper" },
    output: {
      ...ACTIVITY_EXAMPLE,
      status: "classified",
      category_id: "purchases.goods.office_supplies",
      confidence: 1,
      entry_ids: ["0198c0de-0000-7000-8000-000000000001"],
    },
  },
  async run(ctx, input) {
    const { id, category_id, reason } = input;
    const tables = await readingTables(ctx, ctx.db);
    assertCategory(tables.catalog, category_id);
    const chosen = { category_key: category_id, reason, action: "activity.recategorized", path: "category_id" };
    return await correctActivity(ctx, id, (current) =>
      current.status === "classified" && current.category_key === category_id
        ? null
        : chosenCategory(current, chosen, tables),
    );
  },
});
