import { z } from "zod";
import { defineOperation } from "../../core/operation.ts";
import {
  decisionReason,
  decide,
  itemId,
  itemVersion,
  REVIEW_DECISION_EXAMPLE,
  reviewDecision,
} from "./review-decision.ts";

export const excludeReviewItem = defineOperation({
  name: "exclude_review_item",
  title: "Exclude a review item",
  description:
    "Keeps a line out of the inventory: nothing was bought, or it is counted elsewhere. The line, its reason and who decided " +
    "stay in the ledger. For the other copy of a document use mark as duplicate.",
  layer: null,
  scope: "activities:write",
  access: "write",
  idempotent: true,
  input: z.object({
    id: itemId,
    version: itemVersion,
    reason: decisionReason,
  }),
  output: reviewDecision,
  errors: ["request.validation_failed", "resource.not_found", "review_item.changed", "financial_year.closed"],
  emits: [],
  rest: { method: "POST", path: "/review-items/:id/exclude" },
  tool: false,
  callers: "any",
  example: {
    input: { id: "$review_item_id", reason: "Internal transfer" },
    output: {
      ...REVIEW_DECISION_EXAMPLE,
      status: "excluded",
      category_id: "unclassified.not_relevant",
      reason: "Internal transfer",
      entry_ids: [],
    },
  },
  async run(ctx, { id, version, reason }) {
    return await decide(ctx, { id, version, decision: { kind: "exclude", reason } });
  },
});
