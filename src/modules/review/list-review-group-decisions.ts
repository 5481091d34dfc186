import { z } from "zod";
import { keysetPage } from "../../core/keyset.ts";
import { defineOperation } from "../../core/operation.ts";
import { page, pageInput } from "../../core/page.ts";
import { GROUP_DECISION_EXAMPLE, groupDecision, toGroupDecision } from "./group-decision.ts";
import { selectGroupDecisions } from "./store-group-decisions.ts";

export const listReviewGroupDecisions = defineOperation({
  name: "list_review_group_decisions",
  title: "List decisions about groups",
  description:
    "Decisions about groups of waiting lines, newest first: who decided what about how many lines, what became of them " +
    "(decided, changed_meanwhile, failed, withdrawn, remaining), and whether it was undone.",
  layer: null,
  scope: "activities:read",
  access: "read",
  input: z.object({ ...pageInput }),
  output: page(groupDecision),
  errors: ["request.validation_failed", "pagination.invalid_cursor"],
  emits: [],
  rest: { method: "GET", path: "/review-group-decisions" },
  tool: false,
  callers: "any",
  example: { input: { limit: 20 }, output: { items: [GROUP_DECISION_EXAMPLE], next_cursor: null } },
  async run(ctx, request) {
    const purpose = { list: "list_review_group_decisions", filters: {} };
    const rows = await keysetPage(ctx.cursors, purpose, request, (after, limit) =>
      selectGroupDecisions(ctx.db, after, limit),
    );
    return { items: rows.items.map(toGroupDecision), next_cursor: rows.next_cursor };
  },
});
