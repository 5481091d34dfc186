import { z } from "zod";
import { defineOperation } from "../../core/operation.ts";
import { SCHEMA_NAMES } from "../../core/schema-names.ts";
import { factsInput } from "../activities/index.ts";
import { evidenceInput } from "../records/index.ts";
import {
  decide,
  decisionReason,
  itemId,
  itemVersion,
  REVIEW_DECISION_EXAMPLE,
  reviewDecision,
} from "./review-decision.ts";

const placeInput = factsInput.pick({
  service_period_start: true,
  service_period_end: true,
  supplier_name: true,
  supplier_identifier: true,
  supply_id: true,
});
SCHEMA_NAMES.add(placeInput, { name: "AdvancePlace" });

export const deferReviewItem = defineOperation({
  name: "defer_review_item",
  title: "Defer an amount on account to its settlement",
  description:
    "Leaves an advance in money (review code advance_without_quantity or advance_unsettled) to the bill that settles its supply: it " +
    "stays out of the totals and in waiting, and leaves the queue. The settlement replaces it when it comes; where the advance has " +
    "no supply or period, and facts state none, it is asked then whether that bill settles it. undo_activity_change brings the " +
    "question back. Refused for other lines. Changes nothing when it is deferred already.",
  layer: null,
  scope: "activities:write",
  access: "write",
  idempotent: true,
  input: z.object({
    id: itemId,
    version: itemVersion,
    facts: placeInput.describe("By which its settlement is known").optional(),
    evidence: evidenceInput.optional(),
    reason: decisionReason,
  }),
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
  async run(ctx, { id, version, facts = {}, evidence = [], reason }) {
    return await decide(ctx, { id, version, decision: { kind: "defer", reason, facts, evidence } });
  },
});
