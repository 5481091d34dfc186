import { z } from "zod";
import { notFound } from "../../core/errors.ts";
import { defineOperation } from "../../core/operation.ts";
import { decideGroupLines } from "./decide-group-lines.ts";
import { GROUP_DECISION_EXAMPLE, GROUP_LINE_EXAMPLE, groupDecisionAnswer, toGroupDecision } from "./group-decision.ts";
import { selectGroupDecision } from "./store-group-decisions.ts";

export const continueReviewGroupDecision = defineOperation({
  name: "continue_review_group_decision",
  title: "Continue a decision about a group",
  description:
    "Decides about the next 200 lines of a group decision, of the lines that were in the group when it was made. Call it until " +
    "remaining_count is 0; with nothing left, or after the decision was undone, it changes nothing.",
  layer: null,
  scope: "activities:write",
  access: "write",
  idempotent: true,
  input: z.object({ id: z.uuid().describe("Id of the decision, from decide_review_group") }),
  output: groupDecisionAnswer,
  errors: ["request.validation_failed", "resource.not_found"],
  emits: [],
  rest: { method: "POST", path: "/review-group-decisions/:id/continue" },
  tool: false,
  callers: "any",
  example: {
    input: { id: "$review_group_decision_id" },
    output: {
      ...GROUP_DECISION_EXAMPLE,
      decided_count: 212,
      remaining_count: 0,
      results: [GROUP_LINE_EXAMPLE],
    },
  },
  async run(ctx, { id }) {
    const row = await selectGroupDecision(ctx.db, id);
    if (row === undefined) throw notFound("decision about a group");
    const results = await decideGroupLines(ctx, row);
    return { ...toGroupDecision((await selectGroupDecision(ctx.db, id)) ?? row), results };
  },
});
