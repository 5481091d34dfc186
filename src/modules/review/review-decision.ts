import { z } from "zod";
import type { Context } from "../../core/context.ts";
import { SCHEMA_NAMES } from "../../core/schema-names.ts";
import { ACTIVITY_EXAMPLE, activityRecord, pendingRestatement, readingTables } from "../activities/index.ts";
import { decideItem, type DecidedItem } from "./decide-item.ts";
import { otherLines, sameSupplier } from "./same-supplier.ts";

/** Path and arguments that all decisions about one line share. */
export const itemId = z.uuid().describe("Id of the line, from list_review_items");
/** The version of the line that was read; the decision is refused (review_item.changed) once there is a later one. */
export const itemVersion = z.uuid().describe("Version that was read").optional();
export const decisionReason = z.string().trim().min(1).max(500).describe("Why, for the auditor");

/** The line after the decision, and what the decision means for the supplier's other lines. */
export const reviewDecision = activityRecord.extend({
  entry_ids: z.array(z.uuid()),
  /** What waits for a closed year to be restated; absent: nothing does. */
  pending_restatements: z.array(pendingRestatement).optional(),
  same_supplier: z.union([sameSupplier, z.null()]),
});
SCHEMA_NAMES.add(reviewDecision, { name: "ReviewDecision" });

export type ReviewDecision = z.infer<typeof reviewDecision>;

export const REVIEW_DECISION_EXAMPLE: ReviewDecision = {
  ...ACTIVITY_EXAMPLE,
  status: "classified",
  category_id: "purchases.goods.office_supplies",
  confidence: 1,
  mapped_by: "person",
  reason: "Printer paper",
  review_code: null,
  entry_ids: ["0198c0de-0000-7000-8000-000000000001"],
  same_supplier: { supplier_key: "id:12345674", line_count: 3, change_kg: 84.2, has_more: false },
};

/**
 * Decides about one line and looks at what was learned, in one transaction: a look that fails or takes too long leaves no
 * decision behind that the caller was not told of.
 */
export async function decide(ctx: Context, decided: DecidedItem): Promise<ReviewDecision> {
  const tables = await readingTables(ctx, ctx.db);
  return await ctx.db.transaction(async (tx) => {
    const { line } = await decideItem(ctx, tx, decided, tables);
    return { ...line, same_supplier: await otherLines(tx, line, tables) };
  });
}
