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

export const recategorizeReviewItem = defineOperation({
  name: "recategorize_review_item",
  title: "Recategorize a review item",
  description:
    "Gives a line the category that a person chose, calculates it and counts it, by the facts that are stated with it " +
    "(quantity, amount, date, period, supplier) where the document's are missing or wrong. The decision is remembered for the " +
    "supplier and account; same_supplier says how many of its other lines a re-run would change and by how many kg CO2e. " +
    "Refused when nothing can be calculated for the category.",
  layer: null,
  scope: "activities:write",
  access: "write",
  idempotent: true,
  input: z.object({
    id: itemId,
    version: itemVersion,
    category_id: z.string().min(1).max(120).describe("Category key of the lowest level, see list_emission_categories"),
    facts: factsInput.describe("What the document says wrongly or not at all").optional(),
    evidence: evidenceInput.optional(),
    reason: decisionReason,
  }),
  output: reviewDecision,
  errors: ["request.validation_failed", "resource.not_found", "review_item.changed", "financial_year.closed"],
  emits: [],
  rest: { method: "POST", path: "/review-items/:id/recategorize" },
  tool: false,
  callers: "any",
  example: {
    input: { id: "$review_item_id", category_id: "purchases.goods.office_supplies", reason: "Printer paper" },
    output: REVIEW_DECISION_EXAMPLE,
  },
  async run(ctx, input) {
    const { id, version, category_id, reason, facts = {}, evidence = [] } = input;
    return await decide(ctx, { id, version, decision: { kind: "recategorize", category_id, reason, facts, evidence } });
  },
});
