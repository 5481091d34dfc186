import { z } from "zod";
import { defineOperation } from "../../core/operation.ts";
import { factsInput } from "../activities/index.ts";
import { evidenceInput } from "../records/index.ts";
import {
  decisionReason,
  decide,
  itemId,
  itemVersion,
  REVIEW_DECISION_EXAMPLE,
  reviewDecision,
} from "./review-decision.ts";

export const acceptReviewItem = defineOperation({
  name: "accept_review_item",
  title: "Accept a review item",
  description:
    "Takes the suggested category of a line that waits and counts it, by the facts that are stated with it (quantity, amount, " +
    "date, period, supplier) where the document's are missing or wrong; a line that is held as a possible duplicate counts " +
    "beside the document that it resembles. The decision is remembered for the supplier and account; same_supplier says how " +
    "many of its other lines a re-run would change and by how many kg CO2e. Changes nothing when the line no longer waits. " +
    "Refused when nothing is suggested or nothing can be calculated.",
  layer: null,
  scope: "activities:write",
  access: "write",
  idempotent: true,
  input: z.object({
    id: itemId,
    version: itemVersion,
    facts: factsInput.describe("What the document says wrongly or not at all").optional(),
    evidence: evidenceInput.optional(),
    reason: decisionReason.optional(),
  }),
  output: reviewDecision,
  errors: ["request.validation_failed", "resource.not_found", "review_item.changed", "financial_year.closed"],
  emits: [],
  rest: { method: "POST", path: "/review-items/:id/accept" },
  tool: false,
  callers: "any",
  example: {
    input: { id: "$review_item_id" },
    output: REVIEW_DECISION_EXAMPLE,
  },
  async run(ctx, input) {
    const { id, version, reason = null, facts = {}, evidence = [] } = input;
    return await decide(ctx, { id, version, decision: { kind: "accept", reason, facts, evidence } });
  },
});
