import { z } from "zod";
import { notFound } from "../../core/errors.ts";
import { defineOperation } from "../../core/operation.ts";
import { GROUP_DECISION_EXAMPLE, groupDecision, toGroupDecision } from "./group-decision.ts";
import { selectGroupDecision } from "./store-group-decisions.ts";

export const getReviewGroupDecision = defineOperation({
  name: "get_review_group_decision",
  title: "Get a decision about a group",
  description:
    "One decision about a group of waiting lines, with what became of them so far, as list_review_group_decisions shows it.",
  layer: null,
  scope: "activities:read",
  access: "read",
  input: z.object({ id: z.uuid().describe("Id of the decision, from list_review_group_decisions") }),
  output: groupDecision,
  errors: ["request.validation_failed", "resource.not_found"],
  emits: [],
  rest: { method: "GET", path: "/review-group-decisions/:id" },
  tool: false,
  callers: "any",
  example: { input: { id: "$review_group_decision_id" }, output: GROUP_DECISION_EXAMPLE },
  async run(ctx, { id }) {
    const row = await selectGroupDecision(ctx.db, id);
    if (row === undefined) throw notFound("decision about a group");
    return toGroupDecision(row);
  },
});
