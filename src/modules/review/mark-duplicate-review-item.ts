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

export const markDuplicateReviewItem = defineOperation({
  name: "mark_duplicate_review_item",
  title: "Mark a review item as a duplicate",
  description:
    "Says that a line held as a possible duplicate is the copy of one that is counted already: it is kept out, and the reason " +
    "names the other document. Refused for lines that are not held as possible duplicates. Changes nothing when the line is " +
    "excluded already. For all lines of a document use decide_held_document.",
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
  rest: { method: "POST", path: "/review-items/:id/mark-duplicate" },
  tool: false,
  callers: "any",
  example: {
    input: { id: "$held_item_id", reason: "The same invoice, sent again" },
    output: {
      ...REVIEW_DECISION_EXAMPLE,
      status: "excluded",
      category_id: "unclassified.not_relevant",
      reason: "duplicate: The same invoice, sent again",
      entry_ids: [],
    },
  },
  async run(ctx, { id, version, reason }) {
    return await decide(ctx, { id, version, decision: { kind: "mark_duplicate", reason } });
  },
});
