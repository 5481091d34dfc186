import { z } from "zod";
import { defineOperation } from "../../core/operation.ts";
import {
  decide,
  decisionReason,
  itemId,
  itemVersion,
  REVIEW_DECISION_EXAMPLE,
  reviewDecision,
} from "./review-decision.ts";

export const deferReviewItem = defineOperation({
  name: "defer_review_item",
  title: "Defer an amount on account to its settlement",
  description:
    "Leaves an advance in money (review code advance_without_quantity) to the bill that settles its supply: it stays out of the " +
    "totals and in waiting, and leaves the queue. The settlement replaces it when it comes; undo_activity_change brings the " +
    "question back. Refused for other lines, and where the bill names no supply, because no settlement could replace it. " +
    "Changes nothing when it is deferred already.",
  layer: null,
  scope: "activities:write",
  access: "write",
  idempotent: true,
  input: z.object({ id: itemId, version: itemVersion, reason: decisionReason }),
  output: reviewDecision,
  errors: ["request.validation_failed", "resource.not_found", "review_item.changed"],
  emits: [],
  rest: { method: "POST", path: "/review-items/:id/defer" },
  tool: false,
  callers: "any",
  example: {
    input: { id: "$open_advance_id", reason: "The settlement comes in January" },
    output: {
      ...REVIEW_DECISION_EXAMPLE,
      status: "pending_review",
      category_id: "energy.heat.district_heating",
      reason: "deferred to the settlement: The settlement comes in January; word of the line",
      review_code: "advance_deferred",
      entry_ids: [],
      same_supplier: null,
    },
  },
  async run(ctx, { id, version, reason }) {
    return await decide(ctx, { id, version, decision: { kind: "defer", reason } });
  },
});
